//===- StatementTree.cpp - the statements of one unit's AST ---------------===//
//
// Builds Program's statement tree and list of calls. Decides nothing about
// what is kept.
//
// Macros: a statement whose first and last token come out of one expansion is
// a unit of kind Macro (or stays Expr, Return, ... when it has no parts).
// Siblings that share an expansion are one unit. A loop whose header is a
// macro and whose body is written out keeps its structure.
//
//===----------------------------------------------------------------------===//
#include "StatementTree.h"
#include "Units.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>
#include <set>

using namespace clang;

namespace skel {

//===----------------------------------------------------------------------===//
// FileTable
//===----------------------------------------------------------------------===//

void FileTable::enter(const SourceManager &NewSM, const LangOptions &NewLO) {
  SM = &NewSM;
  LO = &NewLO;
  IdOf.clear();
}

int FileTable::fileId(SourceLocation Loc) {
  FileID Id = SM->getFileID(Loc);
  auto It = IdOf.find(Id.getHashValue());
  if (It != IdOf.end())
    return It->second;
  int Result = -1;
  if (OptionalFileEntryRef Entry = SM->getFileEntryRefForID(Id)) {
    std::string Name = Entry->getName().str();
    if (!Name.empty() && Name[0] != '/') {
      llvm::SmallString<256> Absolute(Name);
      SM->getFileManager().makeAbsolutePath(Absolute);
      Name = Absolute.str().str();
    }
    std::string Path = realPath(Name);
    if (Path.empty())
      Path = Name;
    for (size_t I = 0; I < Prog.Files.size() && Result < 0; ++I)
      if (Prog.Files[I].Path == Path)
        Result = I;
    if (Result < 0) {
      SourceFile F;
      F.Path = Path;
      F.Project = isBelow(Path, Prog.Root) && Path != Prog.Root &&
                  !SrcMgr::isSystem(SM->getFileCharacteristic(Loc));
      F.Relative =
          F.Project ? Path.substr(Prog.Root == "/" ? 1 : Prog.Root.size() + 1)
                    : Path;
      Result = Prog.Files.size();
      Prog.Files.push_back(F);
    }
  }
  IdOf[Id.getHashValue()] = Result;
  return Result;
}

bool FileTable::isProject(SourceLocation Loc) {
  if (Loc.isInvalid())
    return false;
  int File = fileId(SM->getExpansionLoc(Loc));
  return File >= 0 && Prog.Files[File].Project;
}

SourceRange FileTable::bytes(FileID Id, unsigned Begin, unsigned End) {
  SourceRange R;
  R.File = fileId(SM->getLocForStartOfFile(Id));
  R.Begin = Begin;
  R.End = End;
  R.Line = SM->getLineNumber(Id, Begin);
  R.Col = SM->getColumnNumber(Id, Begin);
  R.EndLine = SM->getLineNumber(Id, End);
  R.EndCol = SM->getColumnNumber(Id, End);
  return R;
}

bool FileTable::expansionRange(SourceLocation Begin, SourceLocation End,
                               SourceRange &Out) {
  if (Begin.isInvalid() || End.isInvalid())
    return false;
  SourceLocation B = SM->getExpansionLoc(Begin);
  SourceLocation E = SM->getExpansionRange(End).getEnd();
  auto BD = SM->getDecomposedLoc(B), ED = SM->getDecomposedLoc(E);
  if (BD.first != ED.first || BD.second > ED.second || fileId(B) < 0)
    return false;
  unsigned Stop = ED.second + Lexer::MeasureTokenLength(E, *SM, *LO);
  Out = bytes(BD.first, BD.second, Stop);
  return true;
}

unsigned FileTable::afterSemicolon(FileID Id, unsigned Offset) {
  StringRef Text = SM->getBufferData(Id);
  size_t I = Offset;
  while (I < Text.size()) {
    if (isWhitespace(Text[I])) {
      ++I;
    } else if (Text.substr(I).starts_with("/*")) {
      size_t Close = Text.find("*/", I + 2);
      if (Close == StringRef::npos)
        return Offset;
      I = Close + 2;
    } else if (Text.substr(I).starts_with("//")) {
      I = std::min(Text.find('\n', I), Text.size());
    } else {
      return Text[I] == ';' ? I + 1 : Offset;
    }
  }
  return Offset;
}

unsigned FileTable::declaratorBegin(FileID Id, unsigned Name, unsigned Low) {
  StringRef Text = SM->getBufferData(Id);
  unsigned Begin = Name, At = Name;
  while (At > Low) {
    char C = Text[At - 1];
    if (isWhitespace(C)) {
      --At;
    } else if (C == '*' || C == '(') {
      Begin = --At;
    } else if (isAsciiIdentifierContinue(C)) {
      unsigned W = At;
      while (W > Low && isAsciiIdentifierContinue(Text[W - 1]))
        --W;
      StringRef Word = Text.substr(W, At - W);
      if (Word != "const" && Word != "volatile" && Word != "restrict" &&
          Word != "__restrict" && Word != "__restrict__")
        break;
      At = W;
    } else {
      break;
    }
  }
  return Begin;
}

unsigned FileTable::declaratorEnd(FileID Id, unsigned Offset) {
  StringRef Text = SM->getBufferData(Id);
  int Depth = 0;
  for (size_t I = Offset; I < Text.size(); ++I) {
    if (Text.substr(I).starts_with("/*")) {
      size_t Close = Text.find("*/", I + 2);
      if (Close == StringRef::npos)
        return Offset;
      I = Close + 1;
    } else if (Text.substr(I).starts_with("//")) {
      I = std::min(Text.find('\n', I), Text.size());
    } else if (Text[I] == '"' || Text[I] == '\'') {
      char Quote = Text[I];
      for (++I; I < Text.size() && Text[I] != Quote; ++I)
        if (Text[I] == '\\')
          ++I;
    } else if (Text[I] == '(' || Text[I] == '[' || Text[I] == '{') {
      ++Depth;
    } else if (Text[I] == ')' || Text[I] == ']' || Text[I] == '}') {
      if (--Depth < 0)
        return Offset;
    } else if (Depth == 0 && (Text[I] == ',' || Text[I] == ';')) {
      while (I > Offset && isWhitespace(Text[I - 1]))
        --I;
      return I;
    }
  }
  return Offset;
}

bool FileTable::spelledInPlace(SourceLocation Loc) {
  if (!Loc.isMacroID())
    return true;
  auto Expansion = SM->getExpansionRange(Loc);
  auto B = SM->getDecomposedLoc(Expansion.getBegin());
  auto E = SM->getDecomposedLoc(Expansion.getEnd());
  auto S = SM->getDecomposedLoc(SM->getSpellingLoc(Loc));
  return S.first == B.first && S.first == E.first && S.second >= B.second &&
         S.second <= E.second;
}

std::string FileTable::textOf(SourceLocation FileLoc, unsigned Begin,
                              unsigned End) {
  StringRef Text = SM->getBufferData(SM->getFileID(FileLoc));
  return Text.slice(Begin, End).str();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

class CallCollector : public RecursiveASTVisitor<CallCollector> {
public:
  CallCollector(Program &P, FileTable &F) : Prog(P), Files(F) {}

  bool VisitCallExpr(CallExpr *E) {
    const SourceManager &SM = Files.sources();
    SourceLocation At = SM.getExpansionLoc(E->getBeginLoc());
    Call C;
    int File = Files.fileId(At);
    if (File < 0)
      return true;
    C.File = File;
    C.Line = SM.getSpellingLineNumber(At);
    C.Col = SM.getSpellingColumnNumber(At);
    const FunctionDecl *Callee = E->getDirectCallee();
    if (Callee)
      C.Callee = Callee->getNameAsString();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E->getCallee()->IgnoreParenCasts()))
      nameRange(Ref->getLocation(), C);
    textRange(E, C, C.Begin, C.End);
    C.Integer = E->getType()->isIntegerType();
    for (unsigned I = 0; I < E->getNumArgs(); ++I) {
      const Expr *A = E->getArg(I);
      QualType T = Callee && I < Callee->getNumParams()
                       ? Callee->getParamDecl(I)->getType()
                       : A->getType();
      Call::Arg Arg;
      Arg.Pointer = T->isPointerType();
      Arg.Number = T->isArithmeticType() || T->isEnumeralType();
      unsigned Begin = 0, End = 0;
      textRange(A, C, Begin, End);
      if (!C.FromMacro) {
        Arg.Begin = Begin;
        Arg.End = End;
      }
      if (Begin < End)
        Arg.Text = Files.textOf(At, Begin, End);
      C.Args.push_back(Arg);
    }
    Prog.Calls.push_back(C);
    return true;
  }

private:
  void nameRange(SourceLocation Loc, Call &C) {
    const SourceManager &SM = Files.sources();
    SourceLocation Spelled = SM.getSpellingLoc(Loc);
    int File = Files.fileId(Spelled);
    C.FromMacro = !Files.spelledInPlace(Loc);
    if (File < 0)
      return;
    C.NameFile = File;
    C.NameBegin = SM.getFileOffset(Spelled);
    C.NameEnd =
        C.NameBegin + Lexer::MeasureTokenLength(Spelled, SM, Files.language());
  }

  // Where an expression is plain text of the call's file.
  void textRange(const Expr *X, const Call &C, unsigned &Begin, unsigned &End) {
    const SourceManager &SM = Files.sources();
    CharSourceRange R = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(X->getSourceRange()), SM,
        Files.language());
    if (R.isInvalid() || Files.fileId(R.getBegin()) != int(C.File))
      return;
    Begin = SM.getFileOffset(R.getBegin());
    End = SM.getFileOffset(R.getEnd());
  }

  Program &Prog;
  FileTable &Files;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

int StatementTree::newStmt(StmtKind Kind, int Parent, unsigned Function,
                           SourceRange R) {
  skel::Stmt S;
  S.Id = Prog.Stmts.size();
  S.Kind = Kind;
  S.Parent = Parent;
  S.Function = Function;
  S.Range = R;
  Prog.Stmts.push_back(S);
  if (Parent >= 0)
    Prog.Stmts[Parent].Children.push_back(S.Id);
  return S.Id;
}

static StmtKind kindOf(const clang::Stmt *S) {
  switch (S->getStmtClass()) {
  case clang::Stmt::CompoundStmtClass:
    return StmtKind::Compound;
  case clang::Stmt::DeclStmtClass:
    return StmtKind::Decl;
  case clang::Stmt::IfStmtClass:
    return StmtKind::If;
  case clang::Stmt::ForStmtClass:
    return StmtKind::For;
  case clang::Stmt::WhileStmtClass:
    return StmtKind::While;
  case clang::Stmt::DoStmtClass:
    return StmtKind::Do;
  case clang::Stmt::SwitchStmtClass:
    return StmtKind::Switch;
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
    return StmtKind::Case;
  case clang::Stmt::LabelStmtClass:
    return StmtKind::Label;
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
  case clang::Stmt::BreakStmtClass:
  case clang::Stmt::ContinueStmtClass:
    return StmtKind::Goto;
  case clang::Stmt::ReturnStmtClass:
    return StmtKind::Return;
  default:
    return StmtKind::Expr;
  }
}

static bool hasParts(StmtKind K) {
  switch (K) {
  case StmtKind::Expr:
  case StmtKind::Goto:
  case StmtKind::Return:
    return false;
  default:
    return true;
  }
}

// The loop that a pragma says something of; the pragma is no statement.
static const clang::Stmt *withoutPragmas(const clang::Stmt *S) {
  while (auto *A = dyn_cast_or_null<AttributedStmt>(S)) {
    for (const Attr *Of : A->getAttrs())
      if (Of->getSyntax() != AttributeCommonInfo::AS_Pragma)
        return S;
    S = A->getSubStmt();
  }
  return S;
}

// The statements directly below S, in source order.
static std::vector<const clang::Stmt *> partsOf(const clang::Stmt *S) {
  std::vector<const clang::Stmt *> Out;
  if (auto *C = dyn_cast<CompoundStmt>(S))
    Out.assign(C->body_begin(), C->body_end());
  else if (auto *I = dyn_cast<IfStmt>(S))
    Out = {I->getThen(), I->getElse()};
  else if (auto *F = dyn_cast<ForStmt>(S))
    Out = {F->getBody()};
  else if (auto *W = dyn_cast<WhileStmt>(S))
    Out = {W->getBody()};
  else if (auto *D = dyn_cast<DoStmt>(S))
    Out = {D->getBody()};
  else if (auto *W = dyn_cast<SwitchStmt>(S))
    Out = {W->getBody()};
  else if (auto *C = dyn_cast<SwitchCase>(S))
    Out = {C->getSubStmt()};
  else if (auto *L = dyn_cast<LabelStmt>(S))
    Out = {L->getSubStmt()};
  Out.erase(std::remove(Out.begin(), Out.end(), nullptr), Out.end());
  std::transform(Out.begin(), Out.end(), Out.begin(), withoutPragmas);
  return Out;
}

// First and last token of the header; invalid for a statement without one.
static std::pair<SourceLocation, SourceLocation>
headerOf(const clang::Stmt *S) {
  if (auto *I = dyn_cast<IfStmt>(S))
    return {I->getIfLoc(), I->getRParenLoc()};
  if (auto *F = dyn_cast<ForStmt>(S))
    return {F->getForLoc(), F->getRParenLoc()};
  if (auto *W = dyn_cast<WhileStmt>(S))
    return {W->getWhileLoc(), W->getRParenLoc()};
  if (auto *D = dyn_cast<DoStmt>(S))
    return {D->getWhileLoc(), D->getRParenLoc()};
  if (auto *W = dyn_cast<SwitchStmt>(S))
    return {W->getSwitchLoc(), W->getRParenLoc()};
  if (auto *C = dyn_cast<SwitchCase>(S))
    return {C->getKeywordLoc(), C->getColonLoc()};
  if (auto *L = dyn_cast<LabelStmt>(S))
    return {L->getIdentLoc(), L->getIdentLoc()};
  return {};
}

static SourceLocation lastLoc(const clang::Stmt *S) {
  if (auto *D = dyn_cast<DoStmt>(S))
    return D->getRParenLoc();
  return S->getEndLoc();
}

static bool takesSemicolon(StmtKind K) {
  return K == StmtKind::Expr || K == StmtKind::Goto || K == StmtKind::Return ||
         K == StmtKind::Do || K == StmtKind::Decl;
}

// The whole statement with its semicolon; follows the last part of an if or a
// loop, whose semicolon is outside of Clang's range.
static bool statementRange(FileTable &Files, const clang::Stmt *S,
                           SourceRange &Out) {
  if (!Files.expansionRange(S->getBeginLoc(), lastLoc(S), Out))
    return false;
  const clang::Stmt *Last = S;
  while (!takesSemicolon(kindOf(Last))) {
    auto Parts = partsOf(Last);
    if (kindOf(Last) == StmtKind::Compound || Parts.empty())
      return true;
    Last = Parts.back();
  }
  if (isa<NullStmt>(Last))
    return true;
  FileID Id = Files.sources().getFileID(
      Files.sources().getExpansionLoc(S->getBeginLoc()));
  unsigned End = Files.afterSemicolon(Id, Out.End);
  // A declaration's own end is its semicolon.
  StringRef Text = Files.sources().getBufferData(Id);
  if (Text.substr(Out.Begin, Out.End - Out.Begin).ends_with(";"))
    End = Out.End;
  Out = Files.bytes(Id, Out.Begin, End);
  return true;
}

void StatementTree::addChild(const clang::Stmt *S, int Parent,
                             unsigned Function, unsigned NotBefore) {
  build(S, Parent, Function, NotBefore);
}

int StatementTree::build(const clang::Stmt *S, int Parent, unsigned Function,
                         unsigned NotBefore, bool AsOne) {
  const SourceManager &SM = Files.sources();
  SourceRange R;
  if (!statementRange(Files, S, R) || R.End <= NotBefore)
    return -1;
  if (R.Begin < NotBefore)
    R = Files.bytes(SM.getFileID(SM.getExpansionLoc(S->getBeginLoc())),
                    NotBefore, R.End);
  SourceLocation B = S->getBeginLoc(), E = lastLoc(S);
  bool Macro = B.isMacroID() || E.isMacroID();
  bool OneExpansion = B.isMacroID() && E.isMacroID() &&
                      SM.getExpansionLoc(B) == SM.getExpansionLoc(E);
  StmtKind Kind = kindOf(S);
  if ((OneExpansion || AsOne) && hasParts(Kind))
    Kind = StmtKind::Macro;
  int Id = newStmt(Kind, Parent, Function, R);
  skel::Stmt &New = Prog.Stmts[Id];
  New.FromMacro = Macro;
  New.Null = isa<NullStmt>(S);
  if (auto *G = dyn_cast<GotoStmt>(S))
    New.Name = G->getLabel()->getName().str();
  else if (auto *L = dyn_cast<LabelStmt>(S))
    New.Name = L->getName();
  else if (isa<BreakStmt>(S))
    New.Name = "break";
  else if (isa<ContinueStmt>(S))
    New.Name = "continue";
  if (Kind == StmtKind::Decl)
    addDeclarators(cast<DeclStmt>(S), Id, Function);
  else if (hasParts(Kind) && Kind != StmtKind::Macro)
    buildChildren(S, Id, Function);
  return Id;
}

// Sets the header; where the parts may begin.
unsigned StatementTree::setHeader(const clang::Stmt *S, int Id) {
  const SourceManager &SM = Files.sources();
  auto [HB, HE] = headerOf(S);
  SourceRange Header;
  if (!HB.isValid() || !Files.expansionRange(HB, HE, Header))
    return Prog.Stmts[Id].Range.Begin;
  if (isa<LabelStmt>(S)) {
    FileID File = SM.getFileID(SM.getExpansionLoc(HB));
    size_t Colon = SM.getBufferData(File).find(':', Header.End);
    if (Colon != StringRef::npos)
      Header = Files.bytes(File, Header.Begin, Colon + 1);
  }
  Prog.Stmts[Id].Header = Header;
  return isa<DoStmt>(S) ? Prog.Stmts[Id].Range.Begin : Header.End;
}

// Several statements that end at End, of which one expansion holds parts: one
// unit, below the labels in front of it.
void StatementTree::addMacro(const clang::Stmt *First, unsigned End, int Parent,
                             unsigned Function, unsigned NotBefore) {
  const SourceManager &SM = Files.sources();
  FileID File = SM.getFileID(SM.getExpansionLoc(First->getBeginLoc()));
  for (;;) {
    SourceRange R;
    unsigned Begin = NotBefore;
    if (statementRange(Files, First, R))
      Begin = std::max(NotBefore, R.Begin);
    const clang::Stmt *Sub = nullptr;
    if (auto *C = dyn_cast<SwitchCase>(First))
      Sub = C->getSubStmt();
    else if (auto *L = dyn_cast<LabelStmt>(First))
      Sub = L->getSubStmt();
    bool Label = Sub && !First->getBeginLoc().isMacroID();
    int Id = newStmt(Label ? kindOf(First) : StmtKind::Macro, Parent, Function,
                     Files.bytes(File, Begin, End));
    Prog.Stmts[Id].FromMacro = true;
    if (!Label)
      return;
    if (auto *L = dyn_cast<LabelStmt>(First))
      Prog.Stmts[Id].Name = L->getName();
    NotBefore = setHeader(First, Id);
    Parent = Id;
    First = Sub;
  }
}

void StatementTree::buildChildren(const clang::Stmt *S, int Id,
                                  unsigned Function) {
  unsigned NotBefore = setHeader(S, Id);
  // Parts that share an expansion become one statement.
  auto Parts = partsOf(S);
  std::vector<SourceRange> Ranges(Parts.size());
  for (size_t I = 0; I < Parts.size(); ++I)
    if (!statementRange(Files, Parts[I], Ranges[I]))
      Ranges[I].Begin = Ranges[I].End = 0;
  for (size_t I = 0; I < Parts.size();) {
    size_t Next = I + 1;
    unsigned End = Ranges[I].End;
    while (Next < Parts.size() && Ranges[Next].Begin < End) {
      End = std::max(End, Ranges[Next].End);
      ++Next;
    }
    bool OnlyNull = true;
    for (size_t J = I + 1; J < Next; ++J)
      OnlyNull &= isa<NullStmt>(Parts[J]);
    if (OnlyNull) {
      addChild(Parts[I], Id, Function, NotBefore);
    } else if (End > NotBefore) {
      addMacro(Parts[I], End, Id, Function, NotBefore);
    }
    I = Next;
  }
  // A part hides in the header's expansion: the whole is one unit.
  if (!Parts.empty() && !isa<CompoundStmt>(S) &&
      Prog.Stmts[Id].Children.empty()) {
    Prog.Stmts[Id].Kind = StmtKind::Macro;
    Prog.Stmts[Id].Header = SourceRange();
  }
}

// The declarators of a declaration, without the specifiers before the first.
void StatementTree::addDeclarators(const DeclStmt *S, int Id,
                                   unsigned Function) {
  const SourceManager &SM = Files.sources();
  SourceRange Whole = Prog.Stmts[Id].Range;
  int Previous = -1;
  for (const Decl *D : S->decls()) {
    auto *Named = dyn_cast<NamedDecl>(D);
    if (!Named || isa<TagDecl>(D))
      continue;
    SourceRange R;
    if (!Files.expansionRange(Named->getLocation(), D->getEndLoc(), R) ||
        R.Begin < Whole.Begin || R.End > Whole.End)
      continue;
    FileID File = SM.getFileID(SM.getExpansionLoc(Named->getLocation()));
    unsigned Low = Previous >= 0 ? Prog.Stmts[Previous].Range.End : Whole.Begin;
    unsigned Begin = Files.declaratorBegin(File, R.Begin, Low);
    if (!D->getEndLoc().isMacroID())
      R.End = std::min(Files.declaratorEnd(File, R.End), Whole.End);
    if (R.Begin < Low && Previous >= 0)
      continue; // two names out of one expansion
    Previous = newStmt(StmtKind::Declarator, Id, Function,
                       Files.bytes(File, Begin, R.End));
    Prog.Stmts[Previous].Name = Named->getNameAsString();
    if (auto *V = dyn_cast<VarDecl>(Named))
      Prog.Stmts[Previous].Static = V->isStaticLocal();
    Prog.Stmts[Previous].FromMacro =
        Named->getLocation().isMacroID() || D->getEndLoc().isMacroID();
  }
}

bool StatementTree::placeOf(const FunctionDecl *D, Place &At) {
  SourceRange R;
  if (!Files.expansionRange(D->getLocation(), D->getLocation(), R))
    return false;
  At = {R.File, R.Begin};
  return true;
}

int StatementTree::functionOf(const FunctionDecl *D) {
  Place At;
  if (!D->hasBody() || !placeOf(D, At))
    return -1;
  auto It = FunctionAtPlace.find(At);
  return It == FunctionAtPlace.end() ? -1 : int(It->second);
}

void StatementTree::addFunction(const FunctionDecl *D) {
  SourceRange Range;
  Place At;
  if (!placeOf(D, At) ||
      !Files.expansionRange(D->getBeginLoc(), D->getBody()->getEndLoc(), Range))
    return;
  unsigned Id = Prog.Functions.size();
  auto [Known, New] = FunctionAtPlace.insert({At, Id});
  if (!New) {
    if (Prog.Functions[Known->second].Name != D->getNameAsString())
      Shared.insert(At);
    return;
  }
  skel::Function F;
  F.Id = Id;
  F.Name = D->getNameAsString();
  F.Static = D->getStorageClass() == SC_Static;
  F.Range = Range;
  for (const ParmVarDecl *P : D->parameters())
    F.Params.push_back(P->getNameAsString());
  Prog.Functions.push_back(F);
  Prog.Functions[Id].Body =
      build(D->getBody(), -1, Id, 0, Shared.count(At) != 0);
  CallCollector(Prog, Files).TraverseStmt(D->getBody());
}

void StatementTree::addUnit(ASTContext &Context) {
  Files.enter(Context.getSourceManager(), Context.getLangOpts());
  for (const Decl *D : Context.getTranslationUnitDecl()->decls())
    if (auto *F = dyn_cast<FunctionDecl>(D))
      if (F->isThisDeclarationADefinition() && F->hasBody() &&
          Files.isProject(F->getLocation()))
        addFunction(F);
}

void StatementTree::finish() {
  std::stable_sort(Prog.Calls.begin(), Prog.Calls.end(),
                   [](const Call &A, const Call &B) {
                     return std::tie(A.File, A.Line, A.Col) <
                            std::tie(B.File, B.Line, B.Col);
                   });
  for (Call &C : Prog.Calls)
    C.Stmt = Prog.stmtAt(C.File, C.Line, C.Col);
}

} // namespace skel
