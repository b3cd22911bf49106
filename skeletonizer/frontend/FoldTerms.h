//===- FoldTerms.h - expressions as terms -----------------------*- C++ -*-===//
//
// Turns expressions of Clang's AST into the terms of FoldFacts. Decides
// nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FOLDTERMS_H
#define BSIM_SKELETONIZER_FOLDTERMS_H

#include "skeletonizer/frontend/Folds.h"
#include "skeletonizer/frontend/StatementTree.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <set>

namespace skel {

using VariableSet = std::set<const clang::VarDecl *>;

class FoldTerms {
public:
  /// Assigned: the variables that are assigned on every way to the expression
  /// at hand.
  FoldTerms(clang::ASTContext &C, FileTable &Files, FoldFacts &Facts,
            const VariableSet &Assigned)
      : Context(C), Files(Files), Facts(Facts), Assigned(Assigned) {}

  /// Index of the expression's term in the facts.
  int term(const clang::Expr *E);
  /// A local variable of a project file whose value may be known.
  bool isPlain(const clang::VarDecl *D) const;
  /// The key of a variable or function in the facts.
  std::string keyOf(const clang::NamedDecl *D) const;

private:
  int add(Term T);
  bool number(const clang::Expr *E, Term &T) const;
  bool binary(const clang::BinaryOperator *B, Term &T);

  clang::ASTContext &Context;
  FileTable &Files;
  FoldFacts &Facts;
  const VariableSet &Assigned;
};

} // namespace skel

#endif
