//===- MpiTable.h - lmpi/mpi_calls.def as data ------------------*- C++ -*-===//
//
// What the table of MPI functions says of a function. Knows nothing of IR.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MPITABLE_H
#define BSIM_SKELETONIZER_MPITABLE_H

#include "llvm/ADT/StringRef.h"

namespace skel {

enum MpiFamily {
#define MPI_FAMILY(family) family,
#include "lmpi/mpi_calls.def"
};

struct MpiCallInfo {
  const char *Name; ///< MPI_Send
  MpiFamily Family;
  const char *Roles;  ///< a letter for each parameter, see the table
  const char *Params; ///< as they are declared, in parentheses

  /// Calls that every skeleton keeps: all but LOCAL and Abort.
  bool isCommunication() const;
  /// Moves data through buffers: has a timing-only twin.
  bool hasBuffers() const;
  /// Needs of datatypes their sizes, not where their data lies.
  bool needsOnlySizes() const;
  /// The count behind this buffer tells of how many elements it is; not of how
  /// many for each process.
  bool countsWhole(unsigned Buffer) const;
  /// The parameter is declared as an array: it may be of several elements.
  bool isArray(unsigned Param) const;
  /// The parameter is declared with handles: of communicators, datatypes and
  /// the like. Type_get_contents gives numbers that are as good as handles.
  bool isHandle(unsigned Param) const;
  /// The parameter is given a bound of a datatype: an address, if it is made of
  /// addresses.
  bool isBound(unsigned Param) const;
  /// Hidden state of the library that a local call reads, and perhaps changes:
  /// attributes, names, the contents of info objects; "" if none.
  llvm::StringRef state() const;
  bool changesState() const;
  /// Remembers the functions it is given: they run in later calls, where values
  /// are reduced or attributes change.
  bool registersFunctions() const;
};

/// Null if the table does not list the function. PMPI_ names count as MPI_.
const MpiCallInfo *findMpiCall(llvm::StringRef Name);

/// A role that decides communication (the comm variables of FACT).
bool decidesCommunication(char Role);
inline bool isBufferRole(char Role) {
  return Role == 'b' || Role == 'r' || Role == 'x';
}

} // namespace skel

#endif
