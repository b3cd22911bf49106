//===- StaticCollector.h - static data and its uses -------------*- C++ -*-===//
//
// Notes the declarations of objects with static storage, and the places that
// name them. Decides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_STATICCOLLECTOR_H
#define BSIM_SKELETONIZER_STATICCOLLECTOR_H

#include "skeletonizer/frontend/Collector.h"

namespace skel {

/// A declaration as data. Its key is empty if it is not in a project file.
StaticData describeStatic(Collector &C, const clang::VarDecl *D);

/// A compound literal in the initialiser of Holder, without what it takes.
StaticLiteral describeLiteral(Collector &C, const clang::CompoundLiteralExpr *E,
                              const StaticData &Holder, bool Const);
void addLiteral(Collector &C, const StaticLiteral &L);
void addStatic(Collector &C, const StaticData &S);

/// Notes that the name of V is at Loc. Constant: in a static initialiser or a
/// type. Taker: the object whose initialiser takes the address of V, or null.
void addStaticUse(Collector &C, clang::SourceLocation Loc,
                  const clang::VarDecl *V, bool Constant, StaticData *Taker);

/// The parameter of the program's macro that the token at Loc stands for;
/// nowhere (End 0) if there is none.
skel::SourceRange parameterOf(Collector &C, clang::SourceLocation Loc);

} // namespace skel

#endif
