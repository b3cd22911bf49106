//===- Hints.h - values that come from a model ------------------*- C++ -*-===//
//
// A hint (a cut) replaces a value at a named place by a model: a number, an
// expression, a distribution, a trip count, a probability. Hints change the
// text before it is analysed, so code that only the replaced value needs is
// dead. The changed text still computes the original value, into a name that
// nobody reads, so that its time counts for a block like any other.
//
// Lines keep their numbers. Knows the text and the statements, not the slices.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_HINTS_H
#define BSIM_SKELETONIZER_HINTS_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/frontend/Folds.h"
#include "skeletonizer/hints/LearnedValues.h"
#include "skeletonizer/model/HintFile.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <map>
#include <string>
#include <vector>

namespace skel {

/// The entry of a hint in the skeleton's table.
struct HintInfo {
  std::string Name; ///< "HPL_pipid:dst"
  std::string File; ///< relative
  unsigned Line = 0;
  long Seed = 0;
  std::vector<std::pair<double, double>> Histogram; ///< value, weight
  LearnedKind Learned = LearnedKind::None;
  std::vector<std::string> Params; ///< names, of a learned value
  LearnedPlace Place;
};

struct HintEdits {
  std::vector<HintInfo> Hints;
  /// Path of a changed file -> its text.
  std::map<std::string, std::string> Overlay;
  /// What turns the changed text back into the original, for the instrumented
  /// program.
  struct Restore {
    std::string Path;
    unsigned Begin, End; ///< bytes of the changed text
    std::string Text;
    bool Fold;   ///< restores text that a fold removed, and no model
    bool Begins; ///< the statement behind it begins with it
  };
  std::vector<Restore> Restores;
  /// Bytes of the changed text that stand for the writes of the function around
  /// them.
  struct ModelText {
    std::string Path;
    unsigned Begin, End;
  };
  std::vector<ModelText> Models;
  /// Blanks of the changed text that become a new line in the skeleton, with
  /// the indentation of that line.
  struct Break {
    std::string Path;
    unsigned At;
    std::string Indent;
  };
  std::vector<Break> Breaks;
  /// Bytes of the changed text that stand for text which a fold took out, and
  /// only keep the numbers of lines.
  std::vector<ModelText> Gaps;
  /// Hints that name the parameters of blocks. They change no text.
  std::vector<Hint> Blocks;
  /// Places in the changed text behind text that a fold took out.
  std::vector<std::pair<std::string, unsigned>> Folded;
};

/// Applies the folds, and the hints in the file if File is not empty. False
/// with a message (file and line of the hint, and the nearest place) if a hint
/// fits no code. Params: by the index of the hint, the expressions that a
/// learned value without "params" may depend on; may be shorter.
bool readHints(const std::string &File, const Program &P, const Sources &S,
               const std::vector<LearnedParams> &Params,
               const std::vector<Fold> &Folds, HintEdits &Out,
               std::string &Error);

/// Declarations of the functions that the changed text calls. They equal those
/// of bsim.h.
std::string hintHeader();

} // namespace skel

#endif
