//===- Emit.cpp - from plan to the texts of the result --------------------===//
//
// Puts the steps together: what stays, cuts, blocks, calls, static data,
// includes. Each step adds edits; the text is made once at the end.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/Emit.h"
#include "skeletonizer/emit/Calls.h"
#include "skeletonizer/emit/RemovedText.h"
#include "skeletonizer/emit/DeadFields.h"
#include "skeletonizer/emit/DeadParams.h"
#include "skeletonizer/emit/Directives.h"
#include "skeletonizer/model/Inactive.h"
#include "skeletonizer/emit/Instrument.h"
#include "skeletonizer/emit/Privatise.h"
#include "skeletonizer/model/TextMap.h"
#include <algorithm>
#include <cctype>
#include <vector>

namespace skel {

static bool blankOrComment(const std::string &Line, bool &InComment) {
  size_t I = 0;
  while (I < Line.size()) {
    if (InComment) {
      size_t Close = Line.find("*/", I);
      if (Close == std::string::npos)
        return true;
      InComment = false;
      I = Close + 2;
    } else if (isspace((unsigned char)Line[I])) {
      ++I;
    } else if (Line.compare(I, 2, "/*") == 0) {
      InComment = true;
      I += 2;
    } else if (Line.compare(I, 2, "//") == 0) {
      return true;
    } else {
      return false;
    }
  }
  return true;
}

static std::string directiveOf(const std::string &Line) {
  size_t I = Line.find_first_not_of(" \t");
  if (I == std::string::npos || Line[I] != '#')
    return "";
  I = Line.find_first_not_of(" \t", I + 1);
  size_t End = I;
  while (End < Line.size() && isalpha((unsigned char)Line[End]))
    ++End;
  return I == std::string::npos ? "" : Line.substr(I, End - I);
}

unsigned includePlace(const std::string &Text, unsigned FirstUse) {
  // For the file and each open conditional: behind the last include of the
  // branch that is open; 0 if there is none.
  struct Level {
    unsigned Begin, AfterIncludes;
    bool Includes;
  };
  std::vector<Level> Levels{{0, 0, false}};
  size_t Base = 1; // more levels: in a conditional that is no guard
  unsigned AfterGuard = 0, FirstCode = Text.size();
  bool InComment = false, Seen = false, Continued = false;
  std::string Guard;
  for (size_t At = 0; At < Text.size();) {
    size_t End = Text.find('\n', At);
    End = End == std::string::npos ? Text.size() : End + 1;
    std::string Line = Text.substr(At, End - At);
    std::string D = InComment || Continued ? "" : directiveOf(Line);
    bool More = Line.size() > 1 && joinsLines(Line.data(), Line.size() - 1);
    if (D == "if" || D == "ifdef" || D == "ifndef") {
      if (!Seen && D == "ifndef")
        Guard = Line.substr(Line.find("ifndef") + 6);
      Levels.push_back({unsigned(At), 0, false});
    } else if (D == "else" || D == "elif") {
      Levels.back().AfterIncludes = 0;
    } else if (D == "endif" && Levels.size() > 1) {
      // Behind the conditional that holds an include.
      bool Includes = Levels.back().Includes;
      Levels.pop_back();
      if (Includes)
        Levels.back() = {Levels.back().Begin, unsigned(End), true};
    } else if (D == "define" && !Guard.empty() && Levels.size() == 2 &&
               Base == 1 &&
               Line.find(Guard.substr(0, Guard.find_last_not_of("\r\n") + 1)) !=
                   std::string::npos) {
      Base = 2;
      AfterGuard = End;
    } else if (D == "include") {
      Levels.back() = {Levels.back().Begin, unsigned(End), true};
    }
    if (!D.empty()) {
      Seen = true;
    } else if (!Continued && !blankOrComment(Line, InComment) &&
               (Levels.size() <= Base || End > FirstUse)) {
      FirstCode = Levels.size() <= Base ? At : Levels[Base].Begin;
      break;
    }
    Continued = More && (!D.empty() || Continued);
    At = End;
  }
  for (size_t I = std::min(Base, Levels.size()); I-- > 0;)
    if (Levels[I].AfterIncludes)
      return Levels[I].AfterIncludes;
  if (AfterGuard)
    return AfterGuard;
  for (const Level &L : Levels)
    if (L.AfterIncludes)
      return L.AfterIncludes;
  return FirstCode;
}

// Where the file's functions and static data begin.
static unsigned firstDefinition(const Program &P, const Sources &S,
                                unsigned File) {
  unsigned First = S.Text[File].size();
  for (const Function &F : P.Functions)
    if (F.Range.File == File)
      First = std::min(First, F.Range.Begin);
  for (const StaticData &D : S.Statics)
    if (D.Range.File == File)
      First = std::min(First, D.Range.Begin);
  return First;
}

static void addIncludes(const Program &P, const Sources &S,
                        const std::set<unsigned> &Bsim,
                        const std::set<unsigned> &Lmpi, Edits &E) {
  std::set<unsigned> All = Bsim;
  All.insert(Lmpi.begin(), Lmpi.end());
  for (unsigned File : All) {
    std::string Text = Lmpi.count(File) ? "#include <lmpi/lmpi.h>\n"
                                        : "#include <bsim/bsim.h>\n";
    unsigned At = includePlace(S.Text[File], firstDefinition(P, S, File));
    bool Own = At == 0 || S.Text[File][At - 1] == '\n';
    E.insertFirst(File, At, (Own ? "" : "\n") + Text);
  }
}

// #line and "# 12": the result's places are its own.
static void cutLineDirectives(const Sources &S, unsigned File, Edits &E) {
  const std::string &Text = S.Text[File];
  if (Text.find('#') == std::string::npos)
    return;
  TextMap Map(Text);
  const std::string &Code = Map.code();
  for (size_t At = 0, End; At < Code.size(); At = End) {
    End = Code.find('\n', At);
    End = End == std::string::npos ? Code.size() : End + 1;
    bool Continued = At > 1 && joinsLines(Code.data(), At - 1);
    size_t Word = Code.find_first_not_of(" \t", At);
    if (Continued || Word == std::string::npos || Code[Word] != '#')
      continue;
    Word = Code.find_first_not_of(" \t", Word + 1);
    if (Word < End && (isdigit((unsigned char)Code[Word]) ||
                       directiveOf(Code.substr(At, End - At)) == "line"))
      E.remove(File, At, End);
  }
}

// Lines that are blank since a fold took [Begin, End) out; others' edits may
// begin with the line of the text in front of it or behind it.
static void cutBlankLines(const std::string &Text, unsigned File,
                          unsigned Begin, unsigned End, Edits &E) {
  size_t Line = Text.rfind('\n', Begin ? Begin - 1 : 0) + 1;
  if (Text.find_first_not_of(" \t", Line) < Begin)
    Line = Text.find('\n', Begin) + 1;
  size_t Next = Text.find_first_not_of(" \t", End);
  if (Next == std::string::npos || Text[Next] != '\n')
    Next = Text.rfind('\n', End - 1);
  if (Line <= Next)
    E.remove(File, unsigned(Line), unsigned(Next + 1));
}

// A line behind each function that parameters ask for. What a fold or the slice
// took out has none.
static void nameFunctions(const Program &P, const Plan &Plan,
                          const std::vector<char> *Stays, Edits &E,
                          std::set<unsigned> &NeedsBsim, Emission &Out) {
  std::set<int> All;
  for (const Block &B : Plan.Blocks)
    All.insert(B.AskedFor.begin(), B.AskedFor.end());
  for (int Id : All) {
    const Function &F = P.Functions[Id];
    if (Stays && !(*Stays)[Id]) {
      Out.Missing.insert(Id);
      continue;
    }
    E.insert(F.Range.File, F.Range.End, "\nBSIM_FUNCTION(" + F.Name + ")");
    NeedsBsim.insert(F.Range.File);
  }
}

bool emit(Mode Kind, const Program &P, const Sources &S, const HintEdits &Hints,
          Plan &Plan, Emission &Out, std::string &Error) {
  Edits E;
  KeepSet Kept;
  CallEdits Calls;
  std::set<unsigned> NeedsBsim, NeedsLmpi, Files;
  std::set<std::string> Private;
  if (Kind != Mode::Instrument)
    Private = privateKeys(P, S);
  for (auto &[Path, Text] : Hints.Overlay)
    if (Text.find("BSIM_") != std::string::npos)
      NeedsBsim.insert(unsigned(P.fileByPath(Path)));
  std::map<Place, unsigned> Fronts;
  if (Kind == Mode::Instrument)
    for (const HintEdits::Restore &R : Hints.Restores) {
      unsigned File = unsigned(P.fileByPath(R.Path));
      E.replace(File, R.Begin, R.End, R.Text);
      if (R.Begins)
        Fronts[{File, R.End}] = R.Begin;
    }
  for (const auto &[At, Value] : S.Builtins)
    if (!Value.first.empty())
      E.replace(At.File, At.Offset, At.Offset + Value.second, Value.first);
  if (Kind == Mode::Skeleton)
    for (const HintEdits::ModelText &G : Hints.Gaps) {
      unsigned File = unsigned(P.fileByPath(G.Path));
      cutBlankLines(S.Text[File], File, G.Begin, G.End, E);
    }
  if (Kind == Mode::Skeleton)
    for (auto &[Path, At, Indent] : Hints.Breaks)
      E.replace(unsigned(P.fileByPath(Path)), At, At + 1, "\n" + Indent);
  if (Kind == Mode::Skeleton) {
    std::set<std::string> Compiler = compilerMacros(P, S);
    for (size_t I = 0; I < P.Files.size(); ++I)
      if (P.Files[I].Project)
        cutInactive(S, I, Compiler, E);
    Calls = planCalls(P, S, Plan);
    KeepSet K = closeOverText(P, S, Plan, holesOf(Calls));
    std::set<Place> Bare;
    for (auto &[Path, At] : Hints.Folded)
      Bare.insert({unsigned(P.fileByPath(Path)), At});
    removeStatements(P, S, Plan, K, Private, Bare, E, NeedsBsim);
    Files = removeDeclarations(P, S, K, E);
    applyCalls(Calls, S, E, NeedsBsim, NeedsLmpi);
    nameFunctions(P, Plan, &K.Fn, E, NeedsBsim, Out);
    Out.Stays = K.Stmt;
    Kept = std::move(K);
  } else {
    for (size_t I = 0; I < P.Files.size(); ++I)
      if (P.Files[I].Project)
        Files.insert(I);
    if (Kind == Mode::Instrument) {
      instrument(P, S, Fronts, Plan, E, NeedsBsim);
      nameFunctions(P, Plan, nullptr, E, NeedsBsim, Out);
    }
  }
  if (Kind != Mode::Instrument &&
      !privatise(P, S, Private, E, NeedsBsim, Out.Warnings, Error))
    return false;
  applyLeading(Calls, E, NeedsBsim);
  addIncludes(P, S, NeedsBsim, NeedsLmpi, E);
  if (Kind == Mode::Skeleton)
    cutDeadParams(P, S, Plan, Kept, Calls, Files, E);
  if (Kind == Mode::Skeleton)
    cutDeadFields(S, Files, E);
  for (unsigned I : Files)
    cutLineDirectives(S, I, E);
  if (Kind == Mode::Skeleton)
    cutDirectives(P, S, Files, E);
  for (unsigned I : Files)
    Out.Files[I] = E.apply(I, S.Text[I]);
  return true;
}

} // namespace skel
