//===- Collector.cpp - source facts of one unit after another -------------===//
//
// Groups declarations, and collects those at file scope. Macros are in
// CollectorMacros.cpp, references and assignments in CollectorFacts.cpp.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/Collector.h"
#include "clang/Basic/SourceManager.h"
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

bool Collector::textOf(clang::SourceRange R, Place &Begin, Place &End) {
  const SourceManager &SM = Files.sources();
  CharSourceRange F = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(R), SM, Files.language());
  return F.isValid() && placeOf(F.getBegin(), Begin) &&
         placeOf(F.getEnd(), End) && Begin.File == End.File;
}

// A system header may have declared the name before. In front of declarations
// of library functions Clang puts an implicit one.
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

// Adds a name that the item declares. Low: where its declarator begins at the
// earliest.
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

// Adds an item with the declarations in R, or completes it if another unit has
// read it before.
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

// Adds the items of a unit: declarations whose texts overlap are one item.
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
  addFacts(Context);
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
