//===- LocalDeclarations.h - declarations in functions ----------*- C++ -*-===//
//
// Takes names and initialisers out of the declarations of a function, and puts
// zeros where a variable stays unset on a way that is gone.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_LOCALDECLARATIONS_H
#define BSIM_SKELETONIZER_LOCALDECLARATIONS_H

#include "skeletonizer/emit/StayingText.h"
#include <set>

namespace skel {

class LocalDeclarations {
public:
  explicit LocalDeclarations(const StayingText &T)
      : T(T), P(T.P), S(T.S), K(T.K), E(T.E) {}

  /// Finds the variables that a kept if or switch sets in some branches, where
  /// another branch (which did not come back) is gone: compilers would warn.
  void findUnset(const Function &F);
  /// Leaves the names and calls that stay of a declaration, in their order: a
  /// call ends the declaration, a name behind it begins a new one.
  void remove(const Stmt &St);

private:
  bool isUnset(const Stmt &Declarator) const;
  /// The part of a declarator that stays ends here; Zero says whether a value
  /// stands in for the initialiser.
  unsigned declaratorEnd(const Stmt &D, bool &Zero);

  const StayingText &T;
  const Program &P;
  const Sources &S;
  const KeepSet &K;
  Edits &E;
  std::set<unsigned> Unset; ///< groups of variables
};

} // namespace skel

#endif
