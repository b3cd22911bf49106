//===- Explain.cpp - why a line is in the skeleton, or not ----------------===//
//
// Follows the plan's reasons from the statements of a line to a communication
// call. Decides nothing.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/report/Explain.h"
#include "skeletonizer/model/Units.h"
#include <set>

namespace skel {

std::string statementText(const Sources &S, const Stmt &St) {
  const SourceRange &R =
      St.Header.empty() || St.Kind == StmtKind::Do ? St.Range : St.Header;
  std::string T = S.Text[R.File].substr(R.Begin, R.End - R.Begin), Out;
  for (char C : T) {
    if (isspace((unsigned char)C)) {
      if (!Out.empty() && Out.back() != ' ')
        Out += ' ';
    } else {
      Out += C;
    }
  }
  return Out.size() > 60 ? Out.substr(0, 57) + "..." : Out;
}

std::string reasonText(const Reason &R) {
  std::string What = R.What.empty() ? "" : " (" + R.What + ")";
  switch (R.Why) {
  case Reason::Criterion:
    return "is a communication call or decides one" + What;
  case Reason::BlockParam:
    return "gives a parameter of a block's cost model" + What;
  case Reason::Data:
    return "defines " + (R.What.empty() ? "a value" : R.What) + " for";
  case Reason::Control:
    return "decides whether this runs" + What + ":";
  case Reason::CallOf:
    return "calls the function" + What + " with";
  case Reason::Message:
    return "sends what is received by" + What;
  case Reason::Whole:
    return "is a part of a statement that is kept whole" + What;
  case Reason::ExitCode:
    return "gives the exit code";
  case Reason::Pause:
    return "lets time pass";
  case Reason::Ends:
    return "ends or awaits a child process of" + What + " at";
  case Reason::Syntax:
    return "is needed by the language" + What;
  case Reason::None:
    break;
  }
  return "stays";
}

namespace {

class Explainer {
public:
  Explainer(const Program &P, const Sources &S, const Plan &Plan,
            const Emission &E)
      : P(P), S(S), Plan(Plan), E(E) {}

  std::string line(unsigned File, unsigned Line) {
    std::string Out;
    bool Any = false;
    for (const Stmt &St : P.Stmts) {
      if (St.Range.File != File || St.Range.Line != Line ||
          St.Kind == StmtKind::Compound)
        continue;
      // A declaration speaks through its names, a label through its statement.
      if (St.Kind == StmtKind::Decl && !St.Children.empty())
        continue;
      Any = true;
      Out += statement(St);
    }
    if (Any)
      return Out;
    int Id = innermost(File, Line);
    if (Id >= 0)
      return statement(P.Stmts[Id]);
    int Fn = P.functionAt(File, Line);
    if (Fn >= 0)
      return P.place(File, Line) + ": function " + P.Functions[Fn].Name + " " +
             (Plan.KeepFn[Fn] ? "stays: something in it does\n"
                              : "goes: nothing in it decides communication\n");
    return P.place(File, Line) + ": not inside a function; declarations stay "
                                 "when the skeleton names them\n";
  }

private:
  int innermost(unsigned File, unsigned Line) const {
    int Best = -1;
    for (const Stmt &St : P.Stmts)
      if (St.Range.File == File && St.Range.Line <= Line &&
          Line <= St.Range.EndLine &&
          (Best < 0 || St.Range.End - St.Range.Begin <=
                           P.Stmts[Best].Range.End - P.Stmts[Best].Range.Begin))
        Best = St.Id;
    return Best;
  }

  std::string place(const Stmt &St) const {
    return P.place(St) + ": " + statementText(S, St);
  }

  std::string statement(const Stmt &St) {
    std::string Out = place(St) + "\n";
    bool Kept = St.Id < Plan.Keep.size() && Plan.Keep[St.Id];
    if (!Kept) {
      if (St.Id < E.Stays.size() && E.Stays[St.Id])
        return Out + "  stays: the text that stays names it or stands in it; "
                     "its value does not decide communication\n";
      for (const Block &B : Plan.Blocks)
        if (P.Stmts[B.First].Range.File == St.Range.File &&
            P.Stmts[B.First].Range.Begin <= St.Range.Begin &&
            St.Range.End <= P.Stmts[B.Last].Range.End)
          return Out + "  goes: it decides no communication; a part of block " +
                 std::to_string(B.Id) + " (" + B.Name + ")\n";
      return Out + "  goes: it decides no communication\n";
    }
    std::set<int> Seen;
    int Id = St.Id;
    for (;;) {
      const Reason &R = Plan.Why[Id];
      Out += "  " + reasonText(R) + "\n";
      if (R.To < 0 || !Seen.insert(Id).second)
        break;
      Id = R.To;
      Out += place(P.Stmts[Id]) + "\n";
    }
    for (const CommCall &C : Plan.Calls)
      if (C.Stmt == Id)
        Out += "  " + C.Name +
               (C.Real ? " moves data: " : " is timing only: ") + C.Why + "\n";
    return Out;
  }

  const Program &P;
  const Sources &S;
  const skel::Plan &Plan;
  const Emission &E;
};

} // namespace

bool explain(const Program &P, const Sources &S, const Plan &Plan,
             const Emission &E, const std::string &File, unsigned Line,
             std::string &Out, std::string &Error) {
  std::string Path = realPath(File);
  int Id = Path.empty() ? -1 : P.fileByPath(Path);
  for (size_t I = 0; Id < 0 && I < P.Files.size(); ++I)
    if (P.Files[I].Project && P.Files[I].Relative == File)
      Id = I;
  if (Id < 0 || !P.Files[Id].Project) {
    Error = File + ": not a file of this program";
    return false;
  }
  unsigned Lines = 1;
  for (char C : S.Text[Id])
    Lines += C == '\n';
  if (Line > Lines) {
    Error = P.place(Id, Line) + ": the file has only " + std::to_string(Lines) +
            " lines";
    return false;
  }
  Out = Explainer(P, S, Plan, E).line(Id, Line);
  return true;
}

} // namespace skel
