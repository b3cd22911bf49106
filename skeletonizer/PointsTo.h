//===- PointsTo.h - what each pointer can point to --------------*- C++ -*-===//
//
// Inclusion-based (Andersen) points-to analysis over the whole program:
// fields told apart, arrays collapsed, function pointers resolved on the fly,
// pointers followed through integers, MPI handles treated as pointers to what
// they name. Flow- and context-insensitive.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_POINTSTO_H
#define BSIM_SKELETONIZER_POINTSTO_H

#include "MemoryObjects.h"
#include "MpiTable.h"
#include "Summaries.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SparseBitVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <deque>
#include <vector>

namespace skel {

using PlaceSet = llvm::SparseBitVector<>;

class PointsTo {
public:
  PointsTo(llvm::Module &M, MemoryObjects &Objects);
  void solve();

  /// Places that a value can point to (empty: none known).
  const PlaceSet &pointees(const llvm::Value *V) const;
  /// Nothing is known of what the value points to, though it may point
  /// somewhere: not only to null, and not never written.
  bool isLost(const llvm::Value *V) const;
  /// Places that the pointer stored at a place can point to.
  const PlaceSet &contents(unsigned Place) const;
  /// Program functions that a call can enter.
  llvm::ArrayRef<llvm::Function *> callees(const llvm::CallBase *C) const;
  /// Program functions that a library may call back during this call.
  llvm::ArrayRef<llvm::Function *> callbacks(const llvm::CallBase *C) const;
  /// External functions an indirect call can enter, by name.
  llvm::ArrayRef<llvm::Function *> externals(const llvm::CallBase *C) const;
  /// Calls of functions of which nothing is known.
  const std::vector<const llvm::CallBase *> &unknownCalls() const {
    return Unknown;
  }
  /// Places whose address such functions may know.
  const PlaceSet &escaped() const;
  /// Allocations: the call that made a Heap or Stream object.
  unsigned heapObject(const llvm::CallBase *C) const;

  size_t numNodes() const { return Nodes.size(); }
  size_t numEdges() const { return EdgeSet.size(); }

  /// How an address expression moves a pointer.
  struct Step {
    enum Kind { Move, Array, Anywhere } K;
    int64_t Bytes = 0;
    llvm::Type *Elem = nullptr;
    uint64_t Count = 0;
    bool Constant = false;
  };
  using Path = llvm::SmallVector<Step, 4>;

private:
  struct Edge {
    unsigned To;
    int Via; ///< index into Paths, or -1
  };
  struct Access {
    unsigned Other;
    unsigned Size; ///< bytes
  };
  struct Node {
    PlaceSet Pts, Done;
    std::vector<Edge> Out;
    std::vector<Access> Loads, Stores;
    std::vector<const llvm::CallBase *> Calls;
    bool Queued = false;
    bool Doubtful = false; ///< may hold a number that nobody followed
  };
  struct Copy {
    unsigned Dst, Src;
    int64_t Length; ///< bytes; -1 if unknown
  };

  void findDoubts();

  // PointsTo.cpp: the solver.
  unsigned newNode();
  unsigned cell(unsigned Place);
  unsigned wholeOf(unsigned Object);
  void addPlace(unsigned Node, unsigned Place);
  void addEdge(unsigned From, unsigned To, int Via = -1);
  bool flow(const PlaceSet &From, unsigned To, int Via);
  void push(unsigned Node);
  void process(unsigned Node);
  void loadFrom(unsigned Place, Access A);
  void storeTo(unsigned Place, Access A);
  bool copyMemory(const Copy &C);
  void enter(const llvm::CallBase *C, llvm::Function *F);

  // PointsToBuild.cpp: constraints of the program.
  void addObjects();
  void addInitialisers();
  void addInitialiser(unsigned Object, int64_t Offset,
                      const llvm::Constant *Init);
  unsigned node(const llvm::Value *V);
  void constantNode(const llvm::Constant *C, unsigned N);
  void visit(llvm::Instruction &I);
  Path pathOf(const llvm::GEPOperator &G) const;
  void addLoad(unsigned Address, unsigned Result, llvm::Type *T);
  void addStore(unsigned Address, unsigned Value, llvm::Type *T);
  void addCopy(unsigned Dst, unsigned Src, int64_t Length);
  void visitCall(llvm::CallBase &C);
  void visitIntrinsic(llvm::CallBase &C, unsigned Id);
  void callLibrary(const llvm::CallBase &C, const LibrarySummary &S,
                   llvm::StringRef Name);
  void callMpi(const llvm::CallBase &C, const MpiCallInfo &Info);
  void callUnknown(const llvm::CallBase &C);
  void callExternal(const llvm::CallBase &C, llvm::Function *F);
  void callBack(const llvm::CallBase &C, unsigned FunctionNode);
  unsigned freshObject(const llvm::CallBase &C, MemObject::Kind K);
  unsigned outside(llvm::StringRef Name);
  unsigned handleConstant(uint64_t Value);

  llvm::Module &M;
  MemoryObjects &Objects;
  std::vector<Node> Nodes;
  std::vector<Path> Paths;
  std::vector<Copy> Copies;
  std::deque<unsigned> Worklist;
  llvm::DenseMap<const llvm::Value *, unsigned> NodeOf;
  llvm::DenseMap<unsigned, unsigned> CellOf;  ///< place -> node
  llvm::DenseMap<unsigned, unsigned> WholeOf; ///< object -> node
  llvm::DenseMap<const llvm::Function *, unsigned> ReturnOf, VarArgsOf;
  llvm::DenseMap<const llvm::CallBase *, unsigned> FreshOf;
  llvm::DenseMap<uint64_t, unsigned> HandleOf;
  llvm::StringMap<unsigned> OutsideOf;
  llvm::DenseSet<std::pair<unsigned, uint64_t>> EdgeSet;
  using CallTargets = llvm::DenseMap<const llvm::CallBase *,
                                     llvm::SmallVector<llvm::Function *, 2>>;
  CallTargets Callees, Callbacks, Externals;
  llvm::DenseMap<unsigned, std::vector<const llvm::CallBase *>> CallBackNodes;
  std::vector<const llvm::CallBase *> Unknown;
  unsigned UnknownNode; ///< what unknown functions know
  PlaceSet Nothing;
};

} // namespace skel

#endif
