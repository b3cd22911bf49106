//===- Summaries.h - what library functions read, write, return -*- C++ -*-===//
//
// One table of functions whose code the program does not bring along, and of
// further facts about them. No other file compares their names. MPI is not in
// it (see MpiTable.h).
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
  ///   d *arg becomes a fresh heap block
  ///   e *arg points into arg 0
  ///   k *arg points on into the text that it pointed into, or into arg 0; the
  ///   text is read and written, and the result points into it, too
  ///   t *arg comes to lead to fresh memory, which leads to further such
  ///   memory;
  ///     it is read and written
  ///   g *arg is a heap block that is written, or becomes a fresh one
  ///   q *arg and all memory that can be reached from it are read
  ///   a the same, read and written
  const char *Args;
  /// v number, 0-9 pointer into what that argument points to, h fresh heap,
  /// f fresh stream, R argument 0 or a fresh heap block that replaces it,
  /// n argument 0 or, where that is null, a fresh heap block, m the same with
  /// argument 1, o memory of the
  /// library, S memory of the library that each call with this State
  /// overwrites, E errno, K see the letter k, - nothing
  char Returns;
  /// Hidden state that is read and changed: words; '<' before a word: it is
  /// only read; @name is a library's global variable; >@name the stream behind
  /// it, which is printed to; # is the file that argument 0 names, ## those of
  /// arguments 0 and 1, #1 that of argument 1; #* all files.
  const char *State;
  enum Flag : unsigned {
    None = 0,
    Output = 1,   ///< prints; nothing in the program depends on it
    NoReturn = 2, ///< ends the process or the function
    /// ends the life of what argument 0 (fclose: the stream; letter a: of what
    /// it leads to)
    Frees = 4,
    Costly = 8, ///< a numerical kernel: a block by itself
    Keeps = 16, ///< remembers argument pointers, in keptIn()
    /// makes a stream of the file that argument 0 names; argument 1: how
    Opens = 32,
  };
  unsigned Flags = None;
  /// Costly: 1-based positions of the arguments that set the time, as letters
  /// 'a' + position - 1.
  const char *KernelParams = "";
  const char *KernelNames = ""; ///< a letter for each of them
};

/// What a summary does not tell. A function may have facts without a summary.
enum class LibraryFact {
  // The end of the process
  Aborts,         ///< ends the process and says that it failed
  AbortsByStatus, ///< the same, unless argument 0 is 0
  Exits,          ///< ends the process; argument 0 tells whether it failed
  RunsAtExit,     ///< runs what AtExit was given
  AtExit,         ///< argument 0 runs when the process ends
  SetsHandler,    ///< argument 1 runs when a signal comes
  SetsAction,     ///< argument 1 begins with what runs when a signal comes
  MayRaise,       ///< a signal's handler may run before it comes back
  SavesPlace,     ///< control may come back to it from anywhere
  StartsThread,   ///< argument 2 runs beside the caller
  Forks,          ///< makes a child process that goes on with the same code
  AwaitsChild,    ///< waits for the end of a child process
  Replaces,       ///< another program takes the place of the process
  StartsProgram,  ///< starts another program
  // Files
  OpensDescriptor,      ///< opens a file, or another thing, by descriptor
  WrapsDescriptor,      ///< makes a stream of a descriptor
  GivesDescriptor,      ///< gives the descriptor of a stream
  ClosesDescriptor,     ///< its number is then free for another file
  MakesFolder,          ///< its last file may then be a folder, or a way to one
  DeletesFile,          ///< there is then no file of that name
  DuplicatesDescriptor, ///< a descriptor names another file from here on
  MapsDescriptor, ///< makes memory of a file: argument 4, or fresh memory if
                  ///< that is -1
  PrintsText,     ///< writes text to a stream
  ReadsStream,    ///< gives what a stream holds
  MovesBytes, ///< moves bytes between a file and memory as they are: fread's
              ///< arguments, if there is a stream, or read's
  // Text
  MeasuresTexts,  ///< gives the length of a text: argument 0
  CopiesText,     ///< argument 0 becomes a text equal to argument 1
  AppendsText,    ///< argument 0 then ends as argument 1 does
  CopiedText,     ///< gives a fresh text equal to argument 0
  Fills,          ///< argument 0 becomes one byte, again and again
  Environment,    ///< gives the variable of the environment called argument 0
  ComparesTexts,  ///< tells whether texts are equal: arguments 0 and 1
  Scans,          ///< reads text as formatArgument() says
  Formats,        ///< makes text as formatArgument() says
  ParsesInteger,  ///< makes an integer of text
  ParsesOptions,  ///< optarg then points to what argument 1 points to
  LosesArgument0, ///< as if it gave argument 0 to an unknown function
  // Memory
  Malloc,    ///< gives memory by a size that is made with sizeof
  TakesBack, ///< argument 0 is a heap block that ends its life
  Unset,  ///< nothing may be read of the memory it gives before it is written
  Zeroed, ///< the memory it gives is zero
  Piece,  ///< stands for a piece of an arena (Arenas.h), perhaps zero
  CopiesBytes,    ///< copies all of its argument r to its argument w
  CopiesVector,   ///< copies elements with strides: cblas_dcopy's arguments
  CountsBytes,    ///< is told how many bytes its pointers are of
  CountsElements, ///< is told how many elements its pointers are of
  PassesBytes,    ///< goes through as many bytes as its last argument says
  Sorts,          ///< exchanges elements: qsort's arguments
  // Cost and errors
  AsksSystem, ///< gives the clock or something else that is no memory, or keeps
              ///< what the system is to do later
  Pauses,     ///< lets time pass
  PausesForNothing, ///< the same where it is to wait for no thing: its first
                    ///< number tells how many
  TakesTime,        ///< worth timing by itself, though no numerical kernel
  Mathematics,      ///< a function of numbers
  Arithmetic,       ///< a few instructions on numbers
  Draws,            ///< gives a random number
  SetsRounding, ///< for what has no summary: it may change the rounding mode
  SetsErrno,    ///< see setsErrno()
  GivesErrno,   ///< tells the program which error was the last
};

/// Also of functions without a summary.
bool hasFact(llvm::StringRef Name, LibraryFact F);

/// A function of numbers that takes as long as many operations.
bool isLongMathematics(llvm::StringRef Name);

/// The function of C of which Clang makes this intrinsic function: "fmin" of
/// "minnum". Most have the same name.
llvm::StringRef nameInC(llvm::StringRef Intrinsic);

/// The functions that the table names for a fact, in its order.
llvm::SmallVector<llvm::StringRef, 16> namesWith(LibraryFact F);

/// All words of State.
llvm::SmallVector<llvm::StringRef, 4> allStateWords(const LibrarySummary &S);

/// The positions of the arguments that name files, by a word of State without
/// '<': "#", "##" and "#1". "#*" has none.
llvm::SmallVector<unsigned, 2> fileArguments(llvm::StringRef Word);
/// The same by all words, in order.
llvm::SmallVector<unsigned, 2> fileArguments(const LibrarySummary &S);

/// The words of State that name no variable, without '<'.
llvm::SmallVector<llvm::StringRef, 4> stateWords(const LibrarySummary &S);

/// The state where a function with the flag Keeps leaves pointers, if it is not
/// a stream that it makes.
llvm::StringRef keptIn(const LibrarySummary &S);

/// Null for a function that is not known.
const LibrarySummary *findLibraryCall(llvm::StringRef Name);

/// Programs call it to learn from errno how it went.
bool setsErrno(llvm::StringRef Name);

/// A call worth timing by itself: a numerical kernel, one with the fact
/// TakesTime, or one without a summary.
bool takesTime(llvm::StringRef Name);

/// A known function that reads and gives a value and does nothing else.
bool onlyGivesValue(llvm::StringRef Name);

/// A known function that does nothing but to read and write memory: what it is
/// given, and what the library keeps for it.
bool onlyUsesMemory(llvm::StringRef Name);

/// Of a function like printf or scanf: the argument that says what the further
/// ones are.
unsigned formatArgument(const LibrarySummary &S);

/// The letter of argument I.
char summaryArg(const LibrarySummary &S, unsigned I);

} // namespace skel

#endif
