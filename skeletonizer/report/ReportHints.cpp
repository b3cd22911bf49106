//===- ReportHints.cpp - hints that a report proposes ---------------------===//
#include "skeletonizer/report/ReportHints.h"
#include "skeletonizer/base/JsonText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace skel {

static std::string quoted(const std::string &Text) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << llvm::json::Value(utf8Text(Text));
  return Out;
}

static std::string hintText(const std::string &Place, const std::string &Target,
                            const std::string &Model,
                            const std::string &Comment) {
  return "{\"place\": " + quoted(Place) + ", " + Target + ", " + Model +
         ", \"comment\": " + quoted(Comment) + "}";
}

std::string HintTexts::rounds(const Stmt &Loop, const Stmt *Exit) const {
  std::string At =
      Exit ? ", \"exit\": " + std::to_string(Exit->Range.Line) : "";
  return hintText(P.place(Loop), "\"loop\": true" + At, "\"learned\": true",
                  "the instrumented program counts the rounds");
}

std::string HintTexts::frequency(const Stmt &If) const {
  return hintText(P.place(If), "\"branch\": true", "\"learned\": true",
                  "the instrumented program counts how often it holds");
}

std::string HintTexts::noExit(const Findings::Convergence &L, size_t Exit,
                              const std::string &Comment) const {
  std::string Never =
      std::string("\"probability\": ") + (L.WhenTrue[Exit] ? "0" : "1");
  return hintText(P.place(P.Stmts[L.Exits[Exit]]), "\"branch\": true", Never,
                  Comment);
}

std::string HintTexts::branch(const Findings::Place &F) const {
  for (const Findings::Convergence &L : Found.Loops)
    for (size_t I = 0; I < L.Exits.size(); ++I)
      if (L.Exits[I] == F.Stmt && !L.Rounds)
        return frequency(P.Stmts[F.Stmt]);
      else if (L.Exits[I] == F.Stmt && int(I) == L.Through)
        return rounds(P.Stmts[L.Stmt], &P.Stmts[F.Stmt]);
      else if (L.Exits[I] == F.Stmt)
        return noExit(L, I,
                      "it ends the loop at " + P.place(P.Stmts[L.Stmt]) +
                          ", which needs a number of rounds");
  return hintText(P.place(F.File, F.Line), "\"branch\": true",
                  "\"probability\": 0.5",
                  "to be filled in: how often it is true");
}

std::string HintTexts::loop(const Findings::Place &F) const {
  if (llvm::any_of(Found.Loops, [&](const Findings::Convergence &L) {
        return L.Stmt == F.Stmt;
      }))
    return rounds(P.Stmts[F.Stmt]);
  return hintText(P.place(F.File, F.Line), "\"loop\": true", "\"trips\": 100",
                  "to be filled in: the number of rounds in a real run");
}

std::string HintTexts::at(const Findings::Place &F) const {
  std::string Place = P.place(F.File, F.Line);
  switch (F.What) {
  case Findings::Place::Branch:
    return branch(F);
  case Findings::Place::Loop:
    return loop(F);
  case Findings::Place::Variable:
    return hintText(Place, "\"variable\": " + quoted(F.Name), "\"value\": 0",
                    "to be filled in: a value or a distribution");
  case Findings::Place::Result:
    return hintText(Place, "\"call\": " + quoted(F.Name), "\"value\": 0",
                    "to be filled in: a value or a distribution");
  }
  return "";
}

} // namespace skel
