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

#include "skeletonizer/memory/MemoryObjects.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/model/Summaries.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "skeletonizer/base/IdSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <deque>
#include <map>
#include <queue>
#include <vector>

namespace skel {

using PlaceSet = IdSet;

/// Bytes of the structure that a call gives by value in memory.
int64_t byValBytes(const llvm::CallBase &C, unsigned Arg);

/// A value of this type may hold an address, or a part of one.
bool mayCarryPointer(llvm::Type *T);

/// What the top byte of a predefined handle names in MPICH.
enum HandleKind : uint64_t {
  CommunicatorHandle = 0x44,
  GroupHandle = 0x48,
  DatatypeHandle = 0x4c,
  PairHandle = 0x8c, ///< a datatype: numbers with the place where they stand
  OperatorHandle = 0x58,
};
inline uint64_t handleKind(uint64_t Handle) { return Handle >> 24; }

/// Of a predefined datatype's handle in MPICH: bytes of a basic one, else 0;
/// whether its elements are two of a smaller basic type (MPI_2INT and Fortran's
/// pairs).
inline uint64_t basicSize(uint64_t Handle) {
  return handleKind(Handle) == DatatypeHandle ? Handle >> 8 & 0xff : 0;
}
inline bool isPairOfBasic(uint64_t Handle) {
  return Handle == 0x4c000816 || Handle == 0x4c000820 || Handle == 0x4c000821 ||
         Handle == 0x4c001023;
}

class PointsTo {
public:
  /// Budget: words of all sets together from which on the largest are taken as
  /// one (see coarsen).
  PointsTo(llvm::Module &M, MemoryObjects &Objects,
           size_t Budget = DefaultBudget);
  static constexpr size_t DefaultBudget = size_t(4) << 20;
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
  /// Program functions that a call only hands to the library, which runs them
  /// in other calls or does with them nothing of its own.
  llvm::ArrayRef<llvm::Function *> registered(const llvm::CallBase *C) const;
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

  /// Name of the object that a predefined MPI handle stands for.
  static std::string handleName(uint64_t Value);

  /// Pointers and cells of memory that have been taken as one, and the objects
  /// that they may point to; 0 where the budget was enough.
  size_t numCoarse() const { return Coarse; }
  size_t numWords() const { return NumWords; } ///< of sets; about
  size_t numCoarseObjects() const { return CoarseObjects.count(); }
  bool isCoarse(unsigned Object) const { return CoarseObjects.test(Object); }
  size_t numNodes() const { return Nodes.size(); }
  size_t numEdges() const { return NumEdges; }

  /// How an address expression moves a pointer.
  struct Step {
    enum Kind { Move, Array, Stride, Row, Anywhere, Data } K;
    /// Stride: some multiple of them. Array: 0 where they are unknown. Row: of
    /// one of the things in a row that the place begins; 0 if unknown. Data:
    /// anywhere in what is no function and no MPI object.
    int64_t Bytes = 0;
    llvm::Type *Elem = nullptr;
    uint64_t Size = 0; ///< of Elem
    uint64_t Count = 0;
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
    PlaceSet Pts;
    PlaceSet::Sum Sum = 0; ///< of Pts
    PlaceSet Unsent;       ///< of Pts: what Out has not been told
    PlaceSet NewPlaces;    ///< of Pts: what Loads and the like have not met
    std::vector<Edge> Out;
    std::vector<Access> Loads, Stores;
    std::vector<const llvm::CallBase *> Calls;
    std::vector<const llvm::CallBase *> BackCalls; ///< that may call back
    unsigned Rank = ~0u;   ///< sources of edges come first
    bool Queued = false;   ///< in Worklist
    bool Doubtful = false; ///< may hold a number that nobody followed

    bool isAddress() const {
      return !Loads.empty() || !Stores.empty() || !Calls.empty() ||
             !BackCalls.empty();
    }
  };
  /// memcpy. Between the cells behind Src and those behind Dst stands a node
  /// for each distance from the start, so that edges are a sum and no product.
  struct Copy {
    unsigned Dst, Src;
    static constexpr int64_t Member = -2;
    /// Bytes; -1 if unknown; Member: what begins at, or holds, the places.
    int64_t Length;
    std::map<int64_t, unsigned> Moving; ///< distance -> node
    unsigned Blurred = ~0u;    ///< goes anywhere into what Dst points into
    unsigned All = ~0u;        ///< what Src points into, where Dst is anywhere
    PlaceSet Sources, Targets; ///< that are connected
    llvm::DenseMap<unsigned, size_t> CellsMet; ///< of the object of a source
  };

  /// A buffer of a call and its datatype; Types: a node with its handles.
  struct Part {
    const llvm::CallBase *Call; ///< null: met
    const MpiCallInfo *Info;
    unsigned Buffer, Type; ///< arguments
    unsigned Types;
  };
  enum class Elements { Unknown, Numbers, Data };

  /// A call that finds its function from one of its arguments.
  struct Receiver {
    static constexpr int Load = -2;
    static constexpr size_t Most = 64; ///< objects that are told apart
    const llvm::CallBase *Call;
    unsigned Arg;
    std::vector<int> Steps; ///< from the object: paths, and loads
    bool Open;              ///< objects are not told apart any more
    std::map<unsigned, unsigned> TargetsOf; ///< node with functions, by place
  };

  // PointsTo.cpp: places, edges and what accesses mean; answers.
  unsigned newNode();
  unsigned cell(unsigned Place);
  unsigned wholeOf(unsigned Object);
  void addPlace(unsigned Node, unsigned Place);
  void addEdge(unsigned From, unsigned To, int Via = -1);
  int pathId(const Path &P);
  unsigned alongPath(unsigned Place, int Via);
  void loadFrom(unsigned Place, Access A);
  void storeTo(unsigned Place, Access A);
  void enter(const llvm::CallBase *C, llvm::Function *F);
  void enterPlace(const llvm::CallBase *C, unsigned Place);
  void enterBack(const llvm::CallBase *C, unsigned Place);
  void enterOperator(const llvm::CallBase &C, const MpiCallInfo &Info,
                     const llvm::Function &F);
  void findDoubts();

  // PointsToSolve.cpp: the fixpoint.
  unsigned find(unsigned Node);
  unsigned anywhereOf(unsigned Place) const;
  void moveAlong(const PlaceSet &From, unsigned To, int Via, PlaceSet &New);
  void flow(const PlaceSet &From, PlaceSet::Sum Sum, unsigned To, int Via);
  bool coarsen();
  void collapseCycles();
  void merge(const std::vector<unsigned> &Cycle);
  void rankNodes();
  void propagate();
  bool meetAll();
  struct Layout {
    int64_t At;
    llvm::StructType *Type;
    uint64_t Size;
  };
  using LayoutSet = std::vector<Layout>;
  using Layouts = std::map<unsigned, LayoutSet>; ///< by object
  Layouts layoutsOfSteps();
  bool stridesFit(unsigned O, const MemoryObjects::Stride &S,
                  const LayoutSet &Laid) const;
  bool walkFits(unsigned O, const MemoryObjects::Walk &W,
                const LayoutSet &Laid) const;
  bool spreadMisfits();
  void visitUses(unsigned Node);
  void connect(Copy &C);

  // PointsToBuild.cpp: constraints of the program.
  void addObjects();
  void addInitialisers();
  void addInitialiser(unsigned Object, int64_t Offset,
                      const llvm::Constant *Init);
  unsigned node(const llvm::Value *V);
  void constantNode(const llvm::Constant *C, unsigned N);
  using NodeByOperand = llvm::DenseMap<std::pair<unsigned, uint64_t>, unsigned>;
  bool sharesNode(const llvm::Instruction &I, std::pair<unsigned, uint64_t> Key,
                  NodeByOperand &Map);
  void visit(llvm::Instruction &I);
  Path pathOf(const llvm::GEPOperator &G);
  void addLoad(unsigned Address, unsigned Result, llvm::Type *T);
  void addStore(unsigned Address, unsigned Value, llvm::Type *T);
  void addCopy(unsigned Dst, unsigned Src, int64_t Length);
  void visitCall(llvm::CallBase &C);
  void visitIntrinsic(llvm::CallBase &C, unsigned Id);
  void callLibrary(const llvm::CallBase &C, const LibrarySummary &S,
                   llvm::StringRef Name);
  void returnFromLibrary(const llvm::CallBase &C, const LibrarySummary &S,
                         llvm::StringRef Name);
  void callMpi(const llvm::CallBase &C, const MpiCallInfo &Info);
  void moveThroughAttributes(const llvm::CallBase &C, const MpiCallInfo &Info);
  void callKeys(const llvm::CallBase &C, const MpiCallInfo &Info);
  void makeHandle(const llvm::CallBase &C, const MpiCallInfo &Info);
  void callUnknown(const llvm::CallBase &C);
  void callExternal(const llvm::CallBase &C, llvm::Function *F);
  void callBack(const llvm::CallBase &C, unsigned FunctionNode);
  unsigned freshObject(const llvm::CallBase &C, MemObject::Kind K);
  unsigned freshBlock(const llvm::CallBase &C);
  unsigned outside(llvm::StringRef Name);
  unsigned handleConstant(uint64_t Value);

  // PointsToData.cpp: pointers that travel as data.
  unsigned nodeOf(unsigned Place);
  void textOf(const llvm::CallBase &C, const LibrarySummary &S,
              llvm::StringRef Name);
  void moveElements(const llvm::CallBase &C, llvm::StringRef Name);
  void moveThroughFiles(const llvm::CallBase &C, const LibrarySummary &S,
                        llvm::StringRef Name);
  unsigned message(const MpiCallInfo &Info, uint64_t Size);
  void addWithNext(unsigned From, unsigned To, int64_t Bytes);
  unsigned displaced(const llvm::CallBase &C, unsigned Buffer, unsigned Type,
                     bool IsArray);
  void moveThroughMessages(const llvm::CallBase &C, const MpiCallInfo &Info);
  Elements elementsOf(unsigned Types);
  bool meetTypes(bool AtEnd);
  void moveMessage(const Part &Of);

  // PointsToReceivers.cpp: calls through tables of functions.
  void findReceiver(const llvm::CallBase &C);
  bool isReceiver(const llvm::CallBase &C, unsigned Arg) const;
  unsigned targetsFrom(const Receiver &R, unsigned Place);
  void meetReceivers();

  llvm::Module &M;
  MemoryObjects &Objects;
  std::vector<Node> Nodes;
  std::vector<unsigned> Rep; ///< the node that stands for a cycle
  std::vector<Path> Paths;
  std::map<std::vector<uint64_t>, int> PathIds;
  std::deque<Copy> Copies; ///< grows while it is walked
  std::vector<Receiver> Receivers;
  llvm::DenseMap<const llvm::CallBase *, unsigned> ReceiverOf;
  std::vector<Part> Typed; ///< with datatypes that are no constants
  /// Values of the handles that are constants, by object.
  llvm::DenseMap<unsigned, uint64_t> ConstantHandles;
  /// Nodes with something unsent, by rank; nodes with something unmet.
  std::priority_queue<std::pair<unsigned, unsigned>,
                      std::vector<std::pair<unsigned, unsigned>>,
                      std::greater<std::pair<unsigned, unsigned>>>
      Worklist;
  std::vector<unsigned> Meetings;
  llvm::DenseMap<const llvm::Value *, unsigned> NodeOf;
  NodeByOperand SharedLoads, SharedSteps;
  llvm::DenseMap<const llvm::Value *, uint64_t> Divisors;  ///< of numbers
  llvm::DenseMap<unsigned, unsigned> CellOf;               ///< place -> node
  llvm::DenseMap<unsigned, std::vector<unsigned>> CellsOf; ///< object -> places
  llvm::DenseMap<unsigned, unsigned> WholeOf;              ///< object -> node
  llvm::DenseMap<const llvm::Function *, unsigned> ReturnOf, VarArgsOf;
  llvm::DenseMap<const llvm::CallBase *, unsigned> FreshOf;
  llvm::DenseMap<uint64_t, unsigned> HandleOf;
  llvm::StringMap<unsigned> Messages; ///< -> object
  llvm::StringMap<unsigned> OutsideOf;
  /// Edges by both ends; of those along a path by that too.
  llvm::DenseSet<uint64_t> PlainEdges;
  llvm::DenseSet<std::pair<uint64_t, int>> PathEdges;
  /// What was asked last: the same is asked again and again. Plain edges that
  /// are there, and sets that a node has all of; by hash, one each.
  static constexpr unsigned LogRemembered = 16;
  std::vector<uint64_t> LastEdges;
  struct Held {
    unsigned Node = ~0u;
    PlaceSet::Sum Sum = 0;
  };
  std::vector<Held> LastHeld;
  static size_t remembered(uint64_t Key) {
    return (Key * 0x9E3779B97F4A7C15u) >> (64 - LogRemembered);
  }
  static constexpr size_t FewWords = 2; ///< quicker read than remembered
  /// By node and path: places that have been moved along it, since it last
  /// changed where they lead to. The node holds all that was found.
  llvm::DenseMap<std::pair<unsigned, int>, PlaceSet> Moved;
  unsigned MovedSince = 0;
  PlaceSet Anywheres; ///< of the first NumSeen places
  unsigned NumSeen = 0;
  size_t NumEdges = 0;
  size_t Budget, NumWords = 0;
  /// What the largest sets have become: it points anywhere into what any of
  /// them pointed into, and so does what these objects hold. ~0u: there is
  /// none.
  unsigned Blob = ~0u;
  size_t Coarse = 0;
  IdSet CoarseObjects;
  using CallTargets = llvm::DenseMap<const llvm::CallBase *,
                                     llvm::SmallVector<llvm::Function *, 2>>;
  CallTargets Callees, Callbacks, Registered, Externals;
  std::vector<const llvm::CallBase *> Unknown;
  unsigned UnknownNode; ///< what unknown functions know
  unsigned PrintedNode; ///< pointers that are written as text
  PlaceSet Nothing;
};

} // namespace skel

#endif
