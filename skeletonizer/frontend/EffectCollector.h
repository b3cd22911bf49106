//===- EffectCollector.h - changes that conditions make ---------*- C++ -*-===//
//
// Notes the calls and assignments in the conditions of ifs and loops, and when
// each of them is evaluated. Decides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_EFFECTCOLLECTOR_H
#define BSIM_SKELETONIZER_EFFECTCOLLECTOR_H

#include "skeletonizer/frontend/Collector.h"

namespace skel {

/// Null is no condition.
void collectEffects(Collector &C, const clang::Expr *Condition);

} // namespace skel

#endif
