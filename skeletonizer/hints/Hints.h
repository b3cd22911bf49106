//===- Hints.h - values that come from a model ------------------*- C++ -*-===//
//
// A hint (a cut) replaces a value at a named place by a model: a number, an
// expression, a distribution, a trip count, a probability. Hints are applied
// to the text that is analysed, before it is analysed: what only the replaced
// value needed is then dead by itself. The original value is computed into a
// name that nobody reads, so that its time is a block's like any other.
//
// Lines stay where they are. Knows the text and the statements, nothing of
// slices.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_HINTS_H
#define BSIM_SKELETONIZER_HINTS_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/frontend/Folds.h"
#include "skeletonizer/hints/LearnedValues.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <map>
#include <string>
#include <vector>

namespace skel {

/// What the skeleton's table says of a hint: its place, seed and histogram.
struct HintInfo {
  std::string Name; ///< "HPL_pipid:dst"
  std::string File; ///< relative
  unsigned Line = 0;
  long Seed = 0;
  std::vector<std::pair<double, double>> Histogram; ///< value, weight
  LearnedKind Learned = LearnedKind::None;
  std::vector<std::string> Params; ///< of a learned value: their names
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
    bool Fold; ///< nothing is modelled here
  };
  std::vector<Restore> Restores;
  /// Bytes of the changed text that write what the function around them would
  /// have written.
  struct ModelText {
    std::string Path;
    unsigned Begin, End;
  };
  std::vector<ModelText> Models;
  /// Blanks of the changed text in place of which the skeleton begins a new
  /// line, and what that begins with.
  struct Break {
    std::string Path;
    unsigned At;
    std::string Indent;
  };
  std::vector<Break> Breaks;
  /// Bytes of the changed text that only keep lines where they are: where a
  /// fold took text out.
  std::vector<ModelText> Gaps;
  /// Bytes of the changed text behind what a fold took out.
  std::vector<std::pair<std::string, unsigned>> Folded;
};

/// Applies folds, and hints if File is not empty: reads the file and finds each
/// place in the program. False with a message (file and line of the hint, and
/// the nearest place) if one fits no code. Params: by the index of the hint,
/// what a learned value without "params" may depend on; may be shorter.
bool readHints(const std::string &File, const Program &P, const Sources &S,
               const std::vector<LearnedParams> &Params,
               const std::vector<Fold> &Folds, HintEdits &Out,
               std::string &Error);

/// Declarations of what the changed text calls (bsim.h has the same).
std::string hintHeader();

} // namespace skel

#endif
