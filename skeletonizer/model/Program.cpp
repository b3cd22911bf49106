//===- Program.cpp - places to statements ---------------------------------===//
//
// Lookups in the statement tree. Knows nothing of Clang or LLVM.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/Program.h"
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

int Program::functionAt(unsigned File, unsigned Line,
                        const std::string &Name) const {
  size_t Indexed = 0;
  for (auto &List : FunctionsOfFile)
    Indexed += List.size();
  if (FunctionsOfFile.size() != Files.size() || Indexed != Functions.size())
    indexFunctions();
  int First = -1;
  for (unsigned Id : FunctionsOfFile[File]) {
    const SourceRange &R = Functions[Id].Range;
    if (R.Line > Line || Line > R.EndLine)
      continue;
    if (Functions[Id].Name == Name)
      return int(Id);
    First = First < 0 ? int(Id) : First;
  }
  return First;
}

/// The innermost statement below Body whose range holds a place.
template <typename Fn> int Program::descend(int Body, Fn Holds) const {
  if (Body < 0 || !Holds(Stmts[Body].Range))
    return -1;
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
  return int(Current);
}

int Program::stmtOfInclude(const IncludedText &I) const {
  int Body = Functions[I.Function].Body;
  return descend(Body, [&](const SourceRange &R) {
    return R.Begin <= I.At && I.At < R.End;
  });
}

int Program::stmtAt(unsigned Function, unsigned File, unsigned Line,
                    unsigned Col) const {
  int Body = Functions[Function].Body;
  if (Body < 0)
    return -1;
  if (Stmts[Body].Range.File == File)
    return descend(Body,
                   [&](const SourceRange &R) { return R.contains(Line, Col); });
  for (const IncludedText &I : Included)
    if (I.Function == Function && I.File == File)
      return stmtOfInclude(I);
  return -1;
}

int Program::stmtAtByte(unsigned File, unsigned At) const {
  functionAt(File, 0); // makes the index
  for (unsigned Id : FunctionsOfFile[File]) {
    int Found = descend(Functions[Id].Body, [&](const SourceRange &R) {
      return R.File == File && R.Begin <= At && At < R.End;
    });
    if (Found >= 0)
      return Found;
  }
  for (const IncludedText &I : Included)
    if (I.File == File)
      return stmtOfInclude(I);
  return -1;
}

std::vector<unsigned> Program::includesOf(unsigned File) const {
  std::vector<unsigned> Out;
  for (const IncludedText &I : Included)
    if (I.File == File)
      if (int S = stmtOfInclude(I); S >= 0)
        Out.push_back(unsigned(S));
  return Out;
}

std::vector<unsigned> Program::twinsOf(unsigned Stmt) const {
  std::vector<unsigned> Out;
  for (unsigned File : textOf(Stmt))
    for (unsigned Other : includesOf(File))
      if (Other != Stmt && Stmts[Other].Function == Stmts[Stmt].Function)
        Out.push_back(Other);
  return Out;
}

std::vector<unsigned> Program::textOf(unsigned Stmt) const {
  std::vector<unsigned> Out;
  if (Stmts[Stmt].Kind == StmtKind::Macro)
    for (const IncludedText &I : Included)
      if (I.Function == Stmts[Stmt].Function && stmtOfInclude(I) == int(Stmt))
        Out.push_back(I.File);
  return Out;
}

bool Program::isIn(int At, int Up) const {
  while (At >= 0 && At != Up)
    At = Stmts[At].Parent;
  return At == Up;
}

int Program::bodyOf(const Stmt &Loop) const {
  for (size_t I = Loop.Children.size(); I-- > 0;) {
    const Stmt &Child = Stmts[Loop.Children[I]];
    bool Before = Child.Range.End <= Loop.Header.Begin;
    if (Loop.Kind == StmtKind::Do ? Before
                                  : Child.Range.Begin >= Loop.Header.End)
      return int(Child.Id);
  }
  return -1;
}

std::string Program::place(unsigned File, unsigned Line) const {
  return Files[File].Relative + ":" + std::to_string(Line);
}

bool Program::goesBack(const Stmt &S) const {
  if (!Back) {
    Back.emplace();
    std::map<std::pair<unsigned, std::string>, unsigned> Labels;
    for (const Stmt &L : Stmts) // in the order of the text
      if (L.Kind == StmtKind::Label)
        Labels[{L.Function, L.Name}] = L.Id;
      else if (auto It = L.Kind == StmtKind::Goto
                             ? Labels.find({L.Function, L.Name})
                             : Labels.end();
               It != Labels.end())
        Back->insert({L.Id, It->second});
  }
  return Back->count(S.Id);
}

std::string Program::place(const Stmt &S) const {
  return place(S.Range.File, S.Range.Line);
}

static std::string lastPart(const std::string &Path) {
  return Path.substr(Path.rfind('/') + 1);
}

std::string Program::shortName(unsigned File) const {
  const std::string Name = lastPart(Files[File].Relative);
  for (unsigned F = 0; F < Files.size(); ++F)
    if (F != File && Files[F].Project && lastPart(Files[F].Relative) == Name)
      return Files[File].Relative;
  return Name;
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
