//===- OptionLoops.h - loops over the options of a program ------*- C++ -*-===//
//
// A program looks at its options with few comparisons of short texts, whose
// time does not count. Comparisons of the same texts in other loops do count:
// "for (i = 0; i < n; i++) if (!strcmp(argv[2], "cube")) x[i] = pow(x[i], 3);".
// What tells these apart is what ends the loop.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_OPTIONLOOPS_H
#define BSIM_SKELETONIZER_OPTIONLOOPS_H

#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/memory/MemoryObjects.h"
#include "skeletonizer/memory/PointsTo.h"
#include "llvm/ADT/DenseMap.h"

namespace skel {

class OptionLoops {
public:
  OptionLoops(const IrIndex &I, const MemoryObjects &O, const PointsTo &P)
      : Index(I), Objects(O), Pts(P) {}

  /// The call takes all that it reads from the command line, the environment
  /// and constant texts.
  bool readsOptions(const llvm::CallBase *C) const;

  /// The rounds of the loop are limited by the number of options, or by the
  /// length of an option's text; or each round calls getopt(); or they are few
  /// and each reads another option: "for (k = 0; k < 3; k++) n[k] =
  /// atoi(argv[k + 1]);".
  bool goesOverOptions(unsigned Loop) const;

  /// Each round compares another text with an option, or another option: "for
  /// (i = 0; i < many; i++) if (!strcmp(kinds[i].name, argv[1]))".
  bool looksUp(unsigned Loop) const;

  /// A small constant limits the rounds of the loop.
  bool hasFewRounds(unsigned Loop) const;

private:
  using Conditions = llvm::SmallVector<const llvm::Value *, 4>;
  template <class Fn> bool hasCall(unsigned Stmt, Fn Test) const;
  Conditions testsOf(unsigned Loop) const;
  void addLeaving(unsigned Stmt, Conditions &Out) const;
  bool limits(const llvm::Value *Condition, unsigned Loop) const;
  bool isText(const llvm::Value *V, unsigned Loop) const;
  bool isOfTexts(const llvm::Value *Pointer, bool &Options) const;
  bool isOfOptions(const llvm::Value *Pointer) const;
  bool isNumberOfOptions(const llvm::Value *V, unsigned Depth = 0,
                         const llvm::Value *Within = nullptr) const;
  bool changes(const llvm::Value *V, unsigned Loop, unsigned Depth = 0) const;
  bool isWithin(const llvm::Instruction *I, unsigned Loop) const;

  const IrIndex &Index;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  mutable llvm::DenseMap<unsigned, bool> Known; ///< by loop
};

} // namespace skel

#endif
