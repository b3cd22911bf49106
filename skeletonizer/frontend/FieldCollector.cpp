//===- FieldCollector.cpp - fields of structs and their uses --------------===//
//
// Every struct with the text of its fields, where fields are named, and where
// the layout of a struct is looked at: sizes, lists of values, pointers that
// become pointers to something else.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/FieldCollector.h"
#include "skeletonizer/model/Summaries.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace skel {

namespace {

/// Counts where a parameter is named, and where only what it points to is.
class ParameterUses : public RecursiveASTVisitor<ParameterUses> {
public:
  explicit ParameterUses(const ParmVarDecl *P) : P(P) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Named += E->getDecl() == P;
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    auto *E = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParenImpCasts());
    Followed += U->getOpcode() == UO_Deref && E && E->getDecl() == P;
    return true;
  }

  bool isOnlyFollowed() const { return Named == Followed; }

private:
  const ParmVarDecl *P;
  unsigned Named = 0, Followed = 0;
};

/// Finds the structures of Program::Rows: a pointer to one may become a pointer
/// to numbers, by a cast, by a call without a prototype, or by memory that is
/// read as another type. A pointer to a pointer counts as the pointer.
class RowVisitor : public RecursiveASTVisitor<RowVisitor> {
public:
  RowVisitor(ASTContext &C, FileTable &Files, Collector &Facts)
      : Context(C), Files(Files), Facts(Facts) {}

  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    if (F && F->getLocation().isValid() && !Files.isProject(F->getLocation())) {
      bool Copies = hasFact(F->getNameAsString(), LibraryFact::CopiesBytes);
      for (const Expr *A : C->arguments())
        if (!Copies || !isPointerToPointer(A->IgnoreParenImpCasts()))
          for (; auto *X = dyn_cast<CastExpr>(A); A = X->getSubExpr())
            ToLibrary.insert(X);
      return true;
    }
    // What a function may take as it likes: all arguments, or those behind its
    // parameters.
    QualType T = C->getCallee()->getType();
    T = T->isPointerType() ? T->getPointeeType() : T;
    const auto *Typed = T->getAs<FunctionProtoType>();
    if (Typed && !Typed->isVariadic())
      return true;
    unsigned Known = Typed ? Typed->getNumParams() : 0;
    for (unsigned I = Known; I < C->getNumArgs(); ++I) {
      QualType Given = C->getArg(I)->getType();
      bool IsTaken = !Typed && F && I < F->getNumParams() &&
                     recordBehind(F->getParamDecl(I)->getType());
      if (auto *R = recordBehind(Given); R && !IsTaken)
        (Typed ? Facts.Untyped : Facts.Prog.Rows).insert(nameOf(R));
    }
    return true;
  }

  bool VisitVAArgExpr(VAArgExpr *E) {
    Facts.FromUntyped |= isRow(E->getType());
    return true;
  }

  /// A member of a union that is read as another one.
  bool VisitRecordDecl(RecordDecl *D) {
    if (!D->isThisDeclarationADefinition() || !D->isUnion())
      return true;
    bool HasRow = false, HasUntyped = false;
    for (const FieldDecl *F : D->fields()) {
      HasRow |= isRow(F->getType());
      HasUntyped |= isUntyped(F->getType());
    }
    for (const FieldDecl *F : D->fields())
      if (auto *R = recordBehind(F->getType())) {
        if (HasRow)
          Facts.Prog.Rows.insert(nameOf(R));
        else if (HasUntyped)
          Facts.Untyped.insert(nameOf(R));
      }
    Facts.FromUntyped |= HasRow && HasUntyped;
    return true;
  }

  bool VisitCastExpr(CastExpr *C) {
    CastKind K = C->getCastKind();
    if (K != CK_BitCast && K != CK_PointerToIntegral &&
        K != CK_IntegralToPointer)
      return true;
    QualType From = C->getSubExpr()->getType(), To = C->getType();
    while (isPointerToPointer(From) && isPointerToPointer(To)) {
      From = From->getPointeeType();
      To = To->getPointeeType();
    }
    // Memory that holds the pointer is read through another one.
    if (isPointerToPointer(From) && isUntyped(To))
      From = From->getPointeeType();
    if (auto *R = recordBehind(From)) {
      if (isRow(To))
        Facts.Prog.Rows.insert(nameOf(R));
      else if (isUntyped(To) && !ToLibrary.count(C))
        Facts.Untyped.insert(nameOf(R));
      return true;
    }
    const Expr *E = C->getSubExpr()->IgnoreParenCasts();
    Facts.FromUntyped |=
        (isRow(To) && isUntyped(From) && !isa<CallExpr, IntegerLiteral>(E)) ||
        (isRow(From) && isPointerToPointer(C->getSubExpr()) && isUntyped(To) &&
         !ToLibrary.count(C));
    return true;
  }

private:
  static bool isPointerToPointer(QualType T) {
    return T->isPointerType() && T->getPointeeType()->isPointerType();
  }
  static bool isPointerToPointer(const Expr *E) {
    return isPointerToPointer(E->getType());
  }

  /// What is behind a pointer; of an array, its elements.
  QualType pointed(QualType T) const {
    return T->isPointerType() ? Context.getBaseElementType(T->getPointeeType())
                              : QualType();
  }
  const RecordDecl *recordBehind(QualType T) const {
    QualType P = pointed(T);
    const auto *R = P.isNull() ? nullptr : P->getAs<RecordType>();
    return R ? R->getDecl() : nullptr;
  }
  /// A pointer to numbers, or to pointers.
  bool isRow(QualType T) const {
    QualType P = pointed(T);
    return !P.isNull() && P->isScalarType() && Context.getTypeSize(P) > 8;
  }
  /// void *, or an integer that can hold it.
  bool isUntyped(QualType T) const {
    return T->isVoidPointerType() ||
           (T->isIntegerType() && Context.getTypeSize(T) == 64);
  }

  /// As in LLVM IR.
  static std::string nameOf(const RecordDecl *R) {
    auto *Typedef = R->getTypedefNameForAnonDecl();
    std::string Name =
        Typedef ? Typedef->getNameAsString() : R->getNameAsString();
    return (R->isUnion() ? "union." : "struct.") +
           (Name.empty() ? "anon" : Name);
  }

  ASTContext &Context;
  FileTable &Files;
  Collector &Facts;
  std::set<const CastExpr *> ToLibrary;
};

class FieldVisitor : public RecursiveASTVisitor<FieldVisitor> {
  using Base = RecursiveASTVisitor<FieldVisitor>;

public:
  FieldVisitor(ASTContext &C, FileTable &Files, Collector &Facts)
      : Context(C), SM(C.getSourceManager()), Files(Files), Facts(Facts) {}

  bool VisitRecordDecl(RecordDecl *D) {
    if (!D->isThisDeclarationADefinition())
      return true;
    if (D->isUnion())
      for (const FieldDecl *F : D->fields())
        eachRecord(F->getType(), [&](const RecordDecl *R) { spoil(R); });
    Place At;
    if (!Facts.placeOf(D->getLocation(), At) ||
        !Files.isProject(D->getLocation()))
      return true;
    skel::Record R;
    R.Plain = isPlain(D) && read(D, R);
    if (auto *T = D->getTypedefNameForAnonDecl())
      R.Name = T->getNameAsString();
    else
      R.Name = D->getNameAsString();
    auto [It, New] = Facts.Src.Records.insert({At, R});
    if (!New && (It->second.Fields != R.Fields || !R.Plain))
      It->second.Plain = false;
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *D) {
    std::string Name = D->getNameAsString();
    if (D->isThisDeclarationADefinition())
      Facts.Src.Defined.insert(Name);
    reach(Name, D->getReturnType());
    for (const ParmVarDecl *V : D->parameters())
      reach(Name, V->getType());
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    if (!D->hasExternalFormalLinkage())
      return true;
    if (D->isThisDeclarationADefinition() != VarDecl::DeclarationOnly)
      Facts.Src.Defined.insert(D->getNameAsString());
    reach(D->getNameAsString(), D->getType());
    return true;
  }

  bool VisitMemberExpr(MemberExpr *E) {
    Place At, Of;
    if (auto *F = dyn_cast<FieldDecl>(E->getMemberDecl()))
      if (Facts.placeOf(E->getExprLoc(), At) &&
          Facts.placeOf(F->getLocation(), Of))
        Facts.Src.FieldUses.insert({At, Of});
    return true;
  }

  bool TraverseCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    std::string Name = F ? F->getNameAsString() : "";
    bool Outer = Allocates;
    if (isAllocation(C))
      Allocates = true;
    for (unsigned I = 0; F && I < C->getNumArgs(); ++I)
      if (takesOne(F, I))
        Single.insert(C->getArg(I)->IgnoreParenImpCasts());
    // Pointers that only say which memory it is.
    if (hasFact(Name, LibraryFact::TakesBack))
      if (C->getNumArgs() > 0)
        for (const Expr *E = C->getArg(0);;) {
          auto *X = dyn_cast<CastExpr>(E->IgnoreParens());
          if (!X)
            break;
          Harmless.insert(X);
          E = X->getSubExpr();
        }
    Base::TraverseCallExpr(C);
    Allocates = Outer;
    return true;
  }

  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    if (!Allocates || E->getKind() != UETT_SizeOf)
      fix(E->getBeginLoc(), E->getTypeOfArgument());
    return true;
  }
  bool VisitOffsetOfExpr(OffsetOfExpr *E) {
    fix(E->getBeginLoc(), E->getTypeSourceInfo()->getType());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *E) {
    fix(E->getBeginLoc(), E->getType());
    return true;
  }
  bool VisitDesignatedInitExpr(DesignatedInitExpr *E) {
    fix(E->getBeginLoc(), E->getType());
    return true;
  }

  bool VisitCastExpr(CastExpr *C) {
    CastKind K = C->getCastKind();
    const Expr *From = C->getSubExpr();
    if ((K != CK_BitCast && K != CK_PointerToIntegral &&
         K != CK_IntegralToPointer) ||
        Harmless.count(C) ||
        From->isNullPointerConstant(Context, Expr::NPC_NeverValueDependent))
      return true;
    auto *Call = dyn_cast<CallExpr>(From->IgnoreParenCasts());
    if (Call && isAllocation(Call))
      return true;
    fix(C->getBeginLoc(), From->getType());
    fix(C->getBeginLoc(), C->getType());
    member(C->getBeginLoc(), From);
    return true;
  }

  // The address of a member: what steps from there reaches its neighbours.
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->getOpcode() == UO_AddrOf && U->getType()->isPointerType() &&
        U->getType()->getPointeeType()->isScalarType() && !Single.count(U))
      if (isa<MemberExpr>(U->getSubExpr()->IgnoreParens()))
        member(U->getBeginLoc(), U);
    return true;
  }

private:
  /// Whether the function only reads and writes what the argument points to,
  /// and no neighbours. Functions of libraries that take more than one have
  /// parameters of other types (void *), or of arrays.
  bool takesOne(const FunctionDecl *F, unsigned I) {
    const FunctionDecl *D = F->getDefinition();
    if (!D)
      return !Files.isProject(F->getLocation());
    if (I >= D->getNumParams())
      return false;
    const ParmVarDecl *P = D->getParamDecl(I);
    auto [It, New] = TakesOne.insert({P, false});
    if (New) {
      ParameterUses Uses(P);
      Uses.TraverseStmt(D->getBody());
      It->second = Uses.isOnlyFollowed();
    }
    return It->second;
  }

  static bool isAllocation(const CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    std::string Name = F ? F->getNameAsString() : "";
    return hasFact(Name, LibraryFact::Malloc);
  }

  // Structs in an object of a type, behind a pointer, too.
  template <typename Function> void eachRecord(QualType T, Function Do) {
    for (;;) {
      if (const ArrayType *A = Context.getAsArrayType(T))
        T = A->getElementType();
      else if (T->isAnyPointerType())
        T = T->getPointeeType();
      else
        break;
    }
    inner(T, Do);
  }
  template <typename Function> void inner(QualType T, Function Do) {
    while (const ArrayType *A = Context.getAsArrayType(T))
      T = A->getElementType();
    const auto *R = T->getAs<RecordType>();
    const RecordDecl *D = R ? R->getDecl()->getDefinition() : nullptr;
    if (!D)
      return;
    Do(D);
    for (const FieldDecl *F : D->fields())
      inner(F->getType(), Do);
  }

  // Of all that a library could follow from there.
  void reach(const std::string &Name, QualType T) {
    eachRecord(T, [&](const RecordDecl *R) {
      Place At;
      if (!Facts.placeOf(R->getLocation(), At) ||
          !Facts.Src.Reaches[Name].insert(At).second)
        return;
      for (const FieldDecl *F : R->fields())
        reach(Name, F->getType());
    });
  }

  void fix(SourceLocation Loc, QualType T) {
    Place At, Of;
    if (Facts.placeOf(Loc, At))
      eachRecord(T, [&](const RecordDecl *R) {
        if (Facts.placeOf(R->getLocation(), Of))
          Facts.Src.LayoutUses.insert({At, Of});
      });
  }

  void spoil(const RecordDecl *R) {
    Place At;
    if (Facts.placeOf(R->getLocation(), At)) {
      skel::Record &Have = Facts.Src.Records[At];
      Have.Plain = false;
    }
  }

  // A pointer to a member becomes another pointer: it may reach its
  // neighbours.
  void member(SourceLocation Loc, const Expr *E) {
    for (;;) {
      E = E->IgnoreParenCasts();
      auto *U = dyn_cast<UnaryOperator>(E);
      auto *B = dyn_cast<BinaryOperator>(E);
      if (U && U->getOpcode() == UO_AddrOf) {
        E = U->getSubExpr();
      } else if (B && B->isAdditiveOp()) {
        E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
      } else if (auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
        E = S->getBase();
      } else if (auto *M = dyn_cast<MemberExpr>(E)) {
        if (auto *F = dyn_cast<FieldDecl>(M->getMemberDecl()))
          fix(Loc, Context.getRecordType(F->getParent()));
        if (M->isArrow())
          return;
        E = M->getBase();
      } else {
        return;
      }
    }
  }

  bool isPlain(const RecordDecl *D) const {
    if (D->isUnion() || D->hasAttrs() || D->hasFlexibleArrayMember() ||
        !D->getLexicalDeclContext()->isTranslationUnit())
      return false;
    for (const FieldDecl *F : D->fields())
      if (F->isBitField() || F->hasAttrs() || !F->getIdentifier())
        return false;
    return true;
  }

  // The text of the fields; false if it is not written out.
  bool read(const RecordDecl *D, skel::Record &R) {
    FileID File = SM.getFileID(D->getLocation());
    auto Here = [&](SourceLocation Loc) {
      return Loc.isFileID() && SM.getFileID(Loc) == File;
    };
    clang::SourceRange Range = D->getBraceRange();
    if (!Here(D->getLocation()) || !Here(Range.getBegin()) ||
        !Here(Range.getEnd()))
      return false;
    R.Begin = SM.getFileOffset(Range.getBegin()) + 1;
    R.End = SM.getFileOffset(Range.getEnd());
    StringRef Text = SM.getBufferData(File);
    for (const FieldDecl *F : D->fields()) {
      skel::SourceRange Whole;
      skel::Record::Field X;
      if (!Here(F->getLocation()) || !Here(F->getBeginLoc()) ||
          !Facts.placeOf(F->getLocation(), X.At) ||
          !Files.expansionRange(F->getBeginLoc(), F->getEndLoc(), Whole))
        return false;
      X.Name = F->getNameAsString();
      X.Begin = Whole.Begin;
      X.End = Whole.End;
      R.Fields.push_back(X);
    }
    // Names that share their specifiers share the declaration.
    for (size_t I = R.Fields.size(); I-- > 0;) {
      skel::Record::Field &X = R.Fields[I];
      if (I + 1 < R.Fields.size() && R.Fields[I + 1].Begin == X.Begin)
        X.End = R.Fields[I + 1].End;
      else
        X.End = Files.afterSemicolon(File, X.End);
      if (X.End > R.End || Text[X.End - 1] != ';')
        return false;
    }
    return true;
  }

  ASTContext &Context;
  const SourceManager &SM;
  FileTable &Files;
  Collector &Facts;
  bool Allocates = false; ///< in the arguments of an allocation
  std::set<const CastExpr *> Harmless;
  std::set<const Expr *> Single; ///< addresses of which no step is taken
  std::map<const ParmVarDecl *, bool> TakesOne;
};

} // namespace

void collectFields(ASTContext &Context, FileTable &Files, Collector &Facts) {
  FieldVisitor V(Context, Files, Facts);
  RowVisitor Rows(Context, Files, Facts);
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() && Files.isProject(D->getLocation())) {
      V.TraverseDecl(D);
      Rows.TraverseDecl(D);
    }
  if (Facts.FromUntyped)
    Facts.Prog.Rows.insert(Facts.Untyped.begin(), Facts.Untyped.end());
}

} // namespace skel
