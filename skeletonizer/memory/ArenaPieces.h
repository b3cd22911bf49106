//===- ArenaPieces.h - addresses that begin pieces --------------*- C++ -*-===//
//
// A function hands a piece out at "base + used", and adds the piece's size to
// "used". This file checks the rules for one function: no loops, one cell
// "used" that is read before it is written, and an address that is read from a
// cell or is a variable's. Knows no other functions, and nothing of points-to.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_ARENAPIECES_H
#define BSIM_SKELETONIZER_ARENAPIECES_H

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

namespace skel::arena {

/// The value that V is read from: variables on the stack with a single value
/// are followed.
const llvm::Value *resolve(const llvm::Value *V);

/// A cell of memory, Offset bytes behind Root. The root has one value in each
/// call of a function without loops.
struct Cell {
  const llvm::Value *Root = nullptr;
  int64_t Offset = 0;
  bool operator==(const Cell &C) const {
    return Root == C.Root && Offset == C.Offset;
  }
  explicit operator bool() const { return Root; }
};

/// The cell at an address; without a root if the offset is no constant.
Cell cellOf(const llvm::Value *Address, const llvm::DataLayout &DL);

/// The load of a cell that V is, rounded up perhaps. Loads of local variables
/// do not count; null if there is none.
const llvm::LoadInst *roundedLoad(const llvm::Value *V);

/// What a store adds to the cell that it overwrites.
struct Addition {
  const llvm::Value *Base = nullptr; ///< the value that the amount is added to
  const llvm::LoadInst *Before = nullptr; ///< reads the cell
  bool Given = false;                     ///< a parameter tells the amount
};

/// S adds an amount to the cell that it overwrites.
bool addsTo(const llvm::StoreInst &S, const llvm::DataLayout &DL, Addition &A);

bool hasLoops(const llvm::Function &F);

/// B may run after A, which is another instruction.
bool isBehind(const llvm::Instruction *A, const llvm::Instruction *B);

/// An address that may be the beginning of a piece, and the accesses of its
/// function to the cells "used" and "base".
struct Piece {
  const llvm::GetElementPtrInst *At = nullptr;
  const llvm::Value *Base = nullptr;      ///< address of the cell "base"
  const llvm::LoadInst *Taken = nullptr;  ///< reads "used" for the address
  const llvm::LoadInst *Block = nullptr;  ///< reads "base"; null: a variable
  const llvm::StoreInst *Added = nullptr; ///< adds to "used"
  const llvm::LoadInst *Before = nullptr; ///< reads "used" for Added
};

/// The address obeys the rules for one function.
bool describe(const llvm::GetElementPtrInst &G, Piece &P);

/// The address leaves the function: it is returned, or stored where others can
/// see it. Depth: how many uses in a row are followed.
bool leaves(const llvm::Value *V, unsigned Depth);

} // namespace skel::arena

#endif
