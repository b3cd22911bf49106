//===- LearnedValues.h - values learned from a real run ---------*- C++ -*-===//
//
// A learned hint has no model of its own: the instrumented program records what
// really happens at the place, and the skeleton asks the program's models
// (bsim/cost/learn.c). Here is the text of both, and which values can be read
// at a place that what happens there may depend on.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_LEARNEDVALUES_H
#define BSIM_SKELETONIZER_LEARNEDVALUES_H

#include <string>
#include <vector>

namespace skel {

/// As bsim_hint_info.learned in bsim/bsim.h.
enum class LearnedKind { None, Trips, Integer, Number, Branch };

/// Declarations for the analysis; in bsim.h they are macros.
extern const char *const LearnedHeader;

using LearnedParams = std::vector<std::string>; ///< C expressions

/// A hint's value in the program as it was.
struct LearnedPlace {
  int Stmt = -1;
  bool Control = false; ///< the condition of the statement
  bool Wanted = false;  ///< its parameters are to be found
};

/// The value in the skeleton. Key: a C expression or empty.
std::string learnedModel(int Id, LearnedKind Kind, const std::string &Key,
                         const LearnedParams &Params);

// In the instrumented program:

/// The value Original (of an if: the condition), recorded.
std::string learnedValue(int Id, LearnedKind Kind, const std::string &Original,
                         const LearnedParams &Params);
/// In front of a loop: counts its trips until the block is left. Behind: the
/// condition is tested behind the body.
std::string learnedTrips(int Id, const LearnedParams &Params, bool Behind);
/// The loop's condition.
std::string learnedCondition(int Id, const std::string &Original, bool Behind);

} // namespace skel

#endif
