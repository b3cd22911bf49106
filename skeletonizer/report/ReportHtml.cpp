//===- ReportHtml.cpp - a report as one page ------------------------------===//
//
// The page is ReportPage.html, which draws what ReportJson.cpp writes.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/report/Report.h"
#include "llvm/ADT/StringRef.h"

// Compilers run in the root of the repository.
asm(R"(
    .pushsection .rodata
    .global skelReportPage, skelReportPageEnd
skelReportPage:
    .incbin "skeletonizer/report/ReportPage.html"
skelReportPageEnd:
    .popsection
)");
extern "C" const char skelReportPage[], skelReportPageEnd[];

namespace skel {

std::string reportHtml(const Report &R) {
  llvm::StringRef Page(skelReportPage,
                       size_t(skelReportPageEnd - skelReportPage));
  const llvm::StringRef Mark = ">REPORT<";
  size_t At = Page.find(Mark) + 1;
  std::string Out = Page.take_front(At).str();
  // No text of the report may end the element that it stands in.
  for (char C : reportJson(R))
    Out += C == '<' ? std::string("\\u003c") : std::string(1, C);
  return Out + Page.substr(At + Mark.size() - 2).str();
}

} // namespace skel
