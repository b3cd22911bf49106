//===- Matching.cpp - which sends a receive may match ---------------------===//
//
// Sets of constants by a short walk over loads, stores and arguments.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/Matching.h"
#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace skel {

static constexpr int64_t AnyTag = -1; // MPI_ANY_TAG of MPICH
static constexpr size_t MaxConstants = 64;
static constexpr unsigned MaxSteps = 1000;

Matching::Matching(const IrIndex &I, const MemoryObjects &O, const PointsTo &P,
                   const ModRef &Mem)
    : Index(I), Objects(O), Pts(P), Memory(Mem), Bounds(I, O, P, Mem, 4000),
      Order(I, O, P, [this](const CallBase *A, const CallBase *B) {
        return IrIndex::mpiCall(A) == IrIndex::mpiCall(B) &&
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

/// A value as one of so many bits, with a sign.
static int64_t inBits(int64_t Value, unsigned Bits) {
  return Bits >= 64 ? Value : SignExtend64(uint64_t(Value), Bits);
}

/// What a cast makes of values.
static Matching::Constants castOf(const CastInst &C, Matching::Constants From) {
  unsigned Old = C.getSrcTy()->getIntegerBitWidth();
  unsigned New = C.getDestTy()->getIntegerBitWidth();
  Matching::Constants Result;
  Result.Known = From.Known && Old <= 64 && New <= 64;
  for (int64_t V : From.Values)
    Result.Values.insert(isa<ZExtInst>(C) && Old < 64
                             ? V & int64_t(maskTrailingOnes<uint64_t>(Old))
                             : inBits(V, New));
  return Result;
}

/// What a heap block of this site holds at first: nothing that is defined, or
/// zeros; false if something else.
static bool firstContents(const Value *Site, bool &Zeros) {
  auto *C = dyn_cast_or_null<CallBase>(Site);
  Zeros = C && IrIndex::has(C, LibraryFact::Zeroed);
  return Zeros || (C && IrIndex::givesUnset(C));
}

Matching::Constants Matching::valuesOf(const Value *V, unsigned Depth) const {
  Constants Result, Unknown;
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    if (C->getBitWidth() > 64)
      return Unknown;
    Result.Known = true;
    Result.Values.insert(C->getSExtValue());
    return Result;
  }
  if (Depth == 0 || Budget == 0)
    return Unknown;
  --Budget;
  auto Join = [&](const Value *W) {
    Constants More = valuesOf(W, Depth - 1);
    if (!More.Known)
      return false;
    Result.Values.insert(More.Values.begin(), More.Values.end());
    Result.Known = true;
    return Result.Values.size() <= MaxConstants;
  };
  if (auto *A = dyn_cast<Argument>(V)) {
    auto Callers = Index.callers(A->getParent());
    for (const CallBase *C : Callers)
      if (!is_contained(Pts.callees(C), A->getParent()) ||
          A->getArgNo() >= C->arg_size() ||
          !Join(C->getArgOperand(A->getArgNo())))
        return Unknown;
    return Callers.empty() ? Unknown : Result;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return Unknown;
  if (isa<CastInst>(I) && I->getType()->isIntegerTy() &&
      I->getOperand(0)->getType()->isIntegerTy())
    return castOf(*cast<CastInst>(I), valuesOf(I->getOperand(0), Depth));
  if (auto *S = dyn_cast<SelectInst>(I))
    return Join(S->getTrueValue()) && Join(S->getFalseValue()) ? Result
                                                               : Unknown;
  if (auto *P = dyn_cast<PHINode>(I)) {
    for (const Use &U : P->incoming_values())
      if (!Join(U.get()))
        return Unknown;
    return Result;
  }
  if (auto *B = dyn_cast<BinaryOperator>(I)) {
    Constants L = valuesOf(B->getOperand(0), Depth - 1),
              R = valuesOf(B->getOperand(1), Depth - 1);
    if (!L.Known || !R.Known ||
        L.Values.size() * R.Values.size() > MaxConstants)
      return Unknown;
    unsigned Bits = B->getType()->getIntegerBitWidth();
    for (int64_t X : L.Values)
      for (int64_t Y : R.Values)
        switch (B->getOpcode()) {
        case Instruction::Add:
          Result.Values.insert(
              inBits(int64_t(uint64_t(X) + uint64_t(Y)), Bits));
          break;
        case Instruction::Sub:
          Result.Values.insert(
              inBits(int64_t(uint64_t(X) - uint64_t(Y)), Bits));
          break;
        case Instruction::Mul:
          Result.Values.insert(
              inBits(int64_t(uint64_t(X) * uint64_t(Y)), Bits));
          break;
        default:
          return Unknown;
        }
    Result.Known = true;
    return Result;
  }
  auto *L = dyn_cast<LoadInst>(I);
  if (!L)
    return Unknown;
  AtomSet Atoms = Memory.reads(L);
  if (Atoms.empty())
    return Unknown;
  for (unsigned A : Atoms) {
    const MemObject &O = Objects.object(Memory.objectOfAtom(A));
    if (O.K == MemObject::Global) {
      // The initial value: a scalar's, or all of an array of integers.
      auto *G = cast<GlobalVariable>(O.Site);
      if (!G->hasInitializer())
        return Unknown;
      const Constant *Init = G->getInitializer();
      if (isa<ConstantInt>(Init)) {
        if (!Join(Init))
          return Unknown;
      } else if (auto *D = dyn_cast<ConstantDataArray>(Init);
                 D && D->getElementType()->isIntegerTy() &&
                 D->getElementType() == L->getType()) {
        for (unsigned K = 0; K < D->getNumElements(); ++K)
          if (!Join(D->getElementAsConstant(K)))
            return Unknown;
      } else {
        return Unknown;
      }
    } else if (O.K == MemObject::Heap) {
      bool Zeros = false;
      if (!firstContents(O.Site, Zeros) ||
          (Zeros && !Join(Constant::getNullValue(L->getType()))))
        return Unknown;
    } else if (O.K != MemObject::Local) {
      return Unknown;
    }
    for (const Instruction *W : Memory.writers(A)) {
      auto *S = dyn_cast<StoreInst>(W);
      if (!S || S->getValueOperand()->getType() != L->getType() ||
          !Join(S->getValueOperand()))
        return Unknown;
    }
  }
  return Result.Known ? Result : Unknown;
}

Matching::Constants Matching::constants(const Value *V) const {
  Budget = MaxSteps;
  return valuesOf(V, 8);
}

bool Matching::sameCommunicator(const Value *A, const Value *B) const {
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

/// Basic types of different size do not match; bytes and packed data, and all
/// derived types, match anything.
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

/// The argument with a role: the first one, or the second.
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

/// The send part of one call and the receive part of another.
bool Matching::mayMatch(const CallBase *Send, const CallBase *Receive) const {
  if (!sameCommunicator(argument(Send, 'c', 0), argument(Receive, 'c', 0)))
    return false;
  // Sendrecv: its send part comes first, its receive part second.
  bool Both = IrIndex::mpiCall(Receive)->Family == P2P_SENDRECV;
  const Value *Type = argument(Receive, 't', Both);
  if (!Type)
    Type = argument(Receive, 't', 0); // Sendrecv_replace
  if (!sameType(Type, argument(Send, 't', 0)))
    return false;
  const Value *WantedTag = argument(Receive, 'g', Both),
              *SentTag = argument(Send, 'g', 0);
  Constants Wanted = constants(WantedTag), Sent = constants(SentTag);
  if (!Wanted.Known || !Sent.Known) {
    Range R = Bounds.of(WantedTag);
    return R.meets(Range::of(AnyTag, AnyTag)) || R.meets(Bounds.of(SentTag));
  }
  return Wanted.Values.count(AnyTag) || haveCommonValue(Wanted, Sent);
}

/// All members give the same root, type, count and operator (but of collectives
/// in which counts or types may differ between members).
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
    if (Info.Family == COLL) {
      if (&Other == &Info && sameCollective(C, D) && Order.mayMeet(C, D)) {
        Result.Senders.push_back(D);
        Result.Receivers.push_back(D);
      }
    } else if (Other.Family != COLL) {
      if (receives(Info) && sends(Other) && mayMatch(D, C))
        Result.Senders.push_back(D);
      if (sends(Info) && receives(Other) && mayMatch(C, D))
        Result.Receivers.push_back(D);
    }
  }
  return Result;
}

} // namespace skel
