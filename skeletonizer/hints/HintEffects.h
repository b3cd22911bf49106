//===- HintEffects.h - what a condition does besides ------------*- C++ -*-===//
//
// Where a model takes a condition's place, the calls and assignments that are
// written in it are still made. Writes their text; knows nothing of models.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_HINTEFFECTS_H
#define BSIM_SKELETONIZER_HINTEFFECTS_H

#include "skeletonizer/model/Sources.h"

namespace skel {

/// The bytes [Begin, End) of a file, a condition.
class ConditionEffects {
public:
  ConditionEffects(const Sources &S, unsigned File, unsigned Begin,
                   unsigned End);

  bool any() const { return !(Always.empty() && Then.empty() && Else.empty()); }
  /// Each must stand apart: there is an assignment, which may be needed where
  /// the condition is not, or Model, a constant, says which calls are made.
  bool split(const std::string &Model) const;
  /// What is made in any case, as statements in front of the condition.
  std::vector<std::string> front(const std::string &Model) const;
  /// What stands for the condition. InFront: with front() in front of it.
  std::string with(const std::string &Model, bool InFront = false) const;

private:
  using Texts = std::vector<std::string>;
  Texts made(const std::string &Model) const;

  Texts Always, Then, Else;
  bool Assigns = false;
  unsigned Lines = 0; ///< line ends of the condition
};

} // namespace skel

#endif
