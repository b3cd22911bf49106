//===- PlanCheck.h - does the plan keep what it depends on? -----*- C++ -*-===//
//
// The slicer finds demands by a search. The check goes over all code once and
// looks whether the demands are closed: for each instruction, what is demanded
// behind it tells what must be demanded before it. The check has its own rules
// for this, so that it finds demands that the search has lost and statements
// that the plan has lost. Both take from one analysis what memory an
// instruction may touch.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PLANCHECK_H
#define BSIM_SKELETONIZER_PLANCHECK_H

#include "skeletonizer/model/Plan.h"
#include "skeletonizer/slice/SliceState.h"

namespace skel {

/// False if what the plan keeps reads, depends on or waits for something that
/// the plan removes. This is a fault of skeletonize. Error names the places.
bool checkPlan(const Phases &A, const SliceState &Slice, const Plan &Result,
               std::string &Error);

/// For tests of the check: takes something out of a plan, as a fault would.
/// N counts from 1 over kept statements, statements that stay whole, returned
/// values, calls that move data, and arguments. False if there are fewer.
bool breakPlan(const Program &P, const IrIndex &Index, const SliceState &Slice,
               Plan &Result, size_t N);

} // namespace skel

#endif
