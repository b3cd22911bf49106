//===- TripCrossings.h - rounds that sums tell -----------------*- C++ -*-===//
//-*-//
//
// How such a loop counts, its rounds on one side of a bound or with a rest, and
// the elements that lie between two of an array.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TRIPCROSSINGS_H
#define BSIM_SKELETONIZER_TRIPCROSSINGS_H

#include "skeletonizer/slice/TripCounts.h"

namespace skel {

/// Asks about loops of a run; what it finds are rounds of it.
struct TripCounts::Crossings {
  struct Truths;
  explicit Crossings(TripCounts &T) : T(T) {}

  /// A loop that counts from one sum to another. First: of a loop inside of
  /// others, in their first round. Computed: the sums may have computed values.
  std::optional<Counting> counting(const llvm::ICmpInst *Test, int Stmt,
                                   const Context &C, bool First, bool Computed);
  /// A branch in a loop on whether a number that grows with its counter is
  /// below or above a bound that is known in front of the run, or has a rest;
  /// or on several such comparisons.
  /// Nothing is added if the loop crosses the bound at one of its ends, "i >
  /// 0", so that its rounds tell enough. False: it is none.
  bool found(const llvm::BranchInst *B, const Context &C);
  /// A loop from "first[r]" to "first[r + 1]" in a loop over r, as over the
  /// rows of a sparse matrix: all its rounds together are the elements between
  /// the first row and the last.
  bool span(const llvm::BranchInst *B, int Stmt, const Context &C);
  /// A loop whose counter each round multiplies or divides, "len <<= 1".
  bool scaled(const llvm::BranchInst *B, int Stmt, const Context &C);
  /// A loop by steps that are not constant, "i = rank; i < n; i += size": its
  /// rounds. They are enough if its counter is a place in memory or a part of
  /// floating-point numbers, and nothing else, or if nothing that counts asks
  /// for it. False: it is no such loop.
  bool stepped(const Counting &Of, const llvm::ICmpInst *Test, int Stmt,
               const Context &C);
  /// The call through which alone, from this call of its function, the run
  /// comes to the other function; or null.
  const llvm::Instruction *callTo(const llvm::Function *To,
                                  const llvm::Function *From,
                                  const Context &C) const;
  /// After all code of the run: the bounds and steps of those loops whose
  /// counters something asks for.
  void addSteps();
  /// A difference of scalars that a bound multiplies, "(last - first) * nx", is
  /// one value: no product of its parts tells it. False: V is none.
  bool factor(const llvm::Value *V, const llvm::Instruction *Of,
              const Context &C);

private:
  const llvm::Instruction *onlyCall(const llvm::Function *To,
                                    const llvm::Function *From,
                                    bool Home) const;
  struct Growth;
  struct Element;
  struct Comparison {
    const llvm::ICmpInst *Test;
    const Context *Where; ///< how its function was called
    bool Negated;         ///< if it holds, the truth does not
  };
  bool every(const llvm::BranchInst *B, const Context &Of,
             const Comparison &By);
  bool sided(const llvm::BranchInst *B, const Comparison &By);
  bool crosses(const llvm::Instruction *B, const Sum &Bound, bool Above,
               const Counting &Loop, const Growth &At);
  /// Of blocks that are dealt out: a number that is above or below a bound.
  bool inBlocks(const llvm::Instruction *B, const Sum &Bound, bool Above,
                const Counting &Loop, const Growth &At);
  bool elementOf(const llvm::Value *V, int Loop, const Context &C,
                 Element &Out);
  /// A loop whose counter is multiplied in its test, "b * size < n": its rounds
  /// are those from "first * size" to n by size.
  std::optional<Counting> multiple(const llvm::ICmpInst *Test, int Stmt,
                                   const Context &C, bool First);
  std::optional<Counting> countingOf(int Loop, const Context &C);
  std::optional<Sum> product(const llvm::Value *V, const Context &C);
  void add(Sum Rounds, const llvm::Instruction *At);

  TripCounts &T;
};

/// The comparisons that a truth is made of.
struct TripCounts::Crossings::Truths {
  explicit Truths(TripCounts &T) : T(T) {}

  std::vector<Comparison> Found = {};

  /// False: the truth is made of other things, too, or of too much.
  bool of(const llvm::Value *V, const Context &C, bool Negated = false,
          unsigned Depth = 0);
  /// Of a comparison with data: the run gets the steady numbers in it as
  /// values, also where a variable holds the result, or a function of the
  /// program gives it. An integer to which the data may only be equal says
  /// which of them, and no size.
  void numbersIn(const llvm::Value *V, const Context &C, unsigned Depth = 0);

private:
  bool choice(const llvm::PHINode *P, const Context &C, bool Negated,
              unsigned Depth);
  bool result(const llvm::CallBase *Call, const Context &C, bool Negated,
              unsigned Depth);
  bool returned(const llvm::ReturnInst *Ret, const Context &C, bool Negated,
                unsigned Depth);
  void numbersOf(const llvm::CallBase *Call, const Context &C, unsigned Depth);

  TripCounts &T;
};

} // namespace skel

#endif
