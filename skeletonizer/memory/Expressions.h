//===- Expressions.h - what an expression in C reads ------------*- C++ -*-===//
//
// Reads an expression that a person wrote for a place in the program, as a
// compiler would read it there: names by scope, members and elements by debug
// types. Tells the memory that it reads, or why it cannot stand there.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_EXPRESSIONS_H
#define BSIM_SKELETONIZER_EXPRESSIONS_H

#include "skeletonizer/memory/Paths.h"

namespace skel {

class Expressions {
public:
  Expressions(const IrIndex &I, MemoryObjects &O, const PointsTo &P,
              const ModRef &M)
      : Objects(O), Memory(M), Names(I, O, P, M) {}

  /// What a number, made of variables, constants and operators, reads in front
  /// of statement At of F. False with the reason: it is none, it calls or
  /// changes something, or a name has no meaning there.
  bool read(const std::string &Text, const llvm::Function *F, int At,
            AtomSet &Atoms, std::string &Why);

private:
  class Reader;

  MemoryObjects &Objects;
  const ModRef &Memory;
  Paths Names;
};

} // namespace skel

#endif
