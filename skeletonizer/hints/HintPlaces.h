//===- HintPlaces.h - where hints apply -------------------------*- C++ -*-===//
//
// Finds the places of hints in the program, and in the text of its sources. An
// error names the hint and the nearest place. Changes nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_HINTPLACES_H
#define BSIM_SKELETONIZER_HINTPLACES_H

#include "skeletonizer/frontend/GotoLoops.h"
#include "skeletonizer/model/HintFile.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <climits>
#include <string>
#include <vector>

namespace skel {

/// The sources as text. A place is a file and a byte of it.
class ProgramText {
public:
  ProgramText(const Program &P, const Sources &S) : P(P), S(S) {}

  const Stmt *stmtAt(unsigned File, unsigned Offset) const;
  unsigned lineOf(unsigned File, unsigned Offset) const;
  /// The blanks that begin the line.
  std::string indentAt(unsigned File, unsigned Offset) const;
  std::string slice(unsigned File, unsigned Begin, unsigned End) const;
  bool hasCall(unsigned File, unsigned Begin, unsigned End) const;
  /// The statement in front of which a value that begins at Begin can be
  /// computed: it evaluates the value always, and it stands in a list. Null if
  /// there is none.
  const Stmt *listStmt(unsigned File, unsigned Begin) const;
  /// Finds the condition in a statement's header: the text between the
  /// parentheses, or between the semicolons of a for.
  bool condition(const Stmt &St, unsigned &Begin, unsigned &End) const;

private:
  const Program &P;
  const Sources &S;
};

/// Writes the message of an error.
class HintErrors {
public:
  HintErrors(const std::string &HintFile, std::string &Error)
      : HintFile(HintFile), Error(Error) {}
  /// Always false.
  bool fail(const Hint &H, const std::string &Why) {
    Error = HintFile + ":" + std::to_string(H.Line) + ": " + Why;
    return false;
  }

private:
  const std::string &HintFile;
  std::string &Error;
};

/// The place that fits a hint best so far.
struct Nearest {
  std::string Text;
  unsigned Best = UINT_MAX;

  bool isCloser(unsigned Distance) {
    if (Distance >= Best)
      return false;
    Best = Distance;
    return true;
  }
  /// The end of a message; empty if there is no place.
  std::string suffix() const {
    return Text.empty() ? "" : "; nearest: " + Text;
  }
};

class HintPlaces {
public:
  HintPlaces(const Program &P, HintErrors &Errors)
      : P(P), Errors(Errors), Gotos(findGotoLoops(P)) {}

  /// The place as the user wrote it.
  static std::string text(const Hint &H);
  /// The file and the function of the hint exist.
  bool check(const Hint &H);
  bool stmtFits(const Hint &H, const Stmt &St) const;
  /// The only if or loop at the hint's place. A loop that gotos make counts by
  /// its label, and only where no other loop stands. Null after an error.
  const Stmt *control(const Hint &H);
  /// The loop that gotos to the label make; null if there is none.
  const GotoLoop *gotoLoop(const Stmt &Label) const;
  /// The only function at the hint's place, with a body that is written out.
  /// Null after an error.
  const Function *function(const Hint &H);

private:
  bool fileFits(const Hint &H, unsigned File) const;

  const Program &P;
  HintErrors &Errors;
  const std::vector<GotoLoop> Gotos;
};

} // namespace skel

#endif
