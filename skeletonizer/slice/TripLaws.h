//===- TripLaws.h - values that follow no smooth law ------------*- C++ -*-===//
//
// Remainders, bits of numbers and repeated products: what they are computed
// from is known in front of a run, but no curve over it tells what they are.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TRIPLAWS_H
#define BSIM_SKELETONIZER_TRIPLAWS_H

#include "skeletonizer/slice/TripCounts.h"
#include "llvm/ADT/SmallVector.h"

namespace skel {

/// Asks how values of a run move from round to round.
struct TripCounts::Laws {
  explicit Laws(TripCounts &T) : T(T) {}

  /// Why a value that has no name in front of the run follows no smooth law of
  /// what it is computed from; or null.
  const char *brokenBy(const llvm::Instruction *I, const Context &C);
  /// Why the round in which the test ends its loop follows from no size; or
  /// null.
  const char *endsAnywhere(const llvm::BranchInst *B, const Context &C);
  /// Why a variable grows in the rounds of a loop as these do not tell; or
  /// null.
  const char *growsBy(const llvm::StoreInst *S, const Context &C) const;
  bool mixesBits(const llvm::Instruction *I, const Context &C) const;
  bool growsByBits(const llvm::Instruction *I, const Context &C) const;

private:
  /// How a value moves, from the evenest to the oddest.
  enum Steps {
    Fixed,     ///< it does not
    Unit,      ///< by one: it takes all values
    Even,      ///< by the same in each round, or by what such values are
    Geometric, ///< by the same factor
    Odd        ///< by anything else
  };
  struct Motion {
    Steps By = Fixed;
    /// The first of the variables under way that it is computed from.
    size_t Own = NotOwn;
    bool isOwn() const { return Own != NotOwn; }
  };
  static constexpr size_t NotOwn = ~size_t(0);
  static Motion join(const Motion &A, const Motion &B);

  std::optional<Sum> sum(const llvm::Value *V, const Context &C);
  bool isFixed(const llvm::Value *V, const Context &C);
  Motion of(const llvm::Value *V, const Context &C);
  Motion ofOperator(const llvm::BinaryOperator *B, const Context &C);
  Motion ofCall(const llvm::CallBase *Call, const Context &C);
  Motion ofVariable(const llvm::LoadInst *L, const Context &C);
  bool isCarried(const llvm::StoreInst *S,
                 llvm::ArrayRef<const llvm::StoreInst *> Fresh) const;
  bool growsByRounds(const llvm::StoreInst *S, const Context &C) const;
  bool readsBitField(const llvm::Instruction *I, const Context &C) const;
  bool isMask(const llvm::Value *V, const Context &C);
  bool isEvenRest(const llvm::Instruction *I, const Context &C);
  bool isOddProduct(const llvm::Value *V, const Context &C, unsigned Depth = 0);
  bool asksPower(const llvm::ICmpInst *Test, unsigned Operand,
                 const Context &C);
  bool isEvenBits(const llvm::BinaryOperator *B, const Context &C);
  bool isPart(const llvm::Value *V, const llvm::Loop *Around, const Context &C);
  bool endsByPart(const llvm::Value *V, const llvm::Loop *Around,
                  const Context &C);

  TripCounts &T;
  llvm::SmallVector<std::pair<const llvm::Value *, const Context *>, 8> Under;
  unsigned Looked = 0;
};

} // namespace skel

#endif
