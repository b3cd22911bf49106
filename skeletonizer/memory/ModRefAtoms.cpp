//===- ModRefAtoms.cpp - objects cut into atoms ---------------------------===//
//
// Cuts objects into atoms at the offsets of their layout and of the places that
// pointers point to. Finds the atoms that an access through a pointer touches.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/LeadingElements.h"
#include "skeletonizer/memory/ModRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace skel {

/// An object with more scalars than this is one atom.
static constexpr size_t MaxLeaves = 1024;

/// A heap block has the layout of the one structure that the program lays over
/// it. The layout is null if there are several structures: one and its first
/// member, or pointers that cannot be told apart. The places that pointers
/// point to then divide the block.
void ModRef::inferHeapLayouts() {
  DenseSet<unsigned> Ambiguous;
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *G = dyn_cast<GetElementPtrInst>(&I);
      if (!G || !isa<StructType>(G->getSourceElementType()))
        continue;
      for (unsigned P : Pts.pointees(G->getPointerOperand())) {
        const MemoryObjects::Place &At = Objects.placeInfo(P);
        if (Objects.object(At.Object).K != MemObject::Heap || At.Offset != 0)
          continue;
        Type *&T = HeapLayout[At.Object];
        if (T && T != G->getSourceElementType())
          Ambiguous.insert(At.Object);
        T = G->getSourceElementType();
      }
    }
  for (unsigned O : Ambiguous)
    HeapLayout[O] = nullptr;
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    if (runsFit(O, HeapLayout.lookup(O)))
      continue;
    Overlaid.insert(O);
    if (HeapLayout.count(O))
      HeapLayout[O] = nullptr;
  }
}

/// The arrays along which pointers step fit the layout T of an object that has
/// no declared type. Without T: these arrays and the places that pointers point
/// to do not overlap. If they do not fit, the object has members that share
/// bytes, as a union does.
bool ModRef::runsFit(unsigned O, Type *T) const {
  const std::set<MemoryObjects::Run> &Runs = Objects.runs(O);
  using Run = MemoryObjects::Run;
  if (T)
    return llvm::all_of(Runs, [&](const Run &R) {
      Type *In = T;
      int64_t Whole = Objects.layout().getTypeAllocSize(T);
      if (!Whole)
        return false;
      for (uint64_t At = R.Offset % Whole;;) {
        const ArrayType *A = Objects.arrayAt(In, At);
        if (!A)
          return false;
        int64_t Size = Objects.layout().getTypeAllocSize(A->getElementType());
        if (Size == R.Size)
          return At % Size == 0;
        if (Size < R.Size)
          return false;
        In = A->getElementType();
        At %= Size;
      }
    });
  for (const Run &R : Runs) {
    int64_t First = R.Offset + R.Size, End = R.Offset + R.Size * R.Count;
    for (unsigned P : Objects.object(O).Places) {
      int64_t At = Objects.placeInfo(P).Offset;
      if (At >= First && At < End)
        return false;
    }
    for (const Run &S : Runs) {
      int64_t Last = S.Offset + S.Size * S.Count;
      bool Apart = Last <= R.Offset || S.Offset >= End;
      bool Equal = S.Offset == R.Offset && S.Size == R.Size;
      bool Inside = S.Offset >= R.Offset && Last <= First;
      bool Around = R.Offset >= S.Offset && End <= S.Offset + S.Size;
      if (!Apart && !Equal && !Inside && !Around)
        return false;
    }
  }
  return true;
}

/// Appends the scalars of a T at Base, with their offsets. An array counts as
/// one element.
void ModRef::flatten(Type *T, int64_t Base,
                     std::vector<std::pair<int64_t, Type *>> &Leaves) const {
  if (Leaves.size() > MaxLeaves)
    return;
  const DataLayout &DL = Objects.layout();
  if (auto *A = dyn_cast<ArrayType>(T)) {
    if (A->getNumElements())
      flatten(A->getElementType(), Base, Leaves);
  } else if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *L = DL.getStructLayout(S);
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      flatten(S->getElementType(I), Base + int64_t(L->getElementOffset(I)),
              Leaves);
  } else {
    Leaves.push_back({Base, T});
  }
}

void ModRef::makeAtoms() {
  const DataLayout &DL = Objects.layout();
  Pieces.resize(Objects.numObjects());
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    const MemObject &Obj = Objects.object(O);
    if (isLeading(O)) {
      makeLeading(O);
      continue;
    }
    std::map<int64_t, std::pair<int64_t, Type *>> Starts; // -> end, type
    bool One = Pts.isCoarse(O) || Overlaid.count(O);
    Type *T = One ? nullptr : Obj.Type ? Obj.Type : HeapLayout.lookup(O);
    if (T) {
      std::vector<std::pair<int64_t, Type *>> Leaves;
      flatten(T, 0, Leaves);
      if (Leaves.size() <= MaxLeaves)
        for (auto &[Start, Leaf] : Leaves)
          Starts[Start] = {Start + int64_t(DL.getTypeStoreSize(Leaf)), Leaf};
    }
    for (unsigned P : Obj.Places) {
      int64_t At = Objects.placeInfo(P).Offset;
      if (At != MemoryObjects::Anywhere && !One && (!T || Starts.size()))
        Starts.try_emplace(At, INT64_MAX, nullptr);
    }
    if (Starts.empty())
      Starts[0] = {INT64_MAX, nullptr};
    // An atom ends at the next start at the latest. Bytes before the first
    // start belong to the first atom.
    for (auto It = Starts.begin(); It != Starts.end(); ++It) {
      auto Next = std::next(It);
      int64_t End = It->second.first;
      if (Next != Starts.end())
        End = std::min(End, Next->first);
      Pieces[O].push_back({It->first, End, unsigned(AtomObject.size())});
      AtomObject.push_back(O);
      AtomStart.push_back(It->first);
      AtomEnd.push_back(End);
      AtomType.push_back(It->second.second);
    }
  }
}

/// Makes an atom for each leading element and one for the rest.
void ModRef::makeLeading(unsigned O) {
  const LeadingElements::Part &L = *Front->partOf(O);
  int64_t Size = Objects.object(O).Type ? int64_t(Objects.object(O).Size) : 0;
  for (unsigned K = 0; K <= L.Count; ++K) {
    int64_t Start = K * L.Element;
    bool Rest = K == L.Count;
    if (Rest && Size && Start >= Size)
      break;
    int64_t End = Rest ? INT64_MAX : Start + L.Element;
    Pieces[O].push_back({Start, End, unsigned(AtomObject.size())});
    AtomObject.push_back(O);
    AtomStart.push_back(Start);
    AtomEnd.push_back(End);
    AtomType.push_back(Rest ? nullptr : L.Type);
  }
}

bool ModRef::isLeading(unsigned Object) const {
  return Front && Front->partOf(Object);
}

/// Atoms of an array with leading elements that Length bytes touch which begin
/// From bytes behind the target of the pointer.
AtomSet ModRef::leading(unsigned O, const Value *Pointer, int64_t From,
                        int64_t Length) const {
  Range At = Front->position(Pointer);
  bool Open = At.High == Range::Most || Length < 0;
  int64_t Low = At.Low, High = INT64_MAX;
  if (Low == Range::Least || __builtin_add_overflow(Low, From, &Low))
    Low = 0;
  if (!Open && (__builtin_add_overflow(At.High, From, &High) ||
                __builtin_add_overflow(High, Length, &High)))
    High = INT64_MAX;
  AtomSet Result;
  for (const Piece &P : Pieces[O])
    if (P.Start < High && P.End > Low)
      Result.set(P.Atom);
  return Result;
}

int64_t ModRef::exactly(const Value *Pointer) const {
  const PlaceSet &To = Pts.pointees(Pointer);
  if (To.empty() || !Front)
    return -1;
  for (unsigned P : To)
    if (!isLeading(Objects.placeInfo(P).Object))
      return -1;
  Range At = Front->position(Pointer);
  return At.isExact() && At.Low >= 0 ? At.Low : -1;
}

AtomSet ModRef::bytes(const Value *Pointer, int64_t From,
                      int64_t Length) const {
  AtomSet Result;
  for (unsigned P : Pts.pointees(Pointer)) {
    unsigned O = Objects.placeInfo(P).Object;
    Result |= isLeading(O) ? leading(O, Pointer, From, Length) : wholeObject(O);
  }
  return Result;
}

/// Appends the bytes [Low, High) of a T at Base as canonical ranges: all
/// elements of an array are mapped to the first one.
void ModRef::ranges(Type *T, int64_t Base, int64_t Low, int64_t High,
                    SmallVectorImpl<std::pair<int64_t, int64_t>> &Out) const {
  const DataLayout &DL = Objects.layout();
  if (Low >= High)
    return;
  if (auto *A = dyn_cast<ArrayType>(T)) {
    int64_t Size = DL.getTypeAllocSize(A->getElementType());
    if (!Size)
      return;
    if (Low / Size == (High - 1) / Size)
      ranges(A->getElementType(), Base, Low % Size, (High - 1) % Size + 1, Out);
    else
      Out.push_back({Base, Base + Size});
  } else if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *L = DL.getStructLayout(S);
    // A flexible array may begin in the padding.
    auto Gap = [&](int64_t Start, int64_t End) {
      Start = std::max(Start, Low);
      End = std::min(End, High);
      if (Start < End)
        Out.push_back({Base + Start, Base + End});
    };
    int64_t Behind = 0;
    for (unsigned I = 0; I < S->getNumElements(); ++I) {
      int64_t Start = L->getElementOffset(I);
      int64_t Size = DL.getTypeAllocSize(S->getElementType(I));
      Gap(Behind, Start);
      Behind = Start + Size;
      ranges(S->getElementType(I), Base + Start,
             std::max<int64_t>(0, Low - Start), std::min(Size, High - Start),
             Out);
    }
    Gap(Behind, DL.getTypeAllocSize(S));
  } else {
    Out.push_back({Base + Low, Base + High});
  }
}

Type *ModRef::elementType(unsigned Object) const {
  Type *T = Objects.object(Object).Type;
  if (!T)
    return HeapLayout.lookup(Object);
  while (auto *A = dyn_cast<ArrayType>(T))
    T = A->getElementType();
  return T;
}

/// The bytes [first, second) of the outermost array or scalar in T that begins
/// at Offset or holds it. A structure that begins there counts as a whole.
std::pair<int64_t, int64_t> ModRef::memberAt(Type *T, int64_t Offset) const {
  const DataLayout &DL = Objects.layout();
  int64_t Base = 0;
  while (true) {
    int64_t Size = DL.getTypeAllocSize(T);
    if (Offset == Base || isa<ArrayType>(T))
      return {Base, Base + Size};
    auto *S = dyn_cast<StructType>(T);
    if (!S || !S->getNumElements())
      return {Base, Base + Size};
    const StructLayout *L = DL.getStructLayout(S);
    unsigned I = L->getElementContainingOffset(Offset - Base);
    Base += L->getElementOffset(I);
    T = S->getElementType(I);
  }
}

AtomSet ModRef::wholeObject(unsigned O) const {
  AtomSet Result;
  for (const Piece &P : Pieces[O])
    Result.set(P.Atom);
  return Result;
}

/// Where the flexible array begins with which the layout of a heap block ends;
/// -1: there is none, or pointers walk through the block as through another
/// array.
int64_t ModRef::flexibleArray(unsigned O) const {
  auto *S = dyn_cast_or_null<StructType>(HeapLayout.lookup(O));
  if (!S || !S->getNumElements() || Objects.strides().count(O))
    return -1;
  unsigned Last = S->getNumElements() - 1;
  auto *A = dyn_cast<ArrayType>(S->getElementType(Last));
  if (!A || A->getNumElements())
    return -1;
  int64_t From = Objects.layout().getStructLayout(S)->getElementOffset(Last);
  auto Walks = Objects.walks().find(O);
  if (Walks != Objects.walks().end())
    for (const auto &[W, End] : Walks->second)
      if (End == MemoryObjects::WalkEnd::InArray && W.From < From)
        return -1;
  return From;
}

const AtomSet &ModRef::placeRegion(unsigned Place, int64_t Length,
                                   bool Member) const {
  auto [It, New] =
      PlaceRegions[Member].try_emplace({Place, Length}, PlaceAtoms.size());
  if (New)
    PlaceAtoms.push_back(findPlaceRegion(Place, Length, Member));
  return PlaceAtoms[It->second];
}

/// A structure that is passed in registers is read and written eight bytes at a
/// time: from the last elements of an array, which has one place for all, on
/// into the member behind it.
void ModRef::behindArrays(
    Type *T, int64_t Offset, int64_t Length,
    SmallVectorImpl<std::pair<int64_t, int64_t>> &Out) const {
  const DataLayout &DL = Objects.layout();
  SmallVector<int64_t, 4> Ends;
  Type *In = T;
  uint64_t At = uint64_t(Offset), Within = At;
  int64_t Base = 0;
  while (const ArrayType *A = Objects.arrayAt(In, Within)) {
    Base += int64_t(At - Within);
    In = A->getElementType();
    uint64_t Size = DL.getTypeAllocSize(In);
    Ends.push_back(Base + int64_t(A->getNumElements() * Size));
    At = Within = Size ? Within % Size : 0;
  }
  int64_t Over =
      int64_t(At + uint64_t(Length) - uint64_t(DL.getTypeAllocSize(In)));
  if (Over > 0 && Length <= 8)
    for (int64_t End : Ends)
      ranges(T, 0, End, End + Over, Out);
}

AtomSet ModRef::findPlaceRegion(unsigned Place, int64_t Length,
                                bool Member) const {
  const MemoryObjects::Place &At = Objects.placeInfo(Place);
  const MemObject &Obj = Objects.object(At.Object);
  if (Obj.K == MemObject::Code)
    return {};
  if (At.Offset == MemoryObjects::Anywhere || isLeading(At.Object))
    return wholeObject(At.Object);
  Type *T = Obj.Type;
  if (!T) {
    T = HeapLayout.lookup(At.Object);
    int64_t Flexible = flexibleArray(At.Object);
    if (Flexible >= 0 && At.Offset >= Flexible) {
      AtomSet Result;
      for (const Piece &P : Pieces[At.Object])
        if (P.End > Flexible)
          Result.set(P.Atom);
      return Result;
    }
    // A heap block may hold many structures, one after the other.
    if (T && At.Offset + std::max<int64_t>(Length, 1) >
                 int64_t(Objects.layout().getTypeAllocSize(T)))
      return wholeObject(At.Object);
  }
  SmallVector<std::pair<int64_t, int64_t>, 8> Ranges;
  if (!T) {
    if (Length < 0)
      return wholeObject(At.Object);
    Ranges.push_back({At.Offset, At.Offset + Length});
  } else if (Length >= 0) {
    ranges(T, 0, At.Offset, At.Offset + Length, Ranges);
    behindArrays(T, At.Offset, Length, Ranges);
  } else if (Member) {
    auto [Low, High] = memberAt(T, At.Offset);
    ranges(T, 0, Low, High, Ranges);
  } else {
    return wholeObject(At.Object);
  }
  AtomSet Result;
  for (auto &[Low, High] : Ranges)
    for (const Piece &P : Pieces[At.Object])
      if ((P.Start < High && P.End > Low) ||
          (P.Start > Low && &P == &Pieces[At.Object].front()))
        Result.set(P.Atom);
  return Result;
}

AtomSet ModRef::region(const Value *Pointer, int64_t Length,
                       bool Member) const {
  if (Length < 0 && Member)
    // The type of a field bounds an access through &x->field, or through an
    // array field that decays to a pointer.
    if (auto *G = dyn_cast<GEPOperator>(Pointer))
      if (G->getNumIndices() > 1) {
        Type *T = G->getSourceElementType();
        if (isa<StructType>(T))
          T = G->getResultElementType();
        Length = Objects.layout().getTypeAllocSize(T);
        if (Length == 0) // a flexible array
          Length = -1;
      }
  const PlaceSet &To = Pts.pointees(Pointer);
  if (To.words() <= FewWords)
    return regionOf(To, Pointer, Length, Member);
  // Many imprecise pointers share one set.
  auto [It, New] = Regions.try_emplace({&To, Length, Member});
  if (New) {
    PlaceSet Plain;
    for (unsigned P : To)
      if (isLeading(Objects.placeInfo(P).Object))
        It->second.Leading.set(P);
      else
        Plain.set(P);
    It->second.Atoms = regionOf(Plain, Pointer, Length, Member);
  }
  return It->second.Atoms |
         regionOf(It->second.Leading, Pointer, Length, Member);
}

AtomSet ModRef::regionOf(const PlaceSet &To, const Value *Pointer,
                         int64_t Length, bool Member) const {
  AtomSet Result;
  for (unsigned P : To) {
    unsigned O = Objects.placeInfo(P).Object;
    Result |= isLeading(O) ? leading(O, Pointer, 0, Length)
                           : placeRegion(P, Length, Member);
  }
  return Result;
}

// A pointer to a member that is no array may still be used as an array: the
// member may be the first of several alike.
AtomSet ModRef::elements(const Value *Pointer) const {
  AtomSet Result = region(Pointer, -1, true);
  for (unsigned P : Pts.pointees(Pointer)) {
    const MemoryObjects::Place &At = Objects.placeInfo(P);
    Type *T = Objects.object(At.Object).Type;
    T = T ? T : HeapLayout.lookup(At.Object);
    if (T && At.Offset != MemoryObjects::Anywhere &&
        Objects.isAmongAlike(T, uint64_t(At.Offset)))
      Result |= wholeObject(At.Object);
  }
  return Result;
}

std::string ModRef::atomName(unsigned Atom) const {
  unsigned O = AtomObject[Atom];
  std::string S = Objects.object(O).Name;
  if (isLeading(O)) {
    std::string Of =
        std::to_string(AtomStart[Atom] / Front->partOf(O)->Element);
    return S + "[" + Of + (AtomEnd[Atom] == INT64_MAX ? "...]" : "]");
  }
  if (Pieces[O].size() > 1)
    S += "+" + std::to_string(AtomStart[Atom]);
  return S;
}

} // namespace skel
