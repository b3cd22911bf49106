//===- ModRef.cpp - atoms of memory and who writes them -------------------===//
//
// Cuts objects into atoms at the offsets their layout and their uses have;
// sums writes up over the call graph. Effects of library calls are in
// ModRefCalls.cpp.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ModRef.h"
#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/LeadingElements.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <algorithm>
#include <map>
#include <unordered_map>

using namespace llvm;

namespace skel {

/// An object with more scalars than this is one atom.
static constexpr size_t MaxLeaves = 1024;

ModRef::ModRef(Module &Mod_, MemoryObjects &Objs, const PointsTo &P,
               const IrIndex &I, const LeadingElements *L)
    : M(Mod_), Objects(Objs), Pts(P), Index(I), Front(L) {
  findRecursion();
  inferHeapLayouts();
  findFiles();
  makeAtoms();
  findStreams();
  for (const GlobalVariable &G : M.globals())
    CountsPrinted |= converts(G, 'n');
  WritersOf.resize(AtomObject.size());
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F)) {
      visit(I);
      for (unsigned A : writes(&I))
        WritersOf[A].push_back(&I); // in the order of the program
    }
  findReach();
  summarise();
  findOwn();
}

/// Functions in a cycle of the call graph, by Tarjan's algorithm without
/// recursion (SIAM J. Comput. 1972).
void ModRef::findRecursion() {
  DenseMap<const llvm::Function *, SmallVector<const llvm::Function *, 8>>
      Calls;
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I)) {
        for (const llvm::Function *G : Pts.callees(C))
          if (!is_contained(Calls[&F], G))
            Calls[&F].push_back(G);
        for (const llvm::Function *G : Pts.callbacks(C))
          if (!is_contained(Calls[&F], G))
            Calls[&F].push_back(G);
      }
  // Iterative Tarjan.
  DenseMap<const llvm::Function *, unsigned> Index, Low;
  DenseSet<const llvm::Function *> OnStack;
  std::vector<const llvm::Function *> Stack;
  unsigned Next = 0;
  struct Frame {
    const llvm::Function *F;
    size_t Child;
  };
  for (llvm::Function &Root : M) {
    if (Root.isDeclaration() || Index.count(&Root))
      continue;
    std::vector<Frame> Frames{{&Root, 0}};
    Index[&Root] = Low[&Root] = Next++;
    Stack.push_back(&Root);
    OnStack.insert(&Root);
    while (!Frames.empty()) {
      const llvm::Function *F = Frames.back().F;
      auto &Out = Calls[F];
      if (Frames.back().Child < Out.size()) {
        const llvm::Function *G = Out[Frames.back().Child++];
        if (G == F)
          Recursive.insert(F);
        if (!Index.count(G)) {
          Index[G] = Low[G] = Next++;
          Stack.push_back(G);
          OnStack.insert(G);
          Frames.push_back({G, 0});
        } else if (OnStack.count(G)) {
          Low[F] = std::min(Low[F], Index[G]);
        }
        continue;
      }
      Frames.pop_back();
      if (!Frames.empty())
        Low[Frames.back().F] = std::min(Low[Frames.back().F], Low[F]);
      if (Low[F] != Index[F])
        continue;
      bool Cycle = Stack.back() != F;
      while (true) {
        const llvm::Function *G = Stack.back();
        Stack.pop_back();
        OnStack.erase(G);
        if (Cycle)
          Recursive.insert(G);
        if (G == F)
          break;
      }
    }
  }
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    MemObject &Obj = Objects.object(O);
    if (Obj.K != MemObject::Local)
      continue;
    auto *A = cast<AllocaInst>(Obj.Site);
    if (!Recursive.count(A->getFunction()))
      continue;
    // Several instances may live at once; direct uses name the youngest.
    for (const User *U : A->users())
      if (!isa<LoadInst>(U) &&
          !(isa<StoreInst>(U) && cast<StoreInst>(U)->getPointerOperand() == A))
        Obj.Singleton = false;
  }
}

/// A heap block has the layout of the one structure that is laid over it. Null
/// where there are several (a structure and its first member, or pointers that
/// cannot be told apart): the places that pointers point to are its parts.
void ModRef::inferHeapLayouts() {
  DenseSet<unsigned> Ambiguous;
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *G = dyn_cast<GetElementPtrInst>(&I);
      if (!G || !isa<StructType>(G->getSourceElementType()))
        continue;
      for (unsigned P : Pts.pointees(G->getPointerOperand())) {
        const MemoryObjects::Place &At = Objects.placeInfo(P);
        if (Objects.object(At.Object).K != MemObject::Heap || At.Offset != 0)
          continue;
        Type *&T = HeapLayout[At.Object];
        if (T && T != G->getSourceElementType())
          Ambiguous.insert(At.Object);
        T = G->getSourceElementType();
      }
    }
  for (unsigned O : Ambiguous)
    HeapLayout[O] = nullptr;
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    if (runsFit(O, HeapLayout.lookup(O)))
      continue;
    Overlaid.insert(O);
    if (HeapLayout.count(O))
      HeapLayout[O] = nullptr;
  }
}

/// Whether the arrays through which pointers step are arrays of T, the layout
/// of an object without a declared one; null: whether they and the places that
/// pointers point to are apart. If not, the object has members that share
/// bytes, as those of a union do.
bool ModRef::runsFit(unsigned O, Type *T) const {
  const std::set<MemoryObjects::Run> &Runs = Objects.runs(O);
  using Run = MemoryObjects::Run;
  if (T)
    return llvm::all_of(Runs, [&](const Run &R) {
      Type *In = T;
      int64_t Whole = Objects.layout().getTypeAllocSize(T);
      if (!Whole)
        return false;
      for (uint64_t At = R.Offset % Whole;;) {
        const ArrayType *A = Objects.arrayAt(In, At);
        if (!A)
          return false;
        int64_t Size = Objects.layout().getTypeAllocSize(A->getElementType());
        if (Size == R.Size)
          return At % Size == 0;
        if (Size < R.Size)
          return false;
        In = A->getElementType();
        At %= Size;
      }
    });
  for (const Run &R : Runs) {
    int64_t First = R.Offset + R.Size, End = R.Offset + R.Size * R.Count;
    for (unsigned P : Objects.object(O).Places) {
      int64_t At = Objects.placeInfo(P).Offset;
      if (At >= First && At < End)
        return false;
    }
    for (const Run &S : Runs) {
      int64_t Last = S.Offset + S.Size * S.Count;
      bool Apart = Last <= R.Offset || S.Offset >= End;
      bool Equal = S.Offset == R.Offset && S.Size == R.Size;
      bool Inside = S.Offset >= R.Offset && Last <= First;
      bool Around = R.Offset >= S.Offset && End <= S.Offset + S.Size;
      if (!Apart && !Equal && !Inside && !Around)
        return false;
    }
  }
  return true;
}

void ModRef::flatten(Type *T, int64_t Base,
                     std::vector<std::pair<int64_t, Type *>> &Leaves) const {
  if (Leaves.size() > MaxLeaves)
    return;
  const DataLayout &DL = Objects.layout();
  if (auto *A = dyn_cast<ArrayType>(T)) {
    if (A->getNumElements())
      flatten(A->getElementType(), Base, Leaves);
  } else if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *L = DL.getStructLayout(S);
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      flatten(S->getElementType(I), Base + int64_t(L->getElementOffset(I)),
              Leaves);
  } else {
    Leaves.push_back({Base, T});
  }
}

void ModRef::makeAtoms() {
  const DataLayout &DL = Objects.layout();
  Pieces.resize(Objects.numObjects());
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    const MemObject &Obj = Objects.object(O);
    if (isLeading(O)) {
      makeLeading(O);
      continue;
    }
    std::map<int64_t, std::pair<int64_t, Type *>> Starts; // -> end, type
    bool One = Pts.isCoarse(O) || Overlaid.count(O);
    Type *T = One ? nullptr : Obj.Type ? Obj.Type : HeapLayout.lookup(O);
    if (T) {
      std::vector<std::pair<int64_t, Type *>> Leaves;
      flatten(T, 0, Leaves);
      if (Leaves.size() <= MaxLeaves)
        for (auto &[Start, Leaf] : Leaves)
          Starts[Start] = {Start + int64_t(DL.getTypeStoreSize(Leaf)), Leaf};
    }
    for (unsigned P : Obj.Places) {
      int64_t At = Objects.placeInfo(P).Offset;
      if (At != MemoryObjects::Anywhere && !One && (!T || Starts.size()))
        Starts.try_emplace(At, INT64_MAX, nullptr);
    }
    if (Starts.empty())
      Starts[0] = {INT64_MAX, nullptr};
    // Everything before the first start belongs to it; ends meet next starts.
    for (auto It = Starts.begin(); It != Starts.end(); ++It) {
      auto Next = std::next(It);
      int64_t End = It->second.first;
      if (Next != Starts.end())
        End = std::min(End, Next->first);
      Pieces[O].push_back({It->first, End, unsigned(AtomObject.size())});
      AtomObject.push_back(O);
      AtomStart.push_back(It->first);
      AtomEnd.push_back(End);
      AtomType.push_back(It->second.second);
    }
  }
}

/// An atom for each leading element, and one for the rest.
void ModRef::makeLeading(unsigned O) {
  const LeadingElements::Part &L = *Front->partOf(O);
  int64_t Size = Objects.object(O).Type ? int64_t(Objects.object(O).Size) : 0;
  for (unsigned K = 0; K <= L.Count; ++K) {
    int64_t Start = K * L.Element;
    bool Rest = K == L.Count;
    if (Rest && Size && Start >= Size)
      break;
    int64_t End = Rest ? INT64_MAX : Start + L.Element;
    Pieces[O].push_back({Start, End, unsigned(AtomObject.size())});
    AtomObject.push_back(O);
    AtomStart.push_back(Start);
    AtomEnd.push_back(End);
    AtomType.push_back(Rest ? nullptr : L.Type);
  }
}

bool ModRef::isLeading(unsigned Object) const {
  return Front && Front->partOf(Object);
}

AtomSet ModRef::leading(unsigned O, const Value *Pointer, int64_t From,
                        int64_t Length) const {
  Range At = Front->position(Pointer);
  bool Open = At.High == Range::Most || Length < 0;
  int64_t Low = At.Low, High = INT64_MAX;
  if (Low == Range::Least || __builtin_add_overflow(Low, From, &Low))
    Low = 0;
  if (!Open && (__builtin_add_overflow(At.High, From, &High) ||
                __builtin_add_overflow(High, Length, &High)))
    High = INT64_MAX;
  AtomSet Result;
  for (const Piece &P : Pieces[O])
    if (P.Start < High && P.End > Low)
      Result.set(P.Atom);
  return Result;
}

int64_t ModRef::exactly(const Value *Pointer) const {
  const PlaceSet &To = Pts.pointees(Pointer);
  if (To.empty() || !Front)
    return -1;
  for (unsigned P : To)
    if (!isLeading(Objects.placeInfo(P).Object))
      return -1;
  Range At = Front->position(Pointer);
  return At.isExact() && At.Low >= 0 ? At.Low : -1;
}

AtomSet ModRef::bytes(const Value *Pointer, int64_t From,
                      int64_t Length) const {
  AtomSet Result;
  for (unsigned P : Pts.pointees(Pointer)) {
    unsigned O = Objects.placeInfo(P).Object;
    Result |= isLeading(O) ? leading(O, Pointer, From, Length) : wholeObject(O);
  }
  return Result;
}

/// Canonical byte ranges of [Low, High) of a T at Base.
void ModRef::ranges(Type *T, int64_t Base, int64_t Low, int64_t High,
                    SmallVectorImpl<std::pair<int64_t, int64_t>> &Out) const {
  const DataLayout &DL = Objects.layout();
  if (Low >= High)
    return;
  if (auto *A = dyn_cast<ArrayType>(T)) {
    int64_t Size = DL.getTypeAllocSize(A->getElementType());
    if (!Size)
      return;
    if (Low / Size == (High - 1) / Size)
      ranges(A->getElementType(), Base, Low % Size, (High - 1) % Size + 1, Out);
    else
      Out.push_back({Base, Base + Size});
  } else if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *L = DL.getStructLayout(S);
    // An array without a length may begin in the padding.
    auto Gap = [&](int64_t Start, int64_t End) {
      Start = std::max(Start, Low);
      End = std::min(End, High);
      if (Start < End)
        Out.push_back({Base + Start, Base + End});
    };
    int64_t Behind = 0;
    for (unsigned I = 0; I < S->getNumElements(); ++I) {
      int64_t Start = L->getElementOffset(I);
      int64_t Size = DL.getTypeAllocSize(S->getElementType(I));
      Gap(Behind, Start);
      Behind = Start + Size;
      ranges(S->getElementType(I), Base + Start,
             std::max<int64_t>(0, Low - Start), std::min(Size, High - Start),
             Out);
    }
    Gap(Behind, DL.getTypeAllocSize(S));
  } else {
    Out.push_back({Base + Low, Base + High});
  }
}

Type *ModRef::elementType(unsigned Object) const {
  Type *T = Objects.object(Object).Type;
  if (!T)
    return HeapLayout.lookup(Object);
  while (auto *A = dyn_cast<ArrayType>(T))
    T = A->getElementType();
  return T;
}

/// The outermost array or scalar that begins at, or holds, Offset, as bytes
/// [first, second) of T. A structure that begins there counts as a whole.
std::pair<int64_t, int64_t> ModRef::memberAt(Type *T, int64_t Offset) const {
  const DataLayout &DL = Objects.layout();
  int64_t Base = 0;
  while (true) {
    int64_t Size = DL.getTypeAllocSize(T);
    if (Offset == Base || isa<ArrayType>(T))
      return {Base, Base + Size};
    auto *S = dyn_cast<StructType>(T);
    if (!S || !S->getNumElements())
      return {Base, Base + Size};
    const StructLayout *L = DL.getStructLayout(S);
    unsigned I = L->getElementContainingOffset(Offset - Base);
    Base += L->getElementOffset(I);
    T = S->getElementType(I);
  }
}

AtomSet ModRef::wholeObject(unsigned O) const {
  AtomSet Result;
  for (const Piece &P : Pieces[O])
    Result.set(P.Atom);
  return Result;
}

const AtomSet &ModRef::placeRegion(unsigned Place, int64_t Length,
                                   bool Member) const {
  auto [It, New] =
      PlaceRegions[Member].try_emplace({Place, Length}, PlaceAtoms.size());
  if (New)
    PlaceAtoms.push_back(findPlaceRegion(Place, Length, Member));
  return PlaceAtoms[It->second];
}

AtomSet ModRef::findPlaceRegion(unsigned Place, int64_t Length,
                                bool Member) const {
  const MemoryObjects::Place &At = Objects.placeInfo(Place);
  const MemObject &Obj = Objects.object(At.Object);
  if (Obj.K == MemObject::Code)
    return {};
  if (At.Offset == MemoryObjects::Anywhere || isLeading(At.Object))
    return wholeObject(At.Object);
  Type *T = Obj.Type;
  if (!T) {
    T = HeapLayout.lookup(At.Object);
    // A heap block holds many of these one after the other.
    if (T && At.Offset + std::max<int64_t>(Length, 1) >
                 int64_t(Objects.layout().getTypeAllocSize(T)))
      return wholeObject(At.Object);
  }
  SmallVector<std::pair<int64_t, int64_t>, 8> Ranges;
  if (!T) {
    if (Length < 0)
      return wholeObject(At.Object);
    Ranges.push_back({At.Offset, At.Offset + Length});
  } else if (Length >= 0) {
    ranges(T, 0, At.Offset, At.Offset + Length, Ranges);
  } else if (Member) {
    auto [Low, High] = memberAt(T, At.Offset);
    ranges(T, 0, Low, High, Ranges);
  } else {
    return wholeObject(At.Object);
  }
  AtomSet Result;
  for (auto &[Low, High] : Ranges)
    for (const Piece &P : Pieces[At.Object])
      if ((P.Start < High && P.End > Low) ||
          (P.Start > Low && &P == &Pieces[At.Object].front()))
        Result.set(P.Atom);
  return Result;
}

AtomSet ModRef::region(const Value *Pointer, int64_t Length,
                       bool Member) const {
  if (Length < 0 && Member)
    // &x->field or a decayed array field: its type gives the extent.
    if (auto *G = dyn_cast<GEPOperator>(Pointer))
      if (G->getNumIndices() > 1) {
        Type *T = G->getSourceElementType();
        if (isa<StructType>(T))
          T = G->getResultElementType();
        Length = Objects.layout().getTypeAllocSize(T);
        if (Length == 0) // a flexible array
          Length = -1;
      }
  const PlaceSet &To = Pts.pointees(Pointer);
  if (To.words() <= FewWords)
    return regionOf(To, Pointer, Length, Member);
  // Of imprecise pointers many have one set.
  auto [It, New] = Regions.try_emplace({&To, Length, Member});
  if (New) {
    PlaceSet Plain;
    for (unsigned P : To)
      if (isLeading(Objects.placeInfo(P).Object))
        It->second.Leading.set(P);
      else
        Plain.set(P);
    It->second.Atoms = regionOf(Plain, Pointer, Length, Member);
  }
  return It->second.Atoms |
         regionOf(It->second.Leading, Pointer, Length, Member);
}

AtomSet ModRef::regionOf(const PlaceSet &To, const Value *Pointer,
                         int64_t Length, bool Member) const {
  AtomSet Result;
  for (unsigned P : To) {
    unsigned O = Objects.placeInfo(P).Object;
    Result |= isLeading(O) ? leading(O, Pointer, 0, Length)
                           : placeRegion(P, Length, Member);
  }
  return Result;
}

/// What a function touches that is given an array of unknown length: a member
/// that is no array may be the first of several that are alike.
AtomSet ModRef::elements(const Value *Pointer) const {
  AtomSet Result = region(Pointer, -1, true);
  for (unsigned P : Pts.pointees(Pointer)) {
    const MemoryObjects::Place &At = Objects.placeInfo(P);
    Type *T = Objects.object(At.Object).Type;
    T = T ? T : HeapLayout.lookup(At.Object);
    if (T && At.Offset != MemoryObjects::Anywhere &&
        Objects.isAmongAlike(T, uint64_t(At.Offset)))
      Result |= wholeObject(At.Object);
  }
  return Result;
}

/// Notes that I overwrites all of Length bytes, where that is certain.
void ModRef::killRange(const Instruction &I, const Value *Pointer,
                       int64_t Length) {
  const PlaceSet &To = Pts.pointees(Pointer);
  if (To.count() != 1)
    return;
  const MemoryObjects::Place &At = Objects.placeInfo(To.find_first());
  const MemObject &Obj = Objects.object(At.Object);
  if (!Obj.Singleton || !Obj.Type)
    return;
  if (isLeading(At.Object)) {
    int64_t From = exactly(Pointer);
    for (const Piece &P : Pieces[At.Object])
      if (From >= 0 && P.Start >= From &&
          std::min(P.End, int64_t(Obj.Size)) <= From + Length)
        Kills[&I].set(P.Atom);
    return;
  }
  if (At.Offset == MemoryObjects::Anywhere)
    return;
  for (const Piece &P : Pieces[At.Object]) {
    bool Covered = P.Start >= At.Offset && P.End <= At.Offset + Length;
    // One element of an array leaves the others as they were.
    bool All = At.Offset == 0 && Length >= int64_t(Obj.Size);
    uint64_t Offset = uint64_t(P.Start);
    if (All || (Covered && !Objects.arrayAt(Obj.Type, Offset)))
      Kills[&I].set(P.Atom);
  }
}

void ModRef::visit(const Instruction &I) {
  AtomSet W;
  if (auto *S = dyn_cast<StoreInst>(&I)) {
    const DataLayout &DL = Objects.layout();
    int64_t Size = DL.getTypeStoreSize(S->getValueOperand()->getType());
    W = region(S->getPointerOperand(), Size, false);
    killRange(I, S->getPointerOperand(), Size);
  } else if (isa<AtomicRMWInst>(&I) || isa<AtomicCmpXchgInst>(&I)) {
    W = region(I.getOperand(0), -1, true);
  } else if (auto *C = dyn_cast<CallBase>(&I)) {
    visitCall(*C, W);
  }
  Replaced[I.getFunction()] |= dropReplaced(I, W);
  if (!W.empty())
    Writes[&I] = std::move(W);
}

bool ModRef::isReplaced(const Instruction *I, unsigned Atom) const {
  if (!Index.isReplaced(I))
    return false;
  const MemObject &O = Objects.object(AtomObject[Atom]);
  return O.K != MemObject::Local ||
         cast<AllocaInst>(O.Site)->getFunction() != I->getFunction();
}

AtomSet ModRef::dropReplaced(const Instruction &I, AtomSet &Set) const {
  AtomSet Dropped;
  if (!Index.isReplaced(&I))
    return Dropped;
  for (unsigned A : Set)
    if (isReplaced(&I, A))
      Dropped.set(A);
  Set.intersectWithComplement(Dropped);
  return Dropped;
}

/// The functions whose text names a variable.
static void namersOf(const Value *V,
                     SmallPtrSetImpl<const llvm::Function *> &Out) {
  for (const User *U : V->users())
    if (auto *I = dyn_cast<Instruction>(U))
      Out.insert(I->getFunction());
    else if (isa<ConstantExpr>(U) || isa<GlobalAlias>(U))
      namersOf(U, Out);
}

/// By function: atoms of the variables with a fixed place that it, or what it
/// calls, names.
std::vector<AtomSet>
ModRef::findNamed(DenseMap<const llvm::Function *, unsigned> &Number) const {
  std::vector<AtomSet> Named;
  for (const llvm::Function &F : M) {
    Number[&F] = Named.size();
    Named.emplace_back();
  }
  for (unsigned O = 0; O < Objects.numObjects(); ++O)
    if (isVariable(O)) {
      SmallPtrSet<const llvm::Function *, 8> Namers;
      namersOf(Objects.object(O).Site, Namers);
      for (const llvm::Function *F : Namers)
        Named[Number[F]] |= wholeObject(O);
    }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const llvm::Function &F : M)
      for (const Instruction &I : instructions(F))
        if (auto *C = dyn_cast<CallBase>(&I))
          for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
            for (const llvm::Function *G : Targets)
              Changed |= Named[Number[&F]] |= Named[Number[G]];
  }
  return Named;
}

/// A variable of the program with a fixed place.
bool ModRef::isVariable(unsigned Object) const {
  const MemObject &O = Objects.object(Object);
  auto *V = O.K == MemObject::Global ? dyn_cast_or_null<GlobalVariable>(O.Site)
                                     : nullptr;
  return V && !V->isDeclaration();
}

namespace {
/// An object, and those that its contents point to.
struct ObjectNode {
  SmallVector<ObjectNode *, 4> Next;
  unsigned Component = ~0u;
};
} // namespace
} // namespace skel

template <> struct llvm::GraphTraits<skel::ObjectNode *> {
  using NodeRef = skel::ObjectNode *;
  using ChildIteratorType = SmallVectorImpl<skel::ObjectNode *>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Next.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Next.end(); }
};

namespace skel {

/// Which variables each call leads to: a function can only touch those that it
/// or what it calls names, and others through what it is given, or what
/// everybody has.
void ModRef::findReach() {
  unsigned N = Objects.numObjects();
  auto IsOne = [&](unsigned O) {
    return Objects.object(O).K == MemObject::Local || isVariable(O);
  };
  std::vector<ObjectNode> Nodes(N + 1); // the last one leads to all
  // Of imprecise pointers many have one set.
  DenseMap<const PlaceSet *, AtomSet> ObjectsOf;
  auto PointedTo = [&](const PlaceSet &Places) -> const AtomSet & {
    auto [It, New] = ObjectsOf.try_emplace(&Places);
    if (New)
      for (unsigned P : Places)
        It->second.set(Objects.placeInfo(P).Object);
    return It->second;
  };
  for (unsigned O = 0; O < N; ++O) {
    AtomSet To; // objects
    for (unsigned P : Objects.object(O).Places)
      To |= PointedTo(Pts.contents(P));
    for (unsigned T : To)
      Nodes[O].Next.push_back(&Nodes[T]);
    Nodes[N].Next.push_back(&Nodes[O]);
    if (IsOne(O))
      Variables |= wholeObject(O);
  }
  // Objects that lead to each other reach the same; what they lead to is first.
  std::vector<AtomSet> Reach;
  for (auto It = scc_begin(&Nodes[N]); !It.isAtEnd(); ++It) {
    AtomSet Atoms;
    for (ObjectNode *Node : *It)
      Node->Component = unsigned(Reach.size());
    for (ObjectNode *Node : *It) {
      unsigned O = unsigned(Node - Nodes.data());
      if (O == N)
        continue;
      if (IsOne(O))
        Atoms |= wholeObject(O);
      for (ObjectNode *T : Node->Next)
        if (T->Component != Node->Component)
          Atoms |= Reach[T->Component];
    }
    Reach.push_back(std::move(Atoms));
  }
  auto ReachOf = [&](unsigned O) -> const AtomSet & {
    return Reach[Nodes[O].Component];
  };
  AtomSet Everybody;
  for (unsigned O = 0; O < N; ++O)
    switch (Objects.object(O).K) {
    case MemObject::Local:
    case MemObject::Heap:
    case MemObject::VarArgs:
    case MemObject::Code:
      break;
    default:
      // Where a variable's value leads, whoever names it can get.
      if (!isVariable(O))
        Everybody |= ReachOf(O);
      else
        for (ObjectNode *T : Nodes[O].Next)
          Everybody |= Reach[T->Component];
    }
  for (unsigned P : Pts.escaped())
    Everybody |= ReachOf(Objects.placeInfo(P).Object);
  DenseMap<const llvm::Function *, unsigned> Number;
  std::vector<AtomSet> Named = findNamed(Number);
  const AtomSet Private = Variables - Everybody;
  DenseMap<const PlaceSet *, AtomSet> ReachOfSet;
  auto Given = [&](const PlaceSet &To) -> const AtomSet & {
    auto [It, New] = ReachOfSet.try_emplace(&To);
    if (New) {
      AtomSet Components;
      for (unsigned O : PointedTo(To))
        Components.set(Nodes[O].Component);
      for (unsigned K : Components)
        It->second |= Reach[K];
    }
    return It->second;
  };
  std::unordered_multimap<size_t, unsigned> Known; // by hash
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      if (!C || Pts.callees(C).empty())
        continue;
      AtomSet Away = Private;
      for (const llvm::Function *G : Pts.callees(C))
        Away.intersectWithComplement(Named[Number[G]]);
      for (const Use &U : C->args())
        Away.intersectWithComplement(Given(Pts.pointees(U.get())));
      size_t Hash = Away.hash();
      auto [First, Last] = Known.equal_range(Hash);
      auto Same = std::find_if(First, Last, [&](const auto &Entry) {
        return OutOfReach[Entry.second] == Away;
      });
      if (Same == Last) {
        Same = Known.emplace(Hash, unsigned(OutOfReach.size()));
        OutOfReach.push_back(std::move(Away));
      }
      OutOfReachOf[C] = Same->second;
    }
}

void ModRef::dropUnreachable(const CallBase *C, AtomSet &Set) const {
  auto It = OutOfReachOf.find(C);
  if (It != OutOfReachOf.end())
    Set.intersectWithComplement(OutOfReach[It->second]);
}

void ModRef::dropUnreachable(const CallBase *C, const llvm::Function *G,
                             AtomSet &Set) const {
  if (is_contained(Pts.callees(C), G))
    dropUnreachable(C, Set);
}

/// What is a function's own.
void ModRef::findOwn() {
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    const MemObject &Object = Objects.object(O);
    if (Object.K == MemObject::VarArgs) {
      VarArgsOf[cast<llvm::Function>(Object.Site)] |= wholeObject(O);
    } else if (Object.K == MemObject::Local) {
      const llvm::Function *F = cast<AllocaInst>(Object.Site)->getFunction();
      AtomSet Atoms = wholeObject(O);
      Touched[F] |= Atoms;
      if (Object.Singleton || !isRecursive(F))
        Born[F] |= Atoms;
    }
  }
  for (const llvm::Function &F : M)
    Touched[&F] |= mod(&F);
}

const AtomSet &ModRef::of(const FunctionAtoms &Map,
                          const llvm::Function *F) const {
  auto It = Map.find(F);
  return It == Map.end() ? None : It->second;
}

void ModRef::summarise() {
  for (llvm::Function &F : M) {
    AtomSet &Own = Mod[&F];
    for (Instruction &I : instructions(F)) {
      auto It = Writes.find(&I);
      if (It != Writes.end())
        Own |= It->second;
    }
  }
  // Locals of a function that is not active twice end with it; of others,
  // those that only direct loads and stores touch.
  DenseMap<const llvm::Function *, AtomSet> Private;
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    const MemObject &Obj = Objects.object(O);
    if (Obj.K != MemObject::Local)
      continue;
    const llvm::Function *F = cast<AllocaInst>(Obj.Site)->getFunction();
    if (!Recursive.count(F) || Obj.Singleton)
      Private[F] |= wholeObject(O);
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (llvm::Function &F : M) {
      for (Instruction &I : instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        if (!C)
          continue;
        for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
          for (const llvm::Function *G : Targets) {
            AtomSet Seen = Mod[G];
            auto It = Private.find(G);
            if (It != Private.end())
              Seen.intersectWithComplement(It->second);
            Replaced[&F] |= dropReplaced(I, Seen);
            dropUnreachable(C, G, Seen);
            Changed |= Mod[&F] |= Seen;
          }
      }
    }
  }
  for (auto &[F, Set] : Private)
    Mod[F].intersectWithComplement(Set);
}

const AtomSet &ModRef::writes(const Instruction *I) const {
  auto It = Writes.find(I);
  return It == Writes.end() ? None : It->second;
}

const AtomSet &ModRef::kills(const Instruction *I) const {
  auto It = Kills.find(I);
  return It == Kills.end() ? None : It->second;
}

const AtomSet &ModRef::mod(const llvm::Function *F) const { return of(Mod, F); }

bool ModRef::callMayWrite(const CallBase *C, unsigned Atom) const {
  auto It = Writes.find(C);
  if (It != Writes.end() && It->second.test(Atom))
    return true;
  if (isReplaced(C, Atom))
    return false;
  for (const llvm::Function *G : Pts.callbacks(C))
    if (mod(G).test(Atom))
      return true;
  AtomSet One = only(Atom);
  dropUnreachable(C, One);
  for (const llvm::Function *G : Pts.callees(C))
    if (!One.empty() && mod(G).test(Atom))
      return true;
  return false;
}

AtomSet ModRef::callWrites(const CallBase *C) const {
  AtomSet Result;
  for (const llvm::Function *G : Pts.callees(C))
    Result |= mod(G);
  dropUnreachable(C, Result);
  Result |= writes(C);
  for (const llvm::Function *G : Pts.callbacks(C))
    Result |= mod(G);
  dropReplaced(*C, Result);
  return Result;
}

ArrayRef<const Instruction *> ModRef::writers(unsigned Atom) const {
  return WritersOf[Atom];
}

ArrayRef<const Instruction *> ModRef::enders(unsigned Object) const {
  auto It = EndersOf.find(Object);
  return It == EndersOf.end() ? ArrayRef<const Instruction *>()
                              : ArrayRef(It->second);
}

std::string ModRef::atomName(unsigned Atom) const {
  unsigned O = AtomObject[Atom];
  std::string S = Objects.object(O).Name;
  if (isLeading(O)) {
    std::string Of =
        std::to_string(AtomStart[Atom] / Front->partOf(O)->Element);
    return S + "[" + Of + (AtomEnd[Atom] == INT64_MAX ? "...]" : "]");
  }
  if (Pieces[O].size() > 1)
    S += "+" + std::to_string(AtomStart[Atom]);
  return S;
}

} // namespace skel
