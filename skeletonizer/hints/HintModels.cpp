//===- HintModels.cpp - models as expressions -----------------------------===//
//
// Random draws are calls of functions that bsim.h declares.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/hints/HintModels.h"
#include "llvm/ADT/StringRef.h"
#include <cstdlib>

namespace skel {

static bool isNumber(const std::string &Text, double Number) {
  char *End;
  double Value = strtod(Text.c_str(), &End);
  return End != Text.c_str() && !*End && Value == Number;
}

int HintModels::add(const Hint &H, unsigned File, unsigned Offset,
                    const std::string &Name) {
  HintInfo I;
  const Stmt *St = Text.stmtAt(File, Offset);
  I.Name = (St ? P.Functions[St->Function].Name + ":" : "") + Name;
  I.File = P.Files[File].Relative;
  I.Line = Text.lineOf(File, Offset);
  I.Seed = H.Seed;
  I.Histogram = H.Weights;
  I.Place.Stmt = St ? int(St->Id) : -1;
  I.Place.Control = H.What == Hint::Loop || H.What == Hint::Branch;
  Out.Hints.push_back(I);
  return int(Out.Hints.size()) - 1;
}

void HintModels::addLearned(const Hint &H, bool Integer, int Id) {
  HintInfo &I = Out.Hints[Id];
  I.Learned = H.What == Hint::Loop     ? LearnedKind::Trips
              : H.What == Hint::Branch ? LearnedKind::Branch
              : Integer                ? LearnedKind::Integer
                                       : LearnedKind::Number;
  I.Place.Wanted = !H.HasParams;
  I.Params = paramsOf(H, Id);
  for (size_t K = 0; K < H.Params.size(); ++K)
    I.Params[K] = H.Params[K].first;
  // The name is the key in models.json.
  int Same = 1;
  for (int K = 0; K < Id; ++K)
    Same += Out.Hints[K].Learned != LearnedKind::None &&
            (Out.Hints[K].Name == I.Name ||
             llvm::StringRef(Out.Hints[K].Name).starts_with(I.Name + "."));
  if (Same > 1)
    I.Name += "." + std::to_string(Same);
}

LearnedParams HintModels::paramsOf(const Hint &H, int Id) const {
  if (!H.HasParams)
    return size_t(Id) < Given.size() ? Given[Id] : LearnedParams();
  LearnedParams Result;
  for (auto &[Name, Expression] : H.Params)
    Result.push_back(Expression);
  return Result;
}

std::string HintModels::text(const Hint &H, int Id, bool Integer) const {
  std::string Key = H.Key.empty() ? "BSIM_EACH_RANK" : H.Key;
  std::string Front = std::to_string(Id) + ", " + Key;
  switch (H.Model) {
  case Hint::Value:
  case Hint::Trips:
    return "(" + H.Numbers[0] + ")";
  case Hint::Uniform:
    return std::string(Integer ? "BSIM_uniform_int(" : "BSIM_uniform(") +
           Front + ", " + H.Numbers[0] + ", " + H.Numbers[1] + ")";
  case Hint::Normal:
    return "BSIM_normal(" + Front + ", " + H.Numbers[0] + ", " + H.Numbers[1] +
           ")";
  case Hint::Histogram:
    return "BSIM_histogram(" + Front + ")";
  case Hint::Probability:
    // With a constant, a branch that never runs is dead.
    if (isNumber(H.Numbers[0], 0) || isNumber(H.Numbers[0], 1))
      return isNumber(H.Numbers[0], 0) ? "0" : "1";
    return "BSIM_branch(" + Front + ", " + H.Numbers[0] + ")";
  case Hint::Learned:
    return learnedModel(Id, Out.Hints[Id].Learned, H.Key, paramsOf(H, Id));
  }
  return "";
}

// A uniform draw of an integer includes both ends. The type of the place that
// is written decides whether the draw is one of an integer.
std::string HintModels::written(const Hint &W, unsigned File, unsigned At) {
  std::string Let;
  for (const Hint &L : W.Let) {
    int Id = add(L, File, At, L.Name);
    Let += "long " + L.Name + " = " + text(L, Id, true) + "; ";
  }
  int Id = add(W, File, At, W.Name);
  std::string Value = text(W, Id, false);
  if (W.Model == Hint::Uniform)
    Value = "__builtin_choose_expr((__typeof__(" + W.Name + "))0.5 == 0, " +
            text(W, Id, true) + ", " + Value + ")";
  std::string Text = W.Name + " = " + Value + ";";
  if (!Let.empty())
    Text = "{ " + Let + Text + " }";
  if (W.Index.empty())
    return Text;
  return "for (long " + W.Index + " = 0; " + W.Index + " < (" + W.Count +
         "); ++" + W.Index + ") " + Text;
}

} // namespace skel
