//===- MpiTable.cpp - the tables of MPI functions as data -----------------===//
//
// One map from name to row, built at first use.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/MpiTable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <cstring>
#include <vector>

namespace skel {

static std::vector<MpiCallInfo> makeRows() {
  std::vector<MpiCallInfo> Rows = {
#define MPI_CALL(ret, name, params, args, family, roles)                       \
  {"MPI_" #name, family, roles, #params},
#include "lmpi/mpi_calls.def"
  };
  static const struct {
    const char *Name;
    MpiFact Fact;
  } Facts[] = {
#define MPI_FACT(name, fact) {"MPI_" #name, MpiFact::fact},
#include "lmpi/mpi_calls.def"
  };
  llvm::StringMap<MpiCallInfo *> Named;
  for (MpiCallInfo &Row : Rows)
    Named[Row.Name] = &Row;
  for (auto &[Name, Fact] : Facts)
    if (MpiCallInfo *Row = Named.lookup(Name))
      Row->Facts |= uint64_t(1) << unsigned(Fact);
  // Functions with large counts have the families, roles and facts of those
  // without.
  static const char *const Large[][2] = {
#define MPI_LARGE(name, params) {"MPI_" #name, "MPI_" #name "_c"},
#define MPI_LARGE_TWIN MPI_LARGE
#define MPI_LARGE_OWN MPI_LARGE
#include "lmpi/mpi_large.def"
  };
  std::vector<MpiCallInfo> More;
  for (auto &[Base, Name] : Large)
    if (const MpiCallInfo *Row = Named.lookup(Base)) {
      More.push_back(*Row);
      More.back().Name = Name;
      More.back().Large = true;
    }
  static const char *const Aliases[][2] = {
#define MPI_ALIAS(other, name) {"MPI_" #name, #other},
#define MPI_CALL(...)
#define MPI_FACT(...)
#include "lmpi/mpi_calls.def"
  };
  for (auto &[Base, Name] : Aliases)
    if (const MpiCallInfo *Row = Named.lookup(Base)) {
      More.push_back(*Row);
      More.back().Name = Name;
    }
  Rows.insert(Rows.end(), More.begin(), More.end());
  return Rows;
}

llvm::ArrayRef<MpiCallInfo> mpiCalls() {
  static const std::vector<MpiCallInfo> Rows = makeRows();
  return Rows;
}

const MpiCallInfo *findMpiCall(llvm::StringRef Name) {
  static const llvm::StringMap<const MpiCallInfo *> Map = [] {
    llvm::StringMap<const MpiCallInfo *> M;
    for (const MpiCallInfo &Row : mpiCalls())
      M[Row.Name] = &Row;
    return M;
  }();
  if (isProfilingName(Name))
    Name = Name.drop_front();
  auto It = Map.find(Name);
  return It == Map.end() ? nullptr : It->second;
}

bool isProfilingName(llvm::StringRef Name) { return Name.starts_with("PMPI_"); }

bool isMpiName(llvm::StringRef Name) {
  return Name.starts_with("MPI_") || isProfilingName(Name) ||
         Name.starts_with("MPIX_");
}

bool isErrhandlerName(llvm::StringRef Name) {
  return Name.contains("rrhandler");
}

bool MpiCallInfo::isCommunication() const {
  return (Family != LOCAL || is(MpiFact::LooksAtOthers)) &&
         !is(MpiFact::EndsProgram);
}

bool MpiCallInfo::isCollective() const {
  return Family == COLL || Family == ICOLL || Family == COLL_INIT;
}

bool MpiCallInfo::isPersistent() const {
  return Family == P2P_INIT || Family == PART_INIT || Family == COLL_INIT;
}

bool MpiCallInfo::isTraced() const {
  return Family == P2P_SEND || Family == P2P_RECV || Family == P2P_SENDRECV ||
         Family == P2P_ISENDRECV || Family == P2P_START || Family == MRECV ||
         Family == COLL || Family == ICOLL;
}

bool MpiCallInfo::hasBuffers() const {
  switch (Family) {
  case P2P_SEND:
  case P2P_RECV:
  case P2P_SENDRECV:
  case P2P_ISENDRECV:
  case P2P_INIT:
  case PART_INIT:
  case MRECV:
  case COLL:
  case ICOLL:
  case COLL_INIT:
  case IO_DATA:
  case RMA_DATA:
    return std::strpbrk(Roles, "brx") != nullptr;
  default:
    return false;
  }
}

llvm::StringRef MpiCallInfo::state() const {
  if (is(MpiFact::Attributes))
    return "MPI attributes";
  if (is(MpiFact::InfoObjects))
    return "MPI info";
  if (is(MpiFact::ObjectNames))
    return "MPI names";
  if (is(MpiFact::Errhandlers))
    return "MPI errhandlers";
  if (is(MpiFact::ErrorCodes))
    return "MPI error codes";
  if (is(MpiFact::ToolState))
    return "MPI tools";
  return "";
}

bool MpiCallInfo::combines() const {
  return llvm::StringRef(Params).contains("MPI_Op op") &&
         llvm::StringRef(Params).contains("MPI_Datatype ");
}

bool MpiCallInfo::registersFunctions() const {
  return is(MpiFact::MakesOperator) || is(MpiFact::MakesKeys) ||
         is(MpiFact::MakesGeneral);
}

bool MpiCallInfo::countsWhole(unsigned Buffer) const {
  return !is(Roles[Buffer] == 'b' ? MpiFact::SendsToEach
                                  : MpiFact::ReceivesFromEach);
}

/// The declaration of a parameter; "" if there is none.
static llvm::StringRef declared(const MpiCallInfo &Info, unsigned Param) {
  llvm::SmallVector<llvm::StringRef, 16> All;
  llvm::StringRef(Info.Params).trim("()").split(All, ',');
  return Param < All.size() ? All[Param].trim() : "";
}

bool MpiCallInfo::isBound(unsigned Param) const {
  llvm::StringRef P = declared(*this, Param);
  return P.contains('*') && (P.ends_with("lb") || P.ends_with("displacement"));
}

bool MpiCallInfo::isHandle(unsigned Param) const {
  if (is(MpiFact::GivesHandles))
    return true;
  llvm::StringRef Type = declared(*this, Param);
  Type.consume_front("const ");
  for (const char *Kind : {"Comm", "Datatype", "Errhandler", "Group", "Info",
                           "Message", "Op", "Request", "Win", "File"})
    if (Type.starts_with("MPI_" + std::string(Kind) + " "))
      return true;
  return false;
}

int MpiCallInfo::elementCount() const {
  llvm::StringRef R = Roles;
  size_t Type = R.find("it");
  bool Copies = R.contains('b') && (R.contains('x') || R.contains('r'));
  return Family == LOCAL && Copies && Type != R.npos ? int(Type) : -1;
}

bool MpiCallInfo::isArray(unsigned Param) const {
  return declared(*this, Param).contains('[');
}

} // namespace skel
