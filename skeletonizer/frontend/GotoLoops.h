//===- GotoLoops.h - loops that backward gotos make -------------*- C++ -*-===//
//
// "again: ...; if (rest > tol) goto again;": which statements such a loop has,
// and whether a number of rounds can take the place of what decides about the
// last goto. Knows the statements alone.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_GOTOLOOPS_H
#define BSIM_SKELETONIZER_GOTOLOOPS_H

#include "skeletonizer/model/Program.h"

namespace skel {

struct GotoLoop {
  unsigned Label = 0; ///< the statement that begins it
  unsigned Last = 0;  ///< its sibling that holds the last goto to the label
  unsigned Goto = 0;  ///< that goto
  /// The if that decides about it and about nothing else that repeats; -1:
  /// the goto is always reached.
  int If = -1;
  bool WhenTrue = true; ///< the goto is taken where the condition holds
  /// A hint can name it and give it a number of rounds: names that are declared
  /// in it reach no further, nothing outside jumps into it, no other loop
  /// stands at its line, and where it ends what stands behind it goes on.
  bool Counts = false;

  /// The statement is part of the loop.
  bool holds(const Program &P, int Stmt) const;
};

/// All of the program, by their label.
std::vector<GotoLoop> findGotoLoops(const Program &P);

} // namespace skel

#endif
