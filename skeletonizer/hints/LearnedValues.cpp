//===- LearnedValues.cpp - values that are learned from a real run --------===//
//
// Writes the calls and macros of bsim/bsim.h; decides nothing.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/hints/LearnedValues.h"

namespace skel {

const char *const LearnedHeader =
    "#define BSIM_NO_KEY (-__LONG_MAX__)\n"
    "double BSIM_learned(int hint, long key, ...);\n"
    "long BSIM_learned_int(int hint, long key, ...);\n";

static std::string listOf(const LearnedParams &Params) {
  std::string Out;
  for (const std::string &P : Params)
    Out += ", " + P;
  return Out;
}

static std::string counterOf(int Id) {
  return "bsim_count" + std::to_string(Id);
}

std::string learnedModel(int Id, LearnedKind Kind, const std::string &Key,
                         const LearnedParams &Params) {
  return std::string(Kind == LearnedKind::Number ? "BSIM_learned("
                                                 : "BSIM_learned_int(") +
         std::to_string(Id) + ", " + (Key.empty() ? "BSIM_NO_KEY" : Key) +
         listOf(Params) + ")";
}

std::string learnedValue(int Id, LearnedKind Kind, const std::string &Original,
                         const LearnedParams &Params) {
  // A condition may be a pointer.
  bool Branch = Kind == LearnedKind::Branch;
  return "BSIM_Learn(" + std::to_string(Id) + ", " + (Branch ? "(" : "") + "(" +
         Original + ")" + (Branch ? " != 0)" : "") + listOf(Params) + ")";
}

std::string learnedTrips(int Id, const LearnedParams &Params, bool Behind) {
  return "{ BSIM_Trips(" + counterOf(Id) + ", " + std::to_string(Id) +
         (Behind ? ", 1" : ", 0") + listOf(Params) + "); ";
}

std::string learnedCondition(int Id, const std::string &Original, bool Behind) {
  bool Empty = Original.find_first_not_of(" \t\r\n") == std::string::npos;
  return std::string(Behind ? "BSIM_Trip_again(" : "BSIM_Trip(") +
         counterOf(Id) + ", (" + (Empty ? "1" : "") + Original + "))";
}

} // namespace skel
