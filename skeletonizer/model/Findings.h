//===- Findings.h - what the analysis found for the report ------*- C++ -*-===//
//
// Places where a hint can cut, sets of them that free a skeleton of heavy
// computation, loops that wait for convergence, estimates. Plain data, without
// LLVM types: the border between the analysis and the report.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FINDINGS_H
#define BSIM_SKELETONIZER_FINDINGS_H

#include "skeletonizer/model/Plan.h"
#include <string>
#include <vector>

namespace skel {

struct Findings {
  /// A place that one hint names.
  struct Place {
    enum Kind { Branch, Loop, Variable, Result } What = Branch;
    int Stmt = -1;
    unsigned File = 0, Line = 0;
    std::string Name; ///< variable as written, or function
    bool FromFloat = false;
    std::string Why; ///< how floating point becomes the value; may be empty
    /// What the value drags in: statements, and kept blocks (ids) with their
    /// share of the time. Other places may drag in the same.
    unsigned Stmts = 0;
    std::vector<int> Blocks;
    double Share = 0;
  };
  std::vector<Place> Places; ///< those on the way to kept computation

  /// Places that together free the skeleton of some blocks.
  struct Set {
    std::vector<unsigned> Places;
    std::vector<int> Frees; ///< kept blocks that go
    double Share = 0;       ///< of the time, of these
    Plan Left;              ///< the plan with these cuts
    /// What each place alone frees.
    std::vector<std::vector<int>> Alone;
  };
  std::vector<Set> Sets;
  /// Kept blocks that no cut at a number or a condition frees, and statements
  /// on a way from each to communication where no hint can stand.
  struct Held {
    int Block;
    std::vector<int> Way;
  };
  std::vector<Held> Stuck;

  /// A loop that ends when communicated results say so.
  struct Convergence {
    int Stmt = -1;      ///< the loop; of one that gotos make, its label
    bool Rounds = true; ///< a hint can give it a number of rounds
    int Exit = -1;    ///< the statement that ends it: the loop, or an if in it
    bool Own = false; ///< its own condition may end it
    std::vector<int> Exits; ///< ifs that may end it, and its own without Rounds
    std::vector<char> WhenTrue; ///< whether each does so when it holds
    /// The one of Exits at which the last round must end, since it returns from
    /// the function; -1: behind the loop goes on what follows it.
    int Through = -1;
    int Source = -1; ///< the communication call whose result decides
    std::string Call;
  };
  std::vector<Convergence> Loops;

  /// How the demands were followed that memory hands on: for each variable or
  /// member, or in larger groups where there are too many of them.
  enum Following {
    ByVariable,
    ByObject,
    AsOne,
    NotFollowed
  } Memory = ByVariable;
  /// Estimated share of the original's run time, by block id; adds up to 1.
  std::vector<double> Share;
  /// For each Stmt: the place of Places that stands there; -1.
  std::vector<int> PlaceAt;
};

} // namespace skel

#endif
