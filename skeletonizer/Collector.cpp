#include "Collector.h"
namespace skel {
void Collector::watch(clang::Preprocessor &) {}
void Collector::addUnit(clang::ASTContext &, clang::Preprocessor &) {
  (void)Prog;
  (void)Src;
  (void)Files;
  (void)Tree;
}
} // namespace skel
