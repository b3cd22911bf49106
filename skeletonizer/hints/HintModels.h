//===- HintModels.h - models as expressions ---------------------*- C++ -*-===//
//
// Writes models as C expressions, and notes in HintEdits what the skeleton's
// table says of each hint.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_HINTMODELS_H
#define BSIM_SKELETONIZER_HINTMODELS_H

#include "skeletonizer/hints/HintPlaces.h"
#include "skeletonizer/hints/Hints.h"

namespace skel {

class HintModels {
public:
  /// Given: by the index of the hint, what a learned value without "params" may
  /// depend on; may be shorter.
  HintModels(const Program &P, const ProgramText &Text,
             const std::vector<LearnedParams> &Given, HintEdits &Out)
      : P(P), Text(Text), Given(Given), Out(Out) {}

  /// Adds a hint at a place to the table and gives its index.
  int add(const Hint &H, unsigned File, unsigned Offset,
          const std::string &Name);
  /// Completes the entry of a learned value.
  void addLearned(const Hint &H, bool Integer, int Id);
  LearnedKind learnedKind(int Id) const { return Out.Hints[Id].Learned; }
  /// The C expressions that a learned value depends on.
  LearnedParams paramsOf(const Hint &H, int Id) const;
  /// The expression that stands for the value.
  std::string text(const Hint &H, int Id, bool Integer) const;
  /// The statement that stands for what a function writes to one place.
  std::string written(const Hint &W, unsigned File, unsigned At);

private:
  const Program &P;
  const ProgramText &Text;
  const std::vector<LearnedParams> &Given;
  HintEdits &Out;
};

} // namespace skel

#endif
