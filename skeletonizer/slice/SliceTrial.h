//===- SliceTrial.h - growth of a slice, tried out --------------*- C++ -*-===//
//
// Judges what an attempt added to a slice: loops that compute or go through
// arrays, large blocks of memory, messages with data. Decides nothing else.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SLICETRIAL_H
#define BSIM_SKELETONIZER_SLICETRIAL_H

#include "skeletonizer/slice/Slicer.h"
#include <string>

namespace skel {

class SliceTrial {
public:
  SliceTrial(const IrIndex &I, const MemoryObjects &O, const PointsTo &P,
             const Matching &M)
      : Index(I), Objects(O), Pts(P), Match(M) {}

  /// A statement that an attempt kept, and how it serves the next one.
  using Chain = std::vector<std::pair<int, Reason>>;

  /// Lets Slice grow by what Demands demands, unless that is heavy: then it is
  /// taken back, and what makes it heavy is told; else nothing. Elements of
  /// arrays that the statements of Plain go through make nothing heavy.
  /// TooMuch: whether the growth is more than the caller wants; may be null.
  /// From leads from what is heavy to what was demanded.
  std::string attempt(Slicer &Slice, llvm::function_ref<void()> Demands,
                      const llvm::DenseSet<int> &Plain = {},
                      llvm::function_ref<bool()> TooMuch = nullptr,
                      Chain *From = nullptr) const;

  /// The same for many attempts that tell nothing: each ends at the first thing
  /// that is heavy. Whether the slice has grown.
  bool grow(Slicer &Slice, llvm::function_ref<void()> Demands,
            const llvm::DenseSet<int> &Plain) const;

private:
  /// Of what was newly executed, from the First on.
  std::string heavy(const SliceState &Slice, const llvm::DenseSet<int> &Plain,
                    int &At, size_t First = 0) const;
  bool isSmall(const llvm::Value *Bytes) const;

  bool isOfArguments(const llvm::Value *Pointer) const;
  bool isInFew(const llvm::Value *Pointer) const;

  const IrIndex &Index;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  const Matching &Match;
};

} // namespace skel

#endif
