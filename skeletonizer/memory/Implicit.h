//===- Implicit.h - calls that the text does not show -----------*- C++ -*-===//
//
// Constructors run before main, handlers given to atexit when the program
// ends, handlers of signals when it raises one, structures given by value are
// copied. The analysis gets plain calls and copies at these places.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_IMPLICIT_H
#define BSIM_SKELETONIZER_IMPLICIT_H

#include "llvm/IR/Module.h"

namespace skel {

/// Changes M, before everything else looks at it. What is added has the debug
/// location of the call that it belongs to, or none: it belongs to main.
void addImplicitCalls(llvm::Module &M);
/// Whether an instruction was added so.
bool isImplicit(const llvm::Instruction *I);
void setImplicit(llvm::Instruction *I);
/// It calls what runs when the program ends: what atexit was given, or a
/// destructor. Its place is the statement behind which they run.
bool runsAtExit(const llvm::Instruction *I);
/// It calls a destructor, which a process runs once, and no rank.
bool runsDestructor(const llvm::Instruction *I);

} // namespace skel

#endif
