//===- SlicePlanParts.h - the parts of the plan of a slice ------*- C++ -*-===//
//
// Private to SlicePlan*.cpp. Each function fills its own members of the plan.
// The members for statements and functions come first, since others read them.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SLICEPLANPARTS_H
#define BSIM_SKELETONIZER_SLICEPLANPARTS_H

#include "skeletonizer/slice/SliceState.h"

namespace skel {

/// A slice and the analyses that it was made from.
struct SlicedProgram {
  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const Sites &CallSites;
  const SliceState &Slice;

  /// The skeleton needs the value of a load, and not only as an argument of a
  /// call whose result nobody reads; or it makes the call.
  bool uses(const llvm::Instruction *I) const;
};

/// Plans MPI calls (Calls) and the arguments of other calls that nobody reads
/// (DeadArguments).
void planCalls(const SlicedProgram &S, Plan &Result);
/// Lists the lines with code (Code) and what the skeleton's text must have
/// (Kept).
void listCode(const SlicedProgram &S, Plan &Result);
/// Lists what the analysis does not know (Unknown) and what hints overlook
/// (Overlooked).
void listUnknown(const SlicedProgram &S, Plan &Result);
/// Lists the arguments of main() that the slice reads (ReadArguments), or the
/// options that it leaves (LeftOptions).
void planArguments(const SlicedProgram &S, Plan &Result);
/// The options whose values the instructions Reads read, which are not in the
/// slice, or what is given the texts that those of Kept read, which are; as
/// words of a command line, an empty one if some are not known.
std::set<std::string>
optionsLeft(const SlicedProgram &S,
            llvm::ArrayRef<const llvm::Instruction *> Reads,
            llvm::ArrayRef<const llvm::Instruction *> Kept);

} // namespace skel

#endif
