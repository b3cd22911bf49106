//===- MemoryObjects.cpp - what pointers can point to ---------------------===//
//
// Objects, places and the arithmetic on places.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/MemoryObjects.h"
#include "llvm/IR/DerivedTypes.h"
#include <numeric>

using namespace llvm;

namespace skel {

/// Heap objects have no declared type; a pointer that runs through them field
/// by field (a cycle of field accesses) ends at "anywhere" behind this many
/// places.
static constexpr size_t MaxPlaces = 512;

unsigned MemoryObjects::addObject(MemObject::Kind K, const Value *Site,
                                  Type *Ty, std::string Name) {
  unsigned Id = Objects.size();
  MemObject O;
  O.K = K;
  O.Site = Site;
  O.Name = std::move(Name);
  if (Ty && Ty->isSized()) {
    O.Type = Ty;
    O.Size = DL.getTypeAllocSize(Ty);
  }
  Objects.push_back(std::move(O));
  if (K == MemObject::Local || K == MemObject::Global || K == MemObject::Code)
    OfValue[Site] = Id;
  unsigned Any = Places.size();
  Places.push_back({Id, Anywhere});
  PlaceIds[{Id, Anywhere}] = Any;
  Objects[Id].Places.push_back(Any);
  return Id;
}

unsigned MemoryObjects::objectOf(const Value *V) const {
  auto It = OfValue.find(V);
  return It == OfValue.end() ? ~0u : It->second;
}

unsigned MemoryObjects::state(StringRef Name) {
  auto It = States.find(Name);
  if (It != States.end())
    return It->second;
  unsigned Id = addObject(MemObject::State, nullptr, nullptr, Name.str());
  States[Name] = Id;
  return Id;
}

Type *MemoryObjects::memberAt(StructType *S, uint64_t &Offset) const {
  if (!S->getNumElements())
    return nullptr;
  const StructLayout *L = DL.getStructLayout(S);
  unsigned I = L->getElementContainingOffset(Offset);
  Offset -= L->getElementOffset(I);
  return S->getElementType(I);
}

int64_t MemoryObjects::canonicalOffset(Type *T, uint64_t Offset) const {
  int64_t Base = 0;
  while (true) {
    if (auto *A = dyn_cast<ArrayType>(T)) {
      T = A->getElementType();
      uint64_t Size = DL.getTypeAllocSize(T);
      if (!Size)
        return Base;
      Offset %= Size;
    } else if (auto *S = dyn_cast<StructType>(T)) {
      uint64_t Before = Offset;
      T = memberAt(S, Offset);
      if (!T)
        return Base;
      Base += Before - Offset;
    } else {
      return Base + Offset;
    }
  }
}

Type *MemoryObjects::scalarAt(Type *T, uint64_t Offset) const {
  while (true) {
    if (auto *A = dyn_cast<ArrayType>(T)) {
      T = A->getElementType();
      uint64_t Size = DL.getTypeAllocSize(T);
      if (!Size)
        return nullptr;
      Offset %= Size;
    } else if (auto *S = dyn_cast<StructType>(T)) {
      T = memberAt(S, Offset);
      if (!T)
        return nullptr;
    } else {
      return Offset == 0 ? T : nullptr;
    }
  }
}

const ArrayType *MemoryObjects::arrayAt(Type *T, uint64_t &Offset) const {
  while (true) {
    if (auto *A = dyn_cast<ArrayType>(T)) {
      if (A->getNumElements() != 1)
        return A;
      T = A->getElementType();
    } else if (auto *S = dyn_cast<StructType>(T)) {
      T = memberAt(S, Offset);
      if (!T)
        return nullptr;
    } else {
      return nullptr;
    }
  }
}

unsigned MemoryObjects::place(unsigned Object, int64_t Offset) {
  MemObject &O = Objects[Object];
  if (Offset == Anywhere)
    return O.Places[0];
  switch (O.K) {
  case MemObject::Code:
  case MemObject::VarArgs:
  case MemObject::Outside:
  case MemObject::Stream:
  case MemObject::State:
  case MemObject::Handle:
    return O.Places[0];
  default:
    break;
  }
  if (O.Type) {
    if (Offset < 0 || uint64_t(Offset) >= O.Size)
      return Offset == int64_t(O.Size) ? O.Places[0] : ~0u;
    Offset = canonicalOffset(O.Type, Offset);
  } else if (Offset < 0 || O.Places.size() > MaxPlaces) {
    return O.Places[0];
  }
  auto [It, New] = PlaceIds.try_emplace({Object, Offset}, Places.size());
  if (New) {
    Places.push_back({Object, Offset});
    O.Places.push_back(It->second);
    if (!O.Type && O.Places.size() == MaxPlaces + 1)
      ++Changes;
  }
  return It->second;
}

/// Whether a type that Is holds for begins at a byte of T.
bool MemoryObjects::begins(Type *T, uint64_t Offset,
                           function_ref<bool(Type *)> Is) const {
  while (T) {
    if (Offset == 0 && Is(T))
      return true;
    if (auto *A = dyn_cast<ArrayType>(T)) {
      T = A->getElementType();
      uint64_t Unit = DL.getTypeAllocSize(T);
      if (!Unit)
        return false;
      Offset %= Unit;
    } else if (auto *S = dyn_cast<StructType>(T)) {
      T = memberAt(S, Offset);
    } else {
      return false;
    }
  }
  return false;
}

/// Whether an element (a structure that counts by its size, or a scalar) begins
/// at a byte of T.
bool MemoryObjects::beginsAt(Type *T, uint64_t Offset, Type *Elem) const {
  uint64_t Size = DL.getTypeAllocSize(Elem);
  return Offset < DL.getTypeAllocSize(T) &&
         begins(
             T, Offset,
             [&](Type *At) {
               return At == Elem ||
                      (Elem->isAggregateType() && At->isAggregateType() &&
                       DL.getTypeAllocSize(At) == Size);
             });
}

/// Whether a structure of more than Size bytes begins at a byte of T: a pointer
/// to its first byte may go through all of it.
bool MemoryObjects::beginsStruct(Type *T, uint64_t Offset,
                                 uint64_t Size) const {
  return begins(T, Offset, [&](Type *At) {
    return isa<StructType>(At) && DL.getTypeAllocSize(At) > Size;
  });
}

/// Whether an element begins in front of, or behind, the one at a byte of T.
bool MemoryObjects::hasBeside(Type *T, uint64_t Offset, uint64_t Size,
                              Type *Elem) const {
  return beginsAt(T, Offset + Size, Elem) ||
         (Offset >= Size && beginsAt(T, Offset - Size, Elem));
}

/// Whether a scalar of the type begins at another byte of T, which steps of its
/// size lead to.
bool MemoryObjects::hasAlike(Type *T, uint64_t Offset, Type *Elem) const {
  if (auto *A = dyn_cast<ArrayType>(T)) {
    T = A->getElementType();
    uint64_t Size = DL.getTypeAllocSize(T);
    bool IsInside = Size && Offset < Size * A->getNumElements();
    return Size && hasAlike(T, IsInside ? Offset % Size : Offset, Elem);
  }
  auto *S = dyn_cast<StructType>(T);
  if (!S)
    return T == Elem && Offset != 0;
  const StructLayout *L = DL.getStructLayout(S);
  for (unsigned I = 0; I < S->getNumElements(); ++I)
    if (hasAlike(S->getElementType(I), Offset - L->getElementOffset(I), Elem))
      return true;
  return false;
}

/// Whether an array of Count elements of Size bytes that begins at a byte of T
/// is larger than the array of such elements that is there.
bool MemoryObjects::exceedsArray(Type *T, uint64_t Offset, uint64_t Size,
                                 uint64_t Count) const {
  while (const ArrayType *A = arrayAt(T, Offset)) {
    T = A->getElementType();
    while (isa<ArrayType>(T) && DL.getTypeAllocSize(T) > Size)
      T = cast<ArrayType>(T)->getElementType();
    uint64_t Unit = DL.getTypeAllocSize(T);
    if (Unit <= Size)
      return Offset + Count * Size >
             DL.getTypeAllocSize(const_cast<ArrayType *>(A));
    Offset %= Unit;
  }
  return false;
}

/// Whether what lies a number of bytes behind Offset is in the same elements of
/// all arrays of T: an offset names the first element for all.
bool MemoryObjects::staysInElement(Type *T, uint64_t Offset,
                                   int64_t Bytes) const {
  while (const ArrayType *A = arrayAt(T, Offset)) {
    T = A->getElementType();
    uint64_t Size = DL.getTypeAllocSize(T);
    if (!Size)
      return false;
    Offset %= Size;
    int64_t To = int64_t(Offset) + Bytes;
    if (To < 0 || uint64_t(To) >= Size)
      return false;
  }
  return true;
}

/// How many arrays of T a byte is in.
unsigned MemoryObjects::numArrays(Type *T, uint64_t Offset) const {
  unsigned Result = 0;
  while (const ArrayType *A = arrayAt(T, Offset)) {
    ++Result;
    T = A->getElementType();
    uint64_t Size = DL.getTypeAllocSize(T);
    if (!Size)
      break;
    Offset %= Size;
  }
  return Result;
}

bool MemoryObjects::isRow(StructType *S) const {
  if (!S->hasName())
    return false;
  // Of structures with one name all but the first have a number behind it.
  StringRef Name = S->getName();
  auto [Front, Number] = Name.rsplit('.');
  unsigned Ignored;
  return Rows.count(Name.str()) ||
         (!Number.getAsInteger(10, Ignored) && Rows.count(Front.str()));
}

bool MemoryObjects::beginsRow(Type *T, uint64_t Offset) const {
  return begins(T, Offset, [&](Type *At) {
    auto *S = dyn_cast<StructType>(At);
    return S && isRow(S);
  });
}

bool MemoryObjects::staysInArray(Type *T, uint64_t Offset,
                                 const Walk &W) const {
  Type *In = T;
  uint64_t At = Offset;
  if ((W.Bytes == 1 && beginsStruct(T, Offset)) || beginsRow(T, Offset))
    return false;
  while (true) {
    if (auto *A = dyn_cast<ArrayType>(In)) {
      uint64_t Unit = DL.getTypeAllocSize(A->getElementType());
      if (!Unit)
        return false;
      if (A->getNumElements() != 1 && Unit <= W.Bytes) {
        bool IsWithin = !A->getNumElements() ||
                        std::max(W.Bytes, W.Least) < DL.getTypeAllocSize(A);
        return IsWithin && W.Bytes % Unit == 0 && At % Unit == 0;
      }
      In = A->getElementType();
      At %= Unit;
    } else if (auto *S = dyn_cast<StructType>(In)) {
      uint64_t Size = DL.getTypeAllocSize(In);
      if (W.Elem && W.Elem->isAggregateType() && At == 0 && Size == W.Bytes)
        break;
      In = memberAt(S, At);
      if (!In)
        return false;
    } else {
      if (At != 0 || In != W.Elem)
        return false;
      break;
    }
  }
  return !hasBeside(T, Offset, W.Bytes, W.Elem) &&
         (!W.Elem || !hasAlike(T, Offset, W.Elem));
}

bool MemoryObjects::isAmongAlike(Type *T, uint64_t Offset) const {
  if (Offset >= DL.getTypeAllocSize(T))
    return false;
  Type *Elem = scalarAt(T, Offset);
  return Elem &&
         !staysInArray(T, Offset,
                       {int64_t(Offset), DL.getTypeAllocSize(Elem), Elem});
}

bool MemoryObjects::isPlaceBehind(Type *T, uint64_t Offset,
                                  int64_t Bytes) const {
  return staysInElement(T, Offset, Bytes) &&
         numArrays(T, Offset) >= numArrays(T, Offset + uint64_t(Bytes));
}

unsigned MemoryObjects::walked(unsigned P, const Walk &W) {
  unsigned O = Places[P].Object;
  switch (Walks[O].try_emplace(W, WalkEnd::InArray).first->second) {
  case WalkEnd::InArray:
    return P;
  case WalkEnd::WhereKnown:
    return moved(P, W.Known);
  case WalkEnd::Anywhere:
    break;
  }
  return anywhere(O);
}

unsigned MemoryObjects::moved(unsigned P, int64_t Bytes) {
  Place At = Places[P];
  if (At.Offset == Anywhere || Bytes == 0)
    return P;
  if (At.Offset + Bytes < 0)
    return Objects[At.Object].Type ? ~0u : anywhere(At.Object);
  return place(At.Object, At.Offset + Bytes);
}

unsigned MemoryObjects::left(unsigned P, int64_t Bytes) {
  Place At = Places[P];
  const MemObject &O = Objects[At.Object];
  if (At.Offset == Anywhere || !O.Type)
    return moved(P, Bytes);
  int64_t To = At.Offset + Bytes;
  if (To >= 0 && uint64_t(To) < O.Size)
    return moved(P, Bytes);
  // Perhaps in another element of an array around it.
  return numArrays(O.Type, uint64_t(At.Offset)) > 1 ? anywhere(At.Object) : P;
}

unsigned MemoryObjects::stepped(unsigned P, Type *Elem, uint64_t Size,
                                uint64_t Count, int64_t Known, int64_t Far) {
  Place At = Places[P];
  if (At.Offset == Anywhere)
    return P;
  const MemObject &O = Objects[At.Object];
  uint64_t Least = std::abs(Known ? Known : Far);
  if (!O.Type) {
    if (Count > 1 && Size)
      Runs[At.Object].insert({At.Offset, int64_t(Size), int64_t(Count)});
    if (Count || !Size)
      return P;
    // A heap block is an array of what it holds; single bytes may go anywhere,
    // unless they run through an array of characters inside a structure.
    if (Size == 1 && (At.Offset == 0 || Known))
      return anywhere(At.Object);
    return At.Offset == 0 && !Elem->isAggregateType()
               ? stridden(P, Size, false, Least)
               : walked(P, {At.Offset, Size, Elem, Known, Least});
  }
  return steppedTyped(P, Elem, Size, Count, Known, Least);
}

unsigned MemoryObjects::steppedTyped(unsigned P, Type *Elem, uint64_t Size,
                                     uint64_t Count, int64_t Known,
                                     uint64_t Least) {
  const Place At = Places[P];
  const MemObject &O = Objects[At.Object];
  uint64_t Here = At.Offset;
  // The exact place, but where an array's elements are one place.
  if (Known && Size == 1 && staysInElement(O.Type, Here, Known))
    return moved(P, Known);
  if (!Size || O.Size <= Size)
    return P;
  if (Size == 1 && !Count && beginsStruct(O.Type, Here))
    return anywhere(At.Object);
  auto IsAlike = [&](uint64_t Bytes) {
    return canonicalOffset(O.Type, Here + Bytes) == At.Offset;
  };
  if (Here + Size < O.Size && IsAlike(Size)) { // such elements in an array
    if (Count ? exceedsArray(O.Type, Here, Size, Count)
              : beginsRow(O.Type, Here))
      return anywhere(At.Object);
    return Here + Least >= O.Size || IsAlike(Least) ? P : anywhere(At.Object);
  }
  // Further steps from an element of an array would count as steps in it.
  if (Known && isPlaceBehind(O.Type, Here, Known))
    return moved(P, Known);
  if (Least)
    return anywhere(At.Object);
  bool Beside = hasBeside(O.Type, Here, Size, Elem) ||
                (!Count && hasAlike(O.Type, Here, Elem));
  // What a pointer to the beginning of a structure walks through may be all of
  // the structure.
  bool Lone = Count || !beginsStruct(O.Type, Here, Size);
  if (Elem->isAggregateType())
    // An array of structures of one element, or this structure's own start.
    return Count > 1 || (!Count && Beside) || !Lone ? anywhere(At.Object) : P;
  if (scalarAt(O.Type, Here) == Elem && Count <= 1 && !Beside && Lone)
    return P; // a pointer to a lone scalar cannot step to something else
  return anywhere(At.Object);
}

bool MemoryObjects::isAmongNumbers(unsigned P) const {
  const Place &At = Places[P];
  Type *T = Objects[At.Object].Type;
  if (!T || At.Offset == Anywhere || !numArrays(T, uint64_t(At.Offset)))
    return false;
  Type *Scalar = scalarAt(T, uint64_t(At.Offset));
  return !Scalar || !Scalar->isPointerTy();
}

StructType *MemoryObjects::structAt(unsigned P, uint64_t Size) const {
  const Place &At = Places[P];
  Type *T = Objects[At.Object].Type;
  StructType *Result = nullptr;
  if (T && At.Offset != Anywhere)
    begins(T, uint64_t(At.Offset), [&](Type *In) {
      if (DL.getTypeAllocSize(In) == Size)
        Result = dyn_cast<StructType>(In);
      return Result != nullptr;
    });
  return Result;
}

int64_t MemoryObjects::memberEnd(unsigned P) const {
  const Place &At = Places[P];
  Type *T = Objects[At.Object].Type;
  if (At.Offset <= 0)
    return INT64_MAX;
  if (!T)
    return At.Offset + 1;
  uint64_t Offset = uint64_t(At.Offset);
  while (T) {
    auto *S = dyn_cast<StructType>(T);
    if (Offset == 0 || !S)
      return At.Offset - int64_t(Offset) + int64_t(DL.getTypeAllocSize(T));
    T = memberAt(S, Offset);
  }
  return At.Offset + 1;
}

unsigned MemoryObjects::rowAt(unsigned P, uint64_t Size) {
  Place At = Places[P];
  if (At.Offset == Anywhere)
    return ~0u;
  const MemObject &O = Objects[At.Object];
  uint64_t Here = uint64_t(At.Offset);
  bool Array =
      Size && (O.Type ? Here + Size >= O.Size ||
                            canonicalOffset(O.Type, Here + Size) == At.Offset
                      : Here == 0);
  return Array ? ~0u : anywhere(At.Object);
}

unsigned MemoryObjects::stridden(unsigned P, uint64_t Bytes, bool InBytes,
                                 uint64_t Least) {
  Place At = Places[P];
  const MemObject &O = Objects[At.Object];
  if (At.Offset == Anywhere)
    return P;
  if (At.Offset != 0 && !O.Type)
    return walked(P, {At.Offset, Bytes, nullptr});
  if (O.Type) {
    auto *A = dyn_cast<ArrayType>(O.Type);
    uint64_t Size = A ? DL.getTypeAllocSize(A->getElementType()) : 0;
    return Size && Bytes % Size == 0
               ? P
               : stepped(P, Type::getInt8Ty(O.Type->getContext()), 1, 0, 0, 0);
  }
  if (Spread.count(At.Object))
    return anywhere(At.Object);
  Stride &S = Strides[At.Object];
  uint64_t &All = InBytes ? S.InBytes : S.InElements;
  All = std::gcd(All, Bytes);
  S.Least = std::max(S.Least, Least);
  return P;
}

std::string MemoryObjects::placeName(unsigned P) const {
  const Place &At = Places[P];
  const MemObject &O = Objects[At.Object];
  std::string S = O.Name;
  if (At.Offset == Anywhere)
    return S + "[*]";
  return O.Type && !O.Type->isAggregateType()
             ? S
             : S + "+" + std::to_string(At.Offset);
}

} // namespace skel
