//===- SliceTrial.cpp - whether an attempt brought computation back -------===//
//
// Looks at what is newly executed.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/SliceTrial.h"
#include "skeletonizer/memory/ConstantValues.h"

using namespace llvm;

namespace skel {

/// A number of bytes that is known and that nobody will miss.
bool SliceTrial::isSmall(const Value *Bytes) const {
  Matching::Constants K = Match.constants(Bytes);
  return K.Known && !K.Values.empty() && *K.Values.begin() >= 0 &&
         *K.Values.rbegin() <= 4096;
}

/// The memory is of the program's arguments and of libraries alone: argv and
/// its strings. Reading them takes next to no time.
bool SliceTrial::isOfArguments(const Value *Pointer) const {
  const PlaceSet &To = Pts.pointees(Pointer);
  for (unsigned P : To)
    if (Objects.object(Objects.placeInfo(P).Object).K != MemObject::Outside)
      return false;
  return !To.empty();
}

/// The memory is of variables that hold few numbers: bounds, the sizes of a
/// part. To go through them is no more than to use as many variables.
bool SliceTrial::isInFew(const Value *Pointer) const {
  static constexpr uint64_t Few = 256; // bytes
  const PlaceSet &To = Pts.pointees(Pointer);
  for (unsigned P : To) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    if ((O.K != MemObject::Local && O.K != MemObject::Global) || !O.Size ||
        O.Size > Few)
      return false;
  }
  return !To.empty();
}

std::string SliceTrial::attempt(Slicer &Slice, function_ref<void()> Demands,
                                const DenseSet<int> &Plain,
                                function_ref<bool()> TooMuch,
                                Chain *From) const {
  int At = -1;
  Slice.attempt();
  Demands();
  Slice.run();
  std::string Heavy = heavy(Slice, Plain, At);
  if (Heavy.empty() && TooMuch && TooMuch())
    Heavy = "too much";
  if (From && !Heavy.empty()) {
    DenseSet<int> Seen;
    for (From->clear(); At >= 0 && Slice.keeps(At) && Seen.insert(At).second;
         At = Slice.reason(At).To)
      From->push_back({At, Slice.reason(At)});
  }
  if (Heavy.empty())
    Slice.accept();
  else
    Slice.takeBack();
  return Heavy;
}

bool SliceTrial::grow(Slicer &Slice, function_ref<void()> Demands,
                      const DenseSet<int> &Plain) const {
  int At;
  Slice.attempt();
  Demands();
  // What is not heavy yet may become so, as it becomes live.
  Slice.run(
      [&](size_t First) { return !heavy(Slice, Plain, At, First).empty(); });
  if (heavy(Slice, Plain, At).empty()) {
    Slice.accept();
    return true;
  }
  Slice.takeBack();
  return false;
}

/// The slice has grown by loops that compute, or by large blocks of memory. At:
/// the statement.
std::string SliceTrial::heavy(const SliceState &Slice,
                              const DenseSet<int> &Plain, int &At,
                              size_t First) const {
  const Program &Prog = Index.program();
  for (const Instruction *I :
       ArrayRef(Slice.newlyExecuted()).drop_front(First)) {
    int Stmt = Index.stmtOf(I);
    if (Stmt < 0)
      continue;
    At = Stmt;
    if (auto *C = dyn_cast<CallBase>(I)) {
      unsigned O = Pts.heapObject(C);
      if (O != ~0u && Objects.object(O).K == MemObject::Heap)
        for (const Use &U : C->args())
          if (U->getType()->isIntegerTy() && !isSmall(U.get()))
            return "memory allocated at " + Index.place(I);
    }
    const skel::Stmt &S = Prog.Stmts[Stmt];
    bool InLoop = isLoop(S.Kind);
    for (int Up = S.Parent; Up >= 0 && !InLoop; Up = Prog.Stmts[Up].Parent)
      InLoop = isLoop(Prog.Stmts[Up].Kind) && !Slice.keptBefore(Up);
    if (!InLoop)
      continue;
    if (isFloatArithmetic(I))
      return "arithmetic in the loop at " + Index.place(I);
    if (auto *G = dyn_cast<GetElementPtrInst>(I))
      if (!G->hasAllConstantIndices() && Slice.isLive(I) &&
          !Plain.count(Stmt) && !isOfArguments(G->getPointerOperand()) &&
          !isInFew(G->getPointerOperand()))
        return "elements of arrays in the loop at " + Index.place(I);
  }
  At = -1;
  return "";
}

} // namespace skel
