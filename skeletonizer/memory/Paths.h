//===- Paths.h - C expressions for places in memory -------------*- C++ -*-===//
//
// A path names a scalar as a program would: a variable, then fields, indices
// (constants, or scalars that have paths themselves) and pointers followed.
// Rendered by debug information.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PATHS_H
#define BSIM_SKELETONIZER_PATHS_H

#include "skeletonizer/memory/BitFields.h"
#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/memory/ModRef.h"
#include <memory>
#include <optional>

namespace skel {

struct MemoryPath {
  /// An index that is no constant: the value at Path plus Addend, times Scale
  /// bytes.
  struct Index {
    std::shared_ptr<const MemoryPath> Path;
    int64_t Addend, Scale;
    const llvm::Value *Element; ///< the address that it gives
  };
  /// Bytes, and one index, to add; Follow: the pointer that is stored there is
  /// followed.
  struct Step {
    bool Follow;
    int64_t Bytes;
    std::optional<Index> By = std::nullopt;
    int64_t Behind = 0; ///< the part of Bytes that is added to By->Element
  };
  const llvm::Value *Root = nullptr; ///< alloca or global variable
  llvm::SmallVector<Step, 4> Steps;
  unsigned Bytes = 0;    ///< that are read there; 0: not known
  BitRange Part = {};    ///< of these, the bits of a bit field
  bool Floating = false; ///< a floating-point number stands there

  void add(int64_t Bytes) {
    if (!Bytes)
      return;
    if (Steps.empty() || Steps.back().Follow)
      Steps.push_back({false, 0});
    Steps.back().Bytes += Bytes;
    if (Steps.back().By)
      Steps.back().Behind += Bytes;
  }
  /// Each index has a step of its own. False: there is one of elements of the
  /// same size, so that they have one index in C, which is a sum.
  bool addIndex(Index By);
  void follow() { Steps.push_back({true, 0}); }
  /// It follows no pointer and has no index but constants.
  bool isFixed() const;
  /// The first steps of the same way.
  MemoryPath prefix(size_t Number) const;
  /// The same steps from the same variable.
  bool operator==(const MemoryPath &Other) const;
};

/// Without typedefs and qualifiers.
const llvm::DIType *plainType(const llvm::DIType *T);
/// 0: not known.
int64_t bytesOf(const llvm::DIType *T);

/// A dimension of an array.
struct Dimension {
  int64_t Count; ///< 0: not known
  int64_t Size;  ///< of an element, in bytes; 0: not known
};
/// Of an array's type, the outermost first.
llvm::SmallVector<Dimension, 3> dimensions(const llvm::DICompositeType *Array);

class Paths {
public:
  Paths(const IrIndex &I, MemoryObjects &O, const PointsTo &P, const ModRef &M)
      : Index(I), Objects(O), Pts(P), Memory(M) {}

  /// The integer (or pointer) that stands at the path, as C; empty if it has no
  /// name or is none. At: the statement
  /// where it is to be read.
  std::string render(const MemoryPath &P, const llvm::Function *F, int At,
                     bool Pointer = false) const;
  /// The address of the variable that the path names; empty if it has no name,
  /// or is no whole variable.
  std::string address(const MemoryPath &P, const llvm::Function *F,
                      int At) const;
  /// Adds what must hold, in C, for a step of a path to lead somewhere. False:
  /// nothing tells that, and the path has no name.
  using Guard = llvm::function_ref<bool(const MemoryPath &P, size_t Step,
                                        std::vector<std::string> &Out)>;
  /// The same as render(); 0 if a guard of a step on the way does not hold.
  std::string renderGuarded(const MemoryPath &P, const llvm::Function *F,
                            int At, Guard Of, bool Pointer = false) const;
  /// Adds that a pointer is not null, or that the array has the element, if the
  /// type says how many there are. False: it cannot be written.
  bool guard(const MemoryPath &P, size_t Step, const llvm::Function *F, int At,
             std::vector<std::string> &Out) const;
  /// The values of a step's index, from First to in front of End, for which the
  /// array has the element; both 0 if the type does not say.
  struct IndexRange {
    int64_t First = 0, End = 0;
  };
  IndexRange indexRange(const MemoryPath &P, size_t Step) const;
  /// The integer that stands at the path is unsigned.
  bool isUnsigned(const MemoryPath &P, const llvm::Function *F, int At) const;
  /// The path, with its part, ends at a bit field.
  bool isBitField(const MemoryPath &P) const;
  /// It may stand for another member of a union.
  bool isInUnion(const MemoryPath &P) const;
  /// Bytes of the scalar that stands at the path; 0 if they are not known.
  unsigned bytesAt(const MemoryPath &P) const;
  /// What the pointer that stands at the path points to, or a pointer to the
  /// variable's first element; null if it is not known.
  const llvm::DIType *pointee(const MemoryPath &P, bool Address) const;
  /// Other integers of the structure that the path ends in.
  std::vector<MemoryPath> siblings(const MemoryPath &P) const;
  /// The number of elements of Size bytes in the array that begins at the path;
  /// 0 if the path ends elsewhere, or the type does not say.
  unsigned numElements(const MemoryPath &P, int64_t Size) const;
  /// Atoms that are read on the way and at the end.
  AtomSet atoms(const MemoryPath &P) const;
  /// Of these, those of the scalar itself.
  AtomSet endAtoms(const MemoryPath &P) const;
  /// Those of the pointers and indices that lead there.
  AtomSet wayAtoms(const MemoryPath &P) const;
  /// What the pointers at these places point to.
  PlaceSet followed(const PlaceSet &At) const;
  /// The variable that a name means in front of a statement of F; or null.
  const llvm::Value *variable(llvm::StringRef Name, const llvm::Function *F,
                              int At) const;
  /// Null if the variable has no debug information.
  const llvm::DIType *typeOf(const llvm::Value *Variable) const;

private:
  bool visible(const llvm::AllocaInst *A, int At) const;
  bool isInside(const llvm::DIGlobalVariable *V, const llvm::Function *F) const;
  const llvm::DIType *locate(const MemoryPath &P, const llvm::Function *F,
                             int At, std::string &Text,
                             bool ToPointer = false) const;
  const llvm::DIType *follow(const MemoryPath &P, const llvm::DIType *T,
                             std::string &Text, bool &Pointer,
                             const llvm::Function *F, int At,
                             bool ToPointer) const;
  bool visible(const llvm::GlobalVariable *G, const llvm::Function *F,
               int At) const;
  bool visible(const llvm::DIGlobalVariable *V, const llvm::DILocalScope *Scope,
               int At) const;

  const IrIndex &Index;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
};

} // namespace skel

#endif
