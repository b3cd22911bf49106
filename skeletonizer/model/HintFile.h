//===- HintFile.h - hints.json as data --------------------------*- C++ -*-===//
//
// Reads and checks hints.json; knows nothing of the program.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_HINTFILE_H
#define BSIM_SKELETONIZER_HINTFILE_H

#include <string>
#include <utility>
#include <vector>

namespace skel {

struct Hint {
  enum Target { Variable, Call, Loop, Branch, Writes, Block } What = Variable;
  enum Kind {
    Value,
    Uniform,
    Normal,
    Histogram,
    Trips,
    Probability,
    Learned
  } Model = Value;
  unsigned Line = 0;               ///< of the hint in hints.json
  std::string PlaceFile, Function; ///< either may be empty
  unsigned PlaceLine = 0;          ///< 0: anywhere in the function
  /// Of a loop: the line of the if that ends it behind the last round; 0: its
  /// own condition does.
  unsigned Exit = 0;
  std::string Name;                 ///< variable as written, or callee
  std::vector<std::string> Numbers; ///< C expressions: value; low and high; ...
  std::vector<std::pair<double, double>> Weights; ///< histogram
  /// Of a learned value or a block: name, C expression. None given: the
  /// analysis finds them.
  std::vector<std::pair<std::string, std::string>> Params;
  bool HasParams = false;
  std::string BlockKind; ///< of a block: what its time goes with, or empty
  /// Of Writes: Name is the place that is written; for Index from 0 to Count-1.
  std::vector<Hint> Written;
  std::vector<Hint> Let; ///< integers that one of these uses
  std::string Index, Count;
  std::string Key; ///< C expression; ranks with equal keys draw equal values
  long Seed = 1;
};

/// Parameters that a learned value or a block may have.
const unsigned MaxLearnedParams = 12;

bool readHintFile(const std::string &File, std::vector<Hint> &Out,
                  std::string &Error);

} // namespace skel

#endif
