//===- ReportHtml.cpp - a report as one page ------------------------------===//
#include "Report.h"

namespace skel {
std::string reportHtml(const Report &R) {
  return "<pre>" + reportText(R) + "</pre>\n";
}
} // namespace skel
