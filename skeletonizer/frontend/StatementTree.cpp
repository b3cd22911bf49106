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
#include "skeletonizer/frontend/StatementTree.h"
#include "skeletonizer/frontend/Effects.h"
#include "skeletonizer/model/TextMap.h"
#include "skeletonizer/model/Units.h"
#include "clang/AST/Attr.h"
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
  Inclusions.clear();
  InclusionsKnown = false;
}

int FileTable::fileId(SourceLocation Loc) {
  FileID Id = SM->getFileID(Loc);
  auto [Known, New] = IdOf.try_emplace(Id.getHashValue(), -1);
  if (!New)
    return Known->second;
  OptionalFileEntryRef Entry = SM->getFileEntryRefForID(Id);
  if (!Entry)
    return -1;
  llvm::SmallString<256> Name(Entry->getName());
  if (!Name.empty() && Name[0] != '/')
    SM->getFileManager().makeAbsolutePath(Name);
  auto [Named, First] = IdOfName.try_emplace(Name, -1);
  if (First)
    Named->second = addFile(Name.str().str(),
                            SrcMgr::isSystem(SM->getFileCharacteristic(Loc)));
  return Known->second = Named->second;
}

// The file of that absolute name; System: its first use was as one of those.
int FileTable::addFile(const std::string &Name, bool System) {
  std::string Path = realPath(Name);
  if (Path.empty())
    Path = Name;
  for (size_t I = 0; I < Prog.Files.size(); ++I)
    if (Prog.Files[I].Path == Path)
      return int(I);
  SourceFile F;
  F.Path = Path;
  F.Project = isBelow(Path, Prog.Root) && Path != Prog.Root && !System;
  F.Relative = F.Project
                   ? Path.substr(Prog.Root == "/" ? 1 : Prog.Root.size() + 1)
                   : Path;
  Prog.Files.push_back(F);
  return int(Prog.Files.size()) - 1;
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

// Lines of the #include that Offset is on, from the '#' to in front of the
// newline.
std::pair<unsigned, unsigned> FileTable::directiveAt(FileID Id,
                                                     unsigned Offset) const {
  StringRef Text = SM->getBufferData(Id);
  size_t Begin = Text.rfind('#', Offset), End = Offset;
  do
    End = std::min(Text.find('\n', End + 1), Text.size());
  while (End < Text.size() && joinsLines(Text.data(), End));
  return {unsigned(Begin == StringRef::npos ? Offset : Begin), unsigned(End)};
}

bool FileTable::homeRange(FileID Home, SourceLocation Begin, SourceLocation End,
                          SourceRange &Out, Climbed &Up) {
  if (Begin.isInvalid() || End.isInvalid())
    return false;
  auto Climb = [&](SourceLocation L, bool &Up) {
    while (L.isValid() && SM->getFileID(L) != Home) {
      L = SM->getIncludeLoc(SM->getFileID(L));
      Up = true;
    }
    return L;
  };
  SourceLocation B = Climb(SM->getExpansionLoc(Begin), Up.Begin);
  SourceLocation E = Climb(SM->getExpansionRange(End).getEnd(), Up.End);
  if (B.isInvalid() || E.isInvalid())
    return false;
  unsigned First = SM->getFileOffset(B), Last = SM->getFileOffset(E);
  First = Up.Begin ? directiveAt(Home, First).first : First;
  Last = Up.End ? directiveAt(Home, Last).second
                : Last + Lexer::MeasureTokenLength(E, *SM, *LO);
  if (First > Last)
    return false;
  Out = bytes(Home, First, Last);
  return true;
}

void FileTable::findInclusions() {
  InclusionsKnown = true;
  for (unsigned I = 1; I < SM->local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM->getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    SourceLocation L = SourceLocation::getFromRawEncoding(Entry.getOffset());
    int File = fileId(L);
    while (File >= 0 && (L = SM->getIncludeLoc(SM->getFileID(L))).isValid()) {
      FileID In = SM->getFileID(L);
      if (isProject(L))
        Inclusions.push_back(
            {In, directiveAt(In, SM->getFileOffset(L)).first, unsigned(File)});
    }
  }
}

std::vector<std::pair<unsigned, unsigned>>
FileTable::includedIn(FileID Home, unsigned Begin, unsigned End) {
  if (!InclusionsKnown)
    findInclusions();
  std::vector<std::pair<unsigned, unsigned>> Out;
  for (const Inclusion &I : Inclusions)
    if (I.In == Home && I.At >= Begin && I.At < End)
      Out.push_back({I.File, I.At});
  return Out;
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

unsigned FileTable::beforeExtension(FileID Id, unsigned Begin) {
  StringRef Text = SM->getBufferData(Id), Word = "__extension__";
  for (;;) {
    StringRef Front = Text.take_front(Begin).rtrim();
    if (!Front.ends_with(Word) ||
        (Front.size() > Word.size() &&
         isAsciiIdentifierContinue(Front[Front.size() - Word.size() - 1])))
      return Begin;
    Begin = unsigned(Front.size() - Word.size());
  }
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
  CallCollector(Program &P, FileTable &F, unsigned Function)
      : Prog(P), Files(F), Function(Function) {}

  bool VisitCallExpr(CallExpr *E) {
    const SourceManager &SM = Files.sources();
    SourceLocation At = SM.getExpansionLoc(E->getBeginLoc());
    Call C;
    int File = Files.fileId(At);
    if (File < 0)
      return true;
    C.Function = Function;
    C.File = File;
    C.At = SM.getFileOffset(At);
    C.Line = SM.getSpellingLineNumber(At);
    C.Col = SM.getSpellingColumnNumber(At);
    const FunctionDecl *Callee = E->getDirectCallee();
    if (Callee)
      C.Callee = Callee->getNameAsString();
    if (auto *Ref = dyn_cast<DeclRefExpr>(E->getCallee()->IgnoreParenCasts()))
      nameRange(Ref->getLocation(), C);
    C.FromMacro |= C.File != Prog.Functions[Function].Range.File;
    textRange(E, C, C.Begin, C.End);
    C.Integer = E->getType()->isIntegerType();
    const FunctionProtoType *Declared = prototypeOf(E);
    for (unsigned I = 0; I < E->getNumArgs(); ++I) {
      const Expr *A = E->getArg(I);
      bool Known = Declared && I < Declared->getNumParams();
      QualType T = Known ? Declared->getParamType(I) : A->getType();
      Call::Arg Arg;
      Arg.Pointer = T->isPointerType();
      Arg.Number = T->isArithmeticType() || T->isEnumeralType();
      Arg.Null = Known ? (Arg.Pointer ? "NULL" : "0") : zeroOf(T);
      Arg.Writes = effectsOf(A).Writes;
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
  // What the call's arguments are converted to; null without a prototype.
  static const FunctionProtoType *prototypeOf(const CallExpr *E) {
    QualType T = E->getCallee()->getType();
    if (auto *P = T->getAs<clang::PointerType>())
      T = P->getPointeeType();
    return T->getAs<FunctionProtoType>();
  }

  // A zero that is passed as a value of type T is.
  static std::string zeroOf(QualType T) {
    if (T->isPointerType()) // a format may want a text
      return T->getPointeeType()->isCharType() ? "\"\"" : "NULL";
    auto *B = T->getAs<BuiltinType>();
    switch (B ? B->getKind() : BuiltinType::Int) {
    case BuiltinType::Long:
      return "0L";
    case BuiltinType::ULong:
      return "0UL";
    case BuiltinType::LongLong:
      return "0LL";
    case BuiltinType::ULongLong:
      return "0ULL";
    case BuiltinType::UInt:
      return "0U";
    case BuiltinType::Float: // becomes a double
    case BuiltinType::Double:
      return "0.0";
    case BuiltinType::LongDouble:
      return "0.0L";
    default:
      return T->isRealType() && !T->isBitIntType()
                 ? "0"
                 : "(" + T.getUnqualifiedType().getAsString() + ")0";
    }
  }

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
  unsigned Function;
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
bool StatementTree::statementRange(const clang::Stmt *S, SourceRange &Out,
                                   FileTable::Climbed &Up) {
  if (!Files.homeRange(Home, S->getBeginLoc(), lastLoc(S), Out, Up))
    return false;
  if (unsigned Begin = Files.beforeExtension(Home, Out.Begin);
      Begin != Out.Begin)
    Out = Files.bytes(Home, Begin, Out.End);
  if (Up.End)
    return true;
  const clang::Stmt *Last = S;
  while (!takesSemicolon(kindOf(Last))) {
    auto Parts = partsOf(Last);
    if (kindOf(Last) == StmtKind::Compound || Parts.empty())
      return true;
    Last = Parts.back();
  }
  if (isa<NullStmt>(Last))
    return true;
  unsigned End = Files.afterSemicolon(Home, Out.End);
  // A declaration's own end is its semicolon.
  StringRef Text = Files.sources().getBufferData(Home);
  if (Text.substr(Out.Begin, Out.End - Out.Begin).ends_with(";"))
    End = Out.End;
  Out = Files.bytes(Home, Out.Begin, End);
  return true;
}

/// The statement's last token but the semicolon ends an expansion, and what is
/// the statement's own stands outside of it.
bool StatementTree::endsExpansion(const clang::Stmt *S,
                                  const SourceRange &R) const {
  auto *If = dyn_cast<IfStmt>(S);
  if (isa<DoStmt>(S) || (If && If->getElseLoc().isMacroID()))
    return false;
  StringRef Text = Files.sources().getBufferData(Home);
  return Text.substr(R.Begin, R.End - R.Begin).ends_with(";") &&
         Lexer::isAtEndOfMacroExpansion(lastLoc(S), Files.sources(),
                                        Files.language());
}

/// Included text holds a part of S that would be edited by itself.
bool StatementTree::isSplit(const clang::Stmt *S,
                            const FileTable::Climbed &Up) const {
  if (Up.Begin)
    return true;
  auto Away = [&](SourceLocation L) {
    const SourceManager &SM = Files.sources();
    return L.isValid() && SM.getFileID(SM.getExpansionLoc(L)) != Home;
  };
  auto [First, Last] = headerOf(S);
  return Away(First) || Away(Last) ||
         (Up.End && (First.isInvalid() || isa<DoStmt>(S)));
}

/// Jumps in S, and labels that code outside of it may jump to.
static void noteJumps(const clang::Stmt *S, skel::Stmt &Unit,
                      bool Cases = true) {
  if (!S)
    return;
  Unit.HoldsJump |= isa<GotoStmt>(S) || isa<IndirectGotoStmt>(S) ||
                    isa<BreakStmt>(S) || isa<ContinueStmt>(S) ||
                    isa<ReturnStmt>(S);
  if (auto *Asm = dyn_cast<GCCAsmStmt>(S))
    Unit.HoldsJump |= Asm->isAsmGoto();
  Unit.HoldsLabel |= isa<LabelStmt>(S);
  Unit.HoldsCase |= Cases && isa<SwitchCase>(S);
  for (const clang::Stmt *Child : S->children())
    noteJumps(Child, Unit, Cases && !isa<SwitchStmt>(S));
}

static bool holdsLabel(const clang::Stmt *S) {
  return S && (isa<LabelStmt>(S) || isa<SwitchCase>(S) ||
               std::any_of(S->child_begin(), S->child_end(), holdsLabel));
}

/// "if (0)", as hints write it; a macro may be another number in another unit.
static int constantOf(const clang::Stmt *S) {
  auto *If = dyn_cast<IfStmt>(S);
  auto *Value =
      If ? dyn_cast<IntegerLiteral>(If->getCond()->IgnoreParens()) : nullptr;
  if (!Value || Value->getBeginLoc().isMacroID())
    return -1;
  bool Holds = Value->getValue().getBoolValue();
  return holdsLabel(Holds ? If->getElse() : If->getThen()) ? -1 : Holds;
}

void StatementTree::addChild(const clang::Stmt *S, int Parent,
                             unsigned Function, unsigned NotBefore) {
  build(S, Parent, Function, NotBefore);
}

int StatementTree::build(const clang::Stmt *S, int Parent, unsigned Function,
                         unsigned NotBefore, bool AsOne) {
  const SourceManager &SM = Files.sources();
  SourceRange R;
  FileTable::Climbed Up;
  if (!statementRange(S, R, Up) || R.End <= NotBefore)
    return -1;
  if (R.Begin < NotBefore)
    R = Files.bytes(Home, NotBefore, R.End);
  SourceLocation B = S->getBeginLoc(), E = lastLoc(S);
  // "x = f() / SIZE;" is written out.
  bool Behind = E.isMacroID() && !endsExpansion(S, R);
  bool OneExpansion = B.isMacroID() && E.isMacroID() &&
                      SM.getExpansionLoc(B) == SM.getExpansionLoc(E);
  StmtKind Kind = kindOf(S);
  if (((OneExpansion || AsOne) && hasParts(Kind)) || isSplit(S, Up))
    Kind = StmtKind::Macro;
  int Id = newStmt(Kind, Parent, Function, R);
  skel::Stmt &New = Prog.Stmts[Id];
  New.FromMacro = B.isMacroID() || Behind || Up.Begin || Up.End;
  New.Whole = OneExpansion && !Up.Begin && !Up.End &&
              SM.getFileOffset(SM.getExpansionLoc(B)) == R.Begin &&
              Lexer::isAtEndOfMacroExpansion(E, SM, Files.language());
  New.Null = isa<NullStmt>(S);
  if (Kind == StmtKind::If && !New.FromMacro)
    New.Constant = constantOf(S);
  if (Kind == StmtKind::Macro || Kind == StmtKind::Expr)
    noteJumps(S, New);
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
  auto [HB, HE] = headerOf(S);
  SourceRange Header;
  if (!HB.isValid() || !Files.expansionRange(HB, HE, Header))
    return Prog.Stmts[Id].Range.Begin;
  if (isa<LabelStmt>(S)) {
    size_t Colon = Files.sources().getBufferData(Home).find(':', Header.End);
    if (Colon != StringRef::npos)
      Header = Files.bytes(Home, Header.Begin, Colon + 1);
  }
  Prog.Stmts[Id].Header = Header;
  return isa<DoStmt>(S) ? Prog.Stmts[Id].Range.Begin : Header.End;
}

// Several statements that end at End, of which one expansion holds parts: one
// unit, below the labels in front of it.
void StatementTree::addMacro(ArrayRef<const clang::Stmt *> Parts, unsigned End,
                             int Parent, unsigned Function,
                             unsigned NotBefore) {
  const clang::Stmt *First = Parts.front();
  for (;;) {
    SourceRange R;
    FileTable::Climbed Up;
    unsigned Begin = NotBefore;
    if (statementRange(First, R, Up))
      Begin = std::max(NotBefore, R.Begin);
    const clang::Stmt *Sub = nullptr;
    if (auto *C = dyn_cast<SwitchCase>(First))
      Sub = C->getSubStmt();
    else if (auto *L = dyn_cast<LabelStmt>(First))
      Sub = L->getSubStmt();
    bool Label =
        Sub && !First->getBeginLoc().isMacroID() && !isSplit(First, Up);
    int Id = newStmt(Label ? kindOf(First) : StmtKind::Macro, Parent, Function,
                     Files.bytes(Home, Begin, End));
    Prog.Stmts[Id].FromMacro = true;
    if (!Label) {
      noteJumps(First, Prog.Stmts[Id]);
      for (const clang::Stmt *Other : Parts.drop_front())
        noteJumps(Other, Prog.Stmts[Id]);
      return;
    }
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
  for (size_t I = 0; I < Parts.size(); ++I) {
    FileTable::Climbed Up;
    if (!statementRange(Parts[I], Ranges[I], Up))
      Ranges[I].Begin = Ranges[I].End = 0;
  }
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
      addMacro(ArrayRef(Parts).slice(I, Next - I), End, Id, Function,
               NotBefore);
    }
    I = Next;
  }
  // A part hides in the header's expansion: the whole is one unit.
  if (!Parts.empty() && !isa<CompoundStmt>(S) &&
      Prog.Stmts[Id].Children.empty()) {
    Prog.Stmts[Id].Kind = StmtKind::Macro;
    Prog.Stmts[Id].Header = SourceRange();
    noteJumps(S, Prog.Stmts[Id]);
  }
}

// The declarators of a declaration, without the specifiers before the first.
void StatementTree::addDeclarators(const DeclStmt *S, int Id,
                                   unsigned Function) {
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
    unsigned Low = Previous >= 0 ? Prog.Stmts[Previous].Range.End : Whole.Begin;
    unsigned Begin = Files.declaratorBegin(Home, R.Begin, Low);
    if (!D->getEndLoc().isMacroID())
      R.End = std::min(Files.declaratorEnd(Home, R.End), Whole.End);
    if (R.Begin < Low && Previous >= 0) { // two names out of one expansion
      Prog.Stmts[Previous].FromMacro = true;
      continue;
    }
    Previous = newStmt(StmtKind::Declarator, Id, Function,
                       Files.bytes(Home, Begin, R.End));
    Prog.Stmts[Previous].Name = Named->getNameAsString();
    if (auto *V = dyn_cast<VarDecl>(Named)) {
      Prog.Stmts[Previous].Static = V->isStaticLocal();
      if (V->hasLocalStorage())
        Prog.Stmts[Previous].InitEffects = effectsOf(V->getInit()).any();
      Prog.Stmts[Previous].BoundEffects =
          effectsOfBounds(V->getType()).any() || V->hasAttr<CleanupAttr>();
      noteJumps(V->getInit(), Prog.Stmts[Previous]);
      if (auto *A = dyn_cast_or_null<ConstantArrayType>(
              V->getType()->getAsArrayTypeUnsafe()))
        Prog.Stmts[Previous].Extent = A->getSize().getZExtValue();
    } else if (auto *T = dyn_cast<TypedefDecl>(Named)) {
      Prog.Stmts[Previous].BoundEffects =
          effectsOfBounds(T->getUnderlyingType()).any();
    }
    Prog.Stmts[Previous].FromMacro = Named->getLocation().isMacroID();
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

/// Notes that the function begins here; another of the same text shares it.
bool StatementTree::isNew(const FunctionDecl *D, const Place &At, unsigned Id) {
  auto [Known, New] = FunctionAtPlace.insert({At, Id});
  if (!New && Prog.Functions[Known->second].Name != D->getNameAsString())
    Shared.insert({Prog.Files[At.first].Path, At.second});
  return New;
}

void StatementTree::addNames(ASTContext &Context) {
  Files.enter(Context.getSourceManager(), Context.getLangOpts());
  for (const Decl *D : Context.getTranslationUnitDecl()->decls()) {
    auto *F = dyn_cast<FunctionDecl>(D);
    Place At;
    if (!F || !F->hasSkippedBody() || !Files.isProject(F->getLocation()) ||
        !placeOf(F, At) || !isNew(F, At, Prog.Functions.size()))
      continue;
    Prog.Functions.emplace_back();
    Prog.Functions.back().Name = F->getNameAsString();
  }
}

void StatementTree::addFunction(const FunctionDecl *D) {
  SourceRange Range;
  Place At;
  if (!placeOf(D, At) ||
      !Files.expansionRange(D->getBeginLoc(), D->getBody()->getEndLoc(), Range))
    return;
  unsigned Id = Prog.Functions.size();
  if (!isNew(D, At, Id))
    return;
  skel::Function F;
  F.Id = Id;
  F.Name = D->getNameAsString();
  F.Static = D->getStorageClass() == SC_Static;
  F.Unnamed = D->hasAttr<ConstructorAttr>() || D->hasAttr<DestructorAttr>();
  F.Range = Range;
  for (const ParmVarDecl *P : D->parameters())
    F.Params.push_back(P->getNameAsString());
  Prog.Functions.push_back(F);
  const SourceManager &SM = Files.sources();
  Home = SM.getFileID(SM.getExpansionLoc(D->getBody()->getBeginLoc()));
  for (auto [File, At] : Files.includedIn(Home, Range.Begin, Range.End))
    Prog.Included.push_back({Id, File, At});
  Prog.Functions[Id].Body =
      build(D->getBody(), -1, Id, 0,
            Shared.count({Prog.Files[At.first].Path, At.second}) != 0);
  CallCollector(Prog, Files, Id).TraverseStmt(D->getBody());
}

void StatementTree::addUnit(ASTContext &Context) {
  Files.enter(Context.getSourceManager(), Context.getLangOpts());
  for (const Decl *D : Context.getTranslationUnitDecl()->decls())
    if (auto *F = dyn_cast<FunctionDecl>(D))
      if (F->doesThisDeclarationHaveABody() && F->hasBody() &&
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
    C.Stmt = Prog.stmtAt(C.Function, C.File, C.Line, C.Col);
}

} // namespace skel
