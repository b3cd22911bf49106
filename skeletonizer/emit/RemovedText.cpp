//===- RemovedText.cpp - takes out what does not stay ---------------------===//
//
// Walks the statement trees of kept functions and the declarations of the
// files; the text itself is handled by TextMap. Decides nothing.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/RemovedText.h"
#include "skeletonizer/model/TextMap.h"
#include <algorithm>
#include <cstring>

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

unsigned gapBefore(const Program &P, const Stmt &St) {
  if (St.Parent < 0)
    return 0;
  const Stmt &Parent = P.Stmts[St.Parent];
  unsigned Low = Parent.Range.Begin + (Parent.Kind == StmtKind::Compound);
  // A do's header is behind its body.
  if (Parent.Header.End > Low && Parent.Header.End <= St.Range.Begin)
    Low = Parent.Header.End;
  for (unsigned C : Parent.Children)
    if (P.Stmts[C].Range.End <= St.Range.Begin)
      Low = std::max(Low, P.Stmts[C].Range.End);
  return Low;
}

namespace {

class TextRemover {
public:
  TextRemover(const Program &P, const Sources &S, const Plan &Plan,
              const KeepSet &K, const std::set<std::string> &Private,
              const std::set<Place> &Bare, Edits &E,
              std::set<unsigned> &NeedsBsim)
      : P(P), S(S), K(K), Private(Private), Bare(Bare), E(E),
        NeedsBsim(NeedsBsim) {
    for (const Block &B : Plan.Blocks)
      BlockAt[B.First] = &B;
  }

  void function(const Function &F, const TextMap &M) {
    if (F.Body < 0 || P.Stmts[F.Body].Kind != StmtKind::Compound)
      return;
    Map = &M;
    RemovedReturn = false;
    findUnset(F);
    kept(P.Stmts[F.Body]);
    cutIncluded(F);
    if (RemovedReturn && !S.ReturnZero[F.Id].empty())
      addReturn(F);
  }

private:
  static bool isCompound(const Stmt &St) {
    return St.Kind == StmtKind::Compound;
  }

  // Text that is included where nothing stays: cuts leave directives alone.
  void cutIncluded(const Function &F) {
    for (const IncludedText &I : P.Included) {
      unsigned File = P.Stmts[F.Body].Range.File;
      if (I.Function != F.Id || E.removed(File, I.At))
        continue;
      int Id = P.stmtAtByte(File, I.At);
      if (Id < 0 || stays(Id))
        continue;
      const std::string &Text = S.Text[File];
      size_t Begin = I.At, End = Text.find('\n', I.At);
      // The call of a block stands in front of the directive.
      while (!BlockAt.count(Id) && Begin > 0 &&
             (Text[Begin - 1] == ' ' || Text[Begin - 1] == '\t'))
        --Begin;
      E.remove(File, unsigned(Begin),
               unsigned(End == std::string::npos ? Text.size() : End + 1));
    }
  }

  // Whether anything of the statement is left.
  bool stays(unsigned Id) const {
    const Stmt &St = P.Stmts[Id];
    // The semicolon behind a macro that brings its own braces.
    if (St.Null && St.Parent >= 0 && isCompound(P.Stmts[St.Parent])) {
      const auto &C = P.Stmts[St.Parent].Children;
      auto It = std::find(C.begin(), C.end(), Id);
      unsigned Before = It == C.begin() ? P.Stmts[St.Parent].Range.Begin + 1
                                        : P.Stmts[It[-1]].Range.End;
      // The name of a macro that is nothing here; where the text is included
      // with another one it may be a statement.
      if (!onlyComments(Before, St.Range.Begin))
        return true;
      return It != C.begin() && P.Stmts[It[-1]].FromMacro && stays(It[-1]);
    }
    if (St.Kind == StmtKind::Decl && !St.Children.empty())
      return std::any_of(
          St.Children.begin(), St.Children.end(),
          [&](unsigned C) { return K.Stmt[C] || K.CallOnly.count(C); });
    return K.Stmt[Id];
  }

  // Variables that a kept if or switch sets in some branches, where another
  // branch (which did not come back) is gone: compilers would warn.
  void findUnset(const Function &F) {
    Unset.clear();
    for (const Stmt &St : P.Stmts) {
      if (St.Function != F.Id || !K.Stmt[St.Id] ||
          (St.Kind != StmtKind::If && St.Kind != StmtKind::Case))
        continue;
      bool Gone = false;
      for (unsigned C : St.Children)
        Gone |= !stays(C);
      int Outer = St.Id;
      while (P.Stmts[Outer].Parent >= 0 &&
             (St.Kind == StmtKind::Case
                  ? P.Stmts[Outer].Kind != StmtKind::Switch
                  : P.Stmts[P.Stmts[Outer].Parent].Kind == StmtKind::If))
        Outer = P.Stmts[Outer].Parent;
      const SourceRange &R = P.Stmts[Outer].Range;
      auto It = std::lower_bound(
          S.Refs.begin(), S.Refs.end(), Place{R.File, R.Begin},
          [](const Ref &X, const Place &At) { return X.At < At; });
      for (; Gone && It != S.Refs.end() && It->At.File == R.File &&
             It->At.Offset < R.End;
           ++It)
        if (It->WriteOnly)
          Unset.insert(It->Group);
    }
  }

  bool unset(const Stmt &D) const {
    for (auto It = S.LocalGroups.lower_bound({D.Range.File, D.Range.Begin});
         It != S.LocalGroups.end() &&
         It->first < Place{D.Range.File, D.Range.End};
         ++It)
      for (unsigned G : It->second)
        if (Unset.count(G) && S.LocalScalars.count(It->first))
          return true;
    return false;
  }

  void noteReturns(const Stmt &St) {
    RemovedReturn |= St.Kind == StmtKind::Return;
    for (unsigned C : St.Children)
      noteReturns(P.Stmts[C]);
  }

  std::string callOf(const Block &B) {
    const SourceRange &F = P.Stmts[B.First].Range, &L = P.Stmts[B.Last].Range;
    NeedsBsim.insert(F.File);
    std::string Lines = std::to_string(F.Line);
    if (L.EndLine != F.Line)
      Lines += "-" + std::to_string(L.EndLine);
    return "BSIM_Add_time(BSIM_cost(" + std::to_string(B.Id) +
           paramsText(P, S, B, Private) + ")); /* " + B.Name + ": " +
           P.Files[F.File].Relative + ":" + Lines + " */";
  }

  // The block that begins at a statement or inside of removed ones.
  const Block *blockIn(const Stmt &St) const {
    auto It = BlockAt.find(St.Id);
    if (It != BlockAt.end())
      return It->second;
    for (unsigned C : St.Children)
      if (const Block *B = blockIn(P.Stmts[C]))
        return B;
    return nullptr;
  }

  // Where a statement that goes begins, with its pragmas.
  unsigned withPragmas(const Stmt &St) const {
    return Map->pragmasBegin(St.Range.Begin, gapBefore(P, St));
  }

  // The time of a block that stays, in front of it.
  void keptBlock(const Stmt &St) {
    auto It = BlockAt.find(St.Id);
    if (It == BlockAt.end())
      return;
    const SourceRange &R = St.Range;
    const Stmt *Parent = St.Parent >= 0 ? &P.Stmts[St.Parent] : nullptr;
    while (Parent && Parent->Kind == StmtKind::Label && !isWritten(*Parent))
      Parent = Parent->Parent >= 0 ? &P.Stmts[Parent->Parent] : nullptr;
    std::string Call = callOf(*It->second);
    if (Parent && isCompound(*Parent)) {
      Map->insertBefore(E, R.File, R.Begin, gapBefore(P, St), Call);
      return;
    }
    unsigned Open = Parent ? Parent->Header.End : 0;
    bool Behind = Parent && Parent->Kind != StmtKind::Do && Open < R.Begin &&
                  !Parent->FromMacro && Map->emptyButPragmas(Open, R.Begin);
    if (Behind)
      E.insert(R.File, Open, " {");
    Map->insertBefore(E, R.File, R.Begin, gapBefore(P, St),
                      (Behind ? "" : "{ ") + Call);
    E.insert(R.File, R.End,
             "\n" + Map->indentAt(Behind ? Parent->Range.Begin : R.Begin) +
                 "}");
  }

  void kept(const Stmt &St) {
    keptBlock(St);
    switch (St.Kind) {
    case StmtKind::Compound:
      compound(St);
      break;
    case StmtKind::Decl:
      declaration(St);
      break;
    case StmtKind::If:
      conditional(St);
      break;
    case StmtKind::For:
    case StmtKind::While:
    case StmtKind::Do:
    case StmtKind::Switch:
      for (unsigned C : St.Children)
        part(P.Stmts[C]);
      break;
    case StmtKind::Case:
    case StmtKind::Label:
      labelled(St);
      break;
    case StmtKind::Expr:
      expression(St);
      break;
    case StmtKind::Return:
      giveBack(St);
      break;
    default:
      break;
    }
  }

  // Whether one plain statement is left of a list that had more, or the call
  // of a block.
  bool oneLeft(const Stmt &St) const {
    if (BlockAt.count(St.Id))
      return !K.Stmt[St.Id];
    unsigned Left = 0;
    bool Changed = St.Children.size() > 1;
    for (unsigned C : St.Children) {
      const Stmt &Sub = P.Stmts[C];
      if (!stays(C)) {
        Changed = true;
        Left += blockIn(Sub) != nullptr;
        continue;
      }
      bool Plain = Sub.Kind == StmtKind::Expr || Sub.Kind == StmtKind::Return ||
                   Sub.Kind == StmtKind::Goto;
      if (!Plain || Sub.FromMacro || Sub.Null || BlockAt.count(C) ||
          K.NullReturn.count(C) || withPragmas(Sub) != Sub.Range.Begin)
        return false;
      ++Left;
    }
    return Changed && Left == 1;
  }

  bool endsLine(unsigned At) const {
    const std::string &Code = Map->code();
    size_t Next = Code.find_first_not_of(" \t", At);
    return Next != std::string::npos && Code[Next] == '\n';
  }

  // Braces on lines of their own around what needs none any more.
  void cutBraces(const Stmt &St) {
    const Stmt &Parent = P.Stmts[St.Parent];
    if (!isCompound(St) || St.FromMacro || Parent.FromMacro ||
        (Parent.Kind != StmtKind::If && Parent.Kind != StmtKind::For &&
         Parent.Kind != StmtKind::While) ||
        St.Range.Line == St.Range.EndLine || !oneLeft(St))
      return;
    if (onlyCode(St))
      removeBraces(St);
  }

  // No directive is left in a statement.
  bool onlyCode(const Stmt &St) const {
    const std::string &Code = Map->code();
    for (size_t At = Code.find('#', St.Range.Begin); At < St.Range.End;
         At = Code.find('#', At + 1))
      if (!E.removed(St.Range.File, unsigned(At)))
        return false;
    return true;
  }

  // Whether no eye takes the statement behind for a part of this one, nor
  // compilers that warn.
  bool isClosed(const Stmt &St) const {
    if (isCompound(St))
      return !E.removed(St.Range.File, St.Range.Begin);
    if (St.Kind == StmtKind::Expr || St.Kind == StmtKind::Decl)
      return true;
    for (auto C = St.Children.rbegin(); C != St.Children.rend(); ++C)
      if (stays(*C) || *C == St.Children.front())
        return isCompound(P.Stmts[*C])
                   ? isClosed(P.Stmts[*C])
                   : P.Stmts[*C].Kind == StmtKind::If && isClosed(P.Stmts[*C]);
    return false;
  }

  // A block of its own where the text in front of it is gone.
  bool isBare(const Stmt &St, const Stmt *Before) const {
    if (!isCompound(St) || St.FromMacro || BlockAt.count(St.Id) ||
        !Bare.count({St.Range.File, St.Range.Begin}) || !onlyCode(St) ||
        (Before && !isClosed(*Before)))
      return false;
    return std::none_of(St.Children.begin(), St.Children.end(),
                        [&](unsigned C) {
                          return P.Stmts[C].Kind == StmtKind::Decl && stays(C);
                        });
  }

  // Of a compound, with the lines that they have for themselves.
  void removeBraces(const Stmt &St) {
    const Stmt &Parent = P.Stmts[St.Parent];
    const std::string &Code = Map->code();
    for (unsigned At : {St.Range.Begin, St.Range.End - 1}) {
      unsigned Begin = At, End = At + 1;
      while (Begin > 0 && (Code[Begin - 1] == ' ' || Code[Begin - 1] == '\t'))
        --Begin;
      while (End < Code.size() && (Code[End] == ' ' || Code[End] == '\t'))
        ++End;
      bool Own = Begin > 0 && Code[Begin - 1] == '\n';
      bool Line = Own && Code[End] == '\n';
      // The else behind it goes.
      bool Last = At == St.Range.End - 1 && Parent.Kind == StmtKind::If &&
                  Parent.Children.size() == 2 && Parent.Children[0] == St.Id &&
                  !stays(Parent.Children[1]) &&
                  !blockIn(P.Stmts[Parent.Children[1]]) &&
                  Code.find('#', At) >= P.Stmts[Parent.Children[1]].Range.End;
      // A comment behind it stays.
      if (Line && S.Text[St.Range.File].compare(Begin, End - Begin, Code, Begin,
                                                End - Begin) == 0)
        E.remove(St.Range.File, Begin, End + 1);
      else if (Last && Own && endsLine(P.Stmts[Parent.Children[1]].Range.End))
        E.remove(
            St.Range.File, Begin,
            unsigned(Code.find('\n', P.Stmts[Parent.Children[1]].Range.End)) +
                1);
      else if (Code[End] == '\n')
        E.remove(St.Range.File, Begin, At + 1);
      else
        E.remove(St.Range.File, At, End);
    }
  }

  // The body of a control statement: something must be left of it.
  void part(const Stmt &St) {
    cutBraces(St);
    if (isCompound(St) && !St.Children.empty() && nothingLeft(St) &&
        onlyCode(St)) {
      noteReturns(St);
      E.replace(St.Range.File, St.Range.Begin + 1, St.Range.End - 1, " ");
      return;
    }
    if (stays(St.Id)) {
      kept(St);
      return;
    }
    if (isCompound(St) && !St.FromMacro) {
      auto It = BlockAt.find(St.Id);
      if (It == BlockAt.end()) {
        compound(St);
        return;
      }
      noteReturns(St);
      unsigned Begin = St.Range.Begin + 1, End = St.Range.End - 1;
      if (St.Children.empty())
        return;
      const SourceRange &First = P.Stmts[St.Children.front()].Range;
      const SourceRange &Last = P.Stmts[St.Children.back()].Range;
      Map->cut(E, First.File, First.Begin, Last.End, Begin, End,
               callOf(*It->second));
      return;
    }
    noteReturns(St);
    const Block *B = blockIn(St);
    unsigned Begin = withPragmas(St);
    if (B) {
      E.replace(St.Range.File, Begin, St.Range.End, callOf(*B));
      return;
    }
    // Braces behind the header.
    const Stmt &Control = P.Stmts[St.Parent];
    bool Lines = Control.Kind != StmtKind::Do && !Control.FromMacro &&
                 Control.Header.End < Begin &&
                 onlyComments(Control.Header.End, Begin);
    if (Lines)
      Begin = Control.Header.End;
    E.replace(St.Range.File, Begin, St.Range.End, Lines ? " { }" : "{ }");
  }

  bool onlyComments(unsigned Begin, unsigned End) const {
    const std::string &Code = Map->code();
    for (unsigned I = Begin; I < End; ++I)
      if (!isspace((unsigned char)Code[I]))
        return false;
    return true;
  }

  bool nothingLeft(const Stmt &St) const {
    if (blockIn(St) || BlockAt.count(St.Id) || St.FromMacro)
      return false;
    if (!isCompound(St))
      return !stays(St.Id);
    return std::all_of(St.Children.begin(), St.Children.end(),
                       [&](unsigned C) { return nothingLeft(P.Stmts[C]); });
  }

  // Whether the condition but for the call is plain comparison with constants.
  bool comparesOnly(const Stmt &St, const Call &C) const {
    const std::string &Code = Map->code();
    size_t Open = Code.find('(', St.Header.Begin);
    if (Open >= C.Begin)
      return false;
    std::string Rest = Code.substr(Open, C.Begin - Open) + " " +
                       Code.substr(C.End, St.Header.End - C.End);
    for (size_t I = 0; I < Rest.size(); ++I) {
      unsigned char X = Rest[I];
      if (!isspace(X) && !isdigit(X) && !isupper(X) && !strchr("_()!<>=-", X))
        return false;
      bool Compares = I > 0 && strchr("=!<>", Rest[I - 1]);
      if (X == '=' && !Compares && Rest.compare(I, 2, "==") != 0)
        return false;
      if (X == '-' && Rest.compare(I, 2, "--") == 0)
        return false;
    }
    return true;
  }

  // "if (f(x) < 0) { }" is f(x); of a function of the program: those of the C
  // library may want their result to be looked at.
  bool callAlone(const Stmt &St) {
    for (unsigned C : St.Children)
      if (!nothingLeft(P.Stmts[C]))
        return false;
    const Call *Only = nullptr;
    for (const Call &C : P.Calls)
      if (C.Stmt == int(St.Id)) {
        if (Only)
          return false;
        Only = &C;
      }
    if (!Only || St.FromMacro || Only->FromMacro || Only->Begin >= Only->End ||
        Only->File != St.Range.File || Only->Begin < St.Header.Begin ||
        Only->End > St.Header.End || !comparesOnly(St, *Only) ||
        S.Text[St.Range.File].find('#', St.Range.Begin) < St.Range.End ||
        std::none_of(P.Functions.begin(), P.Functions.end(),
                     [&](const Function &F) { return F.Name == Only->Callee; }))
      return false;
    for (unsigned C : St.Children)
      noteReturns(P.Stmts[C]);
    E.remove(St.Range.File, St.Range.Begin, Only->Begin);
    E.replace(St.Range.File, Only->End, St.Range.End, ";");
    return true;
  }

  // Of "if (1)" the part that runs.
  bool constant(const Stmt &St) {
    int Part = St.Constant < 0 || !onlyCode(St) ? -1 : constantPart(St);
    if (Part < 0 || !stays(unsigned(Part)))
      return false;
    const Stmt &Runs = P.Stmts[Part];
    for (unsigned C : St.Children)
      if (int(C) != Part)
        noteReturns(P.Stmts[C]);
    E.remove(St.Range.File, St.Range.Begin, Runs.Range.Begin);
    if (Runs.Range.End < St.Range.End)
      E.remove(St.Range.File, Runs.Range.End, St.Range.End);
    kept(Runs);
    return true;
  }

  void conditional(const Stmt &St) {
    if (St.Children.empty() || constant(St) || callAlone(St))
      return;
    const Stmt &Then = P.Stmts[St.Children[0]];
    part(Then);
    if (St.Children.size() < 2)
      return;
    const Stmt &Else = P.Stmts[St.Children[1]];
    if (stays(Else.Id) || blockIn(Else)) {
      part(Else);
      return;
    }
    noteReturns(Else);
    Map->replace(E, St.Range.File, Then.Range.End, Else.Range.End, "");
  }

  unsigned lineOf(unsigned At) const {
    return At ? unsigned(Map->code().rfind('\n', At - 1) + 1) : 0;
  }

  // Whether a label stays in the text.
  bool isWritten(const Stmt &Label) const {
    return Label.Kind == StmtKind::Case || K.LabelText.count(Label.Id);
  }

  void labelled(const Stmt &St) {
    bool Text = isWritten(St);
    if (St.Children.empty())
      return;
    const Stmt &Sub = P.Stmts[St.Children[0]];
    if (!Text && stays(Sub.Id)) {
      // With the line that it has for itself.
      unsigned Begin = lineOf(St.Header.Begin), End = lineOf(Sub.Range.Begin);
      if (!onlyComments(Begin, St.Header.Begin) || End <= St.Header.End ||
          !onlyComments(End, Sub.Range.Begin)) {
        Begin = St.Header.Begin;
        End = Sub.Range.Begin;
      }
      E.remove(St.Range.File, Begin, Sub.FromMacro ? St.Header.End : End);
      kept(Sub);
    } else if (stays(Sub.Id)) {
      kept(Sub);
    } else if (isCompound(Sub) && !blockIn(Sub)) {
      part(Sub);
    } else {
      noteReturns(Sub);
      const Block *B = blockIn(Sub);
      unsigned Next = 0;
      if (!B && !Sub.FromMacro && statementFollows(St, Next))
        Map->cut(E, Sub.Range.File, Sub.Range.Begin, Sub.Range.End,
                 St.Header.End, Next, "");
      else
        E.replace(Sub.Range.File, withPragmas(Sub), Sub.Range.End,
                  B ? callOf(*B) : ";");
    }
  }

  // Whether a statement that stays follows in the same list, which a label in
  // front of it can label as well.
  bool statementFollows(const Stmt &St, unsigned &Begin) const {
    if (St.Parent < 0 || !isCompound(P.Stmts[St.Parent]))
      return false;
    const auto &C = P.Stmts[St.Parent].Children;
    auto It = std::find(C.begin(), C.end(), St.Id) + 1;
    if (It != C.end())
      Begin = P.Stmts[*It].Range.Begin;
    for (; It != C.end(); ++It)
      if (blockIn(P.Stmts[*It]))
        return true;
      else if (stays(*It))
        return P.Stmts[*It].Kind != StmtKind::Decl;
    return false;
  }

  // Of "x = f(y) + 1;" the call alone.
  void expression(const Stmt &St) {
    auto It = K.CallOnly.find(St.Id);
    if (It == K.CallOnly.end())
      return;
    // "(void)f(x);" says the same.
    std::string Front;
    for (unsigned I = St.Range.Begin; I < It->second->Begin; ++I)
      if (!isspace((unsigned char)Map->code()[I]))
        Front += Map->code()[I];
    if (Front == "(void)")
      return;
    Map->replace(E, St.Range.File, St.Range.Begin, It->second->Begin, "");
    Map->replace(E, St.Range.File, It->second->End, St.Range.End, ";");
  }

  void giveBack(const Stmt &St) {
    if (!K.NullReturn.count(St.Id))
      return;
    const std::string &Zero = S.ReturnZero[St.Function];
    auto It = K.CallOnly.find(St.Id);
    if (It == K.CallOnly.end()) {
      E.replace(St.Range.File, St.Range.Begin, St.Range.End, Zero);
      return;
    }
    bool InList = St.Parent >= 0 && isCompound(P.Stmts[St.Parent]);
    Map->replace(E, St.Range.File, St.Range.Begin, It->second->Begin,
                 InList ? "" : "{ ");
    Map->replace(E, St.Range.File, It->second->End, St.Range.End,
                 InList ? ";\n" + Map->indentAt(St.Range.Begin) + Zero
                        : "; " + Zero + " }");
  }

  // The part of a declarator that stays ends here; Zero says whether a value
  // stands in for the initialiser.
  unsigned declaratorEnd(const Stmt &D, bool &Zero) {
    Zero = false;
    if (!D.FromMacro && initialiserOf(S, D) >= D.Range.End) {
      Zero = unset(D);
      return D.Range.End;
    }
    if (!K.NoInit.count(D.Id) || D.FromMacro)
      return D.Range.End;
    const std::string &Text = S.Text[D.Range.File];
    unsigned Begin = initialiserOf(S, D);
    if (Begin >= D.Range.End)
      return D.Range.End;
    bool Scalar = false;
    for (auto It = S.LocalScalars.lower_bound({D.Range.File, D.Range.Begin});
         It != S.LocalScalars.end() && *It < Place{D.Range.File, Begin}; ++It)
      Scalar = true;
    std::string Init = Text.substr(Begin, D.Range.End - Begin);
    if (Scalar &&
        (Init.substr(Init.find_first_not_of("= ")) == "NULL" ||
         Init.find_first_not_of("= 0123456789.-eEfFuUlL") == std::string::npos))
      return D.Range.End; // a plain number
    Zero = Scalar && !K.CallOnly.count(D.Id);
    // "int a[] = ..." has its size from the initialiser.
    size_t Open = Text.find('[', D.Range.Begin);
    size_t Close = Text.find_first_not_of(" \t\n", Open + 1);
    if (D.Extent && Open < Begin && Text[Close] == ']')
      E.insert(D.Range.File, unsigned(Close), std::to_string(D.Extent));
    return Begin;
  }

  // Names and calls that stay of a declaration, in their order: a call ends
  // the declaration, a name behind it begins a new one.
  void declaration(const Stmt &St) {
    const std::string &Text = S.Text[St.Range.File];
    struct Piece {
      unsigned Begin, End;
      bool Name, Zero;
      size_t Index;
    };
    std::vector<Piece> Pieces;
    for (size_t I = 0; I < St.Children.size(); ++I) {
      const Stmt &D = P.Stmts[St.Children[I]];
      if (K.Stmt[D.Id]) {
        bool Zero;
        unsigned End = declaratorEnd(D, Zero);
        Pieces.push_back({D.Range.Begin, End, true, Zero, I});
      }
      auto Only = K.CallOnly.find(D.Id);
      if (Only != K.CallOnly.end())
        Pieces.push_back(
            {Only->second->Begin, Only->second->End, false, false, I});
    }
    if (Pieces.empty())
      return;
    unsigned First = P.Stmts[St.Children.front()].Range.Begin;
    std::string Specifiers =
        Text.substr(St.Range.Begin, First - St.Range.Begin);
    unsigned At = St.Range.Begin;
    const Piece *Before = nullptr;
    for (const Piece &X : Pieces) {
      std::string Between = Before ? (Before->Zero ? " = 0" : "") : "";
      if (!Before)
        Between = X.Name ? Specifiers : "";
      else if (!X.Name)
        Between += "; ";
      else
        Between += Before->Name ? ", " : "; " + Specifiers;
      bool Neighbours =
          Before && Before->Name && X.Name && !Before->Zero &&
          Before->Index + 1 == X.Index &&
          Before->End == P.Stmts[St.Children[Before->Index]].Range.End;
      if (!Neighbours && Text.substr(At, X.Begin - At) != Between)
        E.replace(St.Range.File, At, X.Begin, Between);
      At = X.End;
      Before = &X;
    }
    std::string Tail = std::string(Before->Zero ? " = 0" : "") + ";";
    if (Text.substr(At, St.Range.End - At) != Tail)
      E.replace(St.Range.File, At, St.Range.End, Tail);
  }

  void compound(const Stmt &St) {
    const auto &C = St.Children;
    unsigned Open = St.Range.Begin, Close = St.Range.End;
    const std::string &Text = S.Text[St.Range.File];
    if (Open < Text.size() && Text[Open] == '{')
      ++Open;
    if (Close > 0 && Text[Close - 1] == '}')
      --Close;
    unsigned Before = Open; // end of what stays in front
    const Stmt *Last = nullptr;
    for (size_t I = 0; I < C.size();) {
      if (stays(C[I])) {
        if (isBare(P.Stmts[C[I]], Last))
          removeBraces(P.Stmts[C[I]]);
        kept(P.Stmts[C[I]]);
        Last = &P.Stmts[C[I]];
        Before = P.Stmts[C[I]].Range.End;
        ++I;
        continue;
      }
      size_t End = I;
      while (End < C.size() && !stays(C[End]))
        ++End;
      unsigned After = End < C.size() ? P.Stmts[C[End]].Range.Begin : Close;
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
      auto It = BlockAt.find(C[I]);
      const Block *B = It != BlockAt.end() ? It->second : Pending;
      Pending = nullptr;
      if (B)
        Call = callOf(*B);
      else if (const Block *Inner = blockIn(P.Stmts[C[I]]))
        Call = callOf(*Inner);
      while (Next < End && !BlockAt.count(C[Next]) &&
             !blockIn(P.Stmts[C[Next]]))
        ++Next;
      for (size_t J = I; J < Next; ++J)
        noteReturns(P.Stmts[C[J]]);
      const SourceRange &First = P.Stmts[C[I]].Range,
                        &Last = P.Stmts[C[Next - 1]].Range;
      unsigned High = Next < End ? P.Stmts[C[Next]].Range.Begin : After;
      Map->cut(E, First.File, First.Begin, Last.End, Before, High, Call);
      if (!Call.empty())
        Before = Last.End;
      I = Next;
    }
  }

  // Control must not run into the end of a function with a result.
  void addReturn(const Function &F) {
    const Stmt &Body = P.Stmts[F.Body];
    if (F.Name == "main")
      return;
    for (auto It = Body.Children.rbegin(); It != Body.Children.rend(); ++It)
      if (stays(*It)) {
        if (P.Stmts[*It].Kind == StmtKind::Return)
          return;
        break;
      }
    const std::string &Text = S.Text[Body.Range.File];
    unsigned At = Body.Range.End - 1;
    unsigned Line = At;
    while (Line > 0 && (Text[Line - 1] == ' ' || Text[Line - 1] == '\t'))
      --Line;
    if (Line > 0 && Text[Line - 1] == '\n') {
      std::string Indent =
          Body.Children.empty()
              ? "    "
              : Map->indentAt(P.Stmts[Body.Children[0]].Range.Begin);
      E.insert(Body.Range.File, Line, Indent + S.ReturnZero[F.Id] + "\n");
    } else {
      E.insert(Body.Range.File, At, S.ReturnZero[F.Id] + " ");
    }
  }

  const Program &P;
  const Sources &S;
  const KeepSet &K;
  const std::set<std::string> &Private;
  const std::set<Place> &Bare;
  Edits &E;
  std::set<unsigned> &NeedsBsim;
  std::map<unsigned, const Block *> BlockAt;
  const Block *Pending = nullptr;
  const TextMap *Map = nullptr;
  bool RemovedReturn = false;
  std::set<unsigned> Unset; ///< groups
};

} // namespace

void removeStatements(const Program &P, const Sources &S, const Plan &Plan,
                      const KeepSet &K, const std::set<std::string> &Private,
                      const std::set<Place> &Bare, Edits &E,
                      std::set<unsigned> &NeedsBsim) {
  TextRemover C(P, S, Plan, K, Private, Bare, E, NeedsBsim);
  for (size_t File = 0; File < P.Files.size(); ++File) {
    if (!P.Files[File].Project)
      continue;
    TextMap Map(S.Text[File], S.inlinePragmas(File));
    for (const Function &F : P.Functions)
      if (F.Range.File == File && K.Fn[F.Id])
        C.function(F, Map);
  }
  for (const Hole &H : K.Unread)
    E.remove(H.File, H.Begin, H.End);
}

} // namespace skel
