//===- HintPlaces.cpp - where hints apply ---------------------------------===//
//
// Distances between places are edit distances of names, and numbers of lines.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/hints/HintPlaces.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstdlib>

namespace skel {

const Stmt *ProgramText::stmtAt(unsigned File, unsigned Offset) const {
  int Id = P.stmtAtByte(File, Offset);
  return Id < 0 ? nullptr : &P.Stmts[Id];
}

unsigned ProgramText::lineOf(unsigned File, unsigned Offset) const {
  const std::string &T = S.Text[File];
  return 1 + unsigned(std::count(T.begin(), T.begin() + Offset, '\n'));
}

std::string ProgramText::indentAt(unsigned File, unsigned Offset) const {
  const std::string &T = S.Text[File];
  size_t Line = Offset ? T.rfind('\n', Offset - 1) + 1 : 0;
  return T.substr(Line, T.find_first_not_of(" \t", Line) - Line);
}

std::string ProgramText::slice(unsigned File, unsigned Begin,
                               unsigned End) const {
  return S.Text[File].substr(Begin, End - Begin);
}

bool ProgramText::hasCall(unsigned File, unsigned Begin, unsigned End) const {
  for (const Call &C : P.Calls)
    if (C.File == File && C.Begin >= Begin && C.Begin < End)
      return true;
  return false;
}

const Stmt *ProgramText::listStmt(unsigned File, unsigned Begin) const {
  const Stmt *St = stmtAt(File, Begin);
  if (St && St->Kind == StmtKind::Declarator) {
    const Stmt &Decl = P.Stmts[St->Parent];
    if (Decl.Children.size() != 1 || St->Static)
      return nullptr;
    St = &Decl;
  }
  if (!St || St->FromMacro || St->Parent < 0 ||
      P.Stmts[St->Parent].Kind != StmtKind::Compound)
    return nullptr;
  if (St->Kind != StmtKind::Expr && St->Kind != StmtKind::Decl &&
      (St->Kind != StmtKind::If || Begin >= St->Header.End))
    return nullptr;
  std::string Front = slice(File, St->Range.Begin, Begin);
  for (const char *Sometimes : {"?", "&&", "||", "/*", "//", "\""})
    if (Front.find(Sometimes) != std::string::npos)
      return nullptr;
  return St;
}

// Comments, strings and characters in the header may hold anything.
bool ProgramText::condition(const Stmt &St, unsigned &Begin,
                            unsigned &End) const {
  const std::string &T = S.Text[St.Range.File];
  int Depth = 0;
  unsigned Semicolons = 0;
  Begin = End = 0;
  for (unsigned I = St.Header.Begin; I < St.Header.End; ++I) {
    char C = T[I];
    if (C == '/' && I + 1 < St.Header.End && T[I + 1] == '*') {
      I = unsigned(T.find("*/", I + 2)) + 1;
    } else if (C == '/' && I + 1 < St.Header.End && T[I + 1] == '/') {
      I = unsigned(T.find('\n', I));
    } else if (C == '"' || C == '\'') {
      for (++I; I < St.Header.End && T[I] != C; ++I)
        if (T[I] == '\\')
          ++I;
    } else if (C == '(' || C == '[' || C == '{') {
      if (++Depth == 1 && St.Kind != StmtKind::For)
        Begin = I + 1;
    } else if (C == ')' || C == ']' || C == '}') {
      if (--Depth == 0) {
        if (St.Kind != StmtKind::For)
          End = I;
        break;
      }
    } else if (C == ';' && Depth == 1 && St.Kind == StmtKind::For) {
      if (Semicolons++ == 0)
        Begin = I + 1;
      else
        End = I;
    }
  }
  return Begin > 0 && End >= Begin;
}

bool HintPlaces::fileFits(const Hint &H, unsigned File) const {
  if (H.PlaceFile.empty())
    return true;
  llvm::StringRef Have = P.Files[File].Relative, Want = H.PlaceFile;
  return Have == Want ||
         (Have.ends_with(Want) && Have[Have.size() - Want.size() - 1] == '/');
}

std::string HintPlaces::text(const Hint &H) {
  std::string Out = H.PlaceFile;
  if (!H.Function.empty())
    Out += (Out.empty() ? "" : ":") + H.Function;
  else
    Out += ":" + std::to_string(H.PlaceLine);
  return Out;
}

bool HintPlaces::stmtFits(const Hint &H, const Stmt &St) const {
  if (!fileFits(H, St.Range.File))
    return false;
  if (!H.Function.empty())
    return P.Functions[St.Function].Name == H.Function;
  return true;
}

bool HintPlaces::check(const Hint &H) {
  bool File = H.PlaceFile.empty();
  Nearest Near;
  auto Offer = [&](llvm::StringRef Have, llvm::StringRef Want) {
    if (Near.isCloser(Have.edit_distance(Want)))
      Near.Text = Have.str();
  };
  for (unsigned F = 0; F < P.Files.size() && !File; ++F)
    File = P.Files[F].Project && fileFits(H, F);
  if (!File) {
    for (const SourceFile &F : P.Files)
      if (F.Project)
        Offer(F.Relative, H.PlaceFile);
    return Errors.fail(H, "no source file " + H.PlaceFile +
                              "; nearest: " + Near.Text);
  }
  if (H.Function.empty())
    return true;
  for (const Function &F : P.Functions)
    if (F.Name == H.Function && fileFits(H, F.Range.File))
      return true;
  for (const Function &F : P.Functions)
    if (fileFits(H, F.Range.File))
      Offer(F.Name, H.Function);
  return Errors.fail(H, "no function " + text(H) + "; nearest: " + Near.Text);
}

const Stmt *HintPlaces::control(const Hint &H) {
  std::vector<const Stmt *> Found, Labels;
  Nearest Near;
  bool Loop = H.What == Hint::Loop;
  for (const Stmt &St : P.Stmts) {
    bool Label = Loop && St.Kind == StmtKind::Label && gotoLoop(St);
    if (!stmtFits(H, St) || St.FromMacro ||
        !(Label || (Loop ? isLoop(St.Kind) : St.Kind == StmtKind::If)))
      continue;
    if (!H.PlaceLine || St.Range.Line == H.PlaceLine)
      (Label ? Labels : Found).push_back(&St);
    if (Near.isCloser(
            unsigned(std::abs(int(St.Range.Line) - int(H.PlaceLine)))))
      Near.Text = P.place(St);
  }
  if (Found.empty())
    Found = Labels;
  if (Found.size() == 1)
    return Found[0];
  Errors.fail(H, std::string(Found.empty() ? "no " : "more than one ") +
                     (Loop ? "loop" : "if") + " at " + text(H) +
                     (Near.Text.empty() ? ""
                      : Found.empty()   ? "; nearest: " + Near.Text
                                      : "; give FILE:LINE, e.g. " + Near.Text));
  return nullptr;
}

const GotoLoop *HintPlaces::gotoLoop(const Stmt &Label) const {
  for (const GotoLoop &L : Gotos)
    if (L.Label == Label.Id && L.Counts)
      return &L;
  return nullptr;
}

const Function *HintPlaces::function(const Hint &H) {
  const Function *Of = nullptr;
  for (const Function &F : P.Functions)
    if (F.Name == H.Function && fileFits(H, F.Range.File)) {
      if (Of) {
        Errors.fail(H, "more than one function " + H.Function +
                           "; give FILE:FUNCTION, e.g. " +
                           P.Files[Of->Range.File].Relative + ":" + F.Name);
        return nullptr;
      }
      Of = &F;
    }
  if (Of && Of->Body >= 0 && P.Stmts[Of->Body].Kind == StmtKind::Compound &&
      !P.Stmts[Of->Body].FromMacro)
    return Of;
  Errors.fail(H, "the body of " + H.Function + " is not written out");
  return nullptr;
}

} // namespace skel
