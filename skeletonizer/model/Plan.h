//===- Plan.h - what becomes of each statement, and why ---------*- C++ -*-===//
//
// The border between the analysis, which decides and never edits, and the
// emitter, which edits and never decides. Plain data; can be printed.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PLAN_H
#define BSIM_SKELETONIZER_PLAN_H

#include "skeletonizer/model/Program.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace skel {

/// Why a statement is kept: the next step of the chain towards the criterion.
struct Reason {
  enum Kind {
    None,
    Criterion,  ///< it is, or decides, a communication call
    BlockParam, ///< it gives a parameter of a block's cost model
    Data,       ///< it defines a value that To reads
    Control,    ///< it decides whether To runs
    CallOf,     ///< To is in a function that this statement calls
    Message,    ///< it sends what the receive To reads
    Whole,      ///< it is part of a statement kept for another part
    ExitCode,   ///< it gives what main returns
    Pause,      ///< it lets time pass
    Ends,       ///< it ends or awaits a child process that To makes
    Syntax,     ///< C needs it: a label, a jump, a declaration
  } Why = None;
  int To = -1;      ///< Stmt id of the next link; -1 at the end
  std::string What; ///< variable, function or argument that carries it
};

/// One MPI call that stays in the skeleton.
struct CommCall {
  std::string Name; ///< MPI_Send
  unsigned File, Line, Col;
  int Stmt = -1;
  bool Real = true;      ///< stays MPI_* (moves data); else becomes LMPI_*
  bool Decisive = false; ///< what it changes of a file decides something
  std::string Why;       ///< "message decides n at a.c:12", "no live data"
  int For = -1;          ///< real: the statement that reads the data; else -1
  std::vector<bool> NullArg; ///< arguments to be replaced by a null
  /// Bytes at the beginning of each buffer that alone are live; 0: the buffer
  /// moves as a whole, or not at all.
  std::vector<int> Leading;
  bool Modelled = false; ///< what it does, or whether, depends on a hint
};

/// A call of a program function some of whose arguments are dead.
struct DeadArgs {
  unsigned Call; ///< index into Program::Calls
  std::vector<bool> NullArg;
};

/// A kept statement of which only one call is wanted (what it computes besides
/// is read by nobody): "rho = dot(n, r, r);" becomes "dot(n, r, r);". Of a
/// Declarator: the call alone, the name is declared only if kept text names it.
struct CallOnly {
  int Stmt = -1; ///< Expr, Declarator, Return; If: all of it goes but the call
  unsigned Call; ///< index into Program::Calls
};

/// A maximal run of removed sibling statements that costs time, or a kept one.
struct Block {
  int Id = 0;       ///< dense, in source order: index into bsim_blocks[]
  std::string Name; ///< key in models.json: "function.ordinal" or kernel name
  int Function = -1;
  /// The function that people know the block by: that which it mostly calls,
  /// or else its own.
  std::string Subject;
  int First = -1, Last = -1;       ///< Stmt ids, siblings
  std::vector<std::string> Params; ///< C expressions, readable before First
  std::string Kernel;              ///< library kernel, or empty
  /// What people call the parameters, such as the documentation of a kernel.
  /// Empty: they are called as they are written.
  std::vector<std::string> Names;
  const std::vector<std::string> &names() const {
    return Names.empty() ? Params : Names;
  }
  /// Bit i: parameter i is a number of rounds that may come out below zero, as
  /// the loop then does not run.
  unsigned Differences = 0;
  /// Functions that a parameter asks for: it is whether a pointer leads there.
  std::set<int> AskedFor;
  /// What its time goes with, as a hint says: "compute", "memory", "io",
  /// "constant", "data"; or empty.
  std::string Kind;
  bool Kept = false; ///< communication depends on it: it stays, and its time
                     ///< is added in front of it
  /// Of the statement First, which stays, the call that leaves it: index into
  /// Program::Calls; -1: the block is whole statements.
  int Part = -1;
  /// A value that the block's time depends on and that is no parameter.
  struct Missing {
    int Stmt;        ///< where it decides or is read
    std::string Why; ///< what it is, and why it is no parameter
    bool operator==(const Missing &M) const {
      return Stmt == M.Stmt && Why == M.Why;
    }
  };
  std::vector<Missing> Missing;
  /// It makes bounds of its own loops, in functions that it calls or for them,
  /// or in elements that a value in front of it chooses: "lo[axis] = at;".
  bool MakesBounds = false;
  int64_t Rounds = 0; ///< of a block that is one loop, if they are always the
                      ///< same
  /// What the instrumented program counts in each execution of the block, since
  /// its time depends on it and no parameter tells it.
  struct Count {
    enum Kind {
      Rounds, ///< of the loop Stmt
      Then,   ///< how often the first part of the if Stmt runs
      Else,   ///< its second part
      Behind, ///< what is behind the if, which ends with "continue"
      Value   ///< the value of Text in front of the block
    } What;
    int Stmt;
    std::string Text = "";
    std::string Name = ""; ///< in samples and models.json
    bool Data = false;     ///< data decide it, which no parameter stands for
  };
  std::vector<Count> Counts;
  std::vector<Count> Uncounted;           ///< others, beyond the most
  static constexpr size_t MostCounts = 6; ///< BSIM_MAX_COUNTS of bsim.h
  double Estimate = 0; ///< of its time, for ordering (blocks/Estimate.h)
};

/// An instruction that the skeleton has, with the place in the source that its
/// debug location names.
struct KeptCode {
  enum Kind { Call, Store, Branch } What;
  unsigned File, Line, Col;
  std::string Name; ///< Call: the function's; empty through a pointer
  int Stmt;
  /// Call: the byte of File where its text begins, if it is all in one place;
  /// an argument of a macro has the line and column of the macro's use.
  long At = -1;
  bool Copy = false; ///< Store: of a whole structure or array
  /// Store: the local variable that is written, or a part of it; or empty.
  std::string Variable;
};

/// What works, and takes no predicted time.
struct Untimed {
  int Stmt;
  enum Reason {
    Jumps,    ///< a loop that stays; its time could not end at a jump
    Recurses, ///< a recursive function that stays and is called in a condition
    Leaves,   ///< calls that leave a statement that stays
    Reads,    ///< a loop that stays and reads a stream
    Operator, ///< the body of an operator, which reductions call
    Enters,   ///< control enters it at a label in it
    Macro,    ///< it stands in a macro, or between macros, with what stays
    Cleanup,  ///< a variable whose function runs at the end of a scope
    AtExit,   ///< the body of a function that runs when the program ends
    Pause,    ///< a pause that leaves: the time of its block has it
    Other,    ///< it stays
  } Why;
  double Estimate = 0; ///< of its time, see Block
};

struct Plan {
  /// For each Stmt id: main reaches it, and not on an error path.
  std::vector<char> Runs;
  std::vector<char> Keep;   ///< for each Stmt id
  std::vector<Reason> Why;  ///< for each Stmt id
  std::vector<char> KeepFn; ///< for each Function id
  std::vector<CommCall> Calls;
  std::vector<DeadArgs> DeadArguments;
  std::vector<CallOnly> CallsOnly;
  /// For each Stmt id, of a Declarator that kept text may name. 1: its
  /// initialiser is dead: to be declared without. 2: it is a constant, and
  /// stays if the name does (a constant variable's uses are folded: nothing
  /// demands its value).
  std::vector<char> DeclOnly;
  /// For each Stmt id, of a Return: kept, but nobody reads the value: a zero
  /// of the type is returned. (With a CallOnly: the call, then the return.)
  std::vector<char> NullReturn;
  std::vector<Block> Blocks;
  /// What might take most time first; pauses have a time.
  std::vector<Untimed> NoTime;
  /// Loops that an instrumented program may leave early, in source order:
  /// their rounds are alike (blocks/AlikeRounds.h).
  std::vector<unsigned> AlikeRounds;
  /// A line on which a statement has code that may run, in a function that
  /// main reaches.
  struct CodeLine {
    int Stmt;
    unsigned Line;
    bool Sliced; ///< a part of it is in the slice
  };
  std::vector<CodeLine> Code;
  /// Code that the text of the result must have, in no particular order.
  std::vector<KeptCode> Kept;
  /// The elements of argv that the skeleton reads; they are known, and the
  /// program reads others, if it leaves arguments.
  std::set<unsigned> ReadArguments;
  bool LeavesArguments = false;
  /// If it reads elements whose places are not known, options that it leaves:
  /// "-t", "--tolerance", "tolerance="; an empty one if some are not known; and
  /// places: "#4".
  std::set<std::string> LeftOptions;
  /// What the analysis could not know, each with its place: "file:line: ...".
  std::vector<std::string> Unknown;
  /// Those of them that concern other processes and programs.
  std::vector<std::string> Processes;
  /// What hints of functions leave out, each with the function's place.
  std::vector<std::string> Overlooked;
};

} // namespace skel

#endif
