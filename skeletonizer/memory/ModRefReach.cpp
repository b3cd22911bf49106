//===- ModRefReach.cpp - variables that no call reaches -------------------===//
//
// A function can only touch the variables that it or its callees name, those
// that its arguments lead to, and those that anybody can reach. All others are
// out of reach of a call.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ModRef.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <unordered_map>

using namespace llvm;

namespace skel {

namespace {
/// An object, and the objects that its contents point to.
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

/// Finds the variables out of reach of each call.
class ModRef::ReachFinder {
public:
  explicit ReachFinder(ModRef &Memory)
      : Memory(Memory), Objects(Memory.Objects), Pts(Memory.Pts),
        Nodes(Memory.Objects.numObjects() + 1) {}
  void run();

private:
  unsigned numObjects() const { return unsigned(Nodes.size()) - 1; }
  bool isGlobalVariable(unsigned Object) const;
  bool isVariable(unsigned Object) const;
  const AtomSet &objectsOf(const PlaceSet &Places);
  void connectObjects();
  void findReach();
  const AtomSet &reachOf(unsigned Object) const {
    return Reach[Nodes[Object].Component];
  }
  AtomSet reachOfAnybody() const;
  const AtomSet &reachThrough(const PlaceSet &To);
  void findNamed();
  AtomSet outOfReach(const CallBase &C, const AtomSet &Private);
  void remember(const CallBase &C, AtomSet Away);

  ModRef &Memory;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  std::vector<ObjectNode> Nodes; ///< by object; the last one leads to all
  std::vector<AtomSet> Reach;    ///< variables, by component of the objects
  /// By function: the variables that it or its callees name.
  DenseMap<const llvm::Function *, AtomSet> Named;
  // Many imprecise pointers share one set.
  DenseMap<const PlaceSet *, AtomSet> ObjectsOfSet, ReachOfSet;
  std::unordered_multimap<size_t, unsigned> Sets; ///< hash -> OutOfReach
};

/// A variable of the program with a fixed place.
bool ModRef::ReachFinder::isGlobalVariable(unsigned Object) const {
  const MemObject &O = Objects.object(Object);
  auto *V = O.K == MemObject::Global ? dyn_cast_or_null<GlobalVariable>(O.Site)
                                     : nullptr;
  return V && !V->isDeclaration();
}

bool ModRef::ReachFinder::isVariable(unsigned Object) const {
  return Objects.object(Object).K == MemObject::Local ||
         isGlobalVariable(Object);
}

/// The objects in which the places are.
const AtomSet &ModRef::ReachFinder::objectsOf(const PlaceSet &Places) {
  auto [It, New] = ObjectsOfSet.try_emplace(&Places);
  if (New)
    for (unsigned P : Places)
      It->second.set(Objects.placeInfo(P).Object);
  return It->second;
}

/// Each object leads to the objects that its contents point to.
void ModRef::ReachFinder::connectObjects() {
  ObjectNode &All = Nodes.back();
  for (unsigned O = 0; O < numObjects(); ++O) {
    AtomSet Targets; // objects
    for (unsigned P : Objects.object(O).Places)
      Targets |= objectsOf(Pts.contents(P));
    for (unsigned T : Targets)
      Nodes[O].Next.push_back(&Nodes[T]);
    All.Next.push_back(&Nodes[O]);
  }
}

/// Objects of one component lead to each other, so they reach the same
/// variables. A component comes behind all components that it leads to.
void ModRef::ReachFinder::findReach() {
  for (auto It = scc_begin(&Nodes.back()); !It.isAtEnd(); ++It) {
    AtomSet Atoms;
    for (ObjectNode *Node : *It)
      Node->Component = unsigned(Reach.size());
    for (ObjectNode *Node : *It) {
      unsigned O = unsigned(Node - Nodes.data());
      if (O == numObjects())
        continue;
      if (isVariable(O))
        Atoms |= Memory.wholeObject(O);
      for (ObjectNode *T : Node->Next)
        if (T->Component != Node->Component)
          Atoms |= Reach[T->Component];
    }
    Reach.push_back(std::move(Atoms));
  }
}

/// Variables that any function can reach, whatever its arguments are.
AtomSet ModRef::ReachFinder::reachOfAnybody() const {
  AtomSet Result;
  for (unsigned O = 0; O < numObjects(); ++O)
    switch (Objects.object(O).K) {
    case MemObject::Local:
    case MemObject::Heap:
    case MemObject::VarArgs:
    case MemObject::Code:
      break;
    default:
      // A function that names a variable can follow the variable's value.
      if (!isGlobalVariable(O))
        Result |= reachOf(O);
      else
        for (ObjectNode *T : Nodes[O].Next)
          Result |= Reach[T->Component];
    }
  for (unsigned P : Pts.escaped())
    Result |= reachOf(Objects.placeInfo(P).Object);
  return Result;
}

/// Variables that a pointer with these targets leads to.
const AtomSet &ModRef::ReachFinder::reachThrough(const PlaceSet &To) {
  auto [It, New] = ReachOfSet.try_emplace(&To);
  if (New) {
    AtomSet Components;
    for (unsigned O : objectsOf(To))
      Components.set(Nodes[O].Component);
    for (unsigned K : Components)
      It->second |= Reach[K];
  }
  return It->second;
}

/// Adds the functions whose text names a variable.
static void addNamers(const Value *V,
                      SmallPtrSetImpl<const llvm::Function *> &Out) {
  for (const User *U : V->users())
    if (auto *I = dyn_cast<Instruction>(U))
      Out.insert(I->getFunction());
    else if (isa<ConstantExpr>(U) || isa<GlobalAlias>(U))
      addNamers(U, Out);
}

void ModRef::ReachFinder::findNamed() {
  for (const llvm::Function &F : Memory.M)
    Named[&F];
  for (unsigned O = 0; O < numObjects(); ++O)
    if (isGlobalVariable(O)) {
      SmallPtrSet<const llvm::Function *, 8> Namers;
      addNamers(Objects.object(O).Site, Namers);
      for (const llvm::Function *F : Namers)
        Named[F] |= Memory.wholeObject(O);
    }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const llvm::Function &F : Memory.M)
      for (const Instruction &I : instructions(F))
        if (auto *C = dyn_cast<CallBase>(&I))
          for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
            for (const llvm::Function *G : Targets)
              Changed |= Named.find(&F)->second |= Named.find(G)->second;
  }
}

/// The part of Private that the call does not reach.
AtomSet ModRef::ReachFinder::outOfReach(const CallBase &C,
                                        const AtomSet &Private) {
  AtomSet Away = Private;
  for (const llvm::Function *G : Pts.callees(&C))
    Away.intersectWithComplement(Named.find(G)->second);
  for (const Use &U : C.args())
    Away.intersectWithComplement(reachThrough(Pts.pointees(U.get())));
  return Away;
}

/// Notes the variables out of reach of the call. Equal sets are stored once.
void ModRef::ReachFinder::remember(const CallBase &C, AtomSet Away) {
  size_t Hash = Away.hash();
  auto [First, Last] = Sets.equal_range(Hash);
  auto Same = std::find_if(First, Last, [&](const auto &Entry) {
    return Memory.OutOfReach[Entry.second] == Away;
  });
  if (Same == Last) {
    Same = Sets.emplace(Hash, unsigned(Memory.OutOfReach.size()));
    Memory.OutOfReach.push_back(std::move(Away));
  }
  Memory.OutOfReachOf[&C] = Same->second;
}

void ModRef::ReachFinder::run() {
  AtomSet Variables;
  for (unsigned O = 0; O < numObjects(); ++O)
    if (isVariable(O))
      Variables |= Memory.wholeObject(O);
  connectObjects();
  findReach();
  findNamed();
  const AtomSet Private = Variables - reachOfAnybody();
  for (const llvm::Function &F : Memory.M)
    for (const Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      if (C && !Pts.callees(C).empty())
        remember(*C, outOfReach(*C, Private));
    }
}

void ModRef::findReach() { ReachFinder(*this).run(); }

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

} // namespace skel
