//===- Collector.cpp - source facts of one unit after another -------------===//
//
// Declarations at file scope, references, static data and macros, as places in
// the text. Decides nothing about what is kept.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/Collector.h"
#include "skeletonizer/frontend/Effects.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/model/Summaries.h"
#include "skeletonizer/model/TextMap.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/SourceManagerInternals.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>
#include <fstream>
#include <sstream>

using namespace clang;

namespace skel {

bool Collector::placeOf(SourceLocation Loc, Place &Out) {
  if (Loc.isInvalid())
    return false;
  SourceLocation At = Files.sources().getExpansionLoc(Loc);
  int File = Files.fileId(At);
  if (File < 0)
    return false;
  Out.File = File;
  Out.Offset = Files.sources().getFileOffset(At);
  return true;
}

// The first declaration that stands in a file of the program: others may have
// declared it before, and Clang puts an implicit declaration in front of those
// of library functions.
const Decl *Collector::firstWritten(const Decl *D) const {
  const Decl *First = D->getCanonicalDecl();
  auto Written = [&](const Decl *R) {
    return !R->isImplicit() && R->getLocation().isValid() &&
           Files.isProject(R->getLocation());
  };
  if (Written(First))
    return First;
  const Decl *Best = D;
  for (const Decl *R : D->redecls())
    if (Written(R) &&
        (!Written(Best) || R->getLocation() < Best->getLocation()))
      Best = R;
  return Best;
}

int Collector::groupOf(const Decl *D) {
  Place At;
  const Decl *First = firstWritten(D);
  if (!placeOf(First->getLocation(), At) || !Prog.Files[At.File].Project)
    return -1;
  auto [It, New] = GroupAt.insert({At, unsigned(GroupAt.size())});
  unsigned Group = It->second;
  if (auto *F = dyn_cast<FunctionDecl>(D)) {
    if (New)
      Src.FunctionGroup[Group] = F->getNameAsString();
    int Id = F->doesThisDeclarationHaveABody() ? Tree.functionOf(F) : -1;
    if (Id >= 0)
      Src.FunctionOfGroup[Group].insert(Id);
  } else if (auto *V = dyn_cast<VarDecl>(D)) {
    if (New && V->hasExternalFormalLinkage())
      Src.ExternalVariable[Group] = V->getNameAsString();
  }
  return Group;
}

//===----------------------------------------------------------------------===//
// Macros and includes
//===----------------------------------------------------------------------===//

class Watcher : public PPCallbacks {
public:
  Watcher(Collector &C, SourceManager &SM) : C(C), SM(SM) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef,
                          bool Angled, CharSourceRange, OptionalFileEntryRef,
                          StringRef, StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    LastAngled = Angled;
    C.placeOf(Hash, LastInclude);
    HasInclude = true;
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    Place At;
    if (!C.placeOf(Loc, At))
      return;
    if (Reason == RenameFile && C.Prog.Files[At.File].Project)
      ignoreLineDirective(SM.getFileID(Loc));
    if (Reason != EnterFile)
      return;
    Skipped[C.Files.sources().getFileID(Loc)].first = At.File;
    if (HasInclude)
      include(At.File, true);
    HasInclude = false;
  }

  void SourceRangeSkipped(clang::SourceRange Range, SourceLocation) override {
    const SourceManager &SM = C.Files.sources();
    auto It = Skipped.find(SM.getFileID(Range.getBegin()));
    if (It != Skipped.end())
      It->second.second.push_back({SM.getFileOffset(Range.getBegin()),
                                   SM.getFileOffset(Range.getEnd())});
  }

  void EndOfMainFile() override {
    for (auto &[Id, Text] : Skipped)
      if (C.Prog.Files[Text.first].Project)
        C.Src.Skips[Text.first].insert(Text.second);
  }

  // A header that its guard keeps out is not entered.
  void FileSkipped(const FileEntryRef &File, const Token &,
                   SrcMgr::CharacteristicKind) override {
    if (HasInclude)
      if (int Id = C.Prog.fileByPath(File.getName().str()); Id >= 0)
        include(unsigned(Id), false);
    HasInclude = false;
  }

  void MacroExpands(const Token &Name, const MacroDefinition &MD,
                    clang::SourceRange, const MacroArgs *) override {
    use(Name, MD);
    if (MD.getMacroInfo() && MD.getMacroInfo()->isBuiltinMacro())
      builtin(Name);
  }
  void Defined(const Token &Name, const MacroDefinition &MD,
               clang::SourceRange) override {
    use(Name, MD);
  }
  void Ifdef(SourceLocation, const Token &Name,
             const MacroDefinition &MD) override {
    use(Name, MD);
  }
  void Ifndef(SourceLocation, const Token &Name,
              const MacroDefinition &MD) override {
    use(Name, MD);
  }
  void Elifdef(SourceLocation, const Token &Name,
               const MacroDefinition &MD) override {
    use(Name, MD);
  }
  void Elifndef(SourceLocation, const Token &Name,
                const MacroDefinition &MD) override {
    use(Name, MD);
  }

  void MacroDefined(const Token &Name, const MacroDirective *MD) override {
    for (const MacroDirective *D = MD; D; D = D->getPrevious())
      if (auto *Def = dyn_cast<DefMacroDirective>(D))
        definitions(Name, Def->getInfo());
  }
  void MacroUndefined(const Token &Name, const MacroDefinition &MD,
                      const MacroDirective *) override {
    definitions(Name, MD.getMacroInfo());
  }

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind Kind) override {
    const SourceManager &SM = C.Files.sources();
    PragmaText T;
    if (!C.placeOf(Loc, T.At) || !C.Prog.Files[T.At.File].Project ||
        !C.SeenPragmas.insert(T.At).second)
      return;
    T.OwnLine = Kind == PIK_HashPragma;
    T.Line = SM.getExpansionLineNumber(Loc);
    llvm::StringRef Rest = SM.getCharacterData(SM.getSpellingLoc(Loc));
    if (T.OwnLine) {
      size_t End = Rest.find('\n');
      while (End != llvm::StringRef::npos && joinsLines(Rest.data(), End))
        End = Rest.find('\n', End + 1);
      T.Text = Rest.take_front(End).str();
      T.End = T.At.Offset + T.Text.size();
    } else {
      llvm::StringRef Own = Rest.take_front(Rest.find(')') + 1);
      T.Text = Own.split('"').second.str();
      T.End = T.At.Offset + Own.size();
    }
    if (Loc.isMacroID()) {
      SourceLocation Last = SM.getExpansionRange(Loc).getEnd();
      T.End = SM.getFileOffset(Last) +
              Lexer::MeasureTokenLength(Last, SM, C.Files.language());
      // What a macro pastes together is written where it is expanded.
      if (T.Text.empty())
        T.Text = llvm::StringRef(SM.getCharacterData(SM.getExpansionLoc(Loc)),
                                 T.End - T.At.Offset)
                     .str();
    }
    C.Src.Pragmas.push_back(T);
  }

private:
  /// #line: places stay those of the text at hand, which is what is edited.
  void ignoreLineDirective(FileID Id) {
    for (auto &[File, Entries] : SM.getLineTable())
      if (File == Id && !Entries.empty()) {
        LineEntry &Last = Entries.back();
        Last.FilenameID = -1;
        Last.LineNo = SM.getLineNumber(Id, Last.FileOffset) + 1;
      }
  }

  void include(unsigned Target, bool Read) {
    if (!C.Prog.Files[LastInclude.File].Project)
      return;
    Read |= C.ReadHere.insert(Target).second;
    auto [It, New] =
        C.SeenIncludes.insert({{LastInclude, Target}, C.Src.Includes.size()});
    if (New)
      C.Src.Includes.push_back({LastInclude, Target, LastAngled});
    C.Src.Includes[It->second].Read |= Read;
  }

  bool inProject(SourceLocation Loc) const {
    int File = C.Files.fileId(SM.getSpellingLoc(Loc));
    return File >= 0 && C.Prog.Files[File].Project;
  }
  /// Info is what a directive of the program replaces or ends, or makes.
  void definitions(const Token &Name, const MacroInfo *Info) {
    if (Info && inProject(Name.getLocation()) &&
        !inProject(Info->getDefinitionLoc()))
      C.Src.MacrosElsewhere.insert(Name.getIdentifierInfo()->getName().str());
  }
  /// Other text before it must not change what it stands for.
  void builtin(const Token &Name) {
    const SourceManager &SM = C.Files.sources();
    llvm::StringRef Text = Name.getIdentifierInfo()->getName();
    SourceLocation Loc = Name.getLocation();
    unsigned Value;
    if (Text == "__COUNTER__")
      Value = Counter++;
    else if (Text == "__LINE__")
      Value = SM.getPresumedLoc(SM.getExpansionRange(Loc).getEnd()).getLine();
    else
      return;
    Place At;
    if (!Loc.isFileID() || !C.placeOf(Loc, At) ||
        !C.Prog.Files[At.File].Project)
      return;
    auto [It, New] =
        C.Src.Builtins.insert({At, {std::to_string(Value), Text.size()}});
    if (!New && It->second.first != std::to_string(Value))
      It->second.first.clear();
  }
  void use(const Token &Name, const MacroDefinition &MD) {
    const MacroInfo *Info = MD.getMacroInfo();
    Place At, Definition;
    SourceLocation Loc = Name.getLocation();
    if (Info && inProject(Info->getDefinitionLoc()) && !inProject(Loc))
      C.Src.MacrosElsewhere.insert(Name.getIdentifierInfo()->getName().str());
    if (Info && C.placeOf(Loc, At) &&
        C.placeOf(Info->getDefinitionLoc(), Definition) &&
        C.Prog.Files[Definition.File].Project &&
        C.Prog.Files[At.File].Project &&
        C.SeenMacroUses.insert({At, Definition.File}).second)
      C.Src.MacroUses.push_back({At, Definition.File});
  }

  Collector &C;
  SourceManager &SM;
  std::map<FileID, std::pair<unsigned, SkippedText>> Skipped;
  Place LastInclude;
  unsigned Counter = 0; ///< __COUNTER__s so far
  bool LastAngled = false, HasInclude = false;
};

void Collector::watch(Preprocessor &PP) {
  PP.addPPCallbacks(std::make_unique<Watcher>(*this, PP.getSourceManager()));
  ExpandedTokens.clear();
  ReadHere.clear();
  PP.setTokenWatcher([this, &PP](const Token &T) {
    if (T.getLocation().isMacroID())
      ++ExpandedTokens[PP.getSourceManager()
                           .getExpansionLoc(T.getLocation())
                           .getRawEncoding()];
  });
}

//===----------------------------------------------------------------------===//
// References and static data
//===----------------------------------------------------------------------===//

static std::string keyOf(Collector &C, const VarDecl *D) {
  std::string Name = D->getNameAsString();
  if (D->hasExternalFormalLinkage())
    return Name;
  Place At;
  if (!C.placeOf(D->getCanonicalDecl()->getLocation(), At))
    return "";
  return Name + "@" + std::to_string(At.File) + ":" + std::to_string(At.Offset);
}

class FactsVisitor : public RecursiveASTVisitor<FactsVisitor> {
  using Base = RecursiveASTVisitor<FactsVisitor>;

public:
  FactsVisitor(Collector &C, ASTContext &Context) : C(C), Context(Context) {}

  bool TraverseVarDecl(VarDecl *D) {
    if (!D->hasGlobalStorage())
      return Base::TraverseVarDecl(D);
    StaticData S;
    addStatic(D, S);
    StaticData *Outer = Current;
    Current = &S;
    Base::TraverseVarDecl(D);
    Current = Outer;
    if (!S.Key.empty())
      store(S);
    return true;
  }

  bool TraverseFunctionDecl(FunctionDecl *D) {
    bool Outer = InFunction;
    InFunction = D->doesThisDeclarationHaveABody();
    Base::TraverseFunctionDecl(D);
    InFunction = Outer;
    return true;
  }

  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    ++Unevaluated;
    Base::TraverseUnaryExprOrTypeTraitExpr(E);
    --Unevaluated;
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    AssignedText A;
    Place End;
    if (B->getOpcode() == BO_Assign &&
        textOf(B->getLHS()->getSourceRange(), A.Lhs, End)) {
      A.LhsEnd = End.Offset;
      A.Integer = B->getType()->isIntegerType();
      addAssigned(A, B->getRHS());
    }
    // The call is what stays of it; another value would be left alone.
    auto *First = dyn_cast<BinaryOperator>(B->getLHS()->IgnoreParens());
    if (B->isCommaOp() && First && First->getOpcode() == BO_Assign &&
        isa<CallExpr>(First->getRHS()->IgnoreParenImpCasts()))
      noteAssignment(First);
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    AssignedText A;
    if (D->hasLocalStorage() && D->hasInit() && !isa<ParmVarDecl>(D) &&
        D->getType()->isScalarType() && C.placeOf(D->getLocation(), A.Lhs)) {
      A.LhsEnd = A.Lhs.Offset + unsigned(D->getName().size());
      A.Integer = D->getType()->isIntegerType();
      addAssigned(A, D->getInit());
    }
    if (auto *A = D->getAttr<CleanupAttr>())
      refer(D->getLocation(), A->getFunctionDecl());
    Place At;
    int Group = C.groupOf(D);
    if (Group >= 0 && D->getLexicalDeclContext()->isFunctionOrMethod() &&
        C.placeOf(D->getLocation(), At)) {
      C.Src.LocalGroups[At].insert(Group);
      if (D->hasLocalStorage() && D->getType()->isScalarType())
        C.Src.LocalScalars.insert(At);
    }
    return true;
  }
  bool VisitTypedefDecl(TypedefDecl *D) { return local(D); }
  bool VisitTagDecl(TagDecl *D) {
    // A local struct belongs to its whole declaration statement.
    return local(D);
  }
  bool VisitFunctionDecl(FunctionDecl *D) {
    // __attribute__((alias("f"))) names f.
    if (auto *A = D->getAttr<AliasAttr>())
      for (NamedDecl *Of : Context.getTranslationUnitDecl()->lookup(
               &Context.Idents.get(A->getAliasee())))
        refer(D->getLocation(), Of);
    return local(D);
  }
  bool VisitEnumConstantDecl(EnumConstantDecl *) { return true; }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const ValueDecl *D = E->getDecl();
    SourceLocation Loc = E->getLocation();
    if (auto *Constant = dyn_cast<EnumConstantDecl>(D))
      refer(Loc, cast<Decl>(Constant->getDeclContext()));
    else
      refer(Loc, D);
    auto *V = dyn_cast<VarDecl>(D);
    if (V && V->hasGlobalStorage())
      useStatic(Loc, V);
    else if (Loc.isMacroID())
      noteOther(Loc);
    if (auto *F = dyn_cast<FunctionDecl>(D))
      noteMpi(Loc, F);
    return true;
  }

  bool VisitTypedefTypeLoc(TypedefTypeLoc TL) {
    refer(TL.getNameLoc(), TL.getTypedefNameDecl());
    return true;
  }
  bool VisitTagTypeLoc(TagTypeLoc TL) {
    refer(TL.getNameLoc(), TL.getDecl());
    return true;
  }

  bool VisitGotoStmt(GotoStmt *S) {
    refer(S->getLabelLoc(), S->getLabel());
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) {
    for (const AddrLabelExpr *E : S->labels())
      refer(E->getLabelLoc(), E->getLabel());
    return true;
  }
  bool VisitAddrLabelExpr(AddrLabelExpr *E) {
    refer(E->getLabelLoc(), E->getLabel());
    return true;
  }

  // Statements "x = value;": where x is written and nothing read.
  bool VisitCompoundStmt(CompoundStmt *S) {
    for (const clang::Stmt *Child : S->body())
      noteAssignment(Child);
    return true;
  }
  bool VisitIfStmt(IfStmt *S) {
    noteEffects(S->getCond());
    noteAssignment(S->getThen());
    noteAssignment(S->getElse());
    return true;
  }
  bool VisitForStmt(ForStmt *S) {
    noteEffects(S->getCond());
    noteAssignment(S->getBody());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *S) {
    noteEffects(S->getCond());
    noteAssignment(S->getBody());
    return true;
  }
  bool VisitDoStmt(DoStmt *S) {
    noteEffects(S->getCond());
    return true;
  }
  bool VisitSwitchCase(SwitchCase *S) {
    noteAssignment(S->getSubStmt());
    return true;
  }
  bool VisitLabelStmt(LabelStmt *S) {
    noteAssignment(S->getSubStmt());
    Place At;
    int Group = C.groupOf(S->getDecl());
    if (Group >= 0 && C.placeOf(S->getIdentLoc(), At))
      C.Src.LocalGroups[At].insert(Group);
    return true;
  }

private:
  bool local(NamedDecl *D) {
    Place At;
    int Group = C.groupOf(D);
    if (Group >= 0 && D->getLexicalDeclContext()->isFunctionOrMethod() &&
        C.placeOf(D->getLocation(), At))
      C.Src.LocalGroups[At].insert(Group);
    return true;
  }

  void refer(SourceLocation Loc, const Decl *D) {
    // A type that is declared within another one.
    if (auto *Inner = dyn_cast<TagDecl>(D))
      if (auto *Outer = dyn_cast<RecordDecl>(Inner->getLexicalDeclContext()))
        refer(Loc, Outer);
    Place At;
    int Group = C.groupOf(D);
    // A macro's argument is named where it is written.
    if (C.Files.spelledInPlace(Loc))
      Loc = C.Files.sources().getSpellingLoc(Loc);
    if (Group < 0 || !C.placeOf(Loc, At))
      return;
    if (!C.SeenRefs.insert({At.File, At.Offset, unsigned(Group)}).second)
      return;
    C.Src.Refs.push_back({At, unsigned(Group), Written.count(At) != 0});
  }

  // Where text that is spelled in one file begins and ends.
  bool textOf(clang::SourceRange R, Place &Begin, Place &End) {
    const SourceManager &SM = C.Files.sources();
    CharSourceRange F = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(R), SM, C.Files.language());
    return F.isValid() && C.placeOf(F.getBegin(), Begin) &&
           C.placeOf(F.getEnd(), End) && Begin.File == End.File;
  }

  void addAssigned(AssignedText &A, const Expr *Value) {
    Place Begin, End;
    if (!textOf(Value->getSourceRange(), Begin, End) ||
        Begin.File != A.Lhs.File ||
        !C.SeenAssigned.insert({A.Lhs.File, A.Lhs.Offset}).second)
      return;
    A.ValueBegin = Begin.Offset;
    A.ValueEnd = End.Offset;
    C.Src.Assigned.push_back(A);
  }

  /// What the outcome of a condition tells of an expression in it.
  enum Told { Unknown, Evaluated, True, False };
  /// The same where the condition holds, and where it does not.
  struct Outcome {
    Told Then = True, Else = False;
    template <typename Fn> Outcome each(Fn F) const {
      return {F(Then), F(Else)};
    }
    Outcome inside() const {
      return each([](Told T) { return T == Unknown ? T : Evaluated; });
    }
  };

  /// The sides of && and ||, of which Stop does not end the evaluation.
  void noteSides(const BinaryOperator *B, Outcome O) {
    Told Stop = B->getOpcode() == BO_LAnd ? True : False;
    noteEffects(B->getLHS(), O.each([&](Told T) {
      return T == Unknown || T == Stop ? T : Evaluated;
    }));
    noteEffects(B->getRHS(),
                O.each([&](Told T) { return T == Stop ? T : Unknown; }));
  }

  void noteEffects(const Expr *E) { noteEffects(E, Outcome()); }
  void noteEffects(const Expr *E, Outcome O) {
    if (!E || !effectsOf(E).any())
      return;
    E = E->IgnoreParenImpCasts();
    auto *B = dyn_cast<BinaryOperator>(E);
    auto *U = dyn_cast<UnaryOperator>(E);
    auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (B && B->isLogicalOp()) {
      noteSides(B, O);
    } else if (B && !B->isAssignmentOp()) {
      noteEffects(B->getLHS(), O.inside());
      noteEffects(B->getRHS(), B->isCommaOp() ? O : O.inside());
    } else if (auto *Q = dyn_cast<ConditionalOperator>(E)) {
      noteEffects(Q->getCond(), O.inside());
      noteEffects(Q->getTrueExpr(), {Unknown, Unknown});
      noteEffects(Q->getFalseExpr(), {Unknown, Unknown});
    } else if (U && U->getOpcode() == UO_LNot) {
      noteEffects(U->getSubExpr(), O.each([](Told T) {
        return T == True ? False : T == False ? True : T;
      }));
    } else if ((U && !U->isIncrementDecrementOp()) ||
               isa<CastExpr, MemberExpr, ArraySubscriptExpr>(E) ||
               (F && F->getIdentifier() && !F->isDefined() &&
                onlyGivesValue(F->getName()))) {
      for (const clang::Stmt *Part : E->children())
        noteEffects(dyn_cast<Expr>(Part), O.inside());
    } else {
      noteEffect(E, O);
    }
  }

  void noteEffect(const Expr *E, Outcome O) {
    EffectText T;
    Place End;
    if (!textOf(E->getSourceRange(), T.Begin, End))
      return;
    T.End = End.Offset;
    T.When = O.Else == Unknown   ? EffectText::Then
             : O.Then == Unknown ? EffectText::Else
                                 : EffectText::Always;
    T.Call = isa<CallExpr>(E);
    C.Src.Effects.insert(T);
  }

  void noteAssignment(const clang::Stmt *S) {
    auto *B = dyn_cast_or_null<BinaryOperator>(S);
    if (!B || B->getOpcode() != BO_Assign || B->getBeginLoc().isMacroID() ||
        B->getRHS()->getBeginLoc().isMacroID())
      return;
    auto *Ref = dyn_cast<DeclRefExpr>(B->getLHS());
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Place At, Value, End;
    if (!V || !V->hasLocalStorage() || !C.placeOf(Ref->getLocation(), At) ||
        !C.placeOf(B->getRHS()->getBeginLoc(), Value))
      return;
    if (Place Begin; !textOf(B->getRHS()->getSourceRange(), Begin, End))
      End = Value;
    if (Written.insert(At).second)
      C.Src.Assignments.push_back({At, Value.Offset, End.Offset});
  }

  void addStatic(const VarDecl *D, StaticData &S) {
    if (!C.Files.isProject(D->getLocation()) ||
        !C.placeOf(D->getLocation(), S.NameAt) ||
        !C.Files.expansionRange(D->getBeginLoc(), D->getEndLoc(), S.Range))
      return;
    // The argument of a macro is text like other text; the macro may be another
    // one with another compiler.
    Place Begin, Name;
    const SourceManager &SM = C.Files.sources();
    if (D->getBeginLoc().isMacroID() && D->getLocation().isMacroID() &&
        C.Files.spelledInPlace(D->getBeginLoc()) &&
        C.Files.spelledInPlace(D->getLocation()) &&
        C.placeOf(SM.getSpellingLoc(D->getBeginLoc()), Begin) &&
        C.placeOf(SM.getSpellingLoc(D->getLocation()), Name)) {
      S.Range.Begin = Begin.Offset;
      S.NameAt = Name;
    }
    // One text for all expansions.
    if (D->getLocation().isMacroID() &&
        !C.Files.spelledInPlace(D->getLocation()) &&
        C.Files.isProject(SM.getSpellingLoc(D->getLocation())) &&
        C.placeOf(SM.getSpellingLoc(D->getBeginLoc()), Begin) &&
        C.placeOf(SM.getSpellingLoc(D->getLocation()), Name) &&
        Begin.File == Name.File) {
      S.Range.File = Begin.File;
      S.Range.Begin = Begin.Offset;
      S.NameAt = Name;
    }
    S.Name = D->getNameAsString();
    S.Key = keyOf(C, D);
    S.Const = D->getType().isConstant(Context);
    S.Definition =
        D->isThisDeclarationADefinition() != VarDecl::DeclarationOnly;
    S.ThreadLocal = D->getTLSKind() != VarDecl::TLS_None;
    S.Local = D->isStaticLocal();
    for (const auto *A : D->specific_attrs<SectionAttr>()) {
      if (A->isInherited() || A->isImplicit())
        continue;
      skel::SourceRange R;
      Place First, Last;
      clang::SourceLocation End = SM.getSpellingLoc(A->getRange().getEnd());
      if (C.Files.isProject(End) &&
          C.placeOf(SM.getSpellingLoc(A->getRange().getBegin()), First) &&
          C.placeOf(End, Last) && First.File == Last.File) {
        R.File = First.File;
        R.Begin = First.Offset;
        R.End = Last.Offset +
                Lexer::MeasureTokenLength(End, SM, Context.getLangOpts());
      }
      S.Sections.push_back(R);
    }
  }

  void store(const StaticData &S) {
    for (StaticData &Old : C.Src.Statics)
      if (Old.NameAt == S.NameAt && Old.Key == S.Key) { // read again
        Old.Takes.insert(S.Takes.begin(), S.Takes.end());
        Old.Definition |= S.Definition;
        return;
      }
    C.Src.Statics.push_back(S);
  }

  void useStatic(SourceLocation Loc, const VarDecl *V) {
    const SourceManager &SM = C.Files.sources();
    StaticUse U;
    U.Key = keyOf(C, V);
    if (U.Key.empty() || !C.placeOf(Loc, U.At))
      return;
    SourceLocation Spelled = SM.getSpellingLoc(Loc);
    int File = C.Files.fileId(Spelled);
    U.Constant = Current || !InFunction;
    if (Current && !Unevaluated)
      Current->Takes.insert(U.Key);
    U.MacroBody = !C.Files.spelledInPlace(Loc);
    U.Pasted = File < 0;
    U.Spelled = U.At;
    if (!U.Pasted) {
      U.Spelled = {unsigned(File), SM.getFileOffset(Spelled)};
      U.End = U.Spelled.Offset +
              Lexer::MeasureTokenLength(Spelled, SM, C.Files.language());
      U.Pasted = U.End - U.Spelled.Offset != V->getName().size();
    }
    // A macro that stands for the pasted name alone: X(name). The use of the
    // macro takes the name's place.
    if (U.Pasted && Loc.isMacroID() &&
        C.ExpandedTokens[SM.getExpansionLoc(Loc).getRawEncoding()] == 1) {
      SourceLocation Last = SM.getExpansionRange(Loc).getEnd();
      U.Spelled = U.At;
      U.End = SM.getFileOffset(Last) +
              Lexer::MeasureTokenLength(Last, SM, C.Files.language());
      U.Pasted = U.MacroBody = false;
    }
    if (C.SeenUses.insert({U.Spelled, U.At}).second)
      C.Src.StaticUses.push_back(U);
  }

  void noteOther(SourceLocation Loc) {
    SourceLocation Spelled = C.Files.sources().getSpellingLoc(Loc);
    int File = C.Files.fileId(Spelled);
    if (File >= 0 && C.Prog.Files[File].Project && !C.Files.spelledInPlace(Loc))
      C.Src.OtherInMacro.insert(
          {unsigned(File), C.Files.sources().getFileOffset(Spelled)});
  }

  void noteMpi(SourceLocation Loc, const FunctionDecl *F) {
    llvm::StringRef Name = F->getName();
    Place At;
    if (!isMpiName(Name) ||
        C.Files.isProject(F->getCanonicalDecl()->getLocation()) ||
        !C.placeOf(Loc, At))
      return;
    const SourceManager &SM = C.Files.sources();
    C.Src.MpiNames.push_back({Name.str(), At, SM.getExpansionLineNumber(Loc)});
  }

  Collector &C;
  ASTContext &Context;
  StaticData *Current = nullptr;
  bool InFunction = false;
  int Unevaluated = 0;
  std::set<Place> Written;
};

//===----------------------------------------------------------------------===//
// Declarations at file scope
//===----------------------------------------------------------------------===//

void Collector::addName(Item &I, const NamedDecl *D, unsigned Low) {
  Item::Declarator N;
  skel::SourceRange R;
  if (!placeOf(D->getLocation(), N.NameAt) ||
      !Files.expansionRange(D->getLocation(), D->getEndLoc(), R))
    return;
  const SourceManager &SM = Files.sources();
  FileID File = SM.getFileID(SM.getExpansionLoc(D->getLocation()));
  N.Name = D->getNameAsString();
  int Group = groupOf(D);
  if (Group >= 0)
    N.Groups.insert(Group);
  auto *V = dyn_cast<VarDecl>(D);
  N.External = V && V->hasExternalFormalLinkage() &&
               V->isThisDeclarationADefinition() != VarDecl::DeclarationOnly;
  N.Plain = !D->getLocation().isMacroID() && !D->getEndLoc().isMacroID() &&
            R.Begin >= I.Range.Begin && R.End <= I.Range.End;
  unsigned End = N.Plain ? Files.declaratorEnd(File, R.End) : R.End;
  N.Range = Files.bytes(File, Files.declaratorBegin(File, R.Begin, Low), End);
  for (Item::Declarator &Old : I.Names)
    if (Old.NameAt == N.NameAt) {
      Old.Groups.insert(N.Groups.begin(), N.Groups.end());
      return;
    }
  I.Names.push_back(N);
}

void Collector::addItem(const std::vector<const Decl *> &Decls,
                        skel::SourceRange R) {
  auto [It, New] =
      ItemAt.insert({{R.File, R.Begin}, unsigned(Src.Items.size())});
  if (New) {
    Item Fresh;
    Fresh.Id = Src.Items.size();
    Fresh.Range = R;
    Src.Items.push_back(Fresh);
  }
  Item &I = Src.Items[It->second];
  for (const Decl *D : Decls) {
    I.FromMacro |= D->getBeginLoc().isMacroID() || D->getEndLoc().isMacroID();
    int Group = isa<NamedDecl>(D) ? groupOf(D) : -1;
    auto *F = dyn_cast<FunctionDecl>(D);
    if (F && F->doesThisDeclarationHaveABody()) {
      I.Kind = ItemKind::Function;
      I.Function = Tree.functionOf(F);
      if (Group >= 0)
        I.Groups.insert(Group);
    } else if (isa<TagDecl>(D)) {
      if (I.Kind == ItemKind::Other)
        I.Kind = ItemKind::Types;
      if (Group >= 0)
        I.Groups.insert(Group);
    } else if (F || isa<VarDecl>(D) || isa<TypedefDecl>(D)) {
      I.Kind = F                 ? ItemKind::Prototypes
               : isa<VarDecl>(D) ? ItemKind::Variables
                                 : ItemKind::Types;
      unsigned Low = I.Range.Begin;
      for (const Item::Declarator &N : I.Names)
        Low = std::max(Low, N.Range.End);
      addName(I, cast<NamedDecl>(D), Low);
    }
  }
}

void Collector::addItems(ASTContext &Context) {
  struct Piece {
    const Decl *D;
    skel::SourceRange R;
  };
  std::vector<Piece> Pieces;
  const SourceManager &SM = Files.sources();
  for (const Decl *D : Context.getTranslationUnitDecl()->decls()) {
    Piece P{D, {}};
    if (D->isImplicit() || !Files.isProject(D->getBeginLoc()) ||
        !Files.expansionRange(D->getBeginLoc(), D->getEndLoc(), P.R))
      continue;
    auto *F = dyn_cast<FunctionDecl>(D);
    if (!F || !F->doesThisDeclarationHaveABody()) {
      FileID Id = SM.getFileID(SM.getExpansionLoc(D->getBeginLoc()));
      unsigned End = P.R.End;
      if (!D->getEndLoc().isMacroID())
        End = Files.declaratorEnd(Id, End);
      P.R = Files.bytes(Id, Files.beforeExtension(Id, P.R.Begin),
                        Files.afterSemicolon(Id, End));
    }
    Pieces.push_back(P);
  }
  std::stable_sort(
      Pieces.begin(), Pieces.end(), [](const Piece &A, const Piece &B) {
        return std::tie(A.R.File, A.R.Begin) < std::tie(B.R.File, B.R.Begin);
      });
  for (size_t I = 0; I < Pieces.size();) {
    skel::SourceRange R = Pieces[I].R;
    std::vector<const Decl *> Decls;
    size_t Next = I;
    for (; Next < Pieces.size() && Pieces[Next].R.File == R.File &&
           (Next == I || Pieces[Next].R.Begin < R.End);
         ++Next) {
      Decls.push_back(Pieces[Next].D);
      if (Pieces[Next].R.End > R.End) {
        R.End = Pieces[Next].R.End;
        R.EndLine = Pieces[Next].R.EndLine;
        R.EndCol = Pieces[Next].R.EndCol;
      }
    }
    std::stable_sort(Decls.begin(), Decls.end(),
                     [&](const Decl *A, const Decl *B) {
                       return SM.isBeforeInTranslationUnit(A->getLocation(),
                                                           B->getLocation());
                     });
    addItem(Decls, R);
    I = Next;
  }
}

void Collector::addUnit(ASTContext &Context) {
  addItems(Context);
  FactsVisitor Visitor(*this, Context);
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (!D->isImplicit() && Files.isProject(D->getBeginLoc()))
      Visitor.TraverseDecl(D);
  for (const Decl *D : Context.getTranslationUnitDecl()->decls()) {
    auto *F = dyn_cast<FunctionDecl>(D);
    int Id = F && F->doesThisDeclarationHaveABody() ? Tree.functionOf(F) : -1;
    if (Id < 0)
      continue;
    Src.ReturnZero.resize(Prog.Functions.size());
    QualType T = F->getReturnType();
    if (T->isRecordType())
      Src.ReturnZero[Id] =
          "return (" + T.getUnqualifiedType().getAsString() + "){0};";
    else if (!T->isVoidType())
      Src.ReturnZero[Id] = "return 0;";
  }
}

void Collector::finish() {
  Src.Text.resize(Prog.Files.size());
  for (size_t I = 0; I < Prog.Files.size(); ++I)
    if (Prog.Files[I].Project) {
      std::ifstream In(Prog.Files[I].Path, std::ios::binary);
      std::stringstream Buffer;
      Buffer << In.rdbuf();
      Src.Text[I] = Buffer.str();
    }
  std::sort(
      Src.Pragmas.begin(), Src.Pragmas.end(),
      [](const PragmaText &A, const PragmaText &B) { return A.At < B.At; });
  Src.ReturnZero.resize(Prog.Functions.size());
  std::sort(Src.Items.begin(), Src.Items.end(),
            [](const Item &A, const Item &B) {
              return std::tie(A.Range.File, A.Range.Begin) <
                     std::tie(B.Range.File, B.Range.Begin);
            });
  for (size_t I = 0; I < Src.Items.size(); ++I)
    Src.Items[I].Id = I;
  std::sort(Src.Refs.begin(), Src.Refs.end(),
            [](const Ref &A, const Ref &B) { return A.At < B.At; });
  std::sort(Src.Includes.begin(), Src.Includes.end(),
            [](const Include &A, const Include &B) { return A.At < B.At; });
}

} // namespace skel
