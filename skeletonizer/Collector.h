//===- Collector.h - source facts of one unit after another -----*- C++ -*-===//
//
// Fills Sources from Clang's AST and preprocessor. Decides nothing about what
// is kept.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_COLLECTOR_H
#define BSIM_SKELETONIZER_COLLECTOR_H

#include "Program.h"
#include "Sources.h"
#include "StatementTree.h"
#include "clang/Lex/Preprocessor.h"

namespace skel {

class Collector {
public:
  Collector(Program &P, Sources &S, FileTable &F, StatementTree &T)
      : Prog(P), Src(S), Files(F), Tree(T) {}
  /// Before parsing: macros, includes and conditionals.
  void watch(clang::Preprocessor &PP);
  /// After parsing.
  void addUnit(clang::ASTContext &Context, clang::Preprocessor &PP);

private:
  Program &Prog;
  Sources &Src;
  FileTable &Files;
  StatementTree &Tree;
};

} // namespace skel

#endif
