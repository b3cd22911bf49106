//===- Summaries.h - what library functions read, write, return -*- C++ -*-===//
//
// One table of functions whose code the program does not bring along, by
// name. MPI is not in it (see MpiTable.h).
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SUMMARIES_H
#define BSIM_SKELETONIZER_SUMMARIES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace skel {

struct LibrarySummary {
  const char *Name;
  /// A letter for each argument; the one after '*' is for all that follow.
  ///   v value          p pointer, not followed        c function called back
  ///   r reads memory   w writes memory (perhaps part)  x reads and writes
  ///   s FILE stream, whose state is read and changed
  ///   d *arg becomes a fresh heap block                e *arg points into arg
  ///   0 g *arg is a heap block that is written, or becomes a fresh one q *arg
  ///   and all memory that can be reached from it are read a the same, read and
  ///   written
  const char *Args;
  /// v number, 0-9 pointer into what that argument points to, h fresh heap,
  /// f fresh stream, R argument 0 or a fresh heap block that replaces it,
  /// n argument 0 or, where that is null, a fresh heap block, o memory of the
  /// library, S memory of the library that each call with this State
  /// overwrites, E errno, - nothing
  char Returns;
  /// Hidden state that is read and changed: words; '<' before a word: it is
  /// only read; @name is a library's global variable; # is the file that
  /// argument 0 names, ## those of arguments 0 and 1; #* all files.
  const char *State;
  enum Flag : unsigned {
    None = 0,
    Output = 1,   ///< prints; nothing in the program depends on it
    NoReturn = 2, ///< ends the process or the function
    Frees = 4,    ///< ends the life of what argument 0 (fclose: the stream)
    Costly = 8,   ///< a numerical kernel: a block by itself
    Keeps = 16,   ///< remembers argument pointers, in keptIn()
    /// makes a stream of the file that argument 0 names; argument 1: how
    Opens = 32,
  };
  unsigned Flags = None;
  /// Costly: 1-based positions of the arguments that set the time, as letters
  /// 'a' + position - 1.
  const char *KernelParams = "";
  const char *KernelNames = ""; ///< a letter for each of them
};

/// All words of State.
llvm::SmallVector<llvm::StringRef, 4> allStateWords(const LibrarySummary &S);

/// The words of State that name no variable, without '<'.
llvm::SmallVector<llvm::StringRef, 4> stateWords(const LibrarySummary &S);

/// The state where a function with the flag Keeps leaves pointers, if it is not
/// a stream that it makes.
llvm::StringRef keptIn(const LibrarySummary &S);

/// Null for a function that is not known.
const LibrarySummary *findLibraryCall(llvm::StringRef Name);

/// Programs call it to learn from errno how it went.
bool setsErrno(llvm::StringRef Name);

/// A call worth timing by itself: a numerical kernel, a sort, a copy of memory,
/// or one of which nothing is known.
bool takesTime(llvm::StringRef Name);

/// A known function that reads and gives a value and does nothing else.
bool onlyGivesValue(llvm::StringRef Name);

/// Of a function like printf or scanf: the argument that says what the further
/// ones are.
unsigned formatArgument(const LibrarySummary &S);

/// The letter of argument I.
char summaryArg(const LibrarySummary &S, unsigned I);

} // namespace skel

#endif
