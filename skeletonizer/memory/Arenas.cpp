//===- Arenas.cpp - pieces of one block, handed out one behind the other --===//
//
// Marks the pieces, and checks the rules for the whole program: "used" is only
// added to, or set to zero where a fresh block has just been stored to "base";
// "base" gets fresh blocks only, and each block once; no instruction reads or
// writes the block itself, and no library gets it except to free it. A block
// that cannot be followed is no arena. ArenaPieces.cpp has the rules for one
// function.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/Arenas.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/ArenaPieces.h"
#include "skeletonizer/memory/Implicit.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

using namespace arena;

/// The function that stands for a piece.
static StringRef pieceName() { return namesWith(LibraryFact::Piece).front(); }

namespace {

/// The call that marks a piece, or null.
const CallBase *asPiece(const Instruction &I) {
  auto *C = dyn_cast<CallBase>(&I);
  const llvm::Function *F = C ? C->getCalledFunction() : nullptr;
  return F && hasFact(F->getName(), LibraryFact::Piece) ? C : nullptr;
}

/// V is a call that returns memory which nobody else has. The call is of the
/// library, or of a function that returns only such calls.
bool isFreshBlock(const Value *V, unsigned Depth) {
  auto *C = dyn_cast<CallBase>(resolve(V));
  const llvm::Function *F = C ? C->getCalledFunction() : nullptr;
  if (!F || !Depth)
    return false;
  if (F->isDeclaration()) {
    const LibrarySummary *S = findLibraryCall(F->getName());
    return S && givesFreshBlock(*C, *S) &&
           !hasFact(F->getName(), LibraryFact::Piece);
  }
  for (const Instruction &I : instructions(*F))
    if (auto *R = dyn_cast<ReturnInst>(&I))
      if (!R->getReturnValue() || !isFreshBlock(R->getReturnValue(), Depth - 1))
        return false;
  return true;
}

/// A marked piece, and the memory of its arena.
struct Entry {
  CallBase *Call = nullptr;
  Piece P;
  IdSet Blocks;       ///< objects
  AtomSet Used, Base; ///< atoms of the cells
};

/// Checks all marked pieces against the rules for the program.
class ArenaChecker {
public:
  ArenaChecker(Module &M, const MemoryObjects &Objects, const PointsTo &Pts,
               const ModRef &Memory)
      : M(M), Objects(Objects), Pts(Pts), Memory(Memory) {}

  /// The marks that do not hold.
  std::vector<CallBase *> run();

private:
  std::vector<CallBase *> findEntries();
  void measure(Entry &E);
  bool isAlike(const Entry &A, const Entry &B) const;
  void noteTouchedBlocks();
  void noteTouches(const Instruction &I, const AtomSet &Atoms);
  void touch(const Value *V);
  bool makes(const Instruction *I, unsigned Atom) const;
  bool storesBlock(const StoreInst &S);
  bool restarts(const StoreInst &S);
  bool pairs(const Cell &At, const Cell &Used, const StoreInst &B,
             const StoreInst &S) const;
  bool changesBetween(const StoreInst &B, const StoreInst &S) const;
  bool grows(const StoreInst &S) const;
  bool holds(const Entry &E);
  bool isOnlyStored(const AtomSet &Cells,
                    function_ref<bool(const StoreInst &)> Fine) const;
  bool isChangedElsewhere(const Entry &E) const;
  Cell usedCell(const Entry &E) const;
  Cell baseCell(const Entry &E) const;

  Module &M;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  std::vector<Entry> Entries;
  DenseMap<const StoreInst *, unsigned>
      PiecesOf;                     ///< number of pieces, by Added
  DenseSet<const StoreInst *> Adds; ///< that add to "used" for one piece
  /// The only store that gets the block of the call.
  DenseMap<const CallBase *, const StoreInst *> StoreOf;
  IdSet AllBlocks; ///< objects
  IdSet Touched;   ///< blocks that are accessed other than through pieces
};

/// Collects the marked pieces. Gives the marks that break a rule for one
/// function.
std::vector<CallBase *> ArenaChecker::findEntries() {
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
  return Bad;
}

std::vector<CallBase *> ArenaChecker::run() {
  std::vector<CallBase *> Bad = findEntries();
  for (Entry &E : Entries) {
    measure(E);
    // An addition makes one piece, and the rest of the function does not change
    // the arena.
    if (PiecesOf[E.P.Added] == 1 && !isChangedElsewhere(E))
      Adds.insert(E.P.Added);
  }
  noteTouchedBlocks();
  std::vector<char> Fails(Entries.size(), 0);
  for (size_t I = 0; I < Entries.size(); ++I)
    Fails[I] = !holds(Entries[I]);
  // If one piece of a block fails, all pieces of the block fail.
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

Cell ArenaChecker::usedCell(const Entry &E) const {
  return cellOf(E.P.Taken->getPointerOperand(), M.getDataLayout());
}

/// Without a root if the block is a variable.
Cell ArenaChecker::baseCell(const Entry &E) const {
  return E.P.Block ? cellOf(E.P.Base, M.getDataLayout()) : Cell();
}

/// Two pieces of one block take the same cell for "used".
bool ArenaChecker::isAlike(const Entry &A, const Entry &B) const {
  auto Distance = [&](const Entry &E) {
    Cell Used = usedCell(E), Base = baseCell(E);
    return Base.Root == Used.Root ? Base.Offset - Used.Offset : 0;
  };
  return A.Used == B.Used && Distance(A) == Distance(B);
}

/// Finds the memory of the arena.
void ArenaChecker::measure(Entry &E) {
  const DataLayout &DL = M.getDataLayout();
  for (unsigned P : Pts.pointees(E.P.At->getPointerOperand()))
    E.Blocks.set(Objects.placeInfo(P).Object);
  E.Used =
      Memory.region(E.P.Taken->getPointerOperand(),
                    int64_t(DL.getTypeStoreSize(E.P.Taken->getType())), false);
  if (E.P.Block)
    E.Base = Memory.region(E.P.Base, 8, false);
  AllBlocks |= E.Blocks;
}

void ArenaChecker::noteTouchedBlocks() {
  if (AllBlocks.empty())
    return;
  AtomSet Atoms;
  for (unsigned O : AllBlocks)
    Atoms |= Memory.wholeObject(O);
  for (const llvm::Function &F : M)
    for (const Instruction &I : instructions(F))
      if (!asPiece(I))
        noteTouches(I, Atoms);
  for (unsigned P : Pts.escaped())
    Touched.set(Objects.placeInfo(P).Object);
}

bool frees(const CallBase &C) {
  const llvm::Function *F = C.getCalledFunction();
  const LibrarySummary *S =
      F && F->isDeclaration() ? findLibraryCall(F->getName()) : nullptr;
  return S && S->Flags & LibrarySummary::Frees &&
         hasFact(F->getName(), LibraryFact::TakesBack);
}

/// Notes the blocks that the instruction accesses. Atoms: of all blocks.
void ArenaChecker::noteTouches(const Instruction &I, const AtomSet &Atoms) {
  if (const Value *V = getLoadStorePointerOperand(&I))
    return touch(V);
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
    return;
  if (!Memory.externals(C).empty() || isa<IntrinsicInst>(C))
    for (const Use &U : C->args())
      touch(U.get());
}

void ArenaChecker::touch(const Value *V) {
  for (unsigned P : Pts.pointees(V))
    Touched.set(Objects.placeInfo(P).Object);
}

/// The instruction is the call that allocates the atom's object.
bool ArenaChecker::makes(const Instruction *I, unsigned Atom) const {
  auto *C = dyn_cast<CallBase>(I);
  return C && !asPiece(*I) && Pts.heapObject(C) == Memory.objectOfAtom(Atom);
}

/// S stores a fresh block that no other store gets.
bool ArenaChecker::storesBlock(const StoreInst &S) {
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

/// From A up to B there is a call of a program function or through a pointer.
bool callsBetween(const Instruction &A, const Instruction &B) {
  for (const Instruction *I = &A; I != &B; I = I->getNextNode())
    if (auto *C = dyn_cast<CallBase>(I))
      if (const llvm::Function *F = C->getCalledFunction();
          !F || !F->isDeclaration())
        return true;
  return false;
}

/// S sets "used" to zero when the block is new.
bool ArenaChecker::restarts(const StoreInst &S) {
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

/// Some piece has the cells that B and S write as its "base" and "used".
bool ArenaChecker::pairs(const Cell &At, const Cell &Used, const StoreInst &B,
                         const StoreInst &S) const {
  if (!At)
    return false;
  for (const Entry &E : Entries) {
    if (!E.P.Block)
      continue;
    Cell Base = baseCell(E), Count = usedCell(E);
    bool Variables = isa<GlobalVariable>(Base.Root) &&
                     isa<GlobalVariable>(Count.Root) && Base.Root != Count.Root;
    if (Variables ? At == Base && Used == Count
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
bool ArenaChecker::changesBetween(const StoreInst &B,
                                  const StoreInst &S) const {
  AtomSet Used = Memory.writes(&S);
  for (const Instruction &I : instructions(*S.getFunction()))
    if (auto *C = dyn_cast<CallBase>(&I))
      if (isBehind(&B, C) && isBehind(C, &S) &&
          Memory.callWrites(C).intersects(Used))
        return true;
  return false;
}

/// S adds to "used" without handing out a piece. Only stores to local variables
/// stand between the read of "used" and S.
bool ArenaChecker::grows(const StoreInst &S) const {
  const DataLayout &DL = M.getDataLayout();
  Addition A;
  Cell To = cellOf(S.getPointerOperand(), DL);
  const LoadInst *L = roundedLoad(S.getValueOperand());
  if (L && To && cellOf(L->getPointerOperand(), DL) == To)
    A.Before = L;
  else if (!addsTo(S, DL, A))
    return false;
  if (A.Before->getParent() != S.getParent() || !A.Before->comesBefore(&S))
    return false;
  for (const Instruction *I = A.Before->getNextNode(); I != &S;
       I = I->getNextNode())
    if (isa<CallBase>(I) ||
        (isa<StoreInst>(I) &&
         !isa<AllocaInst>(cast<StoreInst>(I)->getPointerOperand())))
      return false;
  return true;
}

/// The piece obeys the rules for the program, as far as they concern its own
/// cells and blocks.
bool ArenaChecker::holds(const Entry &E) {
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

/// The cells are memory of the program. Only the calls that allocate them and
/// stores that are Fine write them.
bool ArenaChecker::isOnlyStored(
    const AtomSet &Cells, function_ref<bool(const StoreInst &)> Fine) const {
  for (unsigned A : Cells) {
    MemObject::Kind K = Objects.object(Memory.objectOfAtom(A)).K;
    if (K != MemObject::Global && K != MemObject::Heap && K != MemObject::Local)
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
bool ArenaChecker::isChangedElsewhere(const Entry &E) const {
  Cell Used = usedCell(E), Base = baseCell(E);
  for (const Instruction &I : instructions(*E.P.At->getFunction())) {
    auto *C = dyn_cast<CallBase>(&I);
    AtomSet W = C ? Memory.callWrites(C) : Memory.writes(&I);
    bool Named = false;
    if (auto *S = dyn_cast<StoreInst>(&I)) {
      Cell To = cellOf(S->getPointerOperand(), M.getDataLayout());
      Named = To == Used || (Base && To == Base);
    }
    if (!Named && (W.intersects(E.Used) || W.intersects(E.Base)))
      return true;
  }
  return false;
}

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
  std::vector<CallBase *> Bad = ArenaChecker(M, Objects, Pts, Memory).run();
  for (CallBase *C : Bad) {
    C->replaceAllUsesWith(C->getArgOperand(0));
    C->eraseFromParent();
  }
  return !Bad.empty();
}

} // namespace skel
