//===- PointsTo.h - what each pointer can point to --------------*- C++ -*-===//
//
// Inclusion-based (Andersen) points-to analysis over the whole program. Tells
// fields apart and collapses arrays, resolves function pointers on the fly,
// follows pointers through integers, and treats MPI handles as pointers to the
// objects that they name. Flow- and context-insensitive.
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

/// Size of the structure that the call passes by value in memory.
int64_t byValBytes(const llvm::CallBase &C, unsigned Arg);

/// A value of the type may hold an address or a part of one.
bool mayCarryPointer(llvm::Type *T);

/// The top byte of a predefined handle in MPICH: the kind of its object.
enum HandleKind : uint64_t {
  CommunicatorHandle = 0x44,
  GroupHandle = 0x48,
  DatatypeHandle = 0x4c,
  PairHandle = 0x8c, ///< a datatype: a number and the index of its place
  OperatorHandle = 0x58,
};
inline uint64_t handleKind(uint64_t Handle) { return Handle >> 24; }

/// Bytes of a predefined basic datatype in MPICH; 0 for other handles.
inline uint64_t basicSize(uint64_t Handle) {
  return handleKind(Handle) == DatatypeHandle ? Handle >> 8 & 0xff : 0;
}
/// The datatype's element is two elements of a smaller basic type: MPI_2INT,
/// and the pairs of Fortran.
inline bool isPairOfBasic(uint64_t Handle) {
  return Handle == 0x4c000816 || Handle == 0x4c000820 || Handle == 0x4c000821 ||
         Handle == 0x4c001023;
}

class PointsTo {
public:
  /// Budget: words of all sets together. Beyond it the largest sets are taken
  /// as one (see coarsen).
  PointsTo(llvm::Module &M, MemoryObjects &Objects,
           size_t Budget = DefaultBudget);
  static constexpr size_t DefaultBudget = size_t(4) << 20;
  void solve();

  /// Places that a value can point to; empty if none is known.
  const PlaceSet &pointees(const llvm::Value *V) const;
  /// The value may point somewhere, but no place is known. A value that is null
  /// or was never written is not lost.
  bool isLost(const llvm::Value *V) const;
  /// Places that the pointer stored at a place can point to.
  const PlaceSet &contents(unsigned Place) const;
  /// Program functions that a call can enter.
  llvm::ArrayRef<llvm::Function *> callees(const llvm::CallBase *C) const;
  /// Program functions that a library may call back during this call.
  llvm::ArrayRef<llvm::Function *> callbacks(const llvm::CallBase *C) const;
  /// Program functions that a call only hands to the library. The library runs
  /// them in other calls, or they have no effect besides that of the call.
  llvm::ArrayRef<llvm::Function *> registered(const llvm::CallBase *C) const;
  /// External functions an indirect call can enter, by name.
  llvm::ArrayRef<llvm::Function *> externals(const llvm::CallBase *C) const;
  /// Calls of unknown functions: neither of the program nor in a table.
  const std::vector<const llvm::CallBase *> &unknownCalls() const {
    return Unknown;
  }
  /// Places whose address unknown functions may know.
  const PlaceSet &escaped() const;
  /// The Heap or Stream object that the call makes; ~0u if it makes none.
  unsigned heapObject(const llvm::CallBase *C) const;

  /// Name of the object that a predefined MPI handle stands for.
  static std::string handleName(uint64_t Value);

  /// Number of pointers and cells of memory that have been taken as one; 0 if
  /// the budget was enough.
  size_t numCoarse() const { return Coarse; }
  size_t numWords() const { return NumWords; } ///< of all sets, about
  /// Objects that the pointers taken as one may point to.
  size_t numCoarseObjects() const { return CoarseObjects.count(); }
  bool isCoarse(unsigned Object) const { return CoarseObjects.test(Object); }
  size_t numNodes() const { return Nodes.size(); }
  size_t numEdges() const { return NumEdges; }

  /// How an address expression moves a pointer.
  struct Step {
    /// Move: by Bytes. Leave: by Bytes, from the first element of an array to
    /// what is not in it. Array: by elements. Stride: by a multiple of Bytes.
    /// Row: along a row of things that begins at the place. Anywhere: to any
    /// place of the object. Data: to any place of an object that is neither a
    /// function nor an MPI object.
    enum Kind { Move, Leave, Array, Stride, Row, Anywhere, Data } K;
    /// Array: 0 if unknown. Row: size of one of the things; 0 if unknown.
    int64_t Bytes = 0;
    llvm::Type *Elem = nullptr;
    uint64_t Size = 0; ///< of Elem
    uint64_t Count = 0;
    int64_t Far = 0; ///< Array: without Bytes, the least number of bytes
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
    PlaceSet Unsent;       ///< part of Pts that has not gone along Out
    PlaceSet NewPlaces;    ///< part of Pts that Loads, Stores, ... have not met
    std::vector<Edge> Out;
    std::vector<Access> Loads, Stores;
    std::vector<const llvm::CallBase *> Calls;
    std::vector<const llvm::CallBase *> BackCalls; ///< that may call back
    unsigned Rank = ~0u;   ///< sources of edges come first
    bool Queued = false;   ///< in Worklist
    bool Doubtful = false; ///< may hold a number of unknown origin

    bool isAddress() const {
      return !Loads.empty() || !Stores.empty() || !Calls.empty() ||
             !BackCalls.empty();
    }
  };
  /// A memcpy. A node for each distance from the start stands between the cells
  /// behind Src and those behind Dst. So the number of edges is the sum of both
  /// numbers of cells, and not their product.
  struct Copy {
    unsigned Dst, Src;
    static constexpr int64_t Member = -2;
    /// Bytes; -1 if unknown; Member: the member that begins at, or holds, a
    /// place.
    int64_t Length;
    std::map<int64_t, unsigned> Moving; ///< distance -> node
    unsigned Blurred = ~0u;    ///< flows to any place of the target objects
    unsigned All = ~0u;        ///< any place of the sources, for such targets
    PlaceSet Sources, Targets; ///< connected places
    llvm::DenseMap<unsigned, size_t> CellsMet; ///< by object of a source
  };

  /// A buffer of a call, and its datatype.
  struct Part {
    const llvm::CallBase *Call; ///< null once the buffer is connected
    const MpiCallInfo *Info;
    unsigned Buffer, Type; ///< arguments
    unsigned Types;        ///< the node with the handles of the datatype
  };
  enum class Elements { Unknown, Numbers, Data };

  /// A call that finds its function from one of its arguments.
  struct Receiver {
    static constexpr int Load = -2;
    static constexpr size_t Most = 64; ///< objects that are told apart
    const llvm::CallBase *Call;
    unsigned Arg;
    std::vector<int> Steps; ///< from the object: paths and loads
    bool Open;              ///< no longer tells its objects apart
    std::map<unsigned, unsigned> TargetsOf; ///< place -> node of functions
  };

  // PointsTo.cpp: places, edges, accesses, and answers.
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

  // PointsToDoubts.cpp: pointers that may have been numbers.
  class DoubtFinder;
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
  void visitUses(unsigned Node);
  void connect(Copy &C);

  // PointsToLayouts.cpp: structures laid over blocks.
  class LayoutFinder;
  bool spreadMisfits();

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
  std::optional<int> leavingPath(const llvm::GEPOperator &G);
  bool addStepBack(const llvm::GEPOperator &G);
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
  void callRemembered(const llvm::CallBase &C, const MpiCallInfo &Info);
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
  std::deque<Copy> Copies; ///< a deque: it grows during walks
  std::vector<Receiver> Receivers;
  llvm::DenseMap<const llvm::CallBase *, unsigned> ReceiverOf;
  std::vector<Part> Typed; ///< buffers whose datatype is no constant
  /// Values of the handles that are constants, by object.
  llvm::DenseMap<unsigned, uint64_t> ConstantHandles;
  /// Nodes with places that have not gone along their edges, by rank.
  std::priority_queue<std::pair<unsigned, unsigned>,
                      std::vector<std::pair<unsigned, unsigned>>,
                      std::greater<std::pair<unsigned, unsigned>>>
      Worklist;
  /// Nodes with places that their loads, stores, ... have not met.
  std::vector<unsigned> Meetings;
  llvm::DenseMap<const llvm::Value *, unsigned> NodeOf;
  NodeByOperand SharedLoads, SharedSteps;
  llvm::DenseMap<const llvm::Value *, uint64_t> Divisors;  ///< of integers
  llvm::DenseMap<unsigned, unsigned> CellOf;               ///< place -> node
  llvm::DenseMap<unsigned, std::vector<unsigned>> CellsOf; ///< object -> places
  llvm::DenseMap<unsigned, unsigned> WholeOf;              ///< object -> node
  llvm::DenseMap<const llvm::Function *, unsigned> ReturnOf, VarArgsOf;
  llvm::DenseMap<const llvm::CallBase *, unsigned> FreshOf;
  llvm::DenseMap<uint64_t, unsigned> HandleOf;
  llvm::StringMap<unsigned> Messages; ///< -> object
  llvm::StringMap<unsigned> OutsideOf;
  /// Edges by both ends. Edges along a path also have the path in their key.
  llvm::DenseSet<uint64_t> PlainEdges;
  llvm::DenseSet<std::pair<uint64_t, int>> PathEdges;
  /// Caches of the last answers, one for each hash value: plain edges that
  /// exist, and sets that a node holds all of.
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
  static constexpr size_t FewWords = 2; ///< smaller sets are not cached
  /// By node and path: places that have been moved along the path since the
  /// targets of moves last changed. The node holds all results.
  llvm::DenseMap<std::pair<unsigned, int>, PlaceSet> Moved;
  unsigned MovedSince = 0;
  PlaceSet Anywheres; ///< among the first NumSeen places
  unsigned NumSeen = 0;
  size_t NumEdges = 0;
  size_t Budget, NumWords = 0;
  /// The node that stands for the largest sets. It points to any place of the
  /// objects that one of them pointed into. So do the cells of these objects.
  /// ~0u if there is none.
  unsigned Blob = ~0u;
  size_t Coarse = 0;
  IdSet CoarseObjects;
  using CallTargets = llvm::DenseMap<const llvm::CallBase *,
                                     llvm::SmallVector<llvm::Function *, 2>>;
  CallTargets Callees, Callbacks, Registered, Externals;
  std::vector<const llvm::CallBase *> Unknown;
  unsigned UnknownNode; ///< pointers that unknown functions know
  unsigned PrintedNode; ///< pointers that are written as text
  PlaceSet Nothing;
};

} // namespace skel

#endif
