//===- Splices.h - pieces of text to replace --------------------*- C++ -*-===//
//
// Collects what hints and folds change in the sources, and makes the changed
// texts.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SPLICES_H
#define BSIM_SKELETONIZER_SPLICES_H

#include "skeletonizer/hints/HintPlaces.h"
#include "skeletonizer/hints/Hints.h"
#include "llvm/ADT/StringRef.h"

namespace skel {

/// As many newlines as the text has.
std::string newlinesOf(llvm::StringRef Text);

/// A piece of the original text, and the text that the analysis reads instead.
struct Splice {
  unsigned File, Begin, End;
  std::string Text;    ///< for the analysis and the skeleton
  std::string Restore; ///< for the instrumented program
  /// The first (Before) or last (Behind) blank of Text is a new line in the
  /// skeleton.
  enum { None, Before, Behind } Break = None;
  bool Model = false; ///< stands for the writes of its function
  bool Fold = false;  ///< removes text that a known condition leaves out
  /// A byte on the line from which the new line takes its indentation; 0:
  /// Begin.
  unsigned Level = 0;
  bool Begins = false; ///< as FoldRemoval's
};

class Splices {
public:
  Splices(const Program &P, const Sources &S, const ProgramText &Text)
      : P(P), S(S), Text(Text) {}

  void add(Splice X) { List.push_back(std::move(X)); }
  /// Adds the folds, behind all hints.
  void addFolds(const std::vector<Fold> &Folds);
  /// Makes the changed texts. False if two splices overlap.
  bool apply(const std::string &HintFile, HintEdits &Out, std::string &Error);

private:
  void fold(const Fold &F, std::vector<Splice> &More) const;
  void note(const Splice &X, const std::string &Path, unsigned Begin,
            unsigned End, HintEdits &Out) const;

  const Program &P;
  const Sources &S;
  const ProgramText &Text;
  std::vector<Splice> List;
};

} // namespace skel

#endif
