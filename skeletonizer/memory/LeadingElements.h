//===- LeadingElements.h - leading parts of message buffers -----*- C++ -*-===//
//
// An array of scalars that messages are sent from or received into, and whose
// first elements are used by constant index, is told apart into these elements
// and the rest. Where a pointer stands in its array is an interval of bytes
// (see Ranges); where it is not known, it may stand anywhere.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_LEADINGELEMENTS_H
#define BSIM_SKELETONIZER_LEADINGELEMENTS_H

#include "skeletonizer/memory/Ranges.h"

namespace skel {

class LeadingElements {
public:
  /// Messages whose live part is longer are moved as a whole.
  static constexpr int64_t MaxBytes = 128; // BSIM_Leading of bsim.h
  static constexpr unsigned MaxElements = 16;

  struct Part {
    int64_t Element; ///< bytes
    unsigned Count;  ///< elements told apart
    llvm::Type *Type;
  };

  /// Memory: without leading parts.
  LeadingElements(const IrIndex &Index, const MemoryObjects &Objects,
                  const PointsTo &Pts, const ModRef &Memory);

  bool empty() const { return Parts.empty(); }
  /// Null for an object that is one piece.
  const Part *partOf(unsigned Object) const;
  /// Bytes between the beginning of the array and what a pointer into it
  /// points to.
  Range position(const llvm::Value *Pointer) const;

private:
  bool isArray(unsigned Object) const;
  int64_t elementSize(unsigned Object) const;
  void findBuffers(const ModRef &Memory);
  void measure();

  const IrIndex &Index;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  mutable Ranges Where;
  mutable llvm::DenseMap<const llvm::Value *, Range> Known;
  llvm::DenseMap<unsigned, Part> Parts; ///< by object
};

} // namespace skel

#endif
