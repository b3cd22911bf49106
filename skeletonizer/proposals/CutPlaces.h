//===- CutPlaces.h - where a hint can take a value's place ------*- C++ -*-===//
//
// An element of hints.json can name conditions of if and of loops, assignments
// of integers, and calls that give a number. Each place tells what a slice
// leaves out if a hint cuts there. Which cuts are worth it is decided
// elsewhere.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CUTPLACES_H
#define BSIM_SKELETONIZER_CUTPLACES_H

#include "skeletonizer/slice/Slicer.h"
#include "skeletonizer/model/Sources.h"

namespace skel {

struct CutPlace {
  enum Kind { Branch, Loop, Variable, Result } What = Branch;
  int Stmt = -1;
  unsigned File = 0, Line = 0;
  std::string Name; ///< variable as written, or function
  /// Floating point turns into the value here.
  bool FromFloat = false;
  bool Float = false; ///< the value is a floating-point number
  std::string Why;    ///< "compares floating-point numbers"
  /// Branches whose condition, or instructions whose value, is replaced.
  llvm::SmallVector<const llvm::Instruction *, 2> At;
  llvm::SmallVector<const llvm::Instruction *, 8> Only; ///< computes it alone

  void addTo(ValueCuts &C) const;
};

std::vector<CutPlace> findCutPlaces(const IrIndex &Index, const PointsTo &Pts,
                                    const ControlDep &Control,
                                    const Sources &Src);

} // namespace skel

#endif
