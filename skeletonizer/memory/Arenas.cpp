//===- Arenas.cpp - pieces of one block, handed out one behind the other --===//
//
// What cannot be followed is no arena. The rules for one function: no loops;
// one cell "used", read before it is written; the address is read from a cell
// or is a variable's. Those for the program: "used" is only added to, or set
// to zero where a fresh block has just been stored to the cell of the address;
// that cell gets fresh blocks only, each block once; no instruction reads or
// writes the block, and no library is given it but to free it.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/Arenas.h"
#include "skeletonizer/memory/Implicit.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace skel {

/// The function that stands for a piece.
static StringRef pieceName() { return namesWith(LibraryFact::Piece).front(); }

/// A function that hands out pieces is no larger.
static constexpr unsigned MaxSize = 300;

namespace {

/// The variable on the stack that V is read from, if it has one value.
const Value *resolve(const Value *V) {
  while (true) {
    V = V->stripPointerCasts();
    auto *L = dyn_cast<LoadInst>(V);
    auto *Slot = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
    if (!Slot || !isPlain(Slot))
      return V;
    const Value *Only = nullptr;
    for (const User *U : Slot->users())
      if (auto *S = dyn_cast<StoreInst>(U)) {
        if (Only)
          return V;
        Only = S->getValueOperand();
      }
    if (!Only || Only->getType() != L->getType())
      return V;
    V = Only;
  }
}

const Value *number(const Value *V) {
  while (true) {
    V = resolve(V);
    if (!isa<SExtInst>(V) && !isa<ZExtInst>(V))
      return V;
    V = cast<CastInst>(V)->getOperand(0);
  }
}

/// A cell of memory, so many bytes behind a value that is the same wherever it
/// stands in one call of a function without loops.
struct Cell {
  const Value *Root = nullptr;
  int64_t Offset = 0;
  bool operator==(const Cell &C) const {
    return Root == C.Root && Offset == C.Offset;
  }
  explicit operator bool() const { return Root; }
};

Cell cellOf(const Value *Address, const DataLayout &DL) {
  Cell C;
  while (true) {
    Address = resolve(Address);
    auto *G = dyn_cast<GEPOperator>(Address);
    if (!G)
      break;
    APInt Bytes(DL.getIndexTypeSizeInBits(G->getType()), 0);
    if (!G->accumulateConstantOffset(DL, Bytes))
      return {};
    C.Offset += Bytes.getSExtValue();
    Address = G->getPointerOperand();
  }
  C.Root = Address;
  return C;
}

bool isNotNegative(const Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && !C->isNegative();
}

/// V is X, rounded up to a multiple of a constant.
bool isRoundedUp(const Value *V, const Value *&X) {
  const APInt *C, *D, *E;
  if (match(V, m_And(m_c_Add(m_Value(X), m_APInt(C)), m_APInt(D))))
    return D->isNegative() && (-*D).isPowerOf2() && C->uge(~*D);
  if (match(V, m_Mul(m_UDiv(m_c_Add(m_Value(X), m_APInt(C)), m_APInt(D)),
                     m_APInt(E))))
    return *D == *E && C->uge(*D - 1);
  return false;
}

/// V is what Size bytes, or elements, need, as far as they are told by a
/// parameter: it does not get less when they get more.
bool isAmount(const Value *V, bool &Given, unsigned Depth,
              const Value *Self = nullptr) {
  V = number(V);
  if (isa<Argument>(V)) {
    Given = true;
    return true;
  }
  if (auto *C = dyn_cast<ConstantInt>(V))
    return !C->isNegative();
  if (auto *L = dyn_cast<LoadInst>(V)) {
    // "size = (size + 7) & ~7": each value of the parameter's variable.
    auto *Slot = dyn_cast<AllocaInst>(L->getPointerOperand());
    if (Slot && Slot == Self)
      return true;
    if (!Slot || !isPlain(Slot) || !Depth)
      return false;
    for (const User *U : Slot->users())
      if (auto *S = dyn_cast<StoreInst>(U))
        if (!isAmount(S->getValueOperand(), Given, Depth - 1, Slot))
          return false;
    return true;
  }
  if (!Depth)
    return false;
  const Value *X, *Y;
  const APInt *C;
  if (isRoundedUp(V, X))
    return isAmount(X, Given, Depth - 1, Self);
  if (match(V, m_Add(m_Value(X), m_Value(Y))) ||
      match(V, m_Mul(m_Value(X), m_Value(Y))))
    return isAmount(X, Given, Depth - 1, Self) &&
           isAmount(Y, Given, Depth - 1, Self);
  if (match(V, m_Shl(m_Value(X), m_APInt(C))))
    return isAmount(X, Given, Depth - 1, Self);
  return false;
}

/// One address that may be the beginning of a piece, with what its function
/// does to "used".
struct Piece {
  const GetElementPtrInst *At = nullptr;
  const Value *Base = nullptr;      ///< its address
  const LoadInst *Taken = nullptr;  ///< what reads "used" for the address
  const LoadInst *Block = nullptr;  ///< what reads the address, or null
  const StoreInst *Added = nullptr; ///< what adds to "used"
  const LoadInst *Before = nullptr; ///< what reads "used" for that
};

/// A load of a cell that is no local variable.
const LoadInst *cellLoad(const Value *V) {
  auto *L = dyn_cast<LoadInst>(number(V));
  return L && !isa<AllocaInst>(L->getPointerOperand()) ? L : nullptr;
}

/// V is what L reads, rounded up perhaps.
const LoadInst *roundedLoad(const Value *V) {
  V = number(V);
  const Value *X;
  return isRoundedUp(V, X) ? cellLoad(X) : cellLoad(V);
}

/// S adds an amount to what it overwrites. Base: the value that the amount is
/// added to.
bool addsTo(const StoreInst &S, const DataLayout &DL, const Value *&Base,
            const LoadInst *&Before, bool &Given) {
  Cell To = cellOf(S.getPointerOperand(), DL);
  const Value *V = number(S.getValueOperand()), *X, *Y;
  if (!To)
    return false;
  if (isRoundedUp(V, X) && !roundedLoad(V))
    V = number(X);
  Base = nullptr;
  while (match(V, m_Add(m_Value(X), m_Value(Y)))) {
    const LoadInst *L = roundedLoad(X);
    bool Left = L && cellOf(L->getPointerOperand(), DL) == To;
    if (!Left) {
      L = roundedLoad(Y);
      if (L && cellOf(L->getPointerOperand(), DL) == To) {
        std::swap(X, Y);
        Left = true;
      }
    }
    if (!isAmount(Y, Given, 8))
      return false;
    if (Left) {
      Base = number(X);
      Before = L;
      return true;
    }
    V = number(X); // used + n + pad
  }
  return false;
}

bool hasLoops(const llvm::Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> Edges;
  FindFunctionBackedges(F, Edges);
  return !Edges.empty();
}

/// The address leaves the function: it is returned, or stored where others can
/// see it.
bool leaves(const Value *V, unsigned Depth) {
  if (!Depth)
    return false;
  for (const User *U : V->users()) {
    if (isa<ReturnInst>(U))
      return true;
    if (auto *S = dyn_cast<StoreInst>(U)) {
      auto *Slot = dyn_cast<AllocaInst>(S->getPointerOperand());
      if (S->getValueOperand() != V)
        continue;
      if (!Slot)
        return true;
      for (const User *W : Slot->users())
        if (isa<LoadInst>(W) && leaves(W, Depth - 1))
          return true;
    } else if ((isa<GetElementPtrInst>(U) || isa<CastInst>(U) ||
                isa<PHINode>(U) || isa<SelectInst>(U)) &&
               leaves(U, Depth - 1)) {
      return true;
    }
  }
  return false;
}

/// The address is only compared, or moved for that.
bool isCompared(const Value *V) {
  return llvm::all_of(V->users(), [](const User *U) {
    return isa<ICmpInst>(U) || (isa<GetElementPtrInst>(U) && isCompared(U));
  });
}

bool isBehind(const Instruction *A, const Instruction *B) {
  return A != B && isPotentiallyReachable(A, B);
}

/// What the rules for one function say of an address in it.
bool describe(const GetElementPtrInst &G, Piece &P) {
  const llvm::Function &F = *G.getFunction();
  const DataLayout &DL = F.getDataLayout();
  if (G.getNumIndices() > 2 || G.hasAllConstantIndices() ||
      F.getInstructionCount() > MaxSize || F.getName() == "main")
    return false;
  const Value *Index = G.getOperand(G.getNumOperands() - 1);
  if (G.getNumIndices() == 2 &&
      (!isNotNegative(G.getOperand(1)) ||
       !cast<ConstantInt>(G.getOperand(1))->isZero() ||
       !isa<ArrayType>(G.getSourceElementType())))
    return false;
  P.At = &G;
  P.Taken = roundedLoad(Index);
  if (!P.Taken || isCompared(&G))
    return false;
  Cell Used = cellOf(P.Taken->getPointerOperand(), DL);
  const Value *Base = resolve(G.getPointerOperand());
  P.Block = dyn_cast<LoadInst>(Base);
  if (P.Block) {
    P.Base = P.Block->getPointerOperand();
    Cell At = cellOf(P.Base, DL);
    // Both are of one arena: of one structure, or variables.
    if (!At || !Used ||
        (At.Root != Used.Root &&
         !(isa<GlobalVariable>(At.Root) && isa<GlobalVariable>(Used.Root))))
      return false;
  } else if (!isa<GlobalVariable>(Base) || !Used ||
             !isa<GlobalVariable>(Used.Root)) {
    return false;
  }
  if (hasLoops(F))
    return false;
  DominatorTree Dom(const_cast<llvm::Function &>(F));
  PostDominatorTree Post(const_cast<llvm::Function &>(F));
  SmallVector<const StoreInst *, 4> Stores;
  for (const Instruction &I : instructions(F))
    if (auto *S = dyn_cast<StoreInst>(&I))
      if (cellOf(S->getPointerOperand(), DL) == Used)
        Stores.push_back(S);
  for (const StoreInst *S : Stores) {
    const Value *Old = nullptr;
    bool Given = false;
    if (!addsTo(*S, DL, Old, P.Before, Given) || !Given)
      continue;
    // The amount goes on top of the very number that the address has.
    const Value *Here = number(Index);
    bool Same = Old == Here || (isa<LoadInst>(Old) && isa<LoadInst>(Here));
    bool Both = Dom.dominates(S, &G) || Post.dominates(S, &G);
    if (Same && Both && Dom.dominates(P.Taken, S))
      P.Added = S;
  }
  if (!P.Added)
    return false;
  bool Given = false;
  const Value *Old = nullptr;
  addsTo(*P.Added, DL, Old, P.Before, Given);
  // Nothing changes "used" between the two reads, or the address's cell.
  for (const StoreInst *S : Stores) {
    if (isBehind(P.Taken, S) && isBehind(S, P.Before))
      return false;
    if (isBehind(P.Before, S) &&
        (isBehind(S, P.Taken) || (S != P.Added && isBehind(S, P.Added))))
      return false;
    if (P.Block && S != P.Added &&
        ((isBehind(P.Taken, S)) || isBehind(P.Block, S)))
      return false;
  }
  if (P.Block)
    for (const Instruction &I : instructions(F))
      if (auto *S = dyn_cast<StoreInst>(&I))
        if (cellOf(S->getPointerOperand(), DL) == cellOf(P.Base, DL) &&
            (isBehind(P.Block, S) || isBehind(P.Taken, S) ||
             isBehind(P.Before, S)))
          return false;
  return true;
}

const CallBase *asPiece(const Instruction &I) {
  auto *C = dyn_cast<CallBase>(&I);
  const llvm::Function *F = C ? C->getCalledFunction() : nullptr;
  return F && hasFact(F->getName(), LibraryFact::Piece) ? C : nullptr;
}

/// A call that gives memory which nobody else has: of the library, or of a
/// function that returns nothing else.
bool isFreshBlock(const Value *V, unsigned Depth) {
  auto *C = dyn_cast<CallBase>(resolve(V));
  const llvm::Function *F = C ? C->getCalledFunction() : nullptr;
  if (!F || !Depth)
    return false;
  if (F->isDeclaration()) {
    const LibrarySummary *S = findLibraryCall(F->getName());
    return S && S->Returns == 'h' && !hasFact(F->getName(), LibraryFact::Piece);
  }
  for (const Instruction &I : instructions(*F))
    if (auto *R = dyn_cast<ReturnInst>(&I))
      if (!R->getReturnValue() || !isFreshBlock(R->getReturnValue(), Depth - 1))
        return false;
  return true;
}

/// Marks are made where an address leaves its function.
class Checker {
public:
  Checker(Module &M, const MemoryObjects &Objects, const PointsTo &Pts,
          const ModRef &Memory)
      : M(M), Objects(Objects), Pts(Pts), Memory(Memory) {}

  /// Marks that do not hold.
  std::vector<CallBase *> run() {
    std::vector<CallBase *> Bad;
    for (llvm::Function &F : M)
      for (Instruction &I : instructions(F))
        if (const CallBase *C = asPiece(I)) {
          Entry E;
          E.Call = const_cast<CallBase *>(C);
          auto *G = dyn_cast<GetElementPtrInst>(C->getArgOperand(0));
          if (!G || !describe(*G, E.P)) {
            Bad.push_back(E.Call);
            continue;
          }
          ++PiecesOf[E.P.Added];
          Entries.push_back(E);
        }
    for (Entry &E : Entries) {
      measure(E);
      // One place, one piece; nothing else in the function changes the arena.
      if (PiecesOf[E.P.Added] == 1 && !isChangedElsewhere(E))
        Adds.insert(E.P.Added);
    }
    noteBlocks();
    // One that fails takes the others of its block along.
    std::vector<char> Fails(Entries.size(), 0);
    for (size_t I = 0; I < Entries.size(); ++I)
      Fails[I] = !holds(Entries[I]);
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (size_t I = 0; I < Entries.size(); ++I)
        for (size_t K = 0; K < Entries.size(); ++K) {
          const Entry &A = Entries[I], &B = Entries[K];
          bool Tied = A.Blocks.intersects(B.Blocks);
          if (Tied && !Fails[I] && (Fails[K] || !isAlike(A, B))) {
            Fails[I] = 1;
            Changed = true;
          }
        }
    }
    for (size_t I = 0; I < Entries.size(); ++I)
      if (Fails[I])
        Bad.push_back(Entries[I].Call);
    return Bad;
  }

private:
  struct Entry {
    CallBase *Call = nullptr;
    Piece P;
    IdSet Blocks;       ///< objects
    AtomSet Used, Base; ///< atoms of the cells
  };

  /// Two pieces of one block take the same cell for "used".
  bool isAlike(const Entry &A, const Entry &B) const {
    const DataLayout &DL = M.getDataLayout();
    auto Distance = [&](const Entry &E) {
      Cell Used = cellOf(E.P.Taken->getPointerOperand(), DL);
      Cell Base = E.P.Block ? cellOf(E.P.Base, DL) : Cell();
      return Base.Root == Used.Root ? Base.Offset - Used.Offset : 0;
    };
    return A.Used == B.Used && Distance(A) == Distance(B);
  }

  void measure(Entry &E) {
    const DataLayout &DL = M.getDataLayout();
    for (unsigned P : Pts.pointees(E.P.At->getPointerOperand()))
      E.Blocks.set(Objects.placeInfo(P).Object);
    E.Used = Memory.region(E.P.Taken->getPointerOperand(),
                           int64_t(DL.getTypeStoreSize(E.P.Taken->getType())),
                           false);
    if (E.P.Block)
      E.Base = Memory.region(E.P.Base, 8, false);
    AllBlocks |= E.Blocks;
  }

  /// The blocks that anybody but the pieces touches.
  void noteBlocks() {
    if (AllBlocks.empty())
      return;
    AtomSet Atoms;
    for (unsigned O : AllBlocks)
      Atoms |= Memory.wholeObject(O);
    for (const llvm::Function &F : M)
      for (const Instruction &I : instructions(F)) {
        if (asPiece(I))
          continue;
        if (const Value *V = getLoadStorePointerOperand(&I)) {
          touch(V);
          continue;
        }
        auto *C = dyn_cast<CallBase>(&I);
        AtomSet Found = Memory.writes(&I);
        Found |= Memory.reads(&I);
        Found &= Atoms;
        bool Makes = C && Pts.heapObject(C) != ~0u;
        for (unsigned A : Found)
          if (!(Makes && Memory.objectOfAtom(A) == Pts.heapObject(C)) &&
              !(C && frees(*C)))
            Touched.set(Memory.objectOfAtom(A));
        if (!C || frees(*C))
          continue;
        if (isa<AtomicRMWInst>(&I) || isa<AtomicCmpXchgInst>(&I))
          touch(I.getOperand(0));
        if (!Memory.externals(C).empty() || isa<IntrinsicInst>(C))
          for (const Use &U : C->args())
            touch(U.get());
      }
    for (unsigned P : Pts.escaped())
      Touched.set(Objects.placeInfo(P).Object);
  }

  void touch(const Value *V) {
    for (unsigned P : Pts.pointees(V))
      Touched.set(Objects.placeInfo(P).Object);
  }

  bool frees(const CallBase &C) const {
    const llvm::Function *F = C.getCalledFunction();
    const LibrarySummary *S =
        F && F->isDeclaration() ? findLibraryCall(F->getName()) : nullptr;
    return S && S->Flags & LibrarySummary::Frees &&
           hasFact(F->getName(), LibraryFact::TakesBack);
  }

  bool makes(const Instruction *I, unsigned Atom) const {
    auto *C = dyn_cast<CallBase>(I);
    return C && !asPiece(*I) && Pts.heapObject(C) == Memory.objectOfAtom(Atom);
  }

  /// S stores a fresh block, which no other store gets.
  bool storesBlock(const StoreInst &S) {
    const Value *V = resolve(S.getValueOperand());
    auto *Call = dyn_cast<CallBase>(V);
    if (!Call || !isFreshBlock(V, 3) || Call->getFunction() != S.getFunction())
      return false;
    // Each time it runs it stores another block.
    if (Call->getParent() != S.getParent() && hasLoops(*S.getFunction()))
      return false;
    auto [It, New] = StoreOf.try_emplace(Call, &S);
    return New || It->second == &S;
  }

  /// S sets "used" to zero when the block is new.
  bool restarts(const StoreInst &S) {
    auto *Zero = dyn_cast<ConstantInt>(S.getValueOperand());
    const llvm::Function &F = *S.getFunction();
    const DataLayout &DL = F.getDataLayout();
    Cell Used = cellOf(S.getPointerOperand(), DL);
    if (!Zero || !Zero->isZero() || !Used || hasLoops(F))
      return false;
    DominatorTree Dom(const_cast<llvm::Function &>(F));
    for (const Instruction &I : instructions(F)) {
      auto *B = dyn_cast<StoreInst>(&I);
      if (!B || !B->getValueOperand()->getType()->isPointerTy() ||
          !storesBlock(*B))
        continue;
      Cell At = cellOf(B->getPointerOperand(), DL);
      if (!pairs(At, Used, *B, S))
        continue;
      if (B->getParent() == S.getParent() && S.comesBefore(B)
              ? !callsBetween(S, *B)
              : Dom.dominates(B, &S) && !changesBetween(*B, S))
        return true;
    }
    return false;
  }

  /// The cells of a block and of its "used", as some piece has them.
  bool pairs(const Cell &At, const Cell &Used, const StoreInst &B,
             const StoreInst &S) {
    if (!At)
      return false;
    for (const Entry &E : Entries) {
      if (!E.P.Block)
        continue;
      const DataLayout &DL = M.getDataLayout();
      Cell Base = cellOf(E.P.Base, DL);
      Cell Count = cellOf(E.P.Taken->getPointerOperand(), DL);
      bool Variables = isa<GlobalVariable>(Base.Root) &&
                       isa<GlobalVariable>(Count.Root) &&
                       Base.Root != Count.Root;
      if (Variables
              ? At == Base && Used == Count
              : At.Root == Used.Root &&
                    At.Offset - Used.Offset == Base.Offset - Count.Offset &&
                    Memory.region(B.getPointerOperand(), 8, false)
                        .intersects(E.Base) &&
                    Memory.region(S.getPointerOperand(), 1, false)
                        .intersects(E.Used))
        return true;
    }
    return false;
  }

  /// A call behind B and in front of S may hand out a piece.
  bool changesBetween(const StoreInst &B, const StoreInst &S) const {
    AtomSet Used = Memory.writes(&S);
    for (const Instruction &I : instructions(*S.getFunction()))
      if (auto *C = dyn_cast<CallBase>(&I))
        if (isBehind(&B, C) && isBehind(C, &S) &&
            Memory.callWrites(C).intersects(Used))
          return true;
    return false;
  }

  static bool callsBetween(const Instruction &A, const Instruction &B) {
    for (const Instruction *I = &A; I != &B; I = I->getNextNode())
      if (auto *C = dyn_cast<CallBase>(I))
        if (const llvm::Function *F = C->getCalledFunction();
            !F || !F->isDeclaration())
          return true;
    return false;
  }

  /// S adds to "used" without giving anything: reads and writes it at once.
  bool grows(const StoreInst &S) {
    const Value *Base = nullptr;
    const LoadInst *Before = nullptr;
    bool Given = false;
    const DataLayout &DL = M.getDataLayout();
    if (const LoadInst *L = roundedLoad(S.getValueOperand());
        L &&
        cellOf(L->getPointerOperand(), DL) ==
            cellOf(S.getPointerOperand(), DL) &&
        cellOf(S.getPointerOperand(), DL))
      Before = L;
    else if (!addsTo(S, DL, Base, Before, Given))
      return false;
    if (Before->getParent() != S.getParent() || !Before->comesBefore(&S))
      return false;
    for (const Instruction *I = Before->getNextNode(); I != &S;
         I = I->getNextNode())
      if (isa<CallBase>(I) ||
          (isa<StoreInst>(I) &&
           !isa<AllocaInst>(cast<StoreInst>(I)->getPointerOperand())))
        return false;
    return true;
  }

  bool holds(const Entry &E) {
    if (E.Blocks.empty() || E.Used.empty() || E.Blocks.intersects(Touched) ||
        !Adds.count(E.P.Added))
      return false;
    for (unsigned O : E.Blocks) {
      const MemObject &Obj = Objects.object(O);
      auto *C = dyn_cast_or_null<CallBase>(Obj.Site);
      auto *G = dyn_cast_or_null<GlobalVariable>(Obj.Site);
      bool Known = E.P.Block
                       ? Obj.K == MemObject::Heap && C && !asPiece(*C)
                       : Obj.K == MemObject::Global && G && !G->isDeclaration();
      if (!Known || Pts.isCoarse(O))
        return false;
    }
    return isOnlyStored(E.Used,
                        [&](const StoreInst &S) {
                          return Adds.count(&S) || grows(S) ||
                                 (E.P.Block && restarts(S));
                        }) &&
           isOnlyStored(E.Base, [&](const StoreInst &S) {
             return isa<ConstantPointerNull>(S.getValueOperand()) ||
                    storesBlock(S);
           });
  }

  /// The cells are memory of the program, and nothing writes them but stores
  /// that are Fine, and what allocates them.
  bool isOnlyStored(const AtomSet &Cells,
                    function_ref<bool(const StoreInst &)> Fine) const {
    for (unsigned A : Cells) {
      MemObject::Kind K = Objects.object(Memory.objectOfAtom(A)).K;
      if (K != MemObject::Global && K != MemObject::Heap &&
          K != MemObject::Local)
        return false;
      for (const Instruction *I : Memory.writers(A)) {
        auto *S = dyn_cast<StoreInst>(I);
        if (!(S ? Fine(*S) : makes(I, A)))
          return false;
      }
    }
    return true;
  }

  /// The function may change the arena by a call, or under another name.
  bool isChangedElsewhere(const Entry &E) const {
    const DataLayout &DL = M.getDataLayout();
    Cell Used = cellOf(E.P.Taken->getPointerOperand(), DL);
    Cell Base = E.P.Block ? cellOf(E.P.Base, DL) : Cell();
    for (const Instruction &I : instructions(*E.P.At->getFunction())) {
      auto *C = dyn_cast<CallBase>(&I);
      AtomSet W = C ? Memory.callWrites(C) : Memory.writes(&I);
      bool Named = false;
      if (auto *S = dyn_cast<StoreInst>(&I)) {
        Cell To = cellOf(S->getPointerOperand(), DL);
        Named = To == Used || (Base && To == Base);
      }
      if (!Named && (W.intersects(E.Used) || W.intersects(E.Base)))
        return true;
    }
    return false;
  }

  Module &M;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  std::vector<Entry> Entries;
  DenseMap<const StoreInst *, unsigned> PiecesOf;
  DenseSet<const StoreInst *> Adds;
  DenseMap<const CallBase *, const StoreInst *> StoreOf;
  IdSet AllBlocks, Touched;
};

} // namespace

unsigned markPieces(Module &M) {
  SmallVector<GetElementPtrInst *, 8> Found;
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *G = dyn_cast<GetElementPtrInst>(&I)) {
        Piece P;
        if (describe(*G, P) && leaves(G, 6))
          Found.push_back(G);
      }
  if (Found.empty())
    return 0;
  Type *Pointer = PointerType::getUnqual(M.getContext());
  FunctionCallee Mark = M.getOrInsertFunction(pieceName(), Pointer, Pointer);
  for (GetElementPtrInst *G : Found) {
    auto *C = CallInst::Create(Mark, {G}, "", std::next(G->getIterator()));
    C->setDebugLoc(G->getDebugLoc());
    setImplicit(C);
    G->replaceUsesWithIf(C, [&](Use &U) { return U.getUser() != C; });
  }
  return unsigned(Found.size());
}

bool unmarkShared(Module &M, const MemoryObjects &Objects, const PointsTo &Pts,
                  const ModRef &Memory) {
  std::vector<CallBase *> Bad = Checker(M, Objects, Pts, Memory).run();
  for (CallBase *C : Bad) {
    C->replaceAllUsesWith(C->getArgOperand(0));
    C->eraseFromParent();
  }
  return !Bad.empty();
}

} // namespace skel
