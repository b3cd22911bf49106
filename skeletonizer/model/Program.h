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

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace skel {

/// Bytes [Begin, End) of a file, with the line and column (from 1, in bytes) of
/// both ends; EndLine and EndCol name the first byte behind the range. A
/// statement's range includes its semicolon.
struct SourceRange {
  unsigned File = 0;
  unsigned Begin = 0, End = 0;
  unsigned Line = 0, Col = 0;
  unsigned EndLine = 0, EndCol = 0;

  bool empty() const { return Begin == End; }
  bool contains(unsigned L, unsigned C) const {
    return (L > Line || (L == Line && C >= Col)) &&
           (L < EndLine || (L == EndLine && C < EndCol));
  }
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

inline bool isLoop(StmtKind K) {
  return K == StmtKind::For || K == StmtKind::While || K == StmtKind::Do;
}

struct Stmt {
  unsigned Id = 0;
  StmtKind Kind = StmtKind::Expr;
  int Parent = -1;       ///< Stmt id; -1 for a function's body
  unsigned Function = 0; ///< index into Program::Functions
  SourceRange Range;
  /// Control statements: the keyword and its parentheses, e.g. "for (...)",
  /// of a Do its "while (...)"; Case and Label: up to the colon. A position
  /// inside it belongs to the control statement itself.
  SourceRange Header;
  std::vector<unsigned> Children; ///< in source order (If: then, else)
  std::string Name;               ///< Declarator, Label: the name;
                                  ///< Goto: the label, "break", "continue"
  /// Begins or ends inside a macro expansion; Declarator: its name does.
  bool FromMacro = false;
  /// FromMacro: one expansion and a semicolon are the whole of it.
  bool Whole = false;
  bool Null = false; ///< Expr: a lone semicolon
  /// If: the value of its condition, 0 or 1, if that is written as such and the
  /// part that never runs has no label; else -1.
  int Constant = -1;
  /// Macro: code outside may jump to a label in it; a switch outside to a case.
  bool HoldsLabel = false, HoldsCase = false;
  /// Of a kind without parts: its code has jumps.
  bool HoldsJump = false;
  /// Threads execute it together, as many as the process has.
  bool Team = false;
  /// Declarator: of static data, whose initialiser is not code that runs.
  bool Static = false;
  /// Declarator: evaluating the initialiser, or the bounds of its type, may do
  /// more than give a value.
  bool InitEffects = false, BoundEffects = false;
  /// Declarator: elements of an array that is written without a size, "[]".
  uint64_t Extent = 0;
};

struct Function {
  unsigned Id = 0;
  std::string Name; ///< as written; static functions may share it
  bool Static = false;
  bool Unnamed = false; ///< runs without being named: constructor, destructor
  int Body = -1; ///< Stmt id of the body; always a definition. A body that
                 ///< comes out of a macro is one statement of kind Macro.
  SourceRange Range;
  std::vector<std::string> Params;
};

/// Of an If with such a condition, the part that runs; -1 if it has none.
inline int constantPart(const Stmt &If) {
  size_t Part = If.Constant ? 0 : 1;
  return Part < If.Children.size() ? int(If.Children[Part]) : -1;
}

/// A call that is written in a function's body.
struct Call {
  std::string Callee; ///< empty: through a pointer
  unsigned Function = 0;
  /// Place of the call expression as a DebugLoc gives it (expansion location
  /// of its first token).
  unsigned File = 0, Line = 0, Col = 0;
  unsigned At = 0;             ///< the same place as a byte of File
  int Stmt = -1;               ///< innermost statement that holds it
  unsigned Begin = 0, End = 0; ///< bytes of File; equal: not plain text
  /// Where the callee's name is spelled (perhaps in a macro's definition);
  /// empty for a call through a pointer expression.
  unsigned NameFile = 0, NameBegin = 0, NameEnd = 0;
  /// The name is spelled in the body of a macro, or in included text: other
  /// functions may share it, the arguments cannot be replaced one by one.
  bool FromMacro = false;
  bool Integer = false; ///< type of the result
  struct Arg {
    unsigned Begin = 0, End = 0; ///< bytes of File; equal: not replaceable
    std::string Text;            ///< as written; empty if not in one place
    bool Pointer = false;        ///< the parameter's type, for the null
    bool Number = false;         ///< integer, floating or enumeration type
    /// A null of the type that is passed, where no prototype says which.
    std::string Null;
    bool Writes = false; ///< evaluating it changes something, without a call
  };
  std::vector<Arg> Args;
};

struct SourceFile {
  std::string Path;     ///< absolute, without symbolic links
  std::string Relative; ///< to the program's root; what reports print
  bool Project = false; ///< below the root: mirrored into the skeleton
  bool Unit = false;    ///< compiled by itself; else a header
};

/// Text of a file that stands inside of a function's body by #include. What is
/// written in it belongs to the statement that holds the directive; statements
/// that begin or end in it are one of kind Macro, the directive's lines.
struct IncludedText {
  unsigned Function = 0;
  unsigned File = 0; ///< the text
  unsigned At = 0;   ///< the '#', in the function's own file
};

/// Places of functions, as path and byte, whose text is another function, too:
/// included again with other macros.
using SharedTexts = std::set<std::pair<std::string, unsigned>>;

struct Program {
  std::string Root; ///< absolute folder
  std::vector<SourceFile> Files;
  std::vector<Function> Functions;
  std::vector<Stmt> Stmts; ///< Stmts[i].Id == i
  std::vector<Call> Calls; ///< sorted by file, line, column
  std::vector<IncludedText> Included;
  bool Teams = false; ///< a statement has Team
  /// Structures a pointer to which becomes one to numbers or pointers: what
  /// steps from there may go through all of them. Names as in LLVM IR.
  std::set<std::string> Rows;

  /// The innermost statement of a function at a place (as a DebugLoc gives it:
  /// expansion location, line and column from 1), a Declarator before its Decl;
  /// -1 if there is none.
  int stmtAt(unsigned Function, unsigned File, unsigned Line,
             unsigned Col) const;
  /// The innermost statement at a byte of a file; of text that stands in
  /// several functions, in one of them.
  int stmtAtByte(unsigned File, unsigned At) const;
  /// The function whose definition covers a line, of several that with this
  /// name; -1 if there is none.
  int functionAt(unsigned File, unsigned Line,
                 const std::string &Name = "") const;
  /// Statements that are nothing but an #include of a file.
  std::vector<unsigned> includesOf(unsigned File) const;
  /// Other statements of the function that are the same file's text: nothing
  /// tells the code of one from that of the others.
  std::vector<unsigned> twinsOf(unsigned Stmt) const;
  /// Files whose text the statement, of kind Macro, is.
  std::vector<unsigned> textOf(unsigned Stmt) const;
  /// Accepts any absolute path to the file (as DIFile's directory and name
  /// give it); -1 if the program does not have it.
  int fileByPath(const std::string &Path) const;
  /// The statement that a loop repeats; -1 if it is not one by itself.
  int bodyOf(const Stmt &Loop) const;
  /// Statement At stands in Up, or is it.
  bool isIn(int At, int Up) const;
  /// Of a goto: its label stands in front of it. Of a label: such a goto names
  /// it.
  bool goesBack(const Stmt &S) const;
  /// "file:line" for messages.
  std::string place(const Stmt &S) const;
  std::string place(unsigned File, unsigned Line) const;
  /// The file's name without its folder, if no other file of the program is
  /// called so; else with it.
  std::string shortName(unsigned File) const;

private:
  mutable std::map<std::string, int> PathCache;
  mutable std::optional<std::set<unsigned>> Back;             ///< of goesBack()
  mutable std::vector<std::vector<unsigned>> FunctionsOfFile; ///< by Begin
  void indexFunctions() const;
  template <typename Fn> int descend(int Body, Fn Holds) const;
  int stmtOfInclude(const IncludedText &I) const;
};

/// A multi-line print of the statement tree, for debugging.
std::string dumpStatements(const Program &P);

} // namespace skel

#endif
