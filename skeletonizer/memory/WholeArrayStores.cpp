//===- WholeArrayStores.cpp - what certainly overwrites a whole array -----===//
//
// An array of N elements is overwritten by stores to N different elements, one
// behind the other, wherever the first of them is: others would lie outside.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/WholeArrayStores.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

static const Value *withoutCasts(const Value *V) {
  while (auto *C = dyn_cast<CastInst>(V)) {
    if (!isa<SExtInst>(C) && !isa<ZExtInst>(C))
      break;
    V = C->getOperand(0);
  }
  return V;
}

/// A variable of this unit, or of a function, whose address goes nowhere.
static bool staysHome(const Value *Variable) {
  auto *G = dyn_cast<GlobalVariable>(Variable);
  return (G ? G->hasLocalLinkage() : isa<AllocaInst>(Variable)) &&
         isPlain(Variable);
}

static bool isCall(const Instruction &I) {
  return isa<CallBase>(I) && !isa<DbgInfoIntrinsic>(I);
}

/// The store's place is an element of an array that nothing else points to by
/// the same pointer, and that is there once.
bool WholeArrayStores::elements(const StoreInst *S, Elements &Out) const {
  const PlaceSet &To = Pts.pointees(S->getPointerOperand());
  if (To.count() != 1 || Memory.writes(S).empty()) // a hint may stand for it
    return false;
  Out.Place = To.find_first();
  const MemoryObjects::Place &At = Objects.placeInfo(Out.Place);
  const MemObject &O = Objects.object(At.Object);
  if (!O.Singleton || !O.Type || At.Offset == MemoryObjects::Anywhere ||
      Memory.isLeading(At.Object))
    return false;
  const DataLayout &DL = Objects.layout();
  Out.Size = DL.getTypeStoreSize(S->getValueOperand()->getType());
  uint64_t Offset = uint64_t(At.Offset);
  const ArrayType *A = Objects.arrayAt(O.Type, Offset);
  if (!A || Offset != 0)
    return false;
  Out.Count = A->getNumElements();
  Type *T = A->getElementType();
  return !isa<ArrayType>(T) && !isa<StructType>(T) &&
         DL.getTypeAllocSize(T) == Out.Size;
}

AtomSet WholeArrayStores::atoms(const Elements &E) const {
  AtomSet Result = Memory.placeRegion(E.Place, int64_t(E.Size), false), Within;
  int64_t Start = Objects.placeInfo(E.Place).Offset;
  for (unsigned A : Result)
    if (Memory.atomOffset(A) >= Start &&
        Memory.atomEnd(A) <= Start + int64_t(E.Size))
      Within.set(A);
  return Within;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// "for (i = 0; i < 4; i++)", also from another constant, and with <=.
bool WholeArrayStores::counts(const llvm::Loop &L, const DominatorTree &Tree,
                              Counter &Out) const {
  const BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(),
                   *Before = L.getLoopPredecessor();
  auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Latch || !Before || !Branch || !Branch->isConditional() ||
      !L.contains(Branch->getSuccessor(0)) ||
      L.contains(Branch->getSuccessor(1)))
    return false;
  auto *Test = dyn_cast<ICmpInst>(Branch->getCondition());
  auto *Read =
      Test ? dyn_cast<LoadInst>(withoutCasts(Test->getOperand(0))) : nullptr;
  auto *Bound = Test ? dyn_cast<ConstantInt>(Test->getOperand(1)) : nullptr;
  if (!Read || !Bound || !staysHome(Read->getPointerOperand()))
    return false;
  const Value *Variable = Read->getPointerOperand();
  bool Global = isa<GlobalVariable>(Variable);
  const StoreInst *Step = nullptr;
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      if (Global && isCall(I))
        return false;
      auto *S = dyn_cast<StoreInst>(&I);
      if (!S || S->getPointerOperand() != Variable)
        continue;
      if (Step || !Tree.dominates(B, Latch))
        return false;
      Step = S;
    }
  auto *Next =
      Step ? dyn_cast<BinaryOperator>(Step->getValueOperand()) : nullptr;
  auto *Old = Next ? dyn_cast<LoadInst>(Next->getOperand(0)) : nullptr;
  auto *One = Next ? dyn_cast<ConstantInt>(Next->getOperand(1)) : nullptr;
  if (!Old || !One || Next->getOpcode() != Instruction::Add || !One->isOne() ||
      Old->getPointerOperand() != Variable ||
      Old->getParent() != Next->getParent())
    return false;
  // Its value in front of the loop.
  const ConstantInt *First = nullptr;
  for (const BasicBlock *B = Before; B && !First; B = B->getSinglePredecessor())
    for (const Instruction &I : reverse(*B)) {
      if (Global && isCall(I))
        return false;
      auto *S = dyn_cast<StoreInst>(&I);
      if (!S || S->getPointerOperand() != Variable)
        continue;
      First = dyn_cast<ConstantInt>(S->getValueOperand());
      if (!First)
        return false;
      break;
    }
  if (!First || First->getBitWidth() > 64 || Bound->getBitWidth() > 64)
    return false;
  int64_t From = First->getSExtValue(), To = Bound->getSExtValue();
  if (To == INT64_MAX)
    return false;
  switch (Test->getPredicate()) {
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    ++To;
    break;
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_NE:
    break;
  default:
    return false;
  }
  if (From < 0 || To <= From)
    return false;
  Out = {Variable, uint64_t(To - From)};
  return true;
}

bool WholeArrayStores::mayWrite(const llvm::Loop &L,
                                const AtomSet &Atoms) const {
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      if (Memory.writes(&I).intersects(Atoms))
        return true;
      if (auto *C = dyn_cast<CallBase>(&I))
        if (isCall(I) && Memory.callWrites(C).intersects(Atoms))
          return true;
    }
  return false;
}

/// The pointer is the same in all rounds of the loop.
bool WholeArrayStores::isInvariant(const Value *P, const llvm::Loop &L) const {
  auto *I = dyn_cast<Instruction>(P);
  if (!I || !L.contains(I) || isa<AllocaInst>(I))
    return true; // computed in front of it, or a constant
  if (auto *G = dyn_cast<GetElementPtrInst>(I))
    return G->hasAllConstantIndices() && isInvariant(G->getPointerOperand(), L);
  if (auto *Load = dyn_cast<LoadInst>(I))
    return isInvariant(Load->getPointerOperand(), L) &&
           !mayWrite(L, Memory.reads(Load));
  return false;
}

/// Whether the last index goes up by one with the variable, in elements of a
/// type of Size bytes, and all else of the address stays.
static const GetElementPtrInst *walks(const StoreInst *S, const Value *Variable,
                                      uint64_t Size, const DataLayout &DL) {
  auto *G = dyn_cast<GetElementPtrInst>(S->getPointerOperand());
  if (!G || DL.getTypeAllocSize(G->getResultElementType()) != Size)
    return nullptr;
  for (unsigned I = 1; I < G->getNumIndices(); ++I)
    if (!isa<ConstantInt>(G->getOperand(I)))
      return nullptr;
  const Value *Index = withoutCasts(G->getOperand(G->getNumIndices()));
  if (auto *B = dyn_cast<BinaryOperator>(Index))
    if ((B->getOpcode() == Instruction::Add ||
         B->getOpcode() == Instruction::Sub) &&
        isa<ConstantInt>(B->getOperand(1)))
      Index = withoutCasts(B->getOperand(0));
  auto *Read = dyn_cast<LoadInst>(Index);
  return Read && Read->getPointerOperand() == Variable ? G : nullptr;
}

void WholeArrayStores::lookAtLoop(const llvm::Loop &L,
                                  const DominatorTree &Tree) {
  Counter Count;
  if (!counts(L, Tree, Count))
    return;
  AtomSet Filled;
  for (const BasicBlock *B : L.blocks()) {
    if (!Tree.dominates(B, L.getLoopLatch()) || B == L.getHeader())
      continue;
    for (const Instruction &I : *B) {
      auto *S = dyn_cast<StoreInst>(&I);
      Elements E;
      if (!S || !elements(S, E) || E.Count != Count.Times)
        continue;
      const GetElementPtrInst *G =
          walks(S, Count.Variable, E.Size, Objects.layout());
      // One round may read the variable before its step or behind it, but all
      // of them in the same way.
      if (G && isInvariant(G->getPointerOperand(), L))
        Filled |= atoms(E);
    }
  }
  Loop Found;
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      auto *C = dyn_cast<CallBase>(&I);
      if (C && !(Pts.callees(C).empty() && Pts.callbacks(C).empty()))
        Filled.intersectWithComplement(Memory.callWrites(C));
    }
  if (Filled.empty())
    return;
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B)
      if (Memory.writes(&I).intersects(Filled))
        Found.Writers.push_back(&I);
  Found.Atoms = std::move(Filled);
  const BasicBlock *Header = L.getHeader();
  Loops[{Header, Header->getTerminator()->getSuccessor(1)}] = std::move(Found);
}

//===----------------------------------------------------------------------===//
// Stores in a block
//===----------------------------------------------------------------------===//

void WholeArrayStores::lookAtBlock(const BasicBlock &B) {
  static constexpr uint64_t MostElements = 16;
  struct Store {
    int64_t Offset;
    const StoreInst *S;
  };
  // By place and by what the address is counted from: latest stores last.
  std::map<std::pair<unsigned, const Value *>, std::vector<Store>> Run;
  for (const Instruction &I : B) {
    auto *S = dyn_cast<StoreInst>(&I);
    if (!S)
      continue;
    for (auto It = Run.begin();
         It != Run.end();) // "p[0] = 1; p = q; p[1] = 2;"
      It = It->first.second == S->getPointerOperand() ? Run.erase(It) : ++It;
    Elements E;
    if (!elements(S, E) || E.Count > MostElements)
      continue;
    APInt Offset(64, 0);
    const Value *Base =
        S->getPointerOperand()->stripAndAccumulateConstantOffsets(
            Objects.layout(), Offset, true);
    if (auto *L = dyn_cast<LoadInst>(Base)) {
      Base = L->getPointerOperand();
      if (!isa<AllocaInst>(Base) || !isPlain(Base))
        continue;
    } else if (isa<GetElementPtrInst>(Base)) {
      continue;
    }
    std::vector<Store> &All = Run[{E.Place, Base}];
    int64_t At = Offset.getSExtValue();
    erase_if(All, [&](const Store &Old) { return Old.Offset == At; });
    All.push_back({At, S});
    auto [Low, High] = std::minmax_element(
        All.begin(), All.end(),
        [](const Store &X, const Store &Y) { return X.Offset < Y.Offset; });
    if (All.size() != E.Count ||
        uint64_t(High->Offset - Low->Offset) != (E.Count - 1) * E.Size)
      continue;
    AtomSet Whole = atoms(E);
    if (!Whole.empty())
      Sequences[All.front().S].push_back({S, Whole});
  }
}

void WholeArrayStores::look(const llvm::Function *F) {
  if (!Seen.insert(F).second)
    return;
  DominatorTree Tree(*const_cast<llvm::Function *>(F));
  LoopInfo Info(Tree);
  for (const llvm::Loop *L : Info.getLoopsInPreorder())
    if (L->isInnermost())
      lookAtLoop(*L, Tree);
  for (const BasicBlock &B : *F)
    lookAtBlock(B);
}

const WholeArrayStores::Loop *WholeArrayStores::leaving(const BasicBlock *From,
                                                        const BasicBlock *To) {
  look(From->getParent());
  auto It = Loops.find({From, To});
  return It == Loops.end() ? nullptr : &It->second;
}

ArrayRef<WholeArrayStores::Sequence>
WholeArrayStores::beginningAt(const Instruction *Store) {
  look(Store->getFunction());
  auto It = Sequences.find(Store);
  if (It == Sequences.end())
    return {};
  return It->second;
}

} // namespace skel
