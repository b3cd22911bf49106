//===- PointsToLayouts.cpp - structures laid over blocks ------------------===//
//
// A pointer that takes steps in a block without a type is taken for one that
// goes from one thing in it to the next. The structures that accesses and
// copies lay over the block tell whether that is so; where it is not, the
// pointer goes anywhere.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/PointsTo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

namespace {
/// A structure that is laid over a block, from a byte of it on.
struct Layout {
  int64_t At;
  StructType *Type;
  uint64_t Size;
};
using LayoutSet = std::vector<Layout>;
using Layouts = std::map<unsigned, LayoutSet>; ///< by object
} // namespace

/// Whether steps of S bytes through a block that T is laid over go from one T
/// to another, or through the array that T begins with.
static bool fits(const MemoryObjects &Objects, StructType *T,
                 const MemoryObjects::Stride &S) {
  const DataLayout &DL = Objects.layout();
  uint64_t Size = DL.getTypeAllocSize(T);
  if (!Size || S.InBytes % Size)
    return false;
  if (S.InElements % Size == 0)
    return true;
  if (Objects.isRow(T))
    return false;
  uint64_t At = 0;
  for (const ArrayType *A = Objects.arrayAt(T, At); A && At == 0;) {
    Type *Elem = A->getElementType();
    uint64_t Unit = DL.getTypeAllocSize(Elem);
    uint64_t All = DL.getTypeAllocSize(const_cast<ArrayType *>(A));
    if (Unit && S.InElements % Unit == 0)
      return All == Size || std::max(S.InElements, S.Least) < All;
    A = Objects.arrayAt(Elem, At);
  }
  return false;
}

/// The structures that are laid over objects without a type in which pointers
/// take steps, and where: by accesses, and by copies from and to what is laid
/// out.
class PointsTo::LayoutFinder {
public:
  explicit LayoutFinder(PointsTo &P) : P(P) {}
  Layouts find();

private:
  using TypeAt = std::pair<int64_t, StructType *>;
  using TypesAt = DenseSet<TypeAt>;
  const PlaceSet &behind(unsigned Node) const {
    return P.Nodes[P.find(Node)].Pts;
  }
  void findObjects();
  void eachFound(unsigned Node,
                 function_ref<void(int64_t Offset, TypesAt &Types)> Do);
  void addAccesses();
  TypesAt typesOf(const Copy &C);
  bool addByCopies();

  PointsTo &P;
  std::vector<const Copy *> Copies;
  DenseMap<unsigned, TypesAt> Found; ///< by object
};

void PointsTo::LayoutFinder::findObjects() {
  for (const auto &[O, S] : P.Objects.strides())
    Found[O];
  for (const auto &[O, W] : P.Objects.walks())
    Found[O];
  if (Found.empty())
    return;
  for (const Copy &C : P.Copies) {
    if (C.Length <= 0)
      continue;
    Copies.push_back(&C);
    for (unsigned N : {C.Dst, C.Src})
      for (unsigned At : behind(N))
        if (unsigned O = P.Objects.placeInfo(At).Object;
            !P.Objects.object(O).Type)
          Found[O];
  }
}

/// The places in objects in question that a node points to, each with what is
/// laid over its object.
void PointsTo::LayoutFinder::eachFound(
    unsigned Node, function_ref<void(int64_t Offset, TypesAt &Types)> Do) {
  for (unsigned Place : behind(Node)) {
    const MemoryObjects::Place &At = P.Objects.placeInfo(Place);
    auto Of = Found.find(At.Object);
    if (At.Offset != MemoryObjects::Anywhere && Of != Found.end())
      Do(At.Offset, Of->second);
  }
}

void PointsTo::LayoutFinder::addAccesses() {
  DenseSet<std::pair<unsigned, StructType *>> Seen;
  for (const llvm::Function &F : P.M)
    for (const Instruction &I : instructions(F)) {
      auto *G = dyn_cast<GetElementPtrInst>(&I);
      auto *T = G ? dyn_cast<StructType>(G->getSourceElementType()) : nullptr;
      auto It = T ? P.NodeOf.find(G->getPointerOperand()) : P.NodeOf.end();
      if (It != P.NodeOf.end() && Seen.insert({P.find(It->second), T}).second)
        eachFound(It->second, [&](int64_t Offset, TypesAt &Types) {
          Types.insert({Offset, T});
        });
    }
}

/// What is laid over the bytes that are copied, on either side, counted from
/// their beginning.
PointsTo::LayoutFinder::TypesAt PointsTo::LayoutFinder::typesOf(const Copy &C) {
  TypesAt Result;
  for (unsigned N : {C.Dst, C.Src}) {
    for (unsigned Place : behind(N))
      if (StructType *T = P.Objects.structAt(Place, uint64_t(C.Length)))
        Result.insert({0, T});
    eachFound(N, [&](int64_t Offset, TypesAt &Types) {
      for (const auto &[At, T] : Types)
        if (At >= Offset && At < Offset + C.Length)
          Result.insert({At - Offset, T});
    });
  }
  return Result;
}

/// What one side of a copy is, the other is, too. True if that is news.
bool PointsTo::LayoutFinder::addByCopies() {
  bool IsNew = false;
  for (const Copy *C : Copies) {
    TypesAt Copied = typesOf(*C);
    for (unsigned N : {C->Dst, C->Src})
      eachFound(N, [&](int64_t Offset, TypesAt &Types) {
        for (const auto &[At, T] : Copied)
          IsNew |= Types.insert({Offset + At, T}).second;
      });
  }
  return IsNew;
}

Layouts PointsTo::LayoutFinder::find() {
  findObjects();
  if (Found.empty())
    return {};
  addAccesses();
  while (addByCopies())
    ;
  Layouts Result;
  for (const auto &[O, Types] : Found)
    for (const auto &[At, T] : Types)
      Result[O].push_back({At, T, P.Objects.layout().getTypeAllocSize(T)});
  return Result;
}

/// Whether a block may be taken for an array of what such steps lead from one
/// to the next of.
static bool stridesFit(const MemoryObjects &Objects, unsigned O,
                       const MemoryObjects::Stride &S, const LayoutSet &Laid) {
  uint64_t Size = 1;
  for (const Layout &L : Laid) {
    if (L.At != 0)
      continue;
    if (!fits(Objects, L.Type, S))
      return false;
    Size = std::max(Size, L.Size);
  }
  return llvm::all_of(Objects.object(O).Places, [&](unsigned P) {
    return Objects.placeInfo(P).Offset < int64_t(Size);
  });
}

/// Whether a walk stays in an array of each structure that it begins in, or,
/// where it begins in none, behind all that pointers point to.
static bool walkFits(const MemoryObjects &Objects, unsigned O,
                     const MemoryObjects::Walk &W, const LayoutSet &Laid) {
  bool IsInside = false;
  for (const Layout &L : Laid) {
    if (W.From < L.At)
      continue;
    uint64_t Inside = uint64_t(W.From - L.At);
    if (Inside >= L.Size || L.Size < W.Bytes)
      continue;
    IsInside = true; // perhaps from one of them to the next
    if (W.Bytes % L.Size != 0 && !Objects.staysInArray(L.Type, Inside, W))
      return false;
  }
  return IsInside || llvm::all_of(Objects.object(O).Places, [&](unsigned P) {
           return Objects.placeInfo(P).Offset <= W.From;
         });
}

/// Whether a walk ends at one place in each structure that it begins in.
static bool endsAtPlace(const MemoryObjects &Objects,
                        const MemoryObjects::Walk &W, const LayoutSet &Laid) {
  return W.Known && llvm::all_of(Laid, [&](const Layout &L) {
           int64_t Inside = W.From - L.At, To = Inside + W.Known;
           return Inside < 0 || uint64_t(Inside) >= L.Size ||
                  (To >= 0 && uint64_t(To) < L.Size &&
                   Objects.isPlaceBehind(L.Type, uint64_t(Inside), W.Known));
         });
}

/// Where a walk ends that was taken to end so: further away, if what is laid
/// over the object says that.
static MemoryObjects::WalkEnd endOf(const MemoryObjects &Objects, unsigned O,
                                    const MemoryObjects::Walk &W,
                                    MemoryObjects::WalkEnd Now,
                                    const LayoutSet &Laid) {
  using End = MemoryObjects::WalkEnd;
  if (Now == End::Anywhere ||
      (Now == End::InArray && walkFits(Objects, O, W, Laid)))
    return Now;
  return endsAtPlace(Objects, W, Laid) ? End::WhereKnown : End::Anywhere;
}

/// Steps of some bytes, or of elements of some type, were taken for steps from
/// one thing in a block to the next. Where the structures that are laid over
/// the block say otherwise they go where they say, or anywhere in it. True if
/// there are any.
bool PointsTo::spreadMisfits() {
  Layouts Laid = LayoutFinder(*this).find();
  std::vector<unsigned> Spread;
  std::vector<std::tuple<unsigned, MemoryObjects::Walk, MemoryObjects::WalkEnd>>
      Further;
  for (const auto &[O, S] : Objects.strides())
    if (!stridesFit(Objects, O, S, Laid[O]))
      Spread.push_back(O);
  for (const auto &[O, Walks] : Objects.walks())
    for (const auto &[W, Now] : Walks)
      if (auto End = endOf(Objects, O, W, Now, Laid[O]); End != Now)
        Further.push_back({O, W, End});
  if (Spread.empty() && Further.empty())
    return false;
  for (unsigned O : Spread)
    Objects.spread(O);
  for (const auto &[O, W, End] : Further)
    Objects.setEnd(O, W, End);
  for (unsigned N = 0; N < Nodes.size(); ++N)
    for (size_t I = 0; I < Nodes[N].Out.size(); ++I)
      if (Edge E = Nodes[N].Out[I]; E.Via >= 0)
        flow(PlaceSet(Nodes[N].Pts), 0, E.To, E.Via);
  return true;
}

} // namespace skel
