//===- MpiTable.h - the tables of MPI functions as data ---------*- C++ -*-===//
//
// What lmpi/mpi_calls.def and lmpi/mpi_large.def say of a function. Knows
// nothing of IR.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MPITABLE_H
#define BSIM_SKELETONIZER_MPITABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace skel {

enum MpiFamily {
#define MPI_FAMILY(family) family,
#include "lmpi/mpi_calls.def"
};

/// What the roles do not tell; the table explains each fact.
enum class MpiFact {
#define MPI_FACT_KIND(fact) fact,
#include "lmpi/mpi_calls.def"
};

struct MpiCallInfo {
  const char *Name; ///< MPI_Send
  MpiFamily Family;
  const char *Roles;  ///< a letter for each parameter, see the table
  const char *Params; ///< as they are declared, in parentheses
  uint64_t Facts = 0; ///< a bit for each MpiFact
  bool Large = false; ///< MPI_X_c, made of the row of MPI_X

  bool is(MpiFact F) const { return Facts >> unsigned(F) & 1; }
  /// Calls that every skeleton keeps: all but those that end the program, and
  /// LOCAL ones that do not look at others.
  bool isCommunication() const;
  /// A collective that moves data, or a barrier; perhaps non-blocking or
  /// persistent.
  bool isCollective() const;
  /// MPI_X and MPI_X_c take part in one collective.
  llvm::StringRef operation() const {
    return llvm::StringRef(Name).drop_back(Large ? 2 : 0);
  }
  /// Makes a request that may be started several times.
  bool isPersistent() const;
  /// Writes a line of the communication trace, or several.
  bool isTraced() const;
  /// Works on files. Errors of files come back to the program, unless it says
  /// otherwise.
  bool isOfFiles() const { return Family == IO || Family == IO_DATA; }
  /// Works on windows of one-sided communication.
  bool isOneSided() const { return Family == RMA || Family == RMA_DATA; }
  /// Moves data through buffers: has a timing-only twin.
  bool hasBuffers() const;
  /// The count behind this buffer tells of how many elements it is; not of how
  /// many for each process.
  bool countsWhole(unsigned Buffer) const;
  /// The parameter is declared as an array: it may be of several elements.
  bool isArray(unsigned Param) const;
  /// The parameter is declared with handles: of communicators, datatypes and
  /// the like.
  bool isHandle(unsigned Param) const;
  /// The parameter is given a bound of a datatype: an address, if the datatype
  /// is made of addresses.
  bool isBound(unsigned Param) const;
  /// The count of elements that a local call copies from one buffer to another
  /// one, or combines with those there, as a parameter; -1 if it is no such
  /// call.
  int elementCount() const;
  /// Combines values of several processes by an operator.
  bool combines() const;
  /// Hidden state of the library that a local call reads, and perhaps changes:
  /// attributes, names, the contents of info objects; "" if none.
  llvm::StringRef state() const;
  /// Remembers the functions it is given: they run in later calls, where values
  /// are reduced, attributes change, or requests end.
  bool registersFunctions() const;
};

/// All functions of the tables.
llvm::ArrayRef<MpiCallInfo> mpiCalls();

/// Before the name of a call whose effect on a file decides something: the
/// runtime ends the run if it has such an effect.
inline constexpr char DecisivePrefix[] = "BSIM_Decisive_";

/// A name of the profiling interface: PMPI_X is MPI_X.
bool isProfilingName(llvm::StringRef Name);

/// Null if the tables do not list the function. PMPI_ names count as MPI_.
const MpiCallInfo *findMpiCall(llvm::StringRef Name);

/// The name is MPI's, whether the table lists it or not.
bool isMpiName(llvm::StringRef Name);

/// The name is of a function for error handlers, whether the table lists it or
/// not.
bool isErrhandlerName(llvm::StringRef Name);

inline bool isBufferRole(char Role) {
  return Role == 'b' || Role == 'r' || Role == 'x';
}

} // namespace skel

#endif
