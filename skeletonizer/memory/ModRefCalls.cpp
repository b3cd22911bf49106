//===- ModRefCalls.cpp - memory effects of library and MPI calls ----------===//
//
// Reads the tables of summaries and of MPI calls.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/ModRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

SmallVector<const llvm::Function *, 2>
ModRef::externals(const CallBase *C) const {
  SmallVector<const llvm::Function *, 2> Result;
  const Value *Target = C->getCalledOperand()->stripPointerCastsAndAliases();
  if (auto *F = dyn_cast<llvm::Function>(Target)) {
    if (F->isDeclaration())
      Result.push_back(F);
  } else {
    for (const llvm::Function *F : Pts.externals(C))
      Result.push_back(F);
  }
  return Result;
}

/// The different sets that the pointers in an object point to.
const std::vector<const PlaceSet *> &ModRef::behind(unsigned Object) const {
  auto [It, New] = Behind.try_emplace(Object);
  if (New) {
    DenseSet<const PlaceSet *> Seen;
    for (unsigned P : Objects.object(Object).Places)
      if (const PlaceSet &To = Pts.contents(P);
          !To.empty() && Seen.insert(&To).second)
        It->second.push_back(&To);
  }
  return It->second;
}

/// Everything that a walk over pointers comes to from here. From is a set of
/// the points-to analysis: its address stands for it.
const AtomSet &ModRef::reachable(const PlaceSet &From) const {
  auto [Found, New] = Reached.try_emplace(&From);
  AtomSet &Result = Found->second;
  if (!New)
    return Result;
  DenseSet<unsigned> Seen;
  DenseSet<const PlaceSet *> Read;
  SmallVector<unsigned, 16> Work;
  auto Add = [&](const PlaceSet &Set) {
    if (!Read.insert(&Set).second)
      return;
    for (unsigned P : Set) {
      unsigned O = Objects.placeInfo(P).Object;
      if (Seen.insert(O).second)
        Work.push_back(O);
    }
  };
  Add(From);
  while (!Work.empty()) {
    unsigned O = Work.pop_back_val();
    if (Objects.object(O).K == MemObject::Code)
      continue;
    Result |= wholeObject(O);
    for (const PlaceSet *Set : behind(O))
      Add(*Set);
  }
  return Result;
}

/// The state that stands for a file being there: what may be opened.
static std::string thereOf(StringRef File) { return ("file " + File).str(); }

/// The state that stands for what is in a file.
static std::string contentOf(StringRef File) {
  return ("file content " + File).str();
}

/// The state that stands for what MPI functions have written to a file. It is
/// apart from contentOf, since a run refuses to read it by MPI.
static std::string writtenState(StringRef File) {
  return ("file by MPI " + File).str();
}

/// The state that stands for MPI functions having made or deleted a file.
static std::string madeState(StringRef File) {
  return ("file made by MPI " + File).str();
}

/// The state that stands for a folder being there, in the path of a file.
static std::string folderOf(StringRef File) {
  return ("file folder " + File).str();
}

/// What MPI functions may have written to the file of this name.
AtomSet ModRef::writtenByMpi(const Value *Name) const {
  AtomSet Result;
  for (unsigned File : Files.like(Name))
    Result |= wholeObject(Objects.state(writtenState(Files.label(File))));
  return Result;
}

/// Whether the file of this name is there, as far as MPI functions decide that.
AtomSet ModRef::madeByMpi(const Value *Name) const {
  AtomSet Result;
  for (unsigned File : Files.like(Name))
    Result |= wholeObject(Objects.state(madeState(Files.label(File))));
  return Result;
}

/// The argument that names a file, as the table declares it; -1: none does.
static int fileNameArgument(const MpiCallInfo &Info) {
  SmallVector<StringRef, 8> Params;
  StringRef(Info.Params).split(Params, ',');
  for (unsigned A = 0; Info.isOfFiles() && A < Params.size(); ++A)
    if (Params[A].trim("() ").ends_with("*filename"))
      return int(A);
  return -1;
}

/// Calls Take for each call of MPI that names a file, and the argument.
template <class Function>
static void eachMpiFile(const Module &M, Function Take) {
  for (const llvm::Function &F : M) {
    const MpiCallInfo *Info = findMpiCall(F.getName());
    int A = Info ? fileNameArgument(*Info) : -1;
    for (const User *U : F.users())
      if (auto *C = dyn_cast<CallBase>(U);
          A >= 0 && C && C->getCalledFunction() == &F)
        Take(*C, unsigned(A));
  }
}

/// What is in the files that the call names. Read: also in those of names that
/// may be equal.
AtomSet ModRef::contents(const CallBase &C, unsigned Arg, bool Read) const {
  AtomSet Result;
  const Value *Name = C.getArgOperand(Arg);
  for (unsigned File : Read ? Files.like(Name) : Files.of(Name))
    Result |= wholeObject(Objects.state(contentOf(Files.label(File))));
  return Result;
}

/// The stream that a library function opens, if it opens one.
static const Value *openedStream(const CallBase &C, StringRef Function) {
  const LibrarySummary *S = findLibraryCall(Function);
  if (!S || !(S->Flags & LibrarySummary::Opens))
    return nullptr;
  return S->Returns == 'f' ? &C : C.getArgOperand(2);
}

/// How a stream is opened; "" if nobody knows.
static StringRef modeOf(const CallBase &C) {
  return knownText(C.getArgOperand(1));
}

/// A library call that names files, and its summary. Made: the folders that
/// calls make.
void ModRef::noteFiles(const CallBase &C, const LibrarySummary &S,
                       SmallVectorImpl<const Value *> &Made) {
  auto Names = fileArguments(S);
  if (Names.empty() || Names.back() >= C.arg_size())
    return;
  for (unsigned A : Names)
    Files.note(C.getArgOperand(A));
  if (Names.size() > 1)
    Files.tie(C.getArgOperand(Names.front()), C.getArgOperand(Names.back()));
  if (hasFact(S.Name, LibraryFact::MakesFolder))
    Made.push_back(C.getArgOperand(Names.back()));
}

void ModRef::findFiles() {
  SmallVector<const Value *, 8> Made;
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I))
        for (const llvm::Function *G : externals(C))
          if (const LibrarySummary *S = findLibraryCall(G->getName()))
            noteFiles(*C, *S, Made);
  for (llvm::Function &F : M)
    AsksErrno |= hasFact(F.getName(), LibraryFact::GivesErrno);
  eachMpiFile(M, [&](const CallBase &C, unsigned A) {
    Files.note(C.getArgOperand(A));
  });
  for (unsigned File = 0; File < Files.size(); ++File) {
    Objects.state(thereOf(Files.label(File)));
    Objects.state(contentOf(Files.label(File)));
    Objects.state(writtenState(Files.label(File)));
    Objects.state(madeState(Files.label(File)));
    Objects.state(folderOf(Files.label(File)));
  }
  for (const Value *Name : Made)
    for (unsigned File : Files.like(Name))
      Folders.insert(File);
}

/// The files that a call opens by a descriptor.
void ModRef::noteDescriptor(const CallBase &C, StringRef Name) {
  UsesDescriptors = true;
  const LibrarySummary *S = findLibraryCall(Name);
  if (!S)
    return;
  for (unsigned A : fileArguments(*S))
    for (unsigned File : Files.of(C.getArgOperand(A)))
      ByDescriptor.insert(File);
}

/// A standard stream may then lead to the file that is opened next.
static bool freesStandardStream(const CallBase &C, StringRef Name) {
  auto *Number = hasFact(Name, LibraryFact::ClosesDescriptor)
                     ? dyn_cast<ConstantInt>(C.getArgOperand(0))
                     : nullptr;
  return Number && Number->getZExtValue() <= 2;
}

void ModRef::findStreams() {
  for (unsigned O = 0; O < Objects.numObjects(); ++O)
    if (StringRef Name = Objects.object(O).Name;
        Objects.object(O).K == MemObject::State && !Name.starts_with("MPI") &&
        !Name.starts_with("file "))
      LibraryState |= wholeObject(O);
  auto Share = [&](const PlaceSet &To) {
    for (unsigned P : To)
      Shared.insert(Objects.placeInfo(P).Object);
  };
  std::vector<std::pair<const CallBase *, const llvm::Function *>> Calls;
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I))
        for (const llvm::Function *G : externals(C)) {
          Calls.push_back({C, G});
          if (hasFact(G->getName(), LibraryFact::OpensDescriptor))
            noteDescriptor(*C, G->getName());
        }
  for (auto [C, G] : Calls) {
    StringRef Name = G->getName();
    Redirects |= freesStandardStream(*C, Name);
    if (hasFact(Name, LibraryFact::WrapsDescriptor))
      Share(Pts.pointees(C));
    else if (const Value *Stream = openedStream(*C, Name))
      noteStream(*C, Pts.pointees(Stream));
    else if (hasFact(Name, LibraryFact::GivesDescriptor) && C->arg_size()) {
      UsesDescriptors = true;
      Share(Pts.pointees(C->getArgOperand(0)));
    } else if (hasFact(Name, LibraryFact::DuplicatesDescriptor))
      Redirects = true;
    else if (const LibrarySummary *S = findLibraryCall(Name))
      RoundingChanges |= StringRef(S->State) == "rounding";
    else
      RoundingChanges |= hasFact(Name, LibraryFact::SetsRounding);
  }
  for (const char *Name : {"stdin", "stdout", "stderr"})
    if (const GlobalVariable *G = M.getGlobalVariable(Name); G && Redirects)
      for (unsigned P : Objects.object(Objects.objectOf(G)).Places)
        Share(Pts.contents(P));
}

/// What is read from a stream, or written to it, is the content of its files.
void ModRef::noteStream(const CallBase &C, const PlaceSet &Streams) {
  StringRef Mode = modeOf(C);
  bool Both = Mode.empty() || Mode.contains('+');
  bool Elsewhere =
      llvm::any_of(Files.like(C.getArgOperand(0)),
                   [&](unsigned K) { return ByDescriptor.contains(K); });
  for (unsigned P : Streams) {
    unsigned O = Objects.placeInfo(P).Object;
    if (Elsewhere)
      Shared.insert(O);
    if (Both || !Mode.starts_with("r"))
      Written[O] |= contents(C, 0, false);
    if (!Both && Mode.starts_with("w")) // ftell() of "a" gives the length
      continue;
    Readable[O] |= contents(C, 0, true);
    Readable[O] |= writtenByMpi(C.getArgOperand(0));
  }
}

/// What a call that reads from a stream depends on besides the stream itself.
AtomSet ModRef::readable(const PlaceSet &Streams) const {
  AtomSet Result;
  for (unsigned P : Streams)
    if (auto It = Readable.find(Objects.placeInfo(P).Object);
        It != Readable.end())
      Result |= It->second;
  return Result;
}

bool ModRef::rounds(const Instruction *I) const {
  if (!RoundingChanges)
    return false;
  auto IsReal = [](const Type *T) {
    return T->getScalarType()->isFloatingPointTy();
  };
  auto *C = dyn_cast<CallBase>(I);
  if (C && IsReal(C->getType()))
    return isa<IntrinsicInst>(C) || IrIndex::externalName(C) != "";
  if (StringRef Name = C ? IrIndex::externalName(C) : "";
      hasFact(Name, LibraryFact::Formats) || hasFact(Name, LibraryFact::Scans))
    return true;
  if (C) // lrint
    return llvm::any_of(C->args(),
                        [&](const Use &U) { return IsReal(U->getType()); });
  return IsReal(I->getType()) && (isa<BinaryOperator>(I) || isa<CastInst>(I));
}

/// What the call does, or gives, depends on the file that was there before.
bool ModRef::tellsOfFile(const CallBase &C) const {
  return !C.use_empty() || AsksErrno ||
         !hasFact(IrIndex::externalName(&C), LibraryFact::DeletesFile);
}

/// Of the file that an argument names, what the call may read, or change.
AtomSet ModRef::file(const CallBase &C, unsigned Arg, bool Changed) const {
  AtomSet Result;
  if (Arg >= C.arg_size())
    return Result;
  bool Opens = openedStream(C, IrIndex::externalName(&C));
  StringRef Mode = Opens ? modeOf(C) : "";
  if (Changed && Mode.starts_with("r") && !Mode.contains('+'))
    return Result;
  if (!Changed)
    for (unsigned File : Files.folders(C.getArgOperand(Arg)))
      if (Folders.contains(File))
        Result |= wholeObject(Objects.state(folderOf(Files.label(File))));
  if (!Changed && Mode.starts_with("w"))
    return Result;
  const Value *Name = C.getArgOperand(Arg);
  for (unsigned File : Changed ? Files.of(Name) : Files.like(Name)) {
    Result |= wholeObject(Objects.state(thereOf(Files.label(File))));
    // Whether a stream can be opened does not depend on what is in the file.
    if (Changed || !Opens)
      Result |= wholeObject(Objects.state(contentOf(Files.label(File))));
    if (Changed && !Opens && Folders.contains(File))
      Result |= wholeObject(Objects.state(folderOf(Files.label(File))));
  }
  if (!Changed && !IrIndex::mpiCall(&C) && tellsOfFile(C)) {
    Result |= madeByMpi(Name);
    if (!Opens) // open(), stat()
      Result |= writtenByMpi(Name);
  }
  if (UsesDescriptors && !Changed)
    Result |= wholeObject(Objects.state("files"));
  return Result;
}

/// What a call that uses a stream touches.
AtomSet ModRef::stream(unsigned Object) const {
  AtomSet Result = wholeObject(Object);
  if (auto It = Written.find(Object); It != Written.end())
    Result |= It->second;
  if (Shared.contains(Object))
    Result |= wholeObject(Objects.state("files"));
  // The memory of fmemopen.
  Result |= reachable(Pts.contents(Objects.anywhere(Object)));
  return Result;
}

/// The same of a library's global variable, and of what it leads to.
AtomSet ModRef::variable(StringRef Name, bool Changed) const {
  AtomSet Result;
  auto *G = M.getGlobalVariable(Name);
  if (!G)
    return Result;
  unsigned O = Objects.objectOf(G);
  Result |= wholeObject(O);
  for (unsigned P : Objects.object(O).Places) {
    if (!Changed) {
      Result |= readable(Pts.contents(P));
      Result |= reachable(Pts.contents(P));
    }
    for (unsigned Q : Pts.contents(P))
      if (Objects.object(Objects.placeInfo(Q).Object).K == MemObject::Stream)
        Result |= stream(Objects.placeInfo(Q).Object);
  }
  return Result;
}

/// What becomes of the file behind a standard stream that is printed to. What
/// is only printed decides nothing.
AtomSet ModRef::printed(StringRef Name) const {
  AtomSet Result;
  if (auto *G = M.getGlobalVariable(Name))
    for (unsigned P : Objects.object(Objects.objectOf(G)).Places)
      for (unsigned Q : Pts.contents(P))
        if (unsigned O = Objects.placeInfo(Q).Object;
            Written.contains(O) || Shared.contains(O))
          Result |= stream(O);
  return Result;
}

/// The hidden state that a function uses, or changes.
AtomSet ModRef::stateOf(const CallBase &C, const LibrarySummary &S,
                        bool Changed) const {
  AtomSet Result;
  if (hasFact(S.Name, LibraryFact::MapsDescriptor) && givesFreshBlock(C, S))
    return Result;
  if (S.Flags & LibrarySummary::Keeps && S.Returns != 'f')
    Result =
        reachable(Pts.contents(Objects.anywhere(Objects.state(keptIn(S)))));
  if (Redirects && Changed && hasFact(S.Name, LibraryFact::PrintsText))
    Result |= wholeObject(Objects.state("files"));
  for (StringRef W : allStateWords(S)) {
    if (W.consume_front(">@")) {
      if (Changed)
        Result |= printed(W);
      continue;
    }
    if (W.consume_front("<") && Changed)
      continue;
    if (W.consume_front("@")) {
      Result |= variable(W, Changed);
    } else if (W == "#*") { // a folder must be empty
      for (unsigned O = 0; O < Objects.numObjects(); ++O)
        if (Objects.object(O).K == MemObject::State &&
            StringRef(Objects.object(O).Name).starts_with("file "))
          Result |= wholeObject(O);
    } else if (auto Names = fileArguments(W); !Names.empty()) {
      for (unsigned A : Names)
        Result |= file(C, A, Changed);
    } else {
      Result |= wholeObject(Objects.state(W));
      if (!Changed)
        Result |= reachable(Pts.contents(Objects.anywhere(Objects.state(W))));
    }
  }
  return Result;
}

int64_t ModRef::bufferLength(const CallBase *C, const MpiCallInfo &Info,
                             unsigned Arg) const {
  StringRef Roles = Info.Roles;
  if (!Info.countsWhole(Arg) || Info.Family == LOCAL)
    return -1;
  size_t N = Roles.find('n', Arg), T = Roles.find('t', Arg);
  if (N == StringRef::npos || T == StringRef::npos || T >= C->arg_size() ||
      Roles.find('v', Arg) < T)
    return -1;
  auto Count = knownConstant(C->getArgOperand(N));
  if (!Count)
    return -1;
  uint64_t Size = 0;
  for (unsigned P : Pts.pointees(chosenValue(C->getArgOperand(T)))) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    if (O.K != MemObject::Handle || O.Site || !O.Size)
      return -1;
    Size = std::max(Size, O.Size);
  }
  return Size ? int64_t(Size) * *Count : -1;
}

bool ModRef::isBasic(const CallBase *C, const MpiCallInfo &Info,
                     unsigned Arg) const {
  size_t T = StringRef(Info.Roles).find('t', Arg);
  if (T == StringRef::npos || T >= C->arg_size())
    return false;
  const PlaceSet &To = Pts.pointees(chosenValue(C->getArgOperand(T)));
  for (unsigned P : To) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    if (O.K != MemObject::Handle || O.Site || !O.Size)
      return false;
  }
  return !To.empty();
}

/// A buffer that is an array of the language stays in it, however many
/// elements of a basic type it has.
AtomSet ModRef::bufferRegion(const CallBase *C, const MpiCallInfo &Info,
                             unsigned Arg, int64_t Most) const {
  const Value *V = C->getArgOperand(Arg);
  int64_t Length = bufferLength(C, Info, Arg);
  bool Basic = isBasic(C, Info, Arg);
  if (Length < 0 && Basic)
    Length = namedArrayBytes(V, Objects.layout());
  bool Displaced = !Basic || StringRef(Info.Roles).contains('d');
  if (!Displaced && Most != INT64_MAX)
    Length = Length < 0 ? Most : std::min(Length, Most);
  AtomSet Result = region(V, Length, false);
  for (unsigned P : Pts.pointees(V)) // perhaps in front of what V points to
    if (unsigned O = Objects.placeInfo(P).Object; Displaced && isLeading(O))
      Result |= wholeObject(O);
  return Result;
}

int64_t ModRef::messageBytes(const CallBase *C, unsigned Arg,
                             const AtomSet &Atoms) const {
  int64_t From = exactly(C->getArgOperand(Arg)), Result = 0;
  const MpiCallInfo *Info = IrIndex::mpiCall(C);
  if (From < 0 || !Info || !isBasic(C, *Info, Arg))
    return INT64_MAX;
  for (unsigned A : Atoms) {
    if (!isLeading(AtomObject[A]) || AtomEnd[A] == INT64_MAX)
      return INT64_MAX;
    Result = std::max(Result, AtomEnd[A] - From);
  }
  return Result;
}

AtomSet ModRef::buffer(const CallBase *C, unsigned Arg, int64_t Most) const {
  AtomSet Result;
  for (const llvm::Function *F : externals(C)) {
    const MpiCallInfo *Info = findMpiCall(F->getName());
    if (!Info)
      continue;
    StringRef Roles = Info->Roles;
    Result |= bufferRegion(C, *Info, Arg, Most);
    // Absolute addresses in the datatypes of this call.
    PlaceSet Todo;
    for (unsigned I = 0; I < C->arg_size() && I < Roles.size(); ++I)
      if (Roles[I] == 't')
        Todo |= Pts.pointees(C->getArgOperand(I));
      else if (Roles[I] == 'w')
        for (unsigned P : Pts.pointees(C->getArgOperand(I)))
          Todo |= Pts.contents(P);
    PlaceSet Seen;
    while (!Todo.empty()) {
      unsigned P = Todo.find_first();
      Todo.reset(P);
      if (!Seen.test_and_set(P))
        continue;
      unsigned O = Objects.placeInfo(P).Object;
      if (Objects.object(O).K == MemObject::Handle) {
        PlaceSet Inside = Pts.contents(P);
        Inside.intersectWithComplement(Seen);
        Todo |= Inside;
      } else if (Objects.object(O).K != MemObject::Code) {
        Result |= wholeObject(O);
      }
    }
  }
  return Result;
}

AtomSet ModRef::argument(const CallBase *C, unsigned Arg) const {
  AtomSet Result;
  const Value *V = C->getArgOperand(Arg);
  if (!V->getType()->isPointerTy())
    return Result;
  for (const llvm::Function *F : externals(C)) {
    StringRef Name = F->getName();
    if (auto *Info = findMpiCall(Name)) {
      char Role = Arg < StringRef(Info->Roles).size() ? Info->Roles[Arg] : 'i';
      if (isBufferRole(Role))
        Result |= buffer(C, Arg);
      else if (Role != 'a' && Role != 'f')
        Result |= Info->isArray(Arg) ? elements(V) : region(V, -1, true);
    } else if (auto *S = findLibraryCall(Name)) {
      switch (summaryArg(*S, Arg)) {
      case 'v':
      case 'p':
      case 'c':
        break;
      case 'a':
      case 'k':
      case 'q':
      case 't':
        Result |= reachable(Pts.pointees(V));
        break;
      case 'g':
        Result |= region(V, -1, true);
        for (unsigned P : Pts.pointees(V))
          for (unsigned Q : Pts.contents(P))
            if (unsigned O = Objects.placeInfo(Q).Object;
                Objects.object(O).K == MemObject::Heap)
              Result |= wholeObject(O);
        break;
      case 's':
        for (unsigned P : Pts.pointees(V))
          Result |= stream(Objects.placeInfo(P).Object);
        break;
      default:
        Result |= hasFact(Name, LibraryFact::CountsBytes) ? region(V, -1, false)
                  : hasFact(Name, LibraryFact::CountsElements)
                      ? elements(V)
                      : region(V, -1, true);
        break;
      }
    } else {
      Result |= reachable(Pts.pointees(V));
    }
  }
  return Result;
}

bool ModRef::writesLost(const Instruction *I) const {
  if (auto *S = dyn_cast<StoreInst>(I))
    return Pts.isLost(S->getPointerOperand());
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return Pts.isLost(I->getOperand(0));
  auto *C = dyn_cast<CallBase>(I);
  if (!C)
    return false;
  if (auto *T = dyn_cast<MemIntrinsic>(C))
    return Pts.isLost(T->getDest());
  for (const llvm::Function *F : externals(C)) {
    const MpiCallInfo *Info = findMpiCall(F->getName());
    const LibrarySummary *S = findLibraryCall(F->getName());
    for (unsigned A = 0; A < C->arg_size(); ++A) {
      const Value *V = C->getArgOperand(A);
      bool Written =
          Info ? A < StringRef(Info->Roles).size() &&
                     StringRef("rxROAXSZ").contains(Info->Roles[A])
               : S && StringRef("wxdgekt").contains(summaryArg(*S, A));
      if (Written && V->getType()->isPointerTy() && Pts.isLost(V))
        return true;
    }
  }
  return false;
}

AtomSet ModRef::givenByValue(const CallBase *C, const llvm::Function *F) const {
  AtomSet Result;
  for (unsigned A = unsigned(F->arg_size()); A < C->arg_size(); ++A)
    if (C->isByValArgument(A))
      Result |= region(C->getArgOperand(A), byValBytes(*C, A), false);
  return Result;
}

void ModRef::noteEnd(const CallBase &C, const PlaceSet &Ended) {
  for (unsigned P : Ended) {
    unsigned O = Objects.placeInfo(P).Object;
    MemObject::Kind K = Objects.object(O).K;
    if (K != MemObject::Heap && K != MemObject::Stream &&
        (K != MemObject::Handle || !Objects.object(O).Site))
      continue;
    auto &List = EndersOf[O];
    if (!is_contained(List, &C))
      List.push_back(&C);
  }
}

const AtomSet &ModRef::windows() const {
  if (WindowsKnown)
    return Windows;
  WindowsKnown = true;
  auto Add = [&](const PlaceSet &Places) {
    for (unsigned P : Places)
      Windows |= wholeObject(Objects.placeInfo(P).Object);
  };
  for (const llvm::Function &F : M) {
    const MpiCallInfo *Info = findMpiCall(F.getName());
    for (const User *U : F.users()) {
      auto *C = dyn_cast<CallBase>(U);
      if (!C || C->getCalledFunction() != &F || !Info || !Info->isOneSided())
        continue;
      StringRef Roles = Info->Roles;
      for (unsigned A = 0; A < C->arg_size() && A < Roles.size(); ++A)
        if (Roles[A] == 'a')
          Add(Pts.pointees(C->getArgOperand(A)));
      if (Info->is(MpiFact::AllocatesMemory))
        for (unsigned P : Pts.pointees(C->getArgOperand(Roles.find('O'))))
          Add(Pts.contents(P));
    }
  }
  return Windows;
}

const AtomSet &ModRef::filesByMpi() const {
  if (!FilesByMpiKnown)
    eachMpiFile(M, [&](const CallBase &Opening, unsigned A) {
      FilesByMpi |= writtenByMpi(Opening.getArgOperand(A));
      FilesByMpi |= madeByMpi(Opening.getArgOperand(A));
    });
  FilesByMpiKnown = true;
  return FilesByMpi;
}

/// The calls that have opened the file of a handle, or of the one behind a
/// pointer; none if they are not known.
DenseSet<const CallBase *> ModRef::openingsOf(const Value *Handle,
                                              bool Behind) const {
  DenseSet<const CallBase *> Result;
  PlaceSet To = Pts.pointees(Handle);
  if (Behind) {
    PlaceSet Handles;
    for (unsigned P : To)
      Handles |= Pts.contents(P);
    To = Handles;
  }
  for (unsigned P : To) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    auto *Maker = dyn_cast_or_null<CallBase>(O.Site);
    const MpiCallInfo *Info = Maker ? IrIndex::mpiCall(Maker) : nullptr;
    if (O.K != MemObject::Handle || !Info || fileNameArgument(*Info) < 0)
      return {};
    Result.insert(Maker);
  }
  return Result;
}

/// Calls Take for the calls that may have named the file of a call, perhaps
/// itself, with the argument.
void ModRef::eachOpening(
    const CallBase &C, const MpiCallInfo &Info,
    function_ref<void(const CallBase &, unsigned)> Take) const {
  if (int A = fileNameArgument(Info); A >= 0)
    return Take(C, unsigned(A));
  auto Openings = openingsOf(C.getArgOperand(0), Info.is(MpiFact::FreesHandle));
  eachMpiFile(M, [&](const CallBase &Opening, unsigned A) {
    if (Openings.empty() || Openings.contains(&Opening))
      Take(Opening, A);
  });
}

/// What a call of MPI changes of files: which are there, or what is in them.
AtomSet ModRef::changedByMpi(const CallBase &C, const MpiCallInfo &Info) const {
  bool Makes = Info.is(MpiFact::ChangesFile);
  if (!Makes && !(Info.hasBuffers() && StringRef(Info.Roles).contains('b')))
    return {};
  if (int A = fileNameArgument(Info); A >= 0)
    return madeByMpi(C.getArgOperand(unsigned(A)));
  AtomSet Result;
  eachOpening(C, Info, [&](const CallBase &Opening, unsigned A) {
    const Value *Name = Opening.getArgOperand(A);
    Result |=
        Info.is(MpiFact::FreesHandle) ? madeByMpi(Name) : writtenByMpi(Name);
  });
  return Result;
}

void ModRef::visitMpi(const CallBase &C, const MpiCallInfo &Info, AtomSet &W) {
  StringRef Roles = Info.Roles;
  for (unsigned I = 0; I < C.arg_size() && I < Roles.size(); ++I) {
    const Value *V = C.getArgOperand(I);
    if (!V->getType()->isPointerTy() ||
        !StringRef("rxROAXSZ").contains(Roles[I]))
      continue;
    W |= argument(&C, I);
    // An array may be of no elements.
    if (Roles[I] == 'O' && !Info.is(MpiFact::MayFindNothing) &&
        !Info.isArray(I) && (Info.Family == LOCAL || Info.Family == COMM)) {
      const PlaceSet &To = Pts.pointees(V);
      if (To.count() == 1) {
        const MemoryObjects::Place &At = Objects.placeInfo(To.find_first());
        if (AtomSet A = region(V, -1, true); A.count() == 1)
          if (Objects.object(At.Object).Singleton)
            if (const Type *T = AtomType[A.find_first()])
              killRange(
                  C, V,
                  Objects.layout().getTypeStoreSize(const_cast<Type *>(T)));
      }
    }
    if (Roles[I] == 'X' && Info.is(MpiFact::FreesHandle))
      for (unsigned P : Pts.pointees(V))
        noteEnd(C, Pts.contents(P));
  }
  if (Info.isOfFiles())
    W |= changedByMpi(C, Info);
  if (Info.isOneSided() && Roles.contains('b'))
    W |= windows();
  if (Info.is(MpiFact::ChangesState))
    W |= wholeObject(Objects.state(Info.state()));
  if (Info.is(MpiFact::FreesMemory))
    noteEnd(C, Pts.pointees(C.getArgOperand(Roles.find('a'))));
}

bool ModRef::isShared(unsigned Atom) const {
  const MemObject &O = Objects.object(AtomObject[Atom]);
  auto *Maker = dyn_cast_or_null<CallBase>(O.Site);
  return O.K == MemObject::Stream || O.K == MemObject::Outside ||
         (O.K == MemObject::State &&
          (O.Name == "files" || O.Name == "children" ||
           StringRef(O.Name).starts_with("file "))) ||
         (O.K == MemObject::Heap && Maker &&
          IrIndex::has(Maker, LibraryFact::MapsDescriptor));
}

/// What a library function gives back ends its life.
void ModRef::noteEnds(const CallBase &C, const LibrarySummary &S) {
  const PlaceSet &To = Pts.pointees(C.getArgOperand(0));
  if (summaryArg(S, 0) != 'a') {
    noteEnd(C, To);
    return;
  }
  for (unsigned P : To)
    for (unsigned Q : Objects.object(Objects.placeInfo(P).Object).Places)
      noteEnd(C, Pts.contents(Q));
}

/// A call of printf or one of its kind may store how much it has written: "%n".
bool ModRef::printsCount(const CallBase &C, const LibrarySummary &S) const {
  if (!CountsPrinted || !hasFact(S.Name, LibraryFact::Formats))
    return false;
  unsigned Format = formatArgument(S);
  return Format < C.arg_size() && mayConvert(C.getArgOperand(Format), 'n');
}

void ModRef::visitCall(const CallBase &C, AtomSet &W) {
  if (auto *I = dyn_cast<IntrinsicInst>(&C)) {
    if (auto *T = dyn_cast<MemIntrinsic>(I)) {
      auto *Known = dyn_cast<ConstantInt>(T->getLength());
      int64_t Length = Known ? Known->getSExtValue() : -1;
      W |= region(T->getDest(), Length, false);
      if (Known)
        killRange(C, T->getDest(), Length);
    } else if (I->getIntrinsicID() == Intrinsic::vastart ||
               I->getIntrinsicID() == Intrinsic::vacopy) {
      W |= region(C.getArgOperand(0), -1, true);
    }
    return;
  }
  if (C.isInlineAsm()) {
    W |= reachable(Pts.escaped());
    return;
  }
  for (const llvm::Function *F : externals(&C)) {
    StringRef Name = F->getName();
    if (setsErrno(Name) || !(findMpiCall(Name) || findLibraryCall(Name)))
      W |= wholeObject(Objects.state("errno"));
    if (const MpiCallInfo *Info = findMpiCall(Name)) {
      visitMpi(C, *Info, W);
    } else if (const LibrarySummary *S = findLibraryCall(Name)) {
      bool Counts = printsCount(C, *S);
      for (unsigned I = 0; I < C.arg_size(); ++I)
        if (StringRef("wxsdegkat").contains(summaryArg(*S, I)) ||
            (Counts && I > formatArgument(*S)))
          W |= argument(&C, I);
      W |= stateOf(C, *S, true);
      if (S->Flags & LibrarySummary::Frees && C.arg_size())
        noteEnds(C, *S);
    } else if (!F->isIntrinsic()) {
      W |= reachable(Pts.escaped());
      W |= LibraryState;
    }
  }
}

AtomSet ModRef::reads(const Instruction *I) const {
  AtomSet R;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return region(Load->getPointerOperand(),
                  Objects.layout().getTypeStoreSize(Load->getType()), false);
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I))
    return region(I->getOperand(0), -1, true);
  if (isa<VAArgInst>(I))
    return reachable(Pts.pointees(I->getOperand(0)));
  auto *C = dyn_cast<CallBase>(I);
  if (!C)
    return R;
  if (auto *T = dyn_cast<MemTransferInst>(C)) {
    auto *Known = dyn_cast<ConstantInt>(T->getLength());
    return region(T->getSource(), Known ? Known->getSExtValue() : -1, false);
  }
  if (isa<IntrinsicInst>(C)) {
    if (cast<IntrinsicInst>(C)->getIntrinsicID() == Intrinsic::vacopy)
      return region(C->getArgOperand(1), -1, true);
    return R;
  }
  if (C->isInlineAsm())
    return reachable(Pts.escaped());
  for (const llvm::Function *F : externals(C)) {
    StringRef Name = F->getName();
    if (const MpiCallInfo *Info = findMpiCall(Name)) {
      StringRef Roles = Info->Roles;
      for (unsigned A = 0; A < C->arg_size() && A < Roles.size(); ++A)
        if (StringRef("vwdiXRAs").contains(Roles[A]) ||
            (Info->Family == LOCAL && StringRef("bx").contains(Roles[A])))
          R |= argument(C, A);
      if (Info->isOfFiles()) // what else the program has put into these files
        eachOpening(*C, *Info, [&](const CallBase &Opening, unsigned A) {
          R |= file(Opening, A, false);
        });
      if (!Info->state().empty())
        R |= wholeObject(Objects.state(Info->state()));
      if (!Pts.callbacks(C).empty()) // of a communicator that is freed
        R |= wholeObject(Objects.state("MPI attributes"));
    } else if (const LibrarySummary *S = findLibraryCall(Name)) {
      // What was printed to a stream decides nothing of what is printed next.
      // A child process may read it.
      bool Prints =
          S->Flags & (LibrarySummary::Output | LibrarySummary::Frees) &&
          !StringRef(S->State).contains("#*");
      for (unsigned A = 0; A < C->arg_size(); ++A)
        if (StringRef(Prints ? "rxakq" : "rxsgakqt")
                .contains(summaryArg(*S, A))) {
          R |= argument(C, A);
          if (summaryArg(*S, A) == 's')
            R |= readable(Pts.pointees(C->getArgOperand(A)));
        }
      R |= stateOf(*C, *S, false);
      if (rounds(C))
        R |= rounding();
    } else {
      R |= reachable(Pts.escaped());
      R |= LibraryState;
    }
  }
  return R;
}

} // namespace skel
