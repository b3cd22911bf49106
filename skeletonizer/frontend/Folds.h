//===- Folds.h - conditions that are known ----------------------*- C++ -*-===//
//
// MPI functions return MPI_SUCCESS or do not return, as long as the program
// leaves errors fatal: what "if (ierr == MPI_SUCCESS)" decides is known, also
// through functions that hand the code on. Such conditions, and others that
// only constants decide, are taken out of the text that is analysed.
// Allocations succeed: what malloc and its kin return is not null.
//
// A variable is known if it is local, its address stays home, it is written by
// plain assignments alone and all of them assign the same constant; a function
// if all its returns do. What a variable begins with does not count where one
// of the assignments stands in front on every way. Plain data: filled by
// FoldCollector, one unit after another; read by applyHints, which makes the
// text.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FOLDS_H
#define BSIM_SKELETONIZER_FOLDS_H

#include "skeletonizer/model/Sources.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace skel {

/// An expression as far as its value can be known.
struct Term {
  enum Kind {
    Unknown,
    Number,
    Variable,   ///< Key: its place and name
    Call,       ///< Key: the function
    Assignment, ///< the value of A, with an effect
    Not,
    And,
    Or,
    Equal,
    Unequal,
    Less, ///< A < B
    LessEqual,
    Choice, ///< A ? B : C
  } Kind = Unknown;
  int64_t Value = 0;
  bool Assigned = false; ///< a Variable: behind an assignment
  std::string Key;
  int A = -1, B = -1, C = -1; ///< indices into Terms
  bool Effects = false;       ///< of its own
};

/// Bytes of a file that a fold takes out, with what is written there.
struct FoldRemoval {
  unsigned Begin, End;
  const char *Text = "";
  /// Around the bytes in the instrumented program, which keeps them: what
  /// stood alone behind the condition may be several statements there.
  const char *Before = "", *Behind = "";
  /// The statement that begins behind the bytes begins with them there.
  bool Begins = false;
};

/// A condition and what becomes of the text around it.
struct FoldSite {
  unsigned File;
  int Term; ///< the condition
  std::vector<FoldRemoval> IfTrue, IfFalse;
  bool MayTrue = true, MayFalse = true; ///< no label goes
  bool KeepsEffects = false;            ///< what the condition does stays
};

struct FoldFacts {
  std::vector<Term> Terms;
  struct Variable {
    std::string Name;
    bool Bad = false;        ///< written otherwise, or its address is taken
    std::vector<int> Values; ///< assigned
    std::vector<int> First;  ///< of its declaration
  };
  std::map<std::string, Variable> Variables;
  struct Function {
    std::vector<int> Values;
    bool Bad = false; ///< weak: it may be another's
  };
  std::map<std::string, Function> Functions; ///< with a definition
  std::set<std::string> Codes; ///< MPI functions that return an error code
  std::vector<FoldSite> Sites;
};

/// What goes with one condition.
struct Fold {
  unsigned File;
  std::vector<FoldRemoval> Removals;
};

/// Of all conditions that are known; without overlaps. Errors: MPI functions
/// may return other codes than MPI_SUCCESS, and allocations null.
std::vector<Fold> findFolds(const Sources &S, const FoldFacts &Facts,
                            bool Errors);

} // namespace skel

#endif
