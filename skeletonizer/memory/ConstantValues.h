//===- ConstantValues.h - constants that reach a value ----------*- C++ -*-===//
//
// What a value is, where plain rules tell: constants, parameters that all
// direct callers give the same constant, branches that constants decide.
// Knows neither memory objects nor statements.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CONSTANTVALUES_H
#define BSIM_SKELETONIZER_CONSTANTVALUES_H

#include "skeletonizer/model/Summaries.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace skel {

/// The parameter that a load reads back from its stack slot, if the slot holds
/// nothing else and its address stays home; or V itself, if it is one.
const llvm::Argument *parameterOf(const llvm::Value *V);

bool isFloatArithmetic(const llvm::Instruction *I);

/// The only integer that V can be.
std::optional<int64_t> knownConstant(const llvm::Value *V);

/// The call of a library function gives memory of its own: of its summary, or
/// since no file is given whose memory it would be.
bool givesFreshBlock(const llvm::CallBase &C, const LibrarySummary &S);

/// A text for printf or scanf has a conversion of this letter, or the text is
/// not known.
bool mayConvert(const llvm::Value *Format, char Letter);
/// The constant text that a pointer points to the beginning of; "" if it is not
/// known.
llvm::StringRef knownText(const llvm::Value *Pointer);
/// The variable begins with such a text.
bool converts(const llvm::GlobalVariable &Text, char Letter);

/// Bytes of the array of the language that a pointer is written as
/// ("x->list"); -1 if it is not written so.
int64_t namedArrayBytes(const llvm::Value *Pointer, const llvm::DataLayout &DL);

/// V, or the arm of a conditional expression that its constant condition
/// chooses, or what the only caller gives for a parameter, as far as it goes.
const llvm::Value *chosenValue(const llvm::Value *V);

/// Two instructions compute the same: the block of B is that of A, or follows
/// it alone, and nothing is written in between.
bool sameValue(const llvm::Value *A, const llvm::Value *B);

/// "test ? x : y" where either arm can be computed, whatever the test says:
/// who does not need the value does not need the test.
bool isHarmlessChoice(const llvm::BranchInst *Br);

/// What a variable holds that is set once and whose address stays home; or
/// null.
const llvm::Value *onlyStored(const llvm::AllocaInst *A);

/// Nothing but loads and stores knows the variable: its address goes nowhere.
bool isPlain(const llvm::Value *Variable);

} // namespace skel

#endif
