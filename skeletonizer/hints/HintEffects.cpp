//===- HintEffects.cpp - what a condition does besides --------------------===//
//
// Of a || ++n the second part is evaluated whenever all of it does not hold;
// of a && ++n whenever it holds.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/hints/HintEffects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace skel {

static bool isConstant(const std::string &Model) {
  return Model == "0" || Model == "1";
}

ConditionEffects::ConditionEffects(const Sources &S, unsigned File,
                                   unsigned Begin, unsigned End) {
  llvm::StringRef Text(S.Text[File]);
  Lines = unsigned(Text.slice(Begin, End).count('\n'));
  for (auto It = S.Effects.lower_bound({{File, Begin}});
       It != S.Effects.end() && It->Begin.File == File && It->End <= End;
       ++It) {
    Texts &Out = It->When == EffectText::Always ? Always
                 : It->When == EffectText::Then ? Then
                                                : Else;
    Out.push_back(Text.slice(It->Begin.Offset, It->End).str());
    Assigns |= !It->Call;
  }
}

std::vector<std::string>
ConditionEffects::made(const std::string &Model) const {
  Texts Out = Always;
  if (isConstant(Model))
    llvm::append_range(Out, Model == "1" ? Then : Else);
  return Out;
}

bool ConditionEffects::split(const std::string &Model) const {
  return Assigns || made(Model).size() > Always.size();
}

std::vector<std::string>
ConditionEffects::front(const std::string &Model) const {
  Texts Out = made(Model);
  for (std::string &T : Out)
    T += ";";
  return Out;
}

std::string ConditionEffects::with(const std::string &Model,
                                   bool InFront) const {
  auto List = [](const Texts &Of) {
    std::string Out;
    for (const std::string &T : Of)
      Out += T + ", ";
    return Out;
  };
  std::string Out = Model, Made = List(made(Model));
  if (!isConstant(Model)) {
    if (!Then.empty() && !Else.empty())
      Out = "(" + Model + " ? (" + List(Then) + "1) : (" + List(Else) + "0))";
    else if (!Then.empty())
      Out += " && (" + List(Then) + "1)";
    else if (!Else.empty())
      Out += " || (" + List(Else) + "0)";
  }
  size_t Have = llvm::StringRef(Out + Made).count('\n');
  if (!Made.empty() && !InFront)
    Out = "(" + Made + Out + ")";
  return Out + std::string(Lines - std::min(size_t(Lines), Have), '\n');
}

} // namespace skel
