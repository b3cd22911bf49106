//===- Matching.cpp - which sends a receive may match ---------------------===//
//
// Compares the arguments of calls: communicators, tags, datatypes and, of
// collectives, roots, operators and counts.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/Matching.h"
#include "skeletonizer/slice/MatchingConstants.h"
#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

static constexpr int64_t AnyTag = -1, // MPI_ANY_TAG of MPICH
    AnySource = -2;                   // MPI_ANY_SOURCE

Matching::Matching(const IrIndex &I, const MemoryObjects &O, const PointsTo &P,
                   const ModRef &Mem)
    : Index(I), Objects(O), Pts(P), Memory(Mem), Bounds(I, O, P, Mem, 4000),
      Ranks(I, O, P, Mem),
      Order(I, O, P, [this](const CallBase *A, const CallBase *B) {
        return IrIndex::mpiCall(A)->operation() ==
                   IrIndex::mpiCall(B)->operation() &&
               sameCollective(A, B);
      }) {
  for (llvm::Function &F : Index.module())
    for (Instruction &J : llvm::instructions(F))
      if (auto *C = dyn_cast<CallBase>(&J))
        if (auto *Info = IrIndex::mpiCall(C))
          if (Info->hasBuffers())
            All.push_back(C);
}

bool Matching::receives(const MpiCallInfo &Info) {
  StringRef Roles = Info.Roles;
  return Info.hasBuffers() && (Roles.contains('r') || Roles.contains('x'));
}

bool Matching::sends(const MpiCallInfo &Info) {
  StringRef Roles = Info.Roles;
  return Info.hasBuffers() && (Roles.contains('b') || Roles.contains('x'));
}

Matching::Constants Matching::constants(const Value *V) const {
  return constantsOf(V, Index, Objects, Pts, Memory);
}

bool Matching::sameCommunicator(const Value *A, const Value *B) const {
  if (!A || !B)
    return true; // a matched receive has no communicator of its own
  auto Handles = [&](const Value *V) {
    std::vector<const MemObject *> Result;
    for (unsigned P : Pts.pointees(V)) {
      const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
      if (O.K == MemObject::Handle)
        Result.push_back(&O);
      else
        return std::vector<const MemObject *>();
    }
    return Result;
  };
  auto Left = Handles(A), Right = Handles(B);
  if (Left.empty() || Right.empty())
    return true;
  for (const MemObject *L : Left)
    for (const MemObject *R : Right) {
      if (L == R)
        return true;
      if (!L->Site || !R->Site)
        continue;
      // Ranks may make one communicator at different places of the program.
      if (IrIndex::externalName(cast<CallBase>(L->Site)) ==
          IrIndex::externalName(cast<CallBase>(R->Site)))
        return true;
    }
  return false;
}

/// Basic types of different sizes do not match. Bytes, packed data and derived
/// types match anything.
bool Matching::sameType(const Value *A, const Value *B) const {
  auto Basic = [&](const Value *V) {
    uint64_t Size = 0;
    for (unsigned P : Pts.pointees(chosenValue(V))) {
      const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
      if (O.K != MemObject::Handle || O.Site || O.Size < 2 || O.Pair ||
          (Size && Size != O.Size))
        return uint64_t(0);
      Size = O.Size;
    }
    return Size;
  };
  uint64_t L = Basic(A), R = Basic(B);
  return !L || !R || L == R;
}

/// The first (Which = 0) or second (1) argument with a role; null if none.
const Value *Matching::argument(const CallBase *C, char Role,
                                unsigned Which) const {
  StringRef Roles = IrIndex::mpiCall(C)->Roles;
  for (unsigned I = 0; I < Roles.size() && I < C->arg_size(); ++I)
    if (Roles[I] == Role && Which-- == 0)
      return C->getArgOperand(I);
  return nullptr;
}

static bool haveCommonValue(const Matching::Constants &A,
                            const Matching::Constants &B) {
  for (int64_t V : A.Values)
    if (B.Values.count(V))
      return true;
  return false;
}

/// A destination or source may be one of these ranks.
bool Matching::names(const Value *Peer, const RankSet &Of) const {
  if (!Peer)
    return true;
  if (Constants Known = constants(Peer); Known.Known)
    return any_of(Known.Values,
                  [&](int64_t V) { return V == AnySource || Of.has(V); });
  Range R = Bounds.of(Peer);
  return R.meets(Range::of(AnySource, AnySource)) || Of.meets(R);
}

/// The ranks that come to the receive may be among those that the message is
/// sent to, and the sender among those that it is wanted from.
bool Matching::ranksMeet(const CallBase *Send, const CallBase *Receive) const {
  const MemObject *Comm = Ranks.predefined(argument(Send, 'c', 0));
  if (!Comm || Comm != Ranks.predefined(argument(Receive, 'c', 0)))
    return true;
  // Sendrecv: the destination comes first, the source second.
  MpiFamily Family = IrIndex::mpiCall(Receive)->Family;
  bool Both = Family == P2P_SENDRECV || Family == P2P_ISENDRECV;
  return names(argument(Send, 'p', 0), Ranks.at(Receive, Comm)) &&
         names(argument(Receive, 'p', Both), Ranks.at(Send, Comm));
}

/// The message that one call sends may be the one that the other receives.
bool Matching::mayMatch(const CallBase *Send, const CallBase *Receive) const {
  if (!sameCommunicator(argument(Send, 'c', 0), argument(Receive, 'c', 0)))
    return false;
  // Sendrecv: its send part comes first, its receive part second.
  MpiFamily Family = IrIndex::mpiCall(Receive)->Family;
  bool Both = Family == P2P_SENDRECV || Family == P2P_ISENDRECV;
  const Value *Type = argument(Receive, 't', Both);
  if (!Type)
    Type = argument(Receive, 't', 0); // Sendrecv_replace
  if (!sameType(Type, argument(Send, 't', 0)))
    return false;
  const Value *WantedTag = argument(Receive, 'g', Both),
              *SentTag = argument(Send, 'g', 0);
  if (!WantedTag)
    return true; // MPI_Mrecv: the message was chosen by a probe
  Constants Wanted = constants(WantedTag), Sent = constants(SentTag);
  if (!Wanted.Known || !Sent.Known) {
    Range R = Bounds.of(WantedTag);
    if (!R.meets(Range::of(AnyTag, AnyTag)) && !R.meets(Bounds.of(SentTag)))
      return false;
  } else if (!Wanted.Values.count(AnyTag) && !haveCommonValue(Wanted, Sent))
    return false;
  return ranksMeet(Send, Receive);
}

/// Two calls of one collective may take part in one operation: all members give
/// the same root, operator, type and count. In some collectives counts and
/// types may differ between members.
bool Matching::sameCollective(const CallBase *A, const CallBase *B) const {
  if (!sameCommunicator(argument(A, 'c', 0), argument(B, 'c', 0)))
    return false;
  if (const Value *Root = argument(A, 'k', 0)) {
    Constants L = constants(Root), R = constants(argument(B, 'k', 0));
    if (L.Known && R.Known && !haveCommonValue(L, R))
      return false;
  }
  if (!IrIndex::has(A, MpiFact::SameTypes))
    return true;
  const Value *Type = argument(A, 't', 0), *Other = argument(B, 't', 0);
  if (!sameType(Type, Other))
    return false;
  if (const Value *Op = argument(A, 'o', 0)) {
    const PlaceSet &L = Pts.pointees(Op),
                   &R = Pts.pointees(argument(B, 'o', 0));
    PlaceSet Both = L;
    Both &= R;
    bool Made = false; // ranks may make one operator at different places
    for (const PlaceSet *Set : {&L, &R})
      for (unsigned P : *Set)
        Made |= Objects.object(Objects.placeInfo(P).Object).Site != nullptr;
    if (!L.empty() && !R.empty() && Both.empty() && !Made)
      return false;
  }
  if (Type != Other)
    return true; // counts in different units
  Constants L = constants(argument(A, 'n', 0)),
            R = constants(argument(B, 'n', 0));
  return !L.Known || !R.Known || haveCommonValue(L, R);
}

const Matching::Partners &Matching::partners(const CallBase *C) const {
  auto [It, New] = PartnersOf.try_emplace(C);
  Partners &Result = It->second;
  if (!New)
    return Result;
  const MpiCallInfo &Info = *IrIndex::mpiCall(C);
  for (const CallBase *D : All) {
    const MpiCallInfo &Other = *IrIndex::mpiCall(D);
    if (Info.isOfFiles() || Other.isOfFiles() || Info.isOneSided() ||
        Other.isOneSided())
      continue; // a file meets nobody; windows: see ModRef::windows
    if (Info.isCollective()) {
      if (Other.operation() == Info.operation() && sameCollective(C, D) &&
          Order.mayMeet(C, D)) {
        Result.Senders.push_back(D);
        Result.Receivers.push_back(D);
      }
    } else if (!Other.isCollective()) {
      if (receives(Info) && sends(Other) && mayMatch(D, C))
        Result.Senders.push_back(D);
      if (sends(Info) && receives(Other) && mayMatch(C, D))
        Result.Receivers.push_back(D);
    }
  }
  return Result;
}

} // namespace skel
