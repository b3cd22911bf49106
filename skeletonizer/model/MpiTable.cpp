//===- MpiTable.cpp - lmpi/mpi_calls.def as data --------------------------===//
//
// One map from name to row, built at first use.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/MpiTable.h"
#include "llvm/ADT/SmallVector.h"
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

llvm::StringRef MpiCallInfo::state() const {
  llvm::StringRef N = Name;
  if (N.contains("_attr") || N.contains("Attr_"))
    return "MPI attributes";
  if (N.starts_with("MPI_Info_"))
    return "MPI info";
  if (N.ends_with("_set_name") || N.ends_with("_get_name"))
    return "MPI names";
  if (N.ends_with("_errhandler") || N.starts_with("MPI_Errhandler_"))
    return "MPI errhandlers";
  if (N.starts_with("MPI_Add_error_") || N.starts_with("MPI_Error_"))
    return "MPI error codes";
  return "";
}

bool MpiCallInfo::changesState() const {
  llvm::StringRef N = Name;
  return Family == LOCAL && !state().empty() && !N.contains("get") &&
         !N.contains("create") && !N.contains("_call_") &&
         !N.starts_with("MPI_Error_") && N != "MPI_Info_dup";
}

bool MpiCallInfo::registersFunctions() const {
  llvm::StringRef N = Name;
  return N == "MPI_Op_create" || N.contains("eyval_create") ||
         N.contains("create_keyval");
}

bool MpiCallInfo::countsWhole(unsigned Buffer) const {
  llvm::StringRef N = Name;
  char Role = Roles[Buffer];
  return !(N == "MPI_Alltoall" || N == "MPI_Reduce_scatter_block" ||
           (Role == 'r' && (N == "MPI_Allgather" || N == "MPI_Gather")) ||
           (Role == 'b' && N == "MPI_Scatter"));
}

/// The declaration of a parameter; "" if there is none.
static llvm::StringRef declared(const MpiCallInfo &Info, unsigned Param) {
  llvm::SmallVector<llvm::StringRef, 16> All;
  llvm::StringRef(Info.Params).trim("()").split(All, ',');
  return Param < All.size() ? All[Param].trim() : "";
}

bool MpiCallInfo::isBound(unsigned Param) const {
  llvm::StringRef P = declared(*this, Param);
  return llvm::StringRef(Name).starts_with("MPI_Type_") && P.contains('*') &&
         (P.ends_with("lb") || P.ends_with("displacement"));
}

bool MpiCallInfo::isHandle(unsigned Param) const {
  if (llvm::StringRef(Name) == "MPI_Type_get_contents")
    return true;
  llvm::StringRef Type = declared(*this, Param);
  Type.consume_front("const ");
  for (const char *Kind : {"Comm", "Datatype", "Errhandler", "Group", "Info",
                           "Message", "Op", "Request", "Win", "File"})
    if (Type.starts_with("MPI_" + std::string(Kind) + " "))
      return true;
  return false;
}

bool MpiCallInfo::isArray(unsigned Param) const {
  return declared(*this, Param).contains('[');
}

bool decidesCommunication(char Role) {
  return Role && std::strchr("nvtwpgckoiRA", Role) != nullptr;
}

} // namespace skel
