//===- BitFields.h - reads and writes of a part of a number -----*- C++ -*-===//
//
// Bit fields as the compiler reads and writes them: by shifts and masks of the
// number that holds them.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_BITFIELDS_H
#define BSIM_SKELETONIZER_BITFIELDS_H

#include "llvm/IR/Instructions.h"
#include <optional>

namespace skel {

/// Bits of a number in memory, from the lowest one. Width 0: all.
struct BitRange {
  unsigned First = 0, Width = 0;

  bool operator==(const BitRange &Other) const {
    return First == Other.First && Width == Other.Width;
  }
  bool meets(const BitRange &Other) const {
    return First < Other.First + Other.Width && Other.First < First + Width;
  }
  bool covers(const BitRange &Other) const {
    return First <= Other.First && Other.First + Other.Width <= First + Width;
  }
};

/// The bits that the program uses of what is loaded; width 0: all.
BitRange bitsRead(const llvm::LoadInst *L);
/// The load of which the value is a part; or null.
const llvm::LoadInst *bitsOf(const llvm::Value *V);
/// What the store changes of the number in memory; width 0: all.
BitRange bitsWritten(const llvm::StoreInst *S);
/// The load brings the bits that a store into the same number leaves alone;
/// gives those that it changes.
BitRange bitsReplaced(const llvm::LoadInst *L);

} // namespace skel

#endif
