//===- PointsToCalls.cpp - what calls do to pointers ----------------------===//
//
// Arguments and results of program functions; effects of libc by the table of
// summaries, of MPI by lmpi/mpi_calls.def, of unknown functions by the
// conservative rule: they follow and overwrite everything they can reach.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/PointsTo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

int64_t byValBytes(const CallBase &C, unsigned Arg) {
  return int64_t(C.getModule()->getDataLayout().getTypeAllocSize(
      C.getParamByValType(Arg)));
}

void PointsTo::enter(const CallBase *C, llvm::Function *F) {
  if (F->isDeclaration()) {
    // What a pointer may name, if sets are coarse, but nobody calls so.
    const MpiCallInfo *Info = findMpiCall(F->getName());
    if (C->arg_size() < (Info ? StringRef(Info->Roles).size() : F->arg_size()))
      return;
    auto &List = Externals[C];
    if (!is_contained(List, F)) {
      List.push_back(F);
      callExternal(*C, F);
    }
    return;
  }
  auto &List = Callees[C];
  if (is_contained(List, F))
    return;
  List.push_back(F);
  for (unsigned I = 0; I < C->arg_size(); ++I) {
    unsigned N = node(C->getArgOperand(I));
    if (!N)
      continue;
    if (I < F->arg_size()) {
      if (!isReceiver(*C, I))
        addEdge(N, node(F->getArg(I)));
      if (C->isByValArgument(I))
        addCopy(node(F->getArg(I)), N, -1);
    } else if (F->isVarArg()) {
      unsigned Rest = Objects.anywhere(VarArgsOf[F]);
      if (C->isByValArgument(I)) // what stands among them is a copy
        addCopy(nodeOf(Rest), N, byValBytes(*C, I));
      else
        addEdge(N, cell(Rest));
    }
  }
  if (!C->getType()->isVoidTy())
    addEdge(ReturnOf[F], node(C));
}

void PointsTo::visitCall(CallBase &C) {
  if (C.isInlineAsm()) {
    callUnknown(C);
    return;
  }
  const Value *Target = C.getCalledOperand()->stripPointerCastsAndAliases();
  if (auto *F = dyn_cast<llvm::Function>(Target)) {
    if (F->isIntrinsic())
      visitIntrinsic(C, F->getIntrinsicID());
    else if (F->isDeclaration())
      callExternal(C, const_cast<llvm::Function *>(F));
    else
      enter(&C, const_cast<llvm::Function *>(F));
    return;
  }
  findReceiver(C);
  unsigned N = find(node(Target));
  Nodes[N].Calls.push_back(&C);
  for (unsigned P : PlaceSet(Nodes[N].Pts))
    enterPlace(&C, P);
}

void PointsTo::visitIntrinsic(CallBase &C, unsigned Id) {
  switch (Id) {
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove: {
    auto *Length = dyn_cast<ConstantInt>(C.getArgOperand(2));
    addCopy(node(C.getArgOperand(0)), node(C.getArgOperand(1)),
            Length ? Length->getSExtValue() : -1);
    break;
  }
  case Intrinsic::vastart: {
    llvm::Function *F = C.getFunction();
    unsigned Values = newNode();
    if (VarArgsOf.count(F))
      addPlace(Values, Objects.anywhere(VarArgsOf[F]));
    unsigned List = newNode();
    addEdge(node(C.getArgOperand(0)), List, 0);
    addStore(List, Values, nullptr);
    break;
  }
  case Intrinsic::vacopy:
    addCopy(node(C.getArgOperand(0)), node(C.getArgOperand(1)), -1);
    break;
  default:
    // Arithmetic on integers among them (llvm.uadd.with.overflow).
    if (mayCarryPointer(C.getType()) && !C.getType()->isFPOrFPVectorTy())
      for (const Use &U : C.args())
        if (mayCarryPointer(U->getType()))
          addEdge(node(U.get()), node(&C), 0);
    break;
  }
}

unsigned PointsTo::freshObject(const CallBase &C, MemObject::Kind K) {
  auto It = FreshOf.find(&C);
  if (It != FreshOf.end())
    return Objects.anywhere(It->second);
  std::string Where = C.getFunction()->getName().str();
  if (const DebugLoc &L = C.getDebugLoc())
    Where += ":" + std::to_string(L.getLine());
  unsigned O = Objects.addObject(K, &C, nullptr, Where);
  FreshOf[&C] = O;
  return Objects.anywhere(O);
}

/// A node that points to the beginning of what C allocates.
unsigned PointsTo::freshBlock(const CallBase &C) {
  unsigned N = newNode();
  unsigned Any = freshObject(C, MemObject::Heap);
  addPlace(N, Objects.place(Objects.placeInfo(Any).Object, 0));
  return N;
}

/// The function behind FunctionNode is called with what C's arguments reach.
void PointsTo::callBack(const CallBase &C, unsigned FunctionNode) {
  unsigned N = find(FunctionNode);
  Nodes[N].BackCalls.push_back(&C);
  for (unsigned P : PlaceSet(Nodes[N].Pts))
    enterBack(&C, P);
}

void PointsTo::callExternal(const CallBase &C, llvm::Function *F) {
  StringRef Name = F->getName();
  if (const MpiCallInfo *Info = findMpiCall(Name))
    callMpi(C, *Info);
  else if (const LibrarySummary *S = findLibraryCall(Name))
    callLibrary(C, *S, Name);
  else
    callUnknown(C);
}

void PointsTo::callLibrary(const CallBase &C, const LibrarySummary &S,
                           StringRef Name) {
  auto Arg = [&](unsigned I) { return node(C.getArgOperand(I)); };
  unsigned Count = C.arg_size();
  for (unsigned I = 0; I < Count; ++I) {
    if (!C.getArgOperand(I)->getType()->isPointerTy())
      continue;
    switch (summaryArg(S, I)) {
    case 'c':
      callBack(C, Arg(I));
      break;
    case 'd':
    case 'g':
      addStore(Arg(I), freshBlock(C), nullptr);
      break;
    case 't': {
      unsigned Any = freshObject(C, MemObject::Heap);
      unsigned Places = newNode(), N = newNode();
      addPlace(N, Any);
      addPlace(N, Objects.place(Objects.placeInfo(Any).Object, 0));
      addEdge(N, cell(Any));
      addEdge(Arg(I), Places, 0);
      addStore(Places, N, nullptr);
      break;
    }
    case 'e': {
      unsigned N = newNode();
      addEdge(Arg(0), N, 0);
      addStore(Arg(I), N, nullptr);
      break;
    }
    case 'k': {
      unsigned Behind = newNode();
      addLoad(Arg(I), Behind, nullptr);
      if (I)
        addEdge(Arg(0), Behind);
      unsigned N = newNode();
      addEdge(Behind, N, 0);
      addStore(Arg(I), N, nullptr);
      addEdge(N, node(&C));
      break;
    }
    default:
      break;
    }
    if (!(S.Flags & LibrarySummary::Keeps))
      continue;
    if (summaryArg(S, 0) == 's') // the stream does
      addStore(Arg(0), Arg(I), nullptr);
    else
      addEdge(Arg(I), cell(S.Returns == 'f'
                               ? freshObject(C, MemObject::Stream)
                               : Objects.anywhere(Objects.state(keptIn(S)))));
  }
  if (Count >= 2 && hasFact(Name, LibraryFact::CopiesBytes)) {
    bool Forward = summaryArg(S, 0) == 'w';
    addCopy(Arg(Forward ? 0 : 1), Arg(Forward ? 1 : 0), -1);
  }
  // The strings that are parsed are those of the vector.
  if (hasFact(Name, LibraryFact::ParsesOptions) && Count >= 2)
    if (GlobalVariable *G = M.getGlobalVariable("optarg"))
      addLoad(Arg(1), cell(Objects.anywhere(Objects.objectOf(G))), nullptr);
  // The handler that is set is that which a later call gives.
  if (hasFact(Name, LibraryFact::SetsAction) && Count >= 3) {
    unsigned Handlers = cell(Objects.anywhere(Objects.state(keptIn(S))));
    addLoad(Arg(1), Handlers, nullptr);
    addStore(Arg(2), Handlers, nullptr);
  }
  textOf(C, S, Name);
  moveElements(C, Name);
  moveThroughFiles(C, S, Name);
  if (hasFact(Name, LibraryFact::LosesArgument0))
    addEdge(Arg(0), UnknownNode);
  if (!C.getType()->isVoidTy())
    returnFromLibrary(C, S, Name);
}

/// The result of a library function points where its summary says.
void PointsTo::returnFromLibrary(const CallBase &C, const LibrarySummary &S,
                                 StringRef Name) {
  auto Arg = [&](unsigned I) { return node(C.getArgOperand(I)); };
  unsigned Count = C.arg_size();
  // It may be put where there is memory already.
  if (hasFact(Name, LibraryFact::MapsDescriptor))
    addEdge(Arg(0), node(&C));
  switch (givesFreshBlock(C, S) ? 'h' : S.Returns) {
  case 'h':
  case 'R': {
    unsigned Any = freshObject(C, MemObject::Heap);
    unsigned Block = Objects.placeInfo(Any).Object;
    addPlace(node(&C), Objects.place(Block, 0));
    if (S.Returns == 'R' && Count) {
      addEdge(Arg(0), node(&C));
      addCopy(node(&C), Arg(0), -1);
    }
    break;
  }
  case 'n':
  case 'm': {
    unsigned To = S.Returns == 'm';
    if (To >= Count)
      break;
    addEdge(Arg(To), node(&C), 0);
    if (!isa<AllocaInst, GlobalVariable>(
            getUnderlyingObject(C.getArgOperand(To))))
      addEdge(freshBlock(C), node(&C));
    break;
  }
  case 'S': {
    unsigned Kept =
        Objects.anywhere(Objects.state(StringRef(S.State).split(' ').first));
    addPlace(node(&C), Kept);
    addPlace(cell(Kept), Kept);
    break;
  }
  case 'f':
    addPlace(node(&C), freshObject(C, MemObject::Stream));
    break;
  case 'o':
    addPlace(node(&C), outside(("memory of " + Name).str()));
    addPlace(cell(outside(("memory of " + Name).str())),
             outside(("memory of " + Name).str()));
    for (StringRef W : stateWords(S)) // what putenv was given
      addEdge(cell(Objects.anywhere(Objects.state(W))), node(&C));
    break;
  case 'E':
    addPlace(node(&C), Objects.anywhere(Objects.state("errno")));
    break;
  case 'v':
  case 'K':
  case '-':
    break;
  default: {
    unsigned From = unsigned(S.Returns - '0');
    if (From < Count)
      addEdge(Arg(From), node(&C), 0);
    if (S.Flags & LibrarySummary::Keeps)
      addEdge(cell(Objects.anywhere(Objects.state(keptIn(S)))), node(&C));
    break;
  }
  }
}

void PointsTo::callMpi(const CallBase &C, const MpiCallInfo &Info) {
  StringRef Roles = Info.Roles;
  auto Arg = [&](unsigned I) { return node(C.getArgOperand(I)); };
  // Predefined handles are constants: what they name must be known.
  for (const Use &U : C.args())
    node(U.get());
  if (Info.is(MpiFact::GivesAddress)) {
    addStore(Arg(Roles.find('O')), Arg(Roles.find('a')), nullptr);
    return;
  }
  if (Info.is(MpiFact::MovesAddress)) {
    addEdge(Arg(0), node(&C), 0);
    return;
  }
  // What is put into a window, and what is got out of it, may be anywhere in
  // its memory.
  auto Expose = [&](unsigned Base) {
    unsigned Memory = newNode();
    addEdge(Base, Memory, 0);
    addCopy(Memory, message(Info, 1), -1);
    addCopy(message(Info, 0), Memory, -1);
    addCopy(message(Info, 1), Memory, -1);
  };
  if (Info.is(MpiFact::AllocatesMemory)) {
    unsigned Block = freshBlock(C);
    addStore(Arg(Roles.find('O')), Block, nullptr);
    if (!Info.isOneSided())
      return;
    Expose(Block);
    addEdge(Block, cell(Objects.anywhere(Objects.state("MPI attributes"))));
  }
  // The memory of a window is an attribute of it, and what is asked for of a
  // window whose ranks share memory.
  if (Info.isOneSided()) {
    unsigned State = cell(Objects.anywhere(Objects.state("MPI attributes")));
    for (unsigned I = 0; I < C.arg_size() && I < Roles.size(); ++I)
      if (Roles[I] == 'a') {
        addEdge(Arg(I), State);
        Expose(Arg(I));
      } else if (Roles[I] == 'O' && Info.is(MpiFact::GivesWindowMemory))
        addStore(Arg(I), State, nullptr);
  }
  moveThroughMessages(C, Info);
  bool Remembers = Info.is(MpiFact::Attributes) || Info.is(MpiFact::SendBuffer);
  if (Remembers)
    moveThroughAttributes(C, Info);
  callRemembered(C, Info);
  // MPI remembers the functions that handle errors. They run at the latest when
  // the program says that there is an error.
  unsigned Handlers = cell(Objects.anywhere(Objects.state("MPI errhandlers")));
  if (Info.is(MpiFact::MakesErrhandler))
    addEdge(Arg(0), Handlers);
  else if (Info.is(MpiFact::CallsErrhandler) || Info.isOfFiles())
    callBack(C, Handlers);
  if (Remembers)
    return;
  // The function of an operator of the program's own runs where values are
  // reduced.
  unsigned Count = std::min<unsigned>(C.arg_size(), Roles.size());
  size_t T = Roles.find('t');
  for (unsigned I = 0; I < Count; ++I)
    if (Roles[I] == 'o' && T != StringRef::npos &&
        !isa<Constant>(C.getArgOperand(I))) {
      unsigned N = newNode();
      addLoad(Arg(I), N, nullptr);
      callBack(C, N);
    }
  makeHandle(C, Info);
}

/// MPI remembers the pointers that are attributes, and the buffer of buffered
/// sends, and gives them back.
void PointsTo::moveThroughAttributes(const CallBase &C,
                                     const MpiCallInfo &Info) {
  StringRef Roles = Info.Roles;
  unsigned State = cell(Objects.anywhere(Objects.state("MPI attributes")));
  for (unsigned I = 0; I < C.arg_size() && I < Roles.size(); ++I) {
    const Value *V = C.getArgOperand(I);
    if (!V->getType()->isPointerTy())
      continue;
    if (Roles[I] == 'i')
      addEdge(node(V), State);
    else if (Roles[I] == 'O')
      addStore(node(V), State, nullptr);
  }
  addPlace(State, outside("MPI attributes"));
}

/// It frees what may have attributes.
static bool freesAttributes(const MpiCallInfo &Info) {
  StringRef Params = Info.Params;
  return Info.is(MpiFact::FreesHandle) &&
         (Params.contains("MPI_Comm *") || Params.contains("MPI_Datatype *") ||
          Params.contains("MPI_Win *"));
}

/// The functions of keys run when an attribute changes, and when what has the
/// attribute is copied or freed; those of a generalized request, when it ends
/// or is looked at.
void PointsTo::callRemembered(const CallBase &C, const MpiCallInfo &Info) {
  StringRef Roles = Info.Roles;
  unsigned Keys = cell(Objects.anywhere(Objects.state("MPI keyvals")));
  unsigned General = cell(Objects.anywhere(Objects.state("MPI requests")));
  if (Info.is(MpiFact::MakesKeys) || Info.is(MpiFact::MakesGeneral)) {
    unsigned Functions = Info.is(MpiFact::MakesKeys) ? Keys : General;
    for (unsigned I = 0; I < C.arg_size() && I < Roles.size(); ++I) {
      const Value *V = C.getArgOperand(I);
      if (Roles[I] == 'f')
        addEdge(node(V), Functions);
      else if (V->getType()->isPointerTy())
        addEdge(node(V),
                cell(Objects.anywhere(Objects.state("MPI attributes"))));
    }
    return;
  }
  bool ChangesAttributes =
      Info.is(MpiFact::Attributes) && Info.is(MpiFact::ChangesState);
  if (ChangesAttributes || Info.is(MpiFact::CopiesAttributes) ||
      freesAttributes(Info) || Info.is(MpiFact::EndsMpi))
    callBack(C, Keys);
  if (Info.is(MpiFact::RunsGeneral))
    callBack(C, General);
}

/// Constructors of communicators, datatypes, operators and groups: the new
/// handle names an object that holds what it was made from (addresses in
/// displacements; the function of an operator).
void PointsTo::makeHandle(const CallBase &C, const MpiCallInfo &Info) {
  StringRef Roles = Info.Roles;
  unsigned Count = std::min<unsigned>(C.arg_size(), Roles.size());
  auto Arg = [&](unsigned I) { return node(C.getArgOperand(I)); };
  bool IsType = Info.is(MpiFact::MakesDatatype);
  bool Makes = Info.Family == COMM || Info.Family == LOCAL ||
               Info.Family == IO || Info.Family == RMA;
  auto IsNew = [&](unsigned I) {
    return (Roles[I] == 'O' || Roles[I] == 'X') && Info.isHandle(I);
  };
  bool Any = false;
  for (unsigned I = 0; I < Count; ++I)
    Any |= IsNew(I);
  unsigned Made = Makes && Any && Roles.contains('O')
                      ? freshObject(C, MemObject::Handle)
                      : ~0u;
  for (unsigned I = 0; I < Count; ++I) {
    if (Info.isBound(I)) { // of displacements that may be addresses
      unsigned N = newNode();
      addLoad(Arg(0), N, nullptr);
      addStore(Arg(I), N, nullptr);
    }
    if (Made == ~0u && Roles[I] != 'f')
      continue;
    bool Pointer = C.getArgOperand(I)->getType()->isPointerTy();
    if (IsNew(I)) {
      unsigned N = newNode();
      addPlace(N, Made);
      addStore(Arg(I), N, nullptr);
    }
    if (Roles[I] == 'f') {
      callBack(C, Arg(I));
      if (Made != ~0u)
        addEdge(Arg(I), cell(Made));
    } else if (Pointer && Made != ~0u) {
      addLoad(Arg(I), cell(Made), nullptr);
      if (IsType && Roles[I] == 'i') { // and what these were made from
        unsigned Types = newNode();
        addLoad(Arg(I), Types, nullptr);
        addLoad(Types, cell(Made), nullptr);
      }
    } else if (Made != ~0u) {
      addEdge(Arg(I), cell(Made));
      if (IsType && Roles[I] == 't')
        addLoad(Arg(I), cell(Made), nullptr);
    }
  }
}

void PointsTo::callUnknown(const CallBase &C) {
  Unknown.push_back(&C);
  // It may give its own memory also through what it knows.
  unsigned Memory = outside("memory of unknown functions");
  addPlace(UnknownNode, Memory);
  for (const Use &U : C.args())
    if (unsigned N = node(U.get()))
      addEdge(N, UnknownNode);
  callBack(C, UnknownNode); // pthread_join runs what pthread_create was given
  if (!C.getType()->isVoidTy())
    addEdge(UnknownNode, node(&C));
}

} // namespace skel
