//===- Program.h - the program as the frontend read it ----------*- C++ -*-===//
//
// A tree of source statements with their places, without Clang or LLVM types:
// what the analysis (LLVM IR) and the emitter (AST, text) share. A statement
// is identified by its place in a file, not by its translation unit: an inline
// function of a header that three units include is one function here.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PROGRAM_H
#define BSIM_SKELETONIZER_PROGRAM_H

#include <string>
#include <vector>

namespace skel {

/// Bytes [Begin, End) of a file, with the line and column (from 1) of both
/// ends. A statement's range includes its semicolon.
struct SourceRange {
  unsigned File = 0;
  unsigned Begin = 0, End = 0;
  unsigned Line = 0, Col = 0;
  unsigned EndLine = 0, EndCol = 0;
};

enum class StmtKind {
  Compound,   ///< { ... }
  Expr,       ///< expression statement, asm, null statement
  Decl,       ///< declaration statement; children are its Declarators
  Declarator, ///< one declared name with its initialiser
  If,
  For,
  While,
  Do,
  Switch,
  Case, ///< case, default: one child, the labelled statement
  Label,
  Goto, ///< goto, break, continue
  Return,
  Macro, ///< several statements out of one macro expansion: one unit
};

struct Stmt {
  unsigned Id = 0;
  StmtKind Kind = StmtKind::Expr;
  int Parent = -1;       ///< Stmt id; -1 for a function's body
  unsigned Function = 0; ///< index into Program::Functions
  SourceRange Range;
  /// Control statements: the keyword and its parentheses, e.g. "for (...)".
  /// A position inside it belongs to the control statement itself.
  SourceRange Header;
  std::vector<unsigned> Children; ///< in source order (If: then, else)
  std::string Name;               ///< Declarator, Label, Goto: the name
  bool FromMacro = false;         ///< begins or ends inside a macro expansion
};

struct Function {
  unsigned Id = 0;
  std::string Name; ///< as written; static functions may share it
  bool Static = false;
  int Body = -1; ///< Stmt id of the body; always a definition
  SourceRange Range;
  std::vector<std::string> Params;
};

struct SourceFile {
  std::string Path;     ///< absolute, without symbolic links, as in DIFile
  std::string Relative; ///< to the program's root; what reports print
  bool Project = false; ///< below the root: mirrored into the skeleton
};

struct Program {
  std::vector<SourceFile> Files;
  std::vector<Function> Functions;
  std::vector<Stmt> Stmts; ///< Stmts[i].Id == i

  /// The innermost statement at a place (as a DebugLoc gives it: expansion
  /// location, line and column from 1), a Declarator before its Decl; -1 if
  /// there is none (outside functions, or not in project files).
  int stmtAt(const std::string &Path, unsigned Line, unsigned Col) const;
  int fileByPath(const std::string &Path) const;
};

} // namespace skel

#endif
