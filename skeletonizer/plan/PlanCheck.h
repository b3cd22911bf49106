//===- PlanCheck.h - does the plan keep what it depends on? -----*- C++ -*-===//
//
// The slicer finds demands by a search; this goes over all code once and looks
// whether they are closed: each instruction in turn, by rules of its own, from
// what is demanded behind it to what must be demanded before it. A demand that
// the search has lost, or a statement that the plan has, is found so. What
// memory an instruction may touch is taken from the same analysis.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PLANCHECK_H
#define BSIM_SKELETONIZER_PLANCHECK_H

#include "skeletonizer/model/Plan.h"
#include "skeletonizer/slice/Slicer.h"

namespace skel {

/// False, with the places in Error, if something that the plan removes is read,
/// decided by, or waited for by what it keeps: a fault of skeletonize itself.
bool checkPlan(const Phases &A, const Slicer &Slice, const Plan &Result,
               std::string &Error);

/// Takes something out of a plan as a fault would, for tests of the check: the
/// N-th (from 1) kept statement, statement that stays for one call's sake,
/// argument or returned value. False if there are fewer.
bool breakPlan(const Program &P, const IrIndex &Index, const Slicer &Slice,
               Plan &Result, size_t N);

} // namespace skel

#endif
