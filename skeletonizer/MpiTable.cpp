//===- MpiTable.cpp - lmpi/mpi_calls.def as data --------------------------===//
//
// One map from name to row, built at first use.
//
//===----------------------------------------------------------------------===//
#include "MpiTable.h"
#include "llvm/ADT/StringMap.h"
#include <cstring>

namespace skel {

static const MpiCallInfo Rows[] = {
#define MPI_CALL(ret, name, params, args, family, roles)                       \
  {"MPI_" #name, family, roles, #params},
#include "lmpi/mpi_calls.def"
};

const MpiCallInfo *findMpiCall(llvm::StringRef Name) {
  static const llvm::StringMap<const MpiCallInfo *> Map = [] {
    llvm::StringMap<const MpiCallInfo *> M;
    for (const MpiCallInfo &Row : Rows)
      M[Row.Name] = &Row;
    return M;
  }();
  if (Name.starts_with("PMPI_"))
    Name = Name.drop_front();
  auto It = Map.find(Name);
  return It == Map.end() ? nullptr : It->second;
}

bool MpiCallInfo::isCommunication() const {
  return Family != LOCAL && std::strcmp(Name, "MPI_Abort") != 0;
}

bool MpiCallInfo::hasBuffers() const {
  switch (Family) {
  case P2P_SEND:
  case P2P_RECV:
  case P2P_SENDRECV:
  case P2P_INIT:
  case COLL:
    return std::strpbrk(Roles, "brx") != nullptr;
  default:
    return false;
  }
}

bool MpiCallInfo::needsOnlySizes() const {
  llvm::StringRef N = Name;
  if (N == "MPI_Get_count")
    return true;
  if (!N.starts_with("MPI_Type_"))
    return false;
  for (const char *Layout : {"extent", "_lb", "_ub", "_get_"})
    if (N.contains(Layout))
      return false;
  return true;
}

bool MpiCallInfo::isArray(unsigned Param) const {
  int Depth = 0;
  for (const char *C = Params; *C; ++C) {
    Depth += (*C == '(') - (*C == ')');
    if (*C == ',' && Depth == 1 && Param-- == 0)
      return false;
    if (*C == '[' && Param == 0)
      return true;
  }
  return false;
}

bool decidesCommunication(char Role) {
  return Role && std::strchr("nvtwpgckoiRA", Role) != nullptr;
}

} // namespace skel
