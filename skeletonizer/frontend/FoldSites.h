//===- FoldSites.h - text that goes with known conditions -------*- C++ -*-===//
//
// Notes for each condition which text is not needed if the condition is true,
// and which if it is false. Decides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FOLDSITES_H
#define BSIM_SKELETONIZER_FOLDSITES_H

#include "skeletonizer/frontend/FoldTerms.h"
#include "clang/AST/Stmt.h"

namespace skel {

class FoldSites {
public:
  FoldSites(clang::ASTContext &C, FileTable &Files, FoldFacts &Facts,
            FoldTerms &Terms)
      : Context(C), SM(C.getSourceManager()), Files(Files), Facts(Facts),
        Terms(Terms) {}

  void addIf(const clang::IfStmt *S);
  /// E is a condition; null is none.
  void addCondition(const clang::Expr *E);
  void addChoice(const clang::ConditionalOperator *C);
  /// E is the value of an assignment. Notes whether a pointer is null.
  void addComparison(const clang::Expr *E);

private:
  bool textOf(const clang::Expr *E, clang::FileID &File, unsigned &Begin,
              unsigned &End);
  bool endOf(const clang::Stmt *S, clang::FileID File, unsigned &Begin,
             unsigned &End);
  bool isCode(clang::FileID File, unsigned Begin, unsigned End);
  void addSite(clang::FileID File, FoldSite Site, const clang::Expr *Condition);
  void addAssignment(const clang::IfStmt *S, clang::FileID File, unsigned If,
                     unsigned ThenEnd);

  clang::ASTContext &Context;
  const clang::SourceManager &SM;
  FileTable &Files;
  FoldFacts &Facts;
  FoldTerms &Terms;
};

} // namespace skel

#endif
