//===- PointsToBuild.cpp - constraints of the program ---------------------===//
//
// Turns instructions into points-to constraints. What library and MPI calls
// do to pointers is in PointsToCalls.cpp.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/Divisors.h"
#include "skeletonizer/memory/PointsTo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

/// Pointers travel in pointers, in integers (address arithmetic, MPI_Aint,
/// MPI handles of 32 bits, bytes that are copied one by one), in floating
/// members of unions, and in aggregates of them.
bool mayCarryPointer(Type *T) {
  if (T->isPointerTy() || T->isAggregateType() || T->isFloatingPointTy())
    return true;
  if (auto *V = dyn_cast<VectorType>(T))
    return mayCarryPointer(V->getElementType());
  return T->isIntegerTy() && T->getIntegerBitWidth() >= 8;
}

PointsTo::PointsTo(Module &Mod, MemoryObjects &Objs, size_t MostWords)
    : M(Mod), Objects(Objs),
      LastEdges(size_t(1) << LogRemembered, ~uint64_t(0)),
      LastHeld(size_t(1) << LogRemembered), Budget(MostWords) {
  newNode(); // 0: constants that point nowhere
  Path ToAnywhere;
  ToAnywhere.push_back({Step::Anywhere});
  pathId(ToAnywhere); // 0
  UnknownNode = newNode();
  PrintedNode = newNode();
  addObjects();
  addInitialisers();
  for (llvm::Function &F : M)
    for (BasicBlock &B : F)
      for (Instruction &I : B)
        visit(I);
  // What unknown functions know, they can follow and overwrite, everywhere in
  // an object.
  addEdge(UnknownNode, UnknownNode, 0);
  addLoad(UnknownNode, UnknownNode, nullptr);
  addStore(UnknownNode, UnknownNode, nullptr);
}

void PointsTo::addObjects() {
  for (GlobalVariable &G : M.globals()) {
    unsigned O = Objects.addObject(MemObject::Global, &G, G.getValueType(),
                                   G.getName().str());
    Objects.object(O).Singleton = true;
  }
  Objects.state("MPI attributes");
  Objects.state("MPI keyvals");
  Objects.state("MPI requests");
  Objects.state("errno");
  Objects.state("files");
  for (const char *State : {"MPI errhandlers", "MPI info", "MPI names",
                            "MPI error codes", "MPI tools"})
    Objects.state(State);
  for (llvm::Function &F : M) {
    if (const LibrarySummary *S = findLibraryCall(F.getName())) {
      for (StringRef W : stateWords(*S))
        Objects.state(W);
      if (S->Flags & LibrarySummary::Keeps)
        Objects.state(keptIn(*S));
    }
    Objects.addObject(MemObject::Code, &F, nullptr, F.getName().str());
    if (!F.isDeclaration())
      ReturnOf[&F] = newNode();
    if (!F.isDeclaration() && F.isVarArg())
      VarArgsOf[&F] = Objects.addObject(MemObject::VarArgs, &F, nullptr,
                                        F.getName().str() + "(...)");
  }
}

unsigned PointsTo::outside(StringRef Name) {
  auto It = OutsideOf.find(Name);
  if (It != OutsideOf.end())
    return It->second;
  unsigned O =
      Objects.addObject(MemObject::Outside, nullptr, nullptr, Name.str());
  OutsideOf[Name] = Objects.anywhere(O);
  return Objects.anywhere(O);
}

void PointsTo::addInitialiser(unsigned Object, int64_t Offset,
                              const Constant *Init) {
  if (isa<ConstantAggregateZero>(Init) || isa<UndefValue>(Init) ||
      isa<ConstantDataSequential>(Init) || isa<ConstantFP>(Init))
    return;
  const DataLayout &DL = M.getDataLayout();
  if (auto *S = dyn_cast<ConstantStruct>(Init)) {
    const StructLayout *L = DL.getStructLayout(S->getType());
    for (unsigned I = 0; I < S->getNumOperands(); ++I)
      addInitialiser(Object, Offset + int64_t(L->getElementOffset(I)),
                     S->getOperand(I));
  } else if (auto *A = dyn_cast<ConstantArray>(Init)) {
    uint64_t Size = DL.getTypeAllocSize(A->getType()->getElementType());
    for (unsigned I = 0; I < A->getNumOperands(); ++I)
      addInitialiser(Object, Offset + int64_t(I * Size), A->getOperand(I));
  } else if (mayCarryPointer(Init->getType())) {
    unsigned N = node(Init), P = Objects.place(Object, Offset);
    if (N != 0 && P != ~0u)
      addEdge(N, cell(P));
  }
}

void PointsTo::addInitialisers() {
  for (GlobalVariable &G : M.globals()) {
    unsigned O = Objects.objectOf(&G);
    if (G.hasInitializer()) {
      addInitialiser(O, 0, G.getInitializer());
      continue;
    }
    unsigned Cell = cell(Objects.anywhere(O));
    StringRef Name = G.getName();
    if (Name == "stdin" || Name == "stdout" || Name == "stderr") {
      unsigned S =
          Objects.addObject(MemObject::Stream, &G, nullptr, Name.str());
      addPlace(Cell, Objects.anywhere(S));
    } else if (Name == "optarg") {
      addPlace(Cell, outside("argument strings"));
    } else {
      addPlace(Cell, outside(("memory of " + Name).str()));
    }
  }
  if (llvm::Function *Main = M.getFunction("main"))
    for (Argument &A : Main->args())
      if (A.getType()->isPointerTy()) {
        unsigned Vector = outside(A.getArgNo() == 1 ? "argv" : "environ");
        addPlace(node(&A), Vector);
        addPlace(cell(Vector), outside("argument strings"));
      }
}

std::string PointsTo::handleName(uint64_t Value) {
  return "handle " + utohexstr(Value, true);
}

unsigned PointsTo::handleConstant(uint64_t Value) {
  switch (handleKind(Value)) {
  case CommunicatorHandle:
  case GroupHandle:
  case DatatypeHandle:
  case PairHandle:
  case OperatorHandle:
    break;
  default:
    return ~0u;
  }
  auto [It, New] = HandleOf.try_emplace(Value, 0);
  if (New) {
    unsigned O = Objects.addObject(MemObject::Handle, nullptr, nullptr,
                                   handleName(Value));
    ConstantHandles[O] = Value;
    Objects.object(O).Size = basicSize(Value);
    Objects.object(O).Pair = isPairOfBasic(Value);
    It->second = Objects.anywhere(O);
  }
  return It->second;
}

unsigned PointsTo::node(const Value *V) {
  auto It = NodeOf.find(V);
  if (It != NodeOf.end())
    return It->second;
  const auto *C = dyn_cast<Constant>(V);
  if (C) {
    if (isa<ConstantPointerNull>(C) || isa<UndefValue>(C) ||
        isa<ConstantFP>(C) || isa<ConstantData>(C)) {
      auto *CI = dyn_cast<ConstantInt>(C);
      unsigned H = CI && CI->getBitWidth() == 32
                       ? handleConstant(CI->getZExtValue())
                       : ~0u;
      if (H == ~0u)
        return 0;
      unsigned N = NodeOf[V] = newNode();
      addPlace(N, H);
      return N;
    }
  }
  unsigned N = newNode();
  NodeOf[V] = N;
  if (C)
    constantNode(C, N);
  return N;
}

void PointsTo::constantNode(const Constant *C, unsigned N) {
  if (isa<GlobalVariable>(C)) {
    addPlace(N, Objects.place(Objects.objectOf(C), 0));
  } else if (isa<llvm::Function>(C)) {
    addPlace(N, Objects.anywhere(Objects.objectOf(C)));
  } else if (auto *A = dyn_cast<GlobalAlias>(C)) {
    addEdge(node(A->getAliasee()), N);
  } else if (auto *G = dyn_cast<GEPOperator>(C)) {
    addEdge(node(G->getPointerOperand()), N, pathId(pathOf(*G)));
    if (auto Out = leavingPath(*G))
      addEdge(node(G->getPointerOperand()), N, *Out);
  } else if (auto *E = dyn_cast<ConstantExpr>(C)) {
    for (const Use &U : E->operands())
      addEdge(node(U.get()), N, E->isCast() ? -1 : 0);
  } else {
    for (const Use &U : C->operands())
      if (isa<Constant>(U.get()))
        addEdge(node(U.get()), N);
  }
}

/// Of constant steps each is a path of its own, so only some count as known.
static bool isFew(int64_t Steps) { return Steps >= -16 && Steps <= 16; }

/// The greatest power of two that is no more than a number of steps.
static int64_t atLeast(int64_t Steps) {
  return int64_t(bit_floor(uint64_t(Steps < 0 ? -Steps : Steps)));
}

/// An array of a structure, and the index of the element in it that a pointer
/// is written as pointing to.
namespace {
struct Element {
  const ArrayType *Array = nullptr;
  int64_t Index = 0;
};
} // namespace

/// Of a step by a constant number of elements: this number, and the size of an
/// element; else nothing.
static std::optional<std::pair<int64_t, uint64_t>>
constantStep(const GEPOperator &G, const DataLayout &DL) {
  auto *Number = dyn_cast<ConstantInt>(G.getOperand(1));
  if (G.getNumIndices() != 1 || !Number || Number->getBitWidth() > 64)
    return std::nullopt;
  return std::pair(Number->getSExtValue(),
                   DL.getTypeAllocSize(G.getSourceElementType()));
}

/// What a variable holds before the constant steps that are all it takes else
/// ("*--p"), if these all go to one side; null if that is not one value.
static const Value *heldBeforeSteps(const AllocaInst *A) {
  const Value *Result = nullptr;
  bool IsBack = false, IsForth = false;
  for (const User *U : A->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    if (isa<LoadInst>(U) || isa<DbgInfoIntrinsic>(U))
      continue;
    if (!S || S->getPointerOperand() != A)
      return nullptr;
    auto *G = dyn_cast<GEPOperator>(S->getValueOperand());
    auto *From = G ? dyn_cast<LoadInst>(G->getPointerOperand()) : nullptr;
    if (From && From->getPointerOperand() == A) {
      auto Step = constantStep(*G, A->getModule()->getDataLayout());
      if (!Step)
        return nullptr;
      (Step->first < 0 ? IsBack : IsForth) = true;
    } else if (Result) {
      return nullptr;
    } else {
      Result = S->getValueOperand();
    }
  }
  return IsBack && IsForth ? nullptr : Result;
}

/// Array is null where the pointer is not written so, or the structure may end
/// with an array of any number of elements.
static Element elementOf(const Value *Pointer, unsigned Depth) {
  if (!Depth)
    return {};
  const Value *V = chosenValue(Pointer);
  if (auto *L = dyn_cast<LoadInst>(V))
    if (auto *A = dyn_cast<AllocaInst>(L->getPointerOperand()))
      if (const Value *Held = heldBeforeSteps(A))
        return elementOf(Held, Depth - 1);
  auto *G = dyn_cast<GEPOperator>(V);
  if (!G)
    return {};
  auto *Last = dyn_cast<ConstantInt>(G->getOperand(G->getNumOperands() - 1));
  if (!Last || Last->getBitWidth() > 64)
    return {};
  Type *T = G->getSourceElementType();
  if (G->getNumIndices() == 2) {
    auto *First = dyn_cast<ConstantInt>(G->getOperand(1));
    auto *A = dyn_cast<ArrayType>(T);
    if (!A || A->getNumElements() < 2 || !First || !First->isZero())
      return {};
    return {A, Last->getSExtValue()};
  }
  if (G->getNumIndices() != 1)
    return {};
  Element From = elementOf(G->getPointerOperand(), Depth - 1);
  if (From.Array && From.Array->getElementType() == T)
    From.Index += Last->getSExtValue();
  else
    From.Array = nullptr;
  return From;
}

/// The pointer says where something ends, and no more.
static bool isOnlyCompared(const Value &Pointer) {
  return all_of(Pointer.users(), [](const User *U) {
    if (auto *S = dyn_cast<StoreInst>(U)) {
      auto *A = dyn_cast<AllocaInst>(S->getPointerOperand());
      return A && isPlain(A) && all_of(A->users(), [](const User *V) {
               return !isa<LoadInst>(V) ||
                      all_of(V->users(),
                             [](const User *W) { return isa<ICmpInst>(W); });
             });
    }
    return isa<ICmpInst>(U);
  });
}

/// Something of another type than T, or vectors of T, is read or written at the
/// address.
static bool isAccessedAsOther(const Value &Address, const Type *T,
                              unsigned Depth) {
  return any_of(Address.users(), [&](const User *U) {
    if (auto *L = dyn_cast<LoadInst>(U))
      return L->getType()->getScalarType() != T;
    auto *S = dyn_cast<StoreInst>(U);
    if (!S || S->getPointerOperand() == &Address)
      return S && S->getValueOperand()->getType()->getScalarType() != T;
    auto *A = dyn_cast<AllocaInst>(S->getPointerOperand());
    return Depth && A && any_of(A->users(), [&](const User *V) {
             return isa<LoadInst>(V) && isAccessedAsOther(*V, T, Depth - 1);
           });
  });
}

/// Of an array of numbers, but of bytes, in which another type is accessed at
/// an index that is not known: its end, since C allows no such access in it.
static std::optional<int64_t> endOfOtherType(const GEPOperator &G,
                                             const DataLayout &DL) {
  static constexpr unsigned MostSteps = 4, MostCopies = 2;
  if (isa<ConstantInt>(G.getOperand(G.getNumOperands() - 1)))
    return std::nullopt;
  const auto *A = dyn_cast<ArrayType>(G.getSourceElementType());
  if (G.getNumIndices() == 1) { // a step from one of its elements
    Element From = elementOf(G.getPointerOperand(), MostSteps);
    A = From.Array;
    if (!A || A->getElementType() != G.getSourceElementType() ||
        From.Index < 0 || uint64_t(From.Index) >= A->getNumElements())
      return std::nullopt;
  } else if (G.getNumIndices() != 2) {
    return std::nullopt;
  }
  if (!A || A->getNumElements() < 2)
    return std::nullopt;
  const Type *T = A->getElementType();
  if (!(T->isIntegerTy() || T->isFloatingPointTy()) || T->isIntegerTy(8) ||
      !isAccessedAsOther(G, T, MostCopies))
    return std::nullopt;
  return int64_t(A->getNumElements() *
                 DL.getTypeAllocSize(A->getElementType()));
}

/// A constant step, or an index, that leaves an array of a structure.
static std::optional<int64_t> bytesBeyond(const GEPOperator &G,
                                          const DataLayout &DL) {
  static constexpr unsigned MostSteps = 4;
  if (std::optional<int64_t> End = endOfOtherType(G, DL))
    return End;
  Element E = elementOf(&G, MostSteps);
  int64_t Size =
      E.Array ? int64_t(DL.getTypeAllocSize(E.Array->getElementType())) : 0;
  if (!Size || (E.Index >= 0 && uint64_t(E.Index) < E.Array->getNumElements()))
    return std::nullopt;
  if (uint64_t(E.Index) == E.Array->getNumElements() && isOnlyCompared(G))
    return std::nullopt;
  // The step from there is like any other one.
  if (G.getNumIndices() == 1) {
    int64_t From = elementOf(G.getPointerOperand(), MostSteps).Index;
    if (From < 0 || uint64_t(From) >= E.Array->getNumElements())
      return std::nullopt;
  }
  return E.Index * Size;
}

/// From the array to what lies outside of it; or nothing, if the address does
/// not leave it.
std::optional<int> PointsTo::leavingPath(const GEPOperator &G) {
  std::optional<int64_t> Bytes = bytesBeyond(G, M.getDataLayout());
  if (!Bytes)
    return std::nullopt;
  Path Out;
  Out.push_back({Step::Leave, *Bytes});
  return pathId(Out);
}

/// A constant step back from where a constant number of bytes leads: from one
/// behind a member back to it. The place between may be that of an array, in
/// which all elements are one place, and the step would stay in it. Adds the
/// way from where the bytes are counted.
bool PointsTo::addStepBack(const GEPOperator &G) {
  const DataLayout &DL = M.getDataLayout();
  auto Back = constantStep(G, DL);
  if (!Back || Back->first >= 0)
    return false;
  const Value *From = chosenValue(G.getPointerOperand());
  if (auto *L = dyn_cast<LoadInst>(From))
    if (auto *A = dyn_cast<AllocaInst>(L->getPointerOperand()))
      From = heldBeforeSteps(A);
  auto *Bytes = From ? dyn_cast<GEPOperator>(From) : nullptr;
  auto Forth = Bytes ? constantStep(*Bytes, DL) : std::nullopt;
  if (!Forth || Forth->second != 1 || Forth->first <= 0)
    return false;
  Path Way;
  if (int64_t Net = Forth->first + Back->first * int64_t(Back->second))
    Way.push_back({Step::Array, Net, Bytes->getSourceElementType(), 1, 0});
  addEdge(node(Bytes->getPointerOperand()), node(&G),
          Way.empty() ? -1 : pathId(Way));
  return true;
}

/// "p++", "p += 4": perhaps one of many such steps.
static bool isRepeated(const GEPOperator &G) {
  auto *L = dyn_cast<LoadInst>(G.getPointerOperand());
  return L && any_of(G.users(), [&](const User *U) {
           auto *S = dyn_cast<StoreInst>(U);
           return S && S->getValueOperand() == &G &&
                  S->getPointerOperand() == L->getPointerOperand();
         });
}

PointsTo::Path PointsTo::pathOf(const GEPOperator &G) {
  const DataLayout &DL = M.getDataLayout();
  Path Result;
  Type *T = G.getSourceElementType();
  auto AddMove = [&](int64_t Bytes) {
    if (!Bytes)
      return;
    if (!Result.empty() && Result.back().K == Step::Move)
      Result.back().Bytes += Bytes;
    else
      Result.push_back({Step::Move, Bytes});
  };
  bool First = true;
  for (const Use &U : drop_begin(G.operands())) {
    const Value *Index = U.get();
    auto *Known = dyn_cast<ConstantInt>(Index);
    if (First) {
      First = false;
      if (!Known || !Known->isZero()) {
        int64_t Size = DL.getTypeAllocSize(T);
        Step S{Step::Array, 0, T, uint64_t(Size), 0};
        if (Size == 1 && isRepeated(G))
          Known = nullptr;
        // Where an element is not one of an array, its place is known.
        if (Known && (Size == 1 || isFew(Known->getSExtValue()))) {
          S.Bytes = Known->getSExtValue() * Size;
        } else if (Known) {
          S.Far = atLeast(Known->getSExtValue()) * Size;
        } else if (Size == 1) {
          uint64_t D = divisorOf(Index, Divisors);
          if (D > 1)
            S = {Step::Stride, int64_t(D)};
        }
        Result.push_back(S);
      }
      continue;
    }
    if (auto *ST = dyn_cast<StructType>(T)) {
      unsigned Field = Known->getZExtValue();
      AddMove(int64_t(DL.getStructLayout(ST)->getElementOffset(Field)));
      T = ST->getElementType(Field);
    } else if (auto *AT = dyn_cast<ArrayType>(T)) {
      T = AT->getElementType();
      if (!Known || !Known->isZero())
        Result.push_back({Step::Array, 0, T, DL.getTypeAllocSize(T),
                          std::max<uint64_t>(AT->getNumElements(), 1)});
    } else {
      Result.push_back({Step::Anywhere});
      return Result;
    }
  }
  return Result;
}

void PointsTo::addLoad(unsigned Address, unsigned Result, Type *T) {
  unsigned Size = T ? unsigned(M.getDataLayout().getTypeStoreSize(T)) : 8;
  Address = find(Address);
  Nodes[Address].Loads.push_back({Result, Size});
  for (unsigned P : PlaceSet(Nodes[Address].Pts))
    loadFrom(P, {Result, Size});
}

void PointsTo::addStore(unsigned Address, unsigned Value, Type *T) {
  unsigned Size = T ? unsigned(M.getDataLayout().getTypeStoreSize(T)) : 8;
  Address = find(Address);
  Nodes[Address].Stores.push_back({Value, Size});
  for (unsigned P : PlaceSet(Nodes[Address].Pts))
    storeTo(P, {Value, Size});
}

void PointsTo::addCopy(unsigned Dst, unsigned Src, int64_t Length) {
  Copies.emplace_back();
  Copies.back().Dst = Dst;
  Copies.back().Src = Src;
  Copies.back().Length = Length;
}

/// Loads of one size through one node, and steps of one kind from it, give the
/// same: the first of them has a node, which the others share.
bool PointsTo::sharesNode(const Instruction &I,
                          std::pair<unsigned, uint64_t> Key,
                          NodeByOperand &Map) {
  auto It = Map.find(Key);
  if (It == Map.end()) {
    unsigned N = node(&I);
    Map[Key] = N;
    return false;
  }
  return NodeOf.try_emplace(&I, It->second).second;
}

/// A conversion between integers that are too narrow for an address and
/// floating point. (What is wider than 47 bits holds one exactly.)
static bool isNarrow(const Instruction &I) {
  if (isa<FPToSIInst, FPToUIInst>(&I))
    return I.getType()->getScalarSizeInBits() < 64;
  return isa<SIToFPInst, UIToFPInst>(&I) &&
         I.getOperand(0)->getType()->getScalarSizeInBits() < 64;
}

void PointsTo::visit(Instruction &I) {
  Type *T = I.getType();
  // Also of numbers that are loaded and stored, the address must be known.
  for (const Use &U : I.operands())
    if (U->getType()->isPointerTy() && !isa<BasicBlock>(U.get()))
      node(U.get());
  if (auto *A = dyn_cast<AllocaInst>(&I)) {
    Type *Layout = A->getAllocatedType();
    bool Variable = A->isArrayAllocation(); // a variable-length array
    unsigned O = Objects.addObject(
        MemObject::Local, A, Variable ? nullptr : Layout,
        (A->getFunction()->getName() + ":" + A->getName()).str());
    Objects.object(O).Singleton = !Variable;
    addPlace(node(A), Objects.place(O, 0));
  } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
    unsigned Address = node(Load->getPointerOperand());
    uint64_t Size = M.getDataLayout().getTypeStoreSize(T);
    if (mayCarryPointer(T) && !sharesNode(I, {Address, Size}, SharedLoads))
      addLoad(Address, node(&I), T);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value *V = Store->getValueOperand();
    if (mayCarryPointer(V->getType()))
      if (unsigned N = node(V))
        addStore(node(Store->getPointerOperand()), N, V->getType());
  } else if (auto *G = dyn_cast<GetElementPtrInst>(&I)) {
    Path P = pathOf(*cast<GEPOperator>(G));
    int Via = P.empty() ? -1 : pathId(P);
    unsigned Base = node(G->getPointerOperand());
    std::optional<int> Out = leavingPath(*cast<GEPOperator>(G));
    // What steps back from where it left an array is in the array again.
    if (Out || addStepBack(*cast<GEPOperator>(G)) ||
        !sharesNode(I, {Base, uint64_t(Via)}, SharedSteps))
      addEdge(Base, node(&I), Via);
    if (Out)
      addEdge(Base, node(&I), *Out);
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    visitCall(*Call);
  } else if (auto *Ret = dyn_cast<ReturnInst>(&I)) {
    if (const Value *V = Ret->getReturnValue())
      if (mayCarryPointer(V->getType()))
        addEdge(node(V), ReturnOf[I.getFunction()]);
  } else if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
    addLoad(node(RMW->getPointerOperand()), node(&I), T);
    addStore(node(RMW->getPointerOperand()), node(RMW->getValOperand()),
             RMW->getValOperand()->getType());
  } else if (auto *CX = dyn_cast<AtomicCmpXchgInst>(&I)) {
    addLoad(node(CX->getPointerOperand()), node(&I), T);
    addStore(node(CX->getPointerOperand()), node(CX->getNewValOperand()),
             CX->getNewValOperand()->getType());
  } else if (isa<BinaryOperator>(&I)) {
    if (T->isIntegerTy() && T->getIntegerBitWidth() >= 64)
      for (const Use &U : I.operands())
        if (unsigned N = node(U.get()))
          addEdge(N, node(&I), 0);
  } else if (isa<CmpInst, FPTruncInst>(&I) || I.isUnaryOp() || isNarrow(I)) {
    // a number
  } else if (mayCarryPointer(T)) {
    // Casts, phi, select, insert, extract, va_arg, freeze.
    for (const Use &U : I.operands())
      if (!isa<BasicBlock>(U.get()) && mayCarryPointer(U->getType()))
        if (unsigned N = node(U.get()))
          addEdge(N, node(&I));
    if (isa<VAArgInst>(&I))
      addLoad(node(I.getOperand(0)), node(&I), nullptr);
  }
}

} // namespace skel
