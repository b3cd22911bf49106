//===- Program.cpp - places to statements ---------------------------------===//
//
// Lookups in the statement tree. Knows nothing of Clang or LLVM.
//
//===----------------------------------------------------------------------===//
#include "Program.h"
#include <algorithm>
#include <climits>
#include <cstdlib>

namespace skel {

void Program::indexFunctions() const {
  FunctionsOfFile.assign(Files.size(), {});
  for (const Function &F : Functions)
    FunctionsOfFile[F.Range.File].push_back(F.Id);
  for (auto &List : FunctionsOfFile)
    std::sort(List.begin(), List.end(), [&](unsigned A, unsigned B) {
      return Functions[A].Range.Begin < Functions[B].Range.Begin;
    });
}

int Program::fileByPath(const std::string &Path) const {
  auto It = PathCache.find(Path);
  if (It != PathCache.end())
    return It->second;
  char Real[PATH_MAX];
  std::string Canonical = realpath(Path.c_str(), Real) ? Real : Path;
  int Found = -1;
  for (size_t I = 0; I < Files.size(); ++I)
    if (Files[I].Path == Canonical)
      Found = I;
  PathCache[Path] = Found;
  return Found;
}

int Program::functionAt(unsigned File, unsigned Line) const {
  size_t Indexed = 0;
  for (auto &List : FunctionsOfFile)
    Indexed += List.size();
  if (FunctionsOfFile.size() != Files.size() || Indexed != Functions.size())
    indexFunctions();
  for (unsigned Id : FunctionsOfFile[File]) {
    const SourceRange &R = Functions[Id].Range;
    if (R.Line <= Line && Line <= R.EndLine)
      return Id;
  }
  return -1;
}

/// The innermost statement whose range holds a place.
template <typename Fn> int Program::descend(unsigned File, Fn Holds) const {
  for (unsigned Id : FunctionsOfFile[File]) {
    int Body = Functions[Id].Body;
    if (Body < 0 || !Holds(Stmts[Body].Range))
      continue;
    unsigned Current = Body;
    for (bool Deeper = true; Deeper;) {
      Deeper = false;
      for (unsigned Child : Stmts[Current].Children)
        if (Holds(Stmts[Child].Range)) {
          Current = Child;
          Deeper = true;
          break;
        }
    }
    return Current;
  }
  return -1;
}

int Program::stmtAt(unsigned File, unsigned Line, unsigned Col) const {
  if (functionAt(File, Line) < 0)
    return -1;
  return descend(File,
                 [&](const SourceRange &R) { return R.contains(Line, Col); });
}

int Program::stmtAtByte(unsigned File, unsigned At) const {
  functionAt(File, 0); // makes the index
  return descend(File, [&](const SourceRange &R) {
    return R.File == File && R.Begin <= At && At < R.End;
  });
}

int Program::stmtAt(const std::string &Path, unsigned Line,
                    unsigned Col) const {
  int File = fileByPath(Path);
  return File < 0 ? -1 : stmtAt(unsigned(File), Line, Col);
}

std::string Program::place(unsigned File, unsigned Line) const {
  return Files[File].Relative + ":" + std::to_string(Line);
}

std::string Program::place(const Stmt &S) const {
  return place(S.Range.File, S.Range.Line);
}

static const char *kindName(StmtKind K) {
  static const char *const Names[] = {
      "Compound", "Expr",   "Decl", "Declarator", "If",   "For",    "While",
      "Do",       "Switch", "Case", "Label",      "Goto", "Return", "Macro"};
  return Names[static_cast<int>(K)];
}

static std::string rangeText(const SourceRange &R) {
  return std::to_string(R.Line) + ":" + std::to_string(R.Col) + "-" +
         std::to_string(R.EndLine) + ":" + std::to_string(R.EndCol);
}

static void dumpTree(const Program &P, unsigned Id, unsigned Depth,
                     std::string &Out) {
  const Stmt &S = P.Stmts[Id];
  Out += std::string(2 * Depth, ' ') + "#" + std::to_string(Id) + " " +
         kindName(S.Kind) + " " + rangeText(S.Range);
  if (!S.Header.empty())
    Out += " header " + rangeText(S.Header);
  if (!S.Name.empty())
    Out += " '" + S.Name + "'";
  if (S.FromMacro)
    Out += " macro";
  if (S.Null)
    Out += " null";
  Out += "\n";
  for (unsigned Child : S.Children)
    dumpTree(P, Child, Depth + 1, Out);
}

std::string dumpStatements(const Program &P) {
  std::string Out;
  for (const Function &F : P.Functions) {
    Out += P.place(F.Range.File, F.Range.Line) + ": " +
           (F.Static ? "static " : "") + F.Name + " " + rangeText(F.Range) +
           "\n";
    if (F.Body >= 0)
      dumpTree(P, F.Body, 1, Out);
  }
  for (const Call &C : P.Calls) {
    Out += P.place(C.File, C.Line) + ":" + std::to_string(C.Col) + ": call " +
           (C.Callee.empty() ? "(pointer)" : C.Callee) + " in #" +
           std::to_string(C.Stmt) + (C.FromMacro ? " macro" : "");
    for (const Call::Arg &A : C.Args)
      Out += A.Begin == A.End ? " -"
             : A.Pointer      ? " p"
             : A.Number       ? " n"
                              : " ?";
    Out += "\n";
  }
  return Out;
}

} // namespace skel
