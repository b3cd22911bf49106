//===- Driver.cpp - the steps of skeletonize ------------------------------===//
//
// Read, plan, emit, write; or verify, or explain. Decides only which step
// follows which.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/driver/Driver.h"
#include "skeletonizer/driver/Analysis.h"
#include "skeletonizer/emit/Emit.h"
#include "skeletonizer/report/Explain.h"
#include "skeletonizer/frontend/Frontend.h"
#include "skeletonizer/hints/Hints.h"
#include "skeletonizer/frontend/OpenMp.h"
#include "skeletonizer/base/Laps.h"
#include "skeletonizer/emit/MakefileWriter.h"
#include "skeletonizer/emit/OuterStatics.h"
#include "skeletonizer/base/Output.h"
#include "skeletonizer/plan/FullPlan.h"
#include "skeletonizer/frontend/Reach.h"
#include "skeletonizer/emit/ReadBack.h"
#include "skeletonizer/report/Report.h"
#include "skeletonizer/model/Units.h"
#include "skeletonizer/emit/Tables.h"
#include "skeletonizer/verify/Verify.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdio>

namespace skel {

// Whether a path ends with the path that a user gave, at a border of its parts.
static bool endsWithPath(const std::string &Path, const std::string &End) {
  if (End.empty() || Path.size() < End.size() ||
      Path.compare(Path.size() - End.size(), End.size(), End) != 0)
    return false;
  return Path.size() == End.size() || Path[Path.size() - End.size() - 1] == '/';
}

// The one of Mains that --main names by its path or by the end of it.
static bool findMain(const std::string &Name,
                     const std::vector<std::string> &Mains, std::string &Wanted,
                     std::string &Error) {
  auto Listed = [](const std::vector<std::string> &Files) {
    std::string Out;
    for (const std::string &F : Files)
      Out += "\n  " + F;
    return Out;
  };
  Wanted = realPath(Name);
  if (std::find(Mains.begin(), Mains.end(), Wanted) != Mains.end())
    return true;
  std::vector<std::string> Fit;
  for (const std::string &M : Mains)
    if (endsWithPath(M, Name))
      Fit.push_back(M);
  if (Fit.empty())
    Error = "--main " + Name +
            ": not one of the sources with a main():" + Listed(Mains);
  else if (Fit.size() > 1)
    Error = "--main " + Name +
            " may be each of these; give more of the path:" + Listed(Fit);
  else
    Wanted = Fit[0];
  return Error.empty();
}

// Leaves units out, which main() does not need; tells it with the reason. Of
// each may be said what it names.
static std::string leaveOut(UnitList &Units,
                            const std::map<std::string, std::string> &Files,
                            const std::string &Why) {
  std::vector<Unit> Left;
  std::string Told;
  for (const Unit &U : Units.Units) {
    auto It = Files.find(U.File);
    if (It == Files.end())
      Left.push_back(U);
    else
      Told += "\n  " + U.File + (It->second.empty() ? "" : ": ") + It->second;
  }
  Units.Units = Left;
  return Told.empty() ? ""
                      : "skeletonize: warning: left out, since main() does not "
                        "need them and " +
                            Why + Told + "\n";
}

// Units that the one main does not need.
static std::map<std::string, std::string>
notNeeded(const UnitList &Units, const FrontendResult &Read) {
  std::map<std::string, std::string> Out;
  for (const Unit &U : Units.Units)
    if (Read.Mains.size() == 1 && !Read.Needed.at(Read.Mains[0]).count(U.File))
      Out[U.File];
  return Out;
}

// One main: keeps the units of the program that the user means.
static bool chooseMain(const Options &O, UnitList &Units,
                       const FrontendResult &Read, bool &Again,
                       std::string &Error) {
  if (Read.Mains.empty()) {
    Error = "none of the sources defines main()";
    return false;
  }
  std::string Wanted;
  if (!O.MainFile.empty() && !findMain(O.MainFile, Read.Mains, Wanted, Error))
    return false;
  if (Read.Mains.size() == 1) {
    size_t Before = Units.Units.size();
    std::string Told;
    if (!Read.LinkError.empty())
      Told = leaveOut(Units, notNeeded(Units, Read), Read.LinkError);
    Told += leaveOut(Units, Read.Lacking, "nothing defines what they name:");
    fputs(Told.c_str(), stderr);
    Again |= Units.Units.size() != Before;
    return true;
  }
  if (O.MainFile.empty()) {
    Error = "several sources define main(); say which program with --main "
            "FILE:";
    for (const std::string &M : Read.Mains)
      Error += "\n  " + M;
    return false;
  }
  // The units that this main needs, as a linker takes them from an archive.
  std::vector<Unit> Left;
  for (const Unit &U : Units.Units)
    if (Read.Needed.count(Wanted) && Read.Needed.at(Wanted).count(U.File))
      Left.push_back(U);
  Units.Units = Left;
  Again = true;
  return true;
}

static bool read(const Options &O, UnitList &Units, SharedTexts &Shared,
                 FrontendResult &Read, std::string &Error) {
  if (!readUnits(O, Units, Error) ||
      !readProgram(Units, {}, true, Shared, Read, Error))
    return false;
  bool Again = false;
  // #include "../other/header.h": a part of the program, with its static data.
  for (const Include &I : Read.Src.Includes)
    if (!I.Angled && !Read.Prog.Files[I.Target].Project)
      Again |= widenRoot(O, Read.Prog.Files[I.Target].Path, Units);
  if (!chooseMain(O, Units, Read, Again, Error))
    return false;
  return !Again || readProgram(Units, {}, true, Shared, Read, Error);
}

// What the runtime cannot do, in code that may run.
static bool check(const UnitList &Units, const FrontendResult &Read,
                  const Plan &Plan, std::string &Error) {
  bool Threads =
      std::any_of(Units.Units.begin(), Units.Units.end(), usesOpenMp);
  return checkMpiCalls(Read.Prog, Read.Src, Plan, Error) &&
         (!Threads || checkOpenMp(Read.Prog, Read.Src, Plan, Error));
}

static AnalysisOptions analysisOptions(const Options &O, const Sources &Text) {
  AnalysisOptions A;
  A.KeepErrorPaths = O.KeepErrorPaths;
  A.Statistics = O.Statistics;
  A.PointsToBudget = O.PointsToBudget;
  A.Text = &Text;
  return A;
}

// What learned values whose hints do not say it may depend on.
static bool findParams(const Options &O, const FrontendResult &Original,
                       const HintEdits &Hints,
                       std::vector<LearnedParams> &Params, std::string &Error) {
  std::vector<LearnedPlace> Places;
  bool Any = false;
  for (const HintInfo &H : Hints.Hints) {
    Places.push_back(H.Place);
    Any |= H.Place.Wanted;
  }
  if (!Any)
    return true;
  AnalysisOptions A = analysisOptions(O, Original.Src);
  A.Learn = &Places;
  A.Learned = &Params;
  struct Plan None;
  return analyse(*Original.Linked, Original.Prog, A, None, Error);
}

// The program again, with the hints in its text and without what is known.
// Read stays empty if nothing changes.
static bool readHinted(const Options &O, const UnitList &Units,
                       SharedTexts &Shared, const FrontendResult &Original,
                       HintEdits &Hints, FrontendResult &Read,
                       std::string &Error) {
  std::vector<LearnedParams> Params;
  std::vector<Fold> Folds;
  if (!O.KeepAll)
    Folds = findFolds(Original.Src, Original.Folds, O.KeepErrorPaths);
  if (!readHints(O.Hints, Original.Prog, Original.Src, Params, Folds, Hints,
                 Error) ||
      !findParams(O, Original, Hints, Params, Error))
    return false;
  if (!Params.empty()) {
    Hints = HintEdits();
    if (!readHints(O.Hints, Original.Prog, Original.Src, Params, Folds, Hints,
                   Error))
      return false;
  }
  if (Hints.Overlay.empty())
    return true;
  Overlay Changed(Hints.Overlay);
  Changed["/bsim/hints.h"] = hintHeader();
  if (readProgram(Units, Changed, true, Shared, Read, Error))
    return true;
  Error = O.Hints + ": with its hints the sources do not compile (see above): "
                    "an expression does not fit its place";
  return false;
}

static bool dump(const Options &O, const FrontendResult &Read,
                 std::string &Error) {
  if (O.DumpStmts)
    fputs(dumpStatements(Read.Prog).c_str(), stdout);
  if (O.DumpIR.empty())
    return true;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Read.Linked->print(OS, nullptr);
  return writeText(O.DumpIR, Text, Error);
}

static bool makePlan(const Options &O, FrontendResult &Read,
                     const HintEdits &Hints, Findings *Wanted, Plan &Out,
                     std::string &Error) {
  if (O.Kind == Mode::Full || O.KeepAll) {
    Out = fullPlan(Read.Prog);
    std::vector<char> Reached = reachedFunctions(*Read.Linked, Read.Prog);
    for (const Stmt &S : Read.Prog.Stmts)
      Out.Runs[S.Id] = Reached[S.Function];
    return true;
  }
  AnalysisOptions A = analysisOptions(O, Read.Src);
  A.DumpPointsTo = O.DumpPointsTo;
  A.ForgetDemand = O.ForgetDemand;
  A.BreakPlan = O.BreakPlan;
  A.Wanted = Wanted;
  A.Blocks = Hints.Blocks;
  A.HintFile = O.Hints;
  A.FindAlikeRounds = O.Threshold;
  for (const HintEdits::ModelText &T : Hints.Models) {
    SourceRange R;
    R.File = unsigned(Read.Prog.fileByPath(T.Path));
    R.Begin = T.Begin;
    R.End = T.End;
    A.Models.push_back(R);
  }
  if (!O.Verify.empty())
    for (const HintEdits::Restore &R : Hints.Restores)
      if (!R.Fold)
        A.Hints.push_back({unsigned(Read.Prog.fileByPath(R.Path)), R.Begin});
  if (!analyse(*Read.Linked, Read.Prog, A, Out, Error))
    return false;
  if (Out.Calls.empty())
    fputs("skeletonize: warning: main() reaches no call of MPI: if the program "
          "has some, look for the macros that turn them on (-D...)\n",
          stderr);
  return true;
}

/// What is told of a block whose time depends on what is no parameter of it.
static std::string missingText(const Program &P, const Block &B) {
  const auto &M = B.Missing.front();
  std::string Text = "no parameter stands for " + M.Why + " (" +
                     P.place(P.Stmts[M.Stmt]) + "), on which its time depends";
  std::string Counts;
  for (const Block::Count &C : B.Counts)
    Counts +=
        (Counts.empty() ? "; the instrumented program counts " : ", ") + C.Name;
  static constexpr size_t MostShown = 3;
  std::string More;
  for (size_t I = 0; I < std::min(MostShown, B.Uncounted.size()); ++I)
    More += (I ? ", " : "; it does not count ") + B.Uncounted[I].Name;
  if (B.Uncounted.size() > MostShown)
    More += " and " + std::to_string(B.Uncounted.size() - MostShown) +
            " more (see skeleton.json)";
  if (!More.empty())
    More += ": " + std::to_string(Block::MostCounts) + " at most";
  return Text + Counts + More;
}

/// Blocks whose time depends on what is no parameter of theirs, those that
/// take most of the time first.
static void missingParameters(const Program &P, const Plan &Plan) {
  static constexpr size_t MostShown = 5;
  std::vector<const Block *> Found;
  for (const Block &B : Plan.Blocks)
    if (!B.Missing.empty())
      Found.push_back(&B);
  llvm::stable_sort(Found, [](const Block *A, const Block *B) {
    return A->Estimate > B->Estimate;
  });
  for (size_t I = 0; I < std::min(MostShown, Found.size()); ++I) {
    const Block &B = *Found[I];
    printf("%s (%s): %s\n", B.Name.c_str(), P.place(P.Stmts[B.First]).c_str(),
           missingText(P, B).c_str());
  }
  if (Found.size() > MostShown)
    printf("and of %zu more blocks: see skeleton.json\n",
           Found.size() - MostShown);
}

/// Places of code of a kind that takes no predicted time.
static std::string placesWithout(const Program &P, const Plan &Plan,
                                 Untimed::Reason Why) {
  static constexpr size_t MostShown = 3;
  std::string Text;
  size_t Found = 0;
  for (const Untimed &U : Plan.NoTime)
    if (U.Why == Why && Found++ < MostShown) {
      const Stmt &S = P.Stmts[U.Stmt];
      Text += (Text.empty() ? "" : ", ") +
              (Why == Untimed::Operator || Why == Untimed::Recurses ||
                       Why == Untimed::AtExit
                   ? P.Functions[S.Function].Name + "() (" + P.place(S) + ")"
                   : P.place(S));
    }
  if (Found > MostShown)
    Text += " and " + std::to_string(Found - MostShown) +
            " more (see skeleton.json)";
  return Text;
}

/// What works, and whose time no model tells.
static void withoutTime(const Program &P, const Plan &Plan) {
  static const std::pair<Untimed::Reason, const char *> Texts[] = {
      {Untimed::Jumps, "predictions lack the time of loops that stay and that "
                       "a jump in a macro, or a call that does not return, "
                       "leaves"},
      {Untimed::Recurses, "predictions lack the time of recursive functions "
                          "that stay and are called in a condition, an "
                          "argument, a return or a macro; store their results "
                          "first"},
      {Untimed::Leaves, "predictions lack the time of calls that leave a "
                        "statement which stays; write them as statements of "
                        "their own in front of it"},
      {Untimed::Reads, "predictions lack the time of loops that stay and read "
                       "or write streams"},
      {Untimed::Enters, "predictions lack the time of code that control enters "
                        "at a label in it"},
      {Untimed::Macro, "predictions lack the time of code in a macro, or "
                       "between macros, that is one statement for the skeleton "
                       "with what stays; write out what it computes"},
      {Untimed::Cleanup, "predictions lack the time of cleanup functions of "
                         "variables, since computation decides whether the "
                         "scope ends; call them as statements"},
      {Untimed::AtExit, "predictions lack the time of destructors, and of "
                        "functions that computation decides to give to "
                        "atexit; call them in front of the program's end"},
      {Untimed::Pause, "pauses that computation or input decides count as "
                       "calculation, which the speed of a platform shortens"},
      {Untimed::Other, "predictions lack the time of code that stays and is in "
                       "no block"},
      {Untimed::Operator,
       "operators are measured beside the blocks (\"operators\" in the "
       "models); without that a combination takes what \"reduction\" in the "
       "platform says, by its bytes"}};
  for (auto &[Why, Text] : Texts)
    if (std::string Places = placesWithout(P, Plan, Why); !Places.empty())
      printf("%s: %s\n", Text, Places.c_str());
}

/// Which loops the threshold rule is for.
static void mayEndEarly(const Program &P, const Plan &Plan) {
  std::string Places;
  for (unsigned Loop : Plan.AlikeRounds)
    Places += (Places.empty() ? "" : ", ") + P.place(P.Stmts[Loop]);
  printf("loops that may end early: %s\n",
         Places.empty() ? "none, so that BSIM_THRESHOLD changes nothing"
                        : Places.c_str());
}

/// Computation that each rank of the skeleton executes, if it is much.
static void keptComputation(const Plan &Plan) {
  double Kept = 0, All = 0;
  size_t Blocks = 0;
  for (const Block &B : Plan.Blocks) {
    All += B.Estimate;
    Kept += B.Kept ? B.Estimate : 0;
    Blocks += B.Kept;
  }
  if (Kept >= 0.1 * All && Kept > 0)
    printf("%zu of %zu blocks, by estimate %s of the time, stay%s as code, "
           "since communication depends on them: --report FILE says why, and "
           "which hints free the skeleton of them\n",
           Blocks, Plan.Blocks.size(), percent(Kept / All).c_str(),
           Blocks == 1 ? "s" : "");
}

static void summary(const Options &O, const FrontendResult &Read,
                    const Plan &Plan, const Emission &E) {
  Size Before, After;
  for (size_t I = 0; I < Read.Prog.Files.size(); ++I)
    if (Read.Prog.Files[I].Project)
      Before.Lines += sizeOf(Read.Src.original(I)).Lines;
  for (auto &[File, Text] : E.Files)
    After.Lines += sizeOf(Text.Text).Lines;
  unsigned Real = 0;
  for (const CommCall &C : Plan.Calls)
    Real += C.Real;
  printf("%s: %u -> %u lines", O.Out.c_str(), Before.Lines, After.Lines);
  if (O.Kind != Mode::Full)
    printf(", %zu blocks", Plan.Blocks.size());
  printf(", %zu MPI calls", Plan.Calls.size());
  if (O.Kind == Mode::Skeleton)
    printf(" (%u move data, %zu timing only)", Real, Plan.Calls.size() - Real);
  printf("\n");
  if (size_t Count = Plan.Unknown.size() - Plan.Processes.size())
    printf("%zu places that the analysis could not follow: see skeleton.json\n",
           Count);
  for (const std::string &Line :
       O.Kind == Mode::Skeleton ? Plan.Processes : std::vector<std::string>())
    printf("%s\n", Line.c_str());
  if (O.Kind == Mode::Skeleton && O.Report.empty())
    keptComputation(Plan);
  missingParameters(Read.Prog, Plan);
  if (O.Kind == Mode::Skeleton)
    withoutTime(Read.Prog, Plan);
  if (O.Threshold)
    mayEndEarly(Read.Prog, Plan);
  for (const std::string &Line : Plan.Overlooked)
    printf("%s; its hint does not: it stays as before the call\n",
           Line.c_str());
}

static Tree treeOf(Mode Kind, const Options &O, const UnitList &Units,
                   const FrontendResult &Read, const Plan &Plan,
                   const HintEdits &Hints, const Emission &E,
                   const std::vector<std::string> &Unneeded = {}) {
  const std::string Name = programName(O.Name, Read.Prog);
  Tree Files;
  for (auto &[File, Text] : E.Files)
    Files[Read.Prog.Files[File].Relative] = Text.Text;
  Files["Makefile"] = makefileText(Kind, Units, Read.Prog, E, Unneeded);
  Files["bsim_blocks.c"] = tablesText(Kind, Name, Read.Prog, Plan, Hints, E);
  Files["skeleton.json"] =
      jsonText(Kind, Name, Read.Prog, Read.Src, Plan, Hints, E);
  return Files;
}

/// Names: of the result's code, which may need fewer libraries; or null.
static Tree resultOf(const Options &O, const UnitList &Units,
                     const FrontendResult &Read, const Plan &Plan,
                     const HintEdits &Hints, const Emission &E,
                     OuterNames *Names) {
  if (!Names || Units.Units.empty() || (O.Out.empty() && O.Verify.empty()))
    return treeOf(O.Kind, O, Units, Read, Plan, Hints, E);
  Names->add(E);
  UnitList Linked = Units;
  std::vector<std::string> Unneeded;
  Linked.LinkFlags = neededLibraries(Units.LinkFlags, Units.Units[0].Directory,
                                     *Names, Unneeded);
  return treeOf(O.Kind, O, Linked, Read, Plan, Hints, E, Unneeded);
}

static int runVerify(const Options &O, const UnitList &Units,
                     const FrontendResult &Read, const FrontendResult &Hinted,
                     const Plan &Plan, const Tree &Files, const Emission &E,
                     std::string &Error) {
  struct Plan All = fullPlan(Read.Prog);
  Emission Whole;
  if (!emit(Mode::Full, Read.Prog, Read.Src, {}, All, Whole, Error))
    return 2;
  VerifySide Full{treeOf(Mode::Full, O, Units, Read, All, {}, Whole), &Whole,
                  &Read.Prog};
  VerifySide Skeleton{Files, &E, &Hinted.Prog};
  std::set<std::string> Modelled;
  for (const CommCall &C : Plan.Calls)
    if (C.Modelled)
      Modelled.insert(Hinted.Prog.place(C.File, C.Line));
  return verify(O, Units, Read.Src.Defined, Full, Skeleton, Modelled, Error);
}

int run(const Options &O, std::string &Error) {
  Laps Time("run", O.Statistics);
  UnitList Units;
  FrontendResult Original, Hinted;
  SharedTexts Shared;
  HintEdits Hints;
  Plan Plan;
  Findings Found;
  Emission E;
  if (!O.Out.empty() && !mayReplace(O.Out, Error))
    return 2;
  if (!read(O, Units, Shared, Original, Error))
    return 2;
  if (O.Kind != Mode::Instrument) {
    fputs(warnOfOuterStatics(*Original.Linked, Original.Prog).c_str(), stderr);
    fputs(warnOfThreadLocals(*Original.Linked).c_str(), stderr);
  }
  if (O.Kind != Mode::Full &&
      !readHinted(O, Units, Shared, Original, Hints, Hinted, Error))
    return 2;
  FrontendResult &Read = Hints.Overlay.empty() ? Original : Hinted;
  if (!dump(O, Read, Error))
    return 2;
  if (O.Out.empty() && O.DumpPlan.empty() && O.Verify.empty() &&
      O.ExplainFile.empty() && O.Report.empty())
    return 0;
  Time.lap("reading");
  if (!makePlan(O, Read, Hints, O.Report.empty() ? nullptr : &Found, Plan,
                Error) ||
      !check(Units, Read, Plan, Error))
    return 2;
  Time.lap("analysis");
  if (!O.DumpPlan.empty() &&
      !writeText(O.DumpPlan, dumpPlan(Read.Prog, Plan), Error))
    return 2;
  if (!emit(O.Kind, Read.Prog, Read.Src, Hints, Plan, E, Error))
    return 2;
  fputs(E.Warnings.c_str(), stderr);
  Time.lap("writing");
  OuterNames Names;
  bool Checked = O.Kind == Mode::Skeleton && !O.KeepAll;
  if (Checked && !readBack(Units, Read.Prog, Read.Src, Plan, E, Names, Error)) {
    if (!E.Warnings.empty()) // names decide, or what they are compared with
      Error = "communication depends on the text that a macro makes of an "
              "argument (see the warning above); write the text out";
    return 2;
  }
  Time.lap("check of the text");
  if (!O.ExplainFile.empty()) {
    std::string Answer;
    if (!explain(Read.Prog, Read.Src, Plan, E, O.ExplainFile, O.ExplainLine,
                 Answer, Error))
      return 2;
    fputs(Answer.c_str(), stdout);
  }
  if (!O.Report.empty()) {
    Report Told;
    Told.Program = programName(O.Name, Read.Prog);
    if (!makeReport(Read.Prog, Read.Src, Plan, E, Found, Hints, O.Times, Told,
                    Error) ||
        !writeReport(O.Report, Told, Error))
      return 2;
  }
  Tree Files =
      resultOf(O, Units, Read, Plan, Hints, E, Checked ? &Names : nullptr);
  if (!O.Out.empty()) {
    if (!writeTree(O.Out, Files, Error))
      return 2;
    if (!O.Quiet)
      summary(O, Read, Plan, E);
  }
  return O.Verify.empty()
             ? 0
             : runVerify(O, Units, Original, Read, Plan, Files, E, Error);
}

} // namespace skel
