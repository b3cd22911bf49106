//===- PointsToData.cpp - pointers that travel as data --------------------===//
//
// Bytes of pointers in messages, in files, in text and between the elements
// that a library sorts.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/PointsTo.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace skel {

static std::optional<int64_t> product(const Value *A, const Value *B) {
  auto L = knownConstant(A), R = knownConstant(B);
  int64_t Bytes;
  if (!L || !R || *L < 0 || *R < 0 || __builtin_mul_overflow(*L, *R, &Bytes))
    return std::nullopt;
  return Bytes;
}

/// A node that points to the place.
unsigned PointsTo::nodeOf(unsigned Place) {
  unsigned N = newNode();
  addPlace(N, Place);
  return N;
}

/// Text that is written or read: pointers in it, any of which may be read
/// again, and memory that is allocated for a part of it ("%ms").
void PointsTo::textOf(const CallBase &C, const LibrarySummary &S,
                      StringRef Name) {
  if (hasFact(Name, LibraryFact::ParsesInteger)) {
    if (C.getType()->isIntegerTy())
      addEdge(PrintedNode, node(&C));
    return;
  }
  bool Reads = hasFact(Name, LibraryFact::Scans),
       Writes = hasFact(Name, LibraryFact::Formats);
  unsigned Format = formatArgument(S);
  if (!(Reads || Writes) || Format >= C.arg_size())
    return;
  const Value *Text = C.getArgOperand(Format);
  bool Pointers = mayConvert(Text, 'p'),
       Allocates = Reads && mayConvert(Text, 'm');
  if (!Pointers && !Allocates)
    return;
  for (unsigned I = Format + 1; I < C.arg_size(); ++I) {
    if (!C.getArgOperand(I)->getType()->isPointerTy())
      continue;
    unsigned Arg = node(C.getArgOperand(I));
    if (StringRef("aq").contains(summaryArg(S, I))) { // a list of arguments
      unsigned Area = newNode(), Value = newNode();
      addLoad(Arg, Area, nullptr);
      addLoad(Area, Value, nullptr);
      Arg = Value;
    }
    if (Allocates)
      addStore(Arg, freshBlock(C), nullptr);
    if (Pointers && Reads)
      addStore(Arg, PrintedNode, nullptr);
    else if (Pointers)
      addEdge(Arg, PrintedNode);
  }
}

/// What a sort exchanges need not be elements of an array: members of one type
/// that stand side by side are given as one, too.
void PointsTo::moveElements(const CallBase &C, StringRef Name) {
  if (!hasFact(Name, LibraryFact::Sorts) || C.arg_size() < 4)
    return;
  auto Size = knownConstant(C.getArgOperand(2));
  unsigned From = node(C.getArgOperand(0)), To = newNode();
  Path P;
  P.push_back({Step::Row, Size ? *Size : 0});
  addEdge(From, To, pathId(P));
  addCopy(To, From, -1);
}

/// What is written to a stream may be read from it.
void PointsTo::moveThroughFiles(const CallBase &C, const LibrarySummary &S,
                                StringRef Name) {
  StringRef Args = S.Args;
  bool IsStream = Args.contains('s');
  if (!hasFact(Name, LibraryFact::MovesBytes) ||
      C.arg_size() < (IsStream ? 4u : 3u))
    return;
  auto Length = IsStream ? product(C.getArgOperand(1), C.getArgOperand(2))
                         : knownConstant(C.getArgOperand(2));
  unsigned Memory = node(C.getArgOperand(IsStream ? 0 : 1));
  unsigned File = IsStream ? node(C.getArgOperand(3))
                           : nodeOf(Objects.anywhere(Objects.state("files")));
  bool Writes = Args.contains('r');
  addCopy(Writes ? File : Memory, Writes ? Memory : File,
          Length ? *Length : -1);
}

/// What calls have in common that take part in one communication.
static std::string meetingOf(const MpiCallInfo &Info) {
  if (Info.isCollective())
    return Info.Name;
  if (Info.isOfFiles())
    return "files";
  if (Info.isOneSided())
    return "windows";
  return Info.Family == LOCAL ? "memory" : "messages";
}

/// A node that points to where the bytes of messages lie whose elements are
/// basic ones of this size; 0: of any.
unsigned PointsTo::message(const MpiCallInfo &Info, uint64_t Size) {
  std::string Name = meetingOf(Info) + "." + std::to_string(Size);
  auto [It, New] = Messages.try_emplace(Name, 0);
  if (New)
    It->second = Objects.addObject(MemObject::Message, nullptr, nullptr, Name);
  return nodeOf(Objects.place(It->second, 0));
}

/// The predefined datatype that is named here; else 0.
static uint64_t handleOf(const Value *Datatype) {
  auto *Known = dyn_cast<ConstantInt>(chosenValue(Datatype));
  return Known ? Known->getZExtValue() : 0;
}

/// Elements that are no addresses: numbers with the place where they stand, for
/// MPI_MINLOC, floating-point numbers, and what is too narrow.
static bool areNumbers(uint64_t Datatype) {
  uint64_t Size = basicSize(Datatype);
  bool Floating = Datatype == 0x4c00080b || Datatype == 0x4c000840 || Size > 8;
  return handleKind(Datatype) == PairHandle || Floating ||
         (Size > 1 && Size < 8);
}

/// Where the data of a message lies that has a datatype of the program's own:
/// anywhere in what the buffer points into, and at the addresses in the type.
unsigned PointsTo::displaced(const CallBase &C, unsigned Buffer, unsigned Type,
                             bool IsArray) {
  unsigned Types = node(C.getArgOperand(Type)), Result = newNode();
  if (IsArray) {
    Types = newNode();
    addLoad(node(C.getArgOperand(Type)), Types, nullptr);
  }
  unsigned Absolute = newNode();
  addLoad(Types, Absolute, nullptr);
  Path Data;
  Data.push_back({Step::Data});
  addEdge(Absolute, Result, pathId(Data));
  addEdge(node(C.getArgOperand(Buffer)), Result, 0);
  return Result;
}

/// Adds to a node what another points to, and what lies a step further: of
/// elements, or of parts of a message, one behind the other.
void PointsTo::addWithNext(unsigned From, unsigned To, int64_t Bytes) {
  Path Next;
  Next.push_back({Step::Row, Bytes});
  addEdge(From, To);
  addEdge(From, To, pathId(Next));
}

/// The function of an operator gets elements of the buffers, and their number
/// and datatype in variables of the library (MPI_User_function).
void PointsTo::enterOperator(const CallBase &C, const MpiCallInfo &Info,
                             const llvm::Function &F) {
  StringRef Roles = Info.Roles;
  size_t T = Roles.find('t');
  uint64_t Size = basicSize(handleOf(C.getArgOperand(unsigned(T))));
  unsigned Elements = newNode();
  for (unsigned I = 0; I < C.arg_size() && I < Roles.size(); ++I) {
    if (!isBufferRole(Roles[I]))
      continue;
    if (!Size) {
      addEdge(displaced(C, I, unsigned(T), false), Elements);
      continue;
    }
    addWithNext(node(C.getArgOperand(I)), Elements, int64_t(Size));
  }
  for (const Argument &A : F.args())
    if (A.getArgNo() < 2)
      addEdge(Elements, node(&A));
    else
      addPlace(node(&A), outside("arguments of an operator's function"));
}

/// A process may get its own messages: what is received may be anything that is
/// sent with a datatype that matches. Which datatype the program made, or
/// chose, is known only when its handle has been followed.
void PointsTo::moveThroughMessages(const CallBase &C, const MpiCallInfo &Info) {
  StringRef Roles = Info.Roles;
  for (unsigned I = 0; I < C.arg_size() && I < Roles.size(); ++I) {
    if (!isBufferRole(Roles[I]))
      continue;
    size_t T = Roles.find_first_of("tw", I);
    if (T == StringRef::npos || T >= C.arg_size())
      T = Roles.find_first_of("tw"); // MPI_Pack
    if (T == StringRef::npos || T >= C.arg_size())
      continue;
    uint64_t Datatype = handleOf(C.getArgOperand(T));
    if (Datatype && !areNumbers(Datatype)) {
      moveMessage({&C, &Info, I, unsigned(T), 0});
    } else if (!Datatype) {
      unsigned Types = node(C.getArgOperand(T));
      if (Roles[T] == 'w') {
        unsigned Array = Types;
        Types = newNode();
        addLoad(Array, Types, nullptr);
      }
      Typed.push_back({&C, &Info, I, unsigned(T), Types});
    }
  }
}

/// What elements of a datatype are: from the basic ones that it is made of.
PointsTo::Elements PointsTo::elementsOf(unsigned Types) {
  Elements Result = Elements::Unknown;
  DenseSet<unsigned> Seen;
  SmallVector<unsigned, 8> Work;
  auto Add = [&](const PlaceSet &Places, bool IsType) {
    for (unsigned P : Places) {
      unsigned O = Objects.placeInfo(P).Object;
      if (Objects.object(O).K == MemObject::Handle) {
        if (Seen.insert(O).second)
          Work.push_back(O);
      } else if (IsType) { // a handle that nobody could follow
        return false;
      }
    }
    return true;
  };
  if (!Add(Nodes[find(Types)].Pts, true))
    return Elements::Data;
  while (!Work.empty()) {
    unsigned O = Work.pop_back_val();
    if (Objects.object(O).Site) {
      Add(Nodes[find(cell(Objects.anywhere(O)))].Pts, false);
      continue;
    }
    uint64_t Value = ConstantHandles.lookup(O);
    if (handleKind(Value) != DatatypeHandle && handleKind(Value) != PairHandle)
      continue;
    if (!areNumbers(Value))
      return Elements::Data;
    Result = Elements::Numbers;
  }
  return Result;
}

/// Messages whose datatype may be of more than numbers, as far as is known by
/// now; AtEnd, also where nothing is known of it. True if there are such.
bool PointsTo::meetTypes(bool AtEnd) {
  bool Found = false;
  for (size_t I = 0; I < Typed.size(); ++I) {
    if (!Typed[I].Call)
      continue;
    Elements E = elementsOf(Typed[I].Types);
    if (E == Elements::Numbers || (E == Elements::Unknown && !AtEnd))
      continue;
    moveMessage(Typed[I]);
    Typed[I].Call = nullptr;
    Found = true;
  }
  return Found;
}

/// Pointers in a message. A buffer of which nobody knows how long it is, is
/// taken for the member that begins there.
void PointsTo::moveMessage(const Part &Of) {
  const CallBase &C = *Of.Call;
  const MpiCallInfo &Info = *Of.Info;
  StringRef Roles = Info.Roles;
  unsigned I = Of.Buffer, T = Of.Type;
  uint64_t Datatype = handleOf(C.getArgOperand(T));
  bool Local = Info.Family == LOCAL, IsArray = Roles[T] == 'w';
  uint64_t Size = IsArray || Local ? 0 : basicSize(Datatype);
  unsigned At = Size ? node(C.getArgOperand(I)) : displaced(C, I, T, IsArray);
  int64_t Length = -1;
  size_t N = Roles.find('n', I);
  if (Size && N < T) {
    auto Count = knownConstant(C.getArgOperand(N));
    Length = Count ? std::max<int64_t>(*Count, 0) * int64_t(Size)
                   : namedArrayBytes(C.getArgOperand(I), M.getDataLayout());
  }
  if (Size && (Length < 0 || Roles.contains('d')))
    Length = Copy::Member;
  if (Size && Length >= 0 && !Info.countsWhole(I)) { // one behind the other
    At = newNode();
    addWithNext(node(C.getArgOperand(I)), At, Length);
  }
  // Whether its elements meet only such of the same size.
  bool One = Size > 1 && !isPairOfBasic(Datatype);
  unsigned All = message(Info, 1), Same = One ? message(Info, Size) : All;
  bool Sends = Roles[I] != 'r', Receives = Roles[I] != 'b';
  if (Sends && One)
    addCopy(Same, At, Length);
  if (Sends)
    addCopy(All, At, Length);
  if (Sends && !One)
    addCopy(message(Info, 0), At, Length);
  if (Receives)
    addCopy(At, Same, Length);
  if (Receives && One)
    addCopy(At, message(Info, 0), Length);
}

} // namespace skel
