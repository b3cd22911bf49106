//===- OpenMp.cpp - regions of several threads, MPI calls in them ---------===//
//
// Finds the statement of each directive, marks those that several threads
// execute, and asks, for each communication call, whether all threads of a
// region come by. Knows nothing of IR.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/OpenMp.h"
#include "skeletonizer/base/Errors.h"
#include "skeletonizer/model/MpiTable.h"
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace skel {

namespace {

// What a directive does to how often its statement runs.
enum class Effect {
  Each, ///< by each thread of the team that it makes
  Once, ///< by one thread, or once for all of them
};

// The words of an OpenMP directive, without its clauses.
std::set<std::string> wordsOf(const PragmaText &T) {
  std::string Words = T.Text;
  for (char &X : Words)
    if (!isalpha((unsigned char)X) && X != '_' && X != '(')
      X = ' ';
  std::set<std::string> Has;
  size_t OpenMp = Words.find("omp ");
  if (OpenMp == std::string::npos)
    return Has;
  Words = Words.substr(OpenMp);
  std::istringstream In(Words.substr(0, Words.find('(')));
  for (std::string Word; In >> Word;)
    Has.insert(Word);
  return Has;
}

// The statement behind a directive; -1: there is none.
int stmtBehind(const Program &P, const PragmaText &T) {
  int Best = -1;
  for (const Stmt &St : P.Stmts) {
    if (St.Range.File != T.At.File || St.Range.Begin < T.At.Offset ||
        (St.Range.Begin < T.End && !St.FromMacro))
      continue;
    if (Best < 0 || St.Range.Begin < P.Stmts[Best].Range.Begin ||
        (St.Range.Begin == P.Stmts[Best].Range.Begin &&
         St.Range.End > P.Stmts[Best].Range.End))
      Best = int(St.Id);
  }
  return Best;
}

class Checker {
public:
  Checker(const Program &P, const Sources &S) : P(P), S(S) {
    for (const Call &C : P.Calls)
      if (C.Stmt >= 0)
        CallsIn[P.Stmts[C.Stmt].Function].push_back(&C);
    for (const Function &F : P.Functions)
      Named[F.Name].push_back(F.Id);
    for (const PragmaText &T : S.Pragmas)
      directive(T);
    findOpen();
  }

  bool check(const Plan &Plan, std::string &Error) {
    std::set<std::string> Seen;
    for (const Call &C : P.Calls) {
      const PragmaText *Region = nullptr;
      if (C.Stmt < 0 || !Plan.Runs[size_t(C.Stmt)] || !communicates(C) ||
          !inRegion(C, Region) || !Region)
        continue;
      std::string Text =
          P.place(C.File, C.Line) + ": " + C.Callee + " " +
          (findMpiCall(C.Callee) ? "is called" : "communicates and is called") +
          " by each thread of the parallel region at " +
          P.place(Region->At.File, Region->Line) +
          "; a rank of a skeleton has one thread: put the call under omp "
          "master or single, or under if (omp_get_thread_num() == 0)";
      if (Seen.insert(Text).second)
        addError(Error, Text);
    }
    return Error.empty();
  }

private:
  // The statement behind a directive, with the directive's effect.
  void directive(const PragmaText &T) {
    std::set<std::string> Has = wordsOf(T);
    static const char *const Shared[] = {
        "for",  "sections", "section", "single",     "master",   "masked",
        "task", "taskloop", "loop",    "distribute", "workshare"};
    bool Once = std::any_of(std::begin(Shared), std::end(Shared),
                            [&](const char *W) { return Has.count(W); });
    if (!Once && !Has.count("parallel"))
      return;
    int Best = stmtBehind(P, T);
    if (Best >= 0)
      Of[Best].push_back({Once ? Effect::Once : Effect::Each, &T});
  }

  // Whether the condition lets only the first thread pass.
  bool firstThreadOnly(const Stmt &If) const {
    const std::string &Text = S.Text[If.Range.File];
    auto Packed = [](const std::string &From) {
      std::string Out;
      for (char X : From)
        if (!isspace((unsigned char)X))
          Out += X;
      return Out;
    };
    std::string Condition =
        Packed(Text.substr(If.Header.Begin, If.Header.End - If.Header.Begin));
    if (Condition.find("||") != std::string::npos)
      return false;
    std::vector<std::string> Names = {"omp_get_thread_num()"};
    const SourceRange &F = P.Functions[If.Function].Range;
    std::string Body = Packed(Text.substr(F.Begin, F.End - F.Begin));
    const std::string Take = "=omp_get_thread_num()";
    for (size_t At = Body.find(Take); At != std::string::npos;
         At = Body.find(Take, At + 1)) {
      size_t Begin = At;
      while (Begin > 0 && (isalnum((unsigned char)Body[Begin - 1]) ||
                           Body[Begin - 1] == '_'))
        --Begin;
      // "int tid=" has lost its blank.
      std::string Name = Body.substr(Begin, At - Begin);
      for (const char *Type : {"int", "unsigned", "long", "const"})
        if (Name.compare(0, std::string(Type).size(), Type) == 0)
          Names.push_back(Name.substr(std::string(Type).size()));
      Names.push_back(Name);
    }
    for (const std::string &Name : Names)
      for (const std::string &Form :
           {"(" + Name + "==0", "&" + Name + "==0", "0==" + Name, "!" + Name})
        if (!Name.empty() && Condition.find(Form) != std::string::npos)
          return true;
    return false;
  }

  // Whether each thread of a team comes to the call; Region is the team's
  // region if that is in the same function, else whoever calls decides.
  bool inRegion(const Call &C, const PragmaText *&Region) const {
    int Below = -1;
    for (int At = C.Stmt; At >= 0; Below = At, At = P.Stmts[At].Parent) {
      const Stmt &St = P.Stmts[At];
      if (St.Kind == StmtKind::If && Below >= 0 &&
          int(St.Children[0]) == Below && firstThreadOnly(St))
        return false;
      auto It = Of.find(At);
      if (It == Of.end())
        continue;
      for (auto &[Kind, Text] : It->second)
        if (Kind == Effect::Once)
          return false;
      Region = It->second.front().second;
      return true;
    }
    return true;
  }

  bool communicates(const Call &C) const {
    if (const MpiCallInfo *Info = findMpiCall(C.Callee))
      return Info->isCommunication();
    auto It = Named.find(C.Callee);
    return It != Named.end() &&
           std::any_of(It->second.begin(), It->second.end(),
                       [&](unsigned F) { return Open.count(F) != 0; });
  }

  // Functions that communicate with whatever threads call them.
  void findOpen() {
    for (bool More = true; More;) {
      More = false;
      for (auto &[F, Calls] : CallsIn)
        for (const Call *C : Calls) {
          const PragmaText *Region = nullptr;
          if (!Open.count(F) && communicates(*C) && inRegion(*C, Region) &&
              !Region)
            More = Open.insert(F).second;
        }
    }
  }

  const Program &P;
  const Sources &S;
  std::map<unsigned, std::vector<const Call *>> CallsIn; ///< by function
  std::map<std::string, std::vector<unsigned>> Named;
  std::map<int, std::vector<std::pair<Effect, const PragmaText *>>> Of;
  std::set<unsigned> Open;
};

} // namespace

void markTeams(Program &P, const Sources &S) {
  for (const PragmaText &T : S.Pragmas) {
    std::set<std::string> Has = wordsOf(T);
    if (!Has.count("parallel") && !Has.count("teams"))
      continue;
    int Behind =
        T.Text.find("num_threads") == std::string::npos ? stmtBehind(P, T) : -1;
    if (Behind >= 0)
      P.Stmts[Behind].Team = P.Teams = true;
  }
}

bool checkOpenMp(const Program &P, const Sources &S, const Plan &Plan,
                 std::string &Error) {
  return S.Pragmas.empty() || Checker(P, S).check(Plan, Error);
}

} // namespace skel
