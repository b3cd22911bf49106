//===- RemovedText.cpp - takes out what does not stay ---------------------===//
//
// Walks the statement trees of kept functions and the declarations of the
// files; the text itself is handled by TextMap. Decides nothing.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/RemovedText.h"
#include "skeletonizer/emit/Braces.h"
#include "skeletonizer/emit/CallsAlone.h"
#include "skeletonizer/emit/LocalDeclarations.h"
#include "skeletonizer/emit/StayingText.h"
#include "skeletonizer/model/TextMap.h"

namespace skel {

std::string paramsText(const Program &P, const Sources &S, const Block &B,
                       const std::set<std::string> &Private) {
  std::string Out;
  for (const std::string &Text : B.Params) {
    Out += ", ";
    size_t At = 0;
    eachIdentifier(Text, [&](size_t Begin, size_t End) {
      std::string Name = Text.substr(Begin, End - Begin);
      ParamName N = findParamName(P, S, B, Name);
      if (N.StaticKey.empty() || !Private.count(N.StaticKey))
        return;
      Out += Text.substr(At, Begin - At) + "BSIM_G(" + Name + ")";
      At = End;
    });
    Out += Text.substr(At);
  }
  return Out;
}

// Text that is included where nothing stays: cuts leave directives alone.
static void cutIncluded(const StayingText &T, const Function &F) {
  for (const IncludedText &I : T.P.Included) {
    unsigned File = T.P.Stmts[F.Body].Range.File;
    if (I.Function != F.Id || T.E.removed(File, I.At))
      continue;
    int Id = T.P.stmtAtByte(File, I.At);
    if (Id < 0 || T.stays(Id))
      continue;
    const std::string &Text = T.S.Text[File];
    size_t Begin = I.At, End = Text.find('\n', I.At);
    // The call of a block stands in front of the directive.
    while (!T.blockAt(Id) && Begin > 0 &&
           (Text[Begin - 1] == ' ' || Text[Begin - 1] == '\t'))
      --Begin;
    T.E.remove(File, unsigned(Begin),
               unsigned(End == std::string::npos ? Text.size() : End + 1));
  }
}

namespace {

class TextRemover {
public:
  TextRemover(StayingText &T, const std::set<std::string> &Private,
              const std::set<Place> &Bare, std::set<unsigned> &NeedsBsim)
      : T(T), Local(T), Private(Private), Bare(Bare), NeedsBsim(NeedsBsim) {}

  void function(const Function &F) {
    if (F.Body < 0 || !isCompound(T.P.Stmts[F.Body]))
      return;
    RemovedReturn = false;
    Local.findUnset(F);
    kept(T.P.Stmts[F.Body]);
    cutIncluded(T, F);
    if (RemovedReturn && !T.S.ReturnZero[F.Id].empty())
      addReturn(T, F);
  }

private:
  void noteReturns(const Stmt &St) {
    RemovedReturn |= St.Kind == StmtKind::Return;
    for (unsigned C : St.Children)
      noteReturns(T.P.Stmts[C]);
  }

  std::string callOf(const Block &B) {
    const SourceRange &F = T.P.Stmts[B.First].Range,
                      &L = T.P.Stmts[B.Last].Range;
    NeedsBsim.insert(F.File);
    std::string Lines = std::to_string(F.Line);
    if (L.EndLine != F.Line)
      Lines += "-" + std::to_string(L.EndLine);
    return "BSIM_Add_time(BSIM_cost(" + std::to_string(B.Id) +
           paramsText(T.P, T.S, B, Private) + ")); /* " + B.Name + ": " +
           T.P.Files[F.File].Relative + ":" + Lines + " */";
  }

  // The time of a block that stays, in front of it.
  void keptBlock(const Stmt &St) {
    const Block *B = T.blockAt(St.Id);
    if (!B)
      return;
    const SourceRange &R = St.Range;
    const Stmt *Parent = St.Parent >= 0 ? &T.P.Stmts[St.Parent] : nullptr;
    while (Parent && Parent->Kind == StmtKind::Label && !T.isWritten(*Parent))
      Parent = Parent->Parent >= 0 ? &T.P.Stmts[Parent->Parent] : nullptr;
    std::string Call = callOf(*B);
    if (Parent && isCompound(*Parent)) {
      T.map().insertBefore(T.E, R.File, R.Begin, gapBefore(T.P, St), Call);
      return;
    }
    unsigned Open = Parent ? Parent->Header.End : 0;
    bool Behind = Parent && Parent->Kind != StmtKind::Do && Open < R.Begin &&
                  !Parent->FromMacro && T.map().emptyButPragmas(Open, R.Begin);
    if (Behind)
      T.E.insert(R.File, Open, " {");
    T.map().insertBefore(T.E, R.File, R.Begin, gapBefore(T.P, St),
                         (Behind ? "" : "{ ") + Call);
    T.E.insert(R.File, R.End,
               "\n" + T.map().indentAt(Behind ? Parent->Range.Begin : R.Begin) +
                   "}");
  }

  void kept(const Stmt &St) {
    keptBlock(St);
    switch (St.Kind) {
    case StmtKind::Compound:
      compound(St);
      break;
    case StmtKind::Decl:
      Local.remove(St);
      break;
    case StmtKind::If:
      conditional(St);
      break;
    case StmtKind::For:
    case StmtKind::While:
    case StmtKind::Do:
    case StmtKind::Switch:
      for (unsigned C : St.Children)
        part(T.P.Stmts[C]);
      break;
    case StmtKind::Case:
    case StmtKind::Label:
      labelled(St);
      break;
    case StmtKind::Expr:
      leaveCall(T, St);
      break;
    case StmtKind::Return:
      returnZero(T, St);
      break;
    default:
      break;
    }
  }

  // The body of a control statement: something must be left of it.
  void part(const Stmt &St) {
    cutBraces(T, St);
    if (isCompound(St) && !St.Children.empty() && T.nothingLeft(St) &&
        T.onlyCode(St)) {
      noteReturns(St);
      T.E.replace(St.Range.File, St.Range.Begin + 1, St.Range.End - 1, " ");
      return;
    }
    if (T.stays(St.Id)) {
      kept(St);
      return;
    }
    if (isCompound(St) && !St.FromMacro) {
      const Block *B = T.blockAt(St.Id);
      if (!B) {
        compound(St);
        return;
      }
      noteReturns(St);
      unsigned Begin = St.Range.Begin + 1, End = St.Range.End - 1;
      if (St.Children.empty())
        return;
      const SourceRange &First = T.P.Stmts[St.Children.front()].Range;
      const SourceRange &Last = T.P.Stmts[St.Children.back()].Range;
      T.map().cut(T.E, First.File, First.Begin, Last.End, Begin, End,
                  callOf(*B));
      return;
    }
    noteReturns(St);
    const Block *B = T.blockIn(St);
    unsigned Begin = T.withPragmas(St);
    if (B) {
      T.E.replace(St.Range.File, Begin, St.Range.End, callOf(*B));
      return;
    }
    // Braces behind the header.
    const Stmt &Control = T.P.Stmts[St.Parent];
    bool Lines = Control.Kind != StmtKind::Do && !Control.FromMacro &&
                 Control.Header.End < Begin &&
                 T.onlyBlanks(Control.Header.End, Begin);
    if (Lines)
      Begin = Control.Header.End;
    T.E.replace(St.Range.File, Begin, St.Range.End, Lines ? " { }" : "{ }");
  }

  // Of "if (f(x) < 0) { }" the call.
  bool callAlone(const Stmt &St) {
    const Call *Only = onlyCallOf(T, St);
    if (!Only)
      return false;
    for (unsigned C : St.Children)
      noteReturns(T.P.Stmts[C]);
    T.E.remove(St.Range.File, St.Range.Begin, Only->Begin);
    T.E.replace(St.Range.File, Only->End, St.Range.End, ";");
    return true;
  }

  // Of "if (1)" the part that runs.
  bool constant(const Stmt &St) {
    int Part = St.Constant < 0 || !T.onlyCode(St) ? -1 : constantPart(St);
    if (Part < 0 || !T.stays(unsigned(Part)))
      return false;
    const Stmt &Runs = T.P.Stmts[Part];
    for (unsigned C : St.Children)
      if (int(C) != Part)
        noteReturns(T.P.Stmts[C]);
    T.E.remove(St.Range.File, St.Range.Begin, Runs.Range.Begin);
    if (Runs.Range.End < St.Range.End)
      T.E.remove(St.Range.File, Runs.Range.End, St.Range.End);
    kept(Runs);
    return true;
  }

  void conditional(const Stmt &St) {
    if (St.Children.empty() || constant(St) || callAlone(St))
      return;
    const Stmt &Then = T.P.Stmts[St.Children[0]];
    part(Then);
    if (St.Children.size() < 2)
      return;
    const Stmt &Else = T.P.Stmts[St.Children[1]];
    if (T.stays(Else.Id) || T.blockIn(Else)) {
      part(Else);
      return;
    }
    noteReturns(Else);
    T.map().replace(T.E, St.Range.File, Then.Range.End, Else.Range.End, "");
  }

  void labelled(const Stmt &St) {
    bool Text = T.isWritten(St);
    if (St.Children.empty())
      return;
    const Stmt &Sub = T.P.Stmts[St.Children[0]];
    if (!Text && T.stays(Sub.Id)) {
      // With the line that it has for itself.
      unsigned Begin = T.lineOf(St.Header.Begin),
               End = T.lineOf(Sub.Range.Begin);
      if (!T.onlyBlanks(Begin, St.Header.Begin) || End <= St.Header.End ||
          !T.onlyBlanks(End, Sub.Range.Begin)) {
        Begin = St.Header.Begin;
        End = Sub.Range.Begin;
      }
      T.E.remove(St.Range.File, Begin, Sub.FromMacro ? St.Header.End : End);
      kept(Sub);
    } else if (T.stays(Sub.Id)) {
      kept(Sub);
    } else if (isCompound(Sub) && !T.blockIn(Sub)) {
      part(Sub);
    } else {
      noteReturns(Sub);
      const Block *B = T.blockIn(Sub);
      unsigned Next = 0;
      if (!B && !Sub.FromMacro && T.statementFollows(St, Next))
        T.map().cut(T.E, Sub.Range.File, Sub.Range.Begin, Sub.Range.End,
                    St.Header.End, Next, "");
      else
        T.E.replace(Sub.Range.File, T.withPragmas(Sub), Sub.Range.End,
                    B ? callOf(*B) : ";");
    }
  }

  void compound(const Stmt &St) {
    const auto &C = St.Children;
    unsigned Open = St.Range.Begin, Close = St.Range.End;
    const std::string &Text = T.S.Text[St.Range.File];
    if (Open < Text.size() && Text[Open] == '{')
      ++Open;
    if (Close > 0 && Text[Close - 1] == '}')
      --Close;
    unsigned Before = Open; // end of what stays in front
    const Stmt *Last = nullptr;
    for (size_t I = 0; I < C.size();) {
      if (T.stays(C[I])) {
        if (isBare(T, T.P.Stmts[C[I]], Last, Bare))
          removeBraces(T, T.P.Stmts[C[I]]);
        kept(T.P.Stmts[C[I]]);
        Last = &T.P.Stmts[C[I]];
        Before = T.P.Stmts[C[I]].Range.End;
        ++I;
        continue;
      }
      size_t End = I;
      while (End < C.size() && !T.stays(C[End]))
        ++End;
      unsigned After = End < C.size() ? T.P.Stmts[C[End]].Range.Begin : Close;
      run(C, I, End, Before, After);
      I = End;
    }
  }

  // Removed siblings [I, End), with a call for each block in them.
  void run(const std::vector<unsigned> &C, size_t I, size_t End,
           unsigned Before, unsigned After) {
    while (I < End) {
      size_t Next = I + 1;
      std::string Call;
      if (const Block *B = T.blockIn(T.P.Stmts[C[I]]))
        Call = callOf(*B);
      while (Next < End && !T.blockAt(C[Next]) &&
             !T.blockIn(T.P.Stmts[C[Next]]))
        ++Next;
      for (size_t J = I; J < Next; ++J)
        noteReturns(T.P.Stmts[C[J]]);
      const SourceRange &First = T.P.Stmts[C[I]].Range,
                        &Last = T.P.Stmts[C[Next - 1]].Range;
      unsigned High = Next < End ? T.P.Stmts[C[Next]].Range.Begin : After;
      T.map().cut(T.E, First.File, First.Begin, Last.End, Before, High, Call);
      if (!Call.empty())
        Before = Last.End;
      I = Next;
    }
  }

  StayingText &T;
  LocalDeclarations Local;
  const std::set<std::string> &Private;
  const std::set<Place> &Bare;
  std::set<unsigned> &NeedsBsim;
  bool RemovedReturn = false;
};

} // namespace

void removeStatements(const Program &P, const Sources &S, const Plan &Plan,
                      const KeepSet &K, const std::set<std::string> &Private,
                      const std::set<Place> &Bare, Edits &E,
                      std::set<unsigned> &NeedsBsim) {
  StayingText T(P, S, Plan, K, E);
  TextRemover Remover(T, Private, Bare, NeedsBsim);
  for (size_t File = 0; File < P.Files.size(); ++File) {
    if (!P.Files[File].Project)
      continue;
    TextMap Map(S.Text[File], S.inlinePragmas(File));
    T.setFile(Map);
    for (const Function &F : P.Functions)
      if (F.Range.File == File && K.Fn[F.Id])
        Remover.function(F);
  }
  for (const Hole &H : K.Unread)
    E.remove(H.File, H.Begin, H.End);
}

} // namespace skel
