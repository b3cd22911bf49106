//===- Paths.cpp - C expressions for places in memory ---------------------===//
//
// Debug types tell members by offset. What has no plain name is not rendered.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace skel {

const DIType *plainType(const DIType *T) {
  while (auto *D = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (D->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      T = D->getBaseType();
      break;
    default:
      return T;
    }
  }
  return T;
}

int64_t bytesOf(const DIType *T) {
  T = plainType(T);
  return T ? int64_t(T->getSizeInBits() / 8) : 0;
}

static const DIDerivedType *bitField(const DIType *T) {
  auto *M = dyn_cast_or_null<DIDerivedType>(T);
  return M && M->getTag() == dwarf::DW_TAG_member && M->isBitField() ? M
                                                                     : nullptr;
}

static bool isPointer(const DIType *T) {
  auto *D = dyn_cast_or_null<DIDerivedType>(T);
  return D && D->getTag() == dwarf::DW_TAG_pointer_type;
}

static bool isInteger(const DIType *T) {
  if (const DIDerivedType *M = bitField(T))
    T = plainType(M->getBaseType());
  if (auto *C = dyn_cast_or_null<DICompositeType>(T))
    return C->getTag() == dwarf::DW_TAG_enumeration_type;
  auto *B = dyn_cast_or_null<DIBasicType>(T);
  return B && is_contained({dwarf::DW_ATE_signed, dwarf::DW_ATE_unsigned,
                            dwarf::DW_ATE_signed_char,
                            dwarf::DW_ATE_unsigned_char, dwarf::DW_ATE_boolean},
                           B->getEncoding());
}

static bool isFloating(const DIType *T) {
  auto *B = dyn_cast_or_null<DIBasicType>(T);
  return B && B->getEncoding() == dwarf::DW_ATE_float;
}

bool MemoryPath::isFixed() const {
  return llvm::none_of(Steps, [](const Step &S) { return S.Follow || S.By; });
}

bool MemoryPath::addIndex(Index By) {
  for (const Step &S : llvm::reverse(Steps)) {
    if (S.Follow)
      break;
    if (S.By && S.By->Scale == By.Scale)
      return false;
  }
  if (Steps.empty() || Steps.back().Follow || Steps.back().By)
    Steps.push_back({false, 0});
  Steps.back().By = std::move(By);
  return true;
}

MemoryPath MemoryPath::prefix(size_t Number) const {
  MemoryPath Out;
  Out.Root = Root;
  Out.Steps.assign(Steps.begin(), Steps.begin() + long(Number));
  return Out;
}

bool MemoryPath::operator==(const MemoryPath &Other) const {
  if (Root != Other.Root || Steps.size() != Other.Steps.size() ||
      !(Part == Other.Part))
    return false;
  for (size_t I = 0; I < Steps.size(); ++I) {
    const Step &A = Steps[I], &B = Other.Steps[I];
    if (A.Follow != B.Follow || A.Bytes != B.Bytes || !A.By != !B.By)
      return false;
    if (A.By && (A.By->Addend != B.By->Addend || A.By->Scale != B.By->Scale ||
                 !(*A.By->Path == *B.By->Path)))
      return false;
  }
  return true;
}

/// An index that is no constant, on its way down a type.
struct NamedIndex {
  const MemoryPath::Index *Of;
  std::string Text = "";
  bool Used = false;
  int64_t Element = 0; ///< is added to the index
  int64_t Count = 0;   ///< elements of the array; 0: not known

  std::string with(int64_t Constant) {
    Used = true;
    if (!Constant)
      return Text;
    return Text + (Constant < 0 ? " - " : " + ") +
           std::to_string(std::abs(Constant));
  }
};

/// The indices of one element, of which each is used for one dimension.
using NamedIndices = MutableArrayRef<NamedIndex>;

/// The index that counts elements of Size bytes; or null.
static NamedIndex *indexFor(NamedIndices By, int64_t Size) {
  auto *It = llvm::find_if(
      By, [&](const NamedIndex &I) { return !I.Used && I.Of->Scale == Size; });
  return It == By.end() ? nullptr : It;
}

static std::string subscript(int64_t Offset, int64_t Size, NamedIndices By) {
  int64_t Element = Offset / Size;
  NamedIndex *I = indexFor(By, Size);
  return "[" + (I ? I->with(Element) : std::to_string(Element)) + "]";
}

SmallVector<Dimension, 3> dimensions(const DICompositeType *Array) {
  SmallVector<Dimension, 3> Result;
  int64_t Size = bytesOf(Array->getBaseType());
  DINodeArray Ranges = Array->getElements();
  for (unsigned I = Ranges.size(); I-- > 0;) {
    auto *R = dyn_cast<DISubrange>(Ranges[I]);
    auto *K = R ? dyn_cast_if_present<ConstantInt *>(R->getCount()) : nullptr;
    Result.push_back({std::max<int64_t>(K ? K->getSExtValue() : 0, 0), Size});
    Size *= Result.back().Count;
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

/// The same if all sizes are known, else none. An outermost dimension of a
/// single element may stand for more, at the end of a structure.
static SmallVector<Dimension, 3> knownDimensions(const DICompositeType *Array) {
  SmallVector<Dimension, 3> Result = dimensions(Array);
  if (Result.empty() || !Result[0].Size)
    return {};
  if (Result[0].Count == 1)
    Result[0].Count = 0;
  return Result;
}

/// Steps of a path, up to the next pointer, that lead to one element or member.
struct ElementSteps {
  size_t End;
  int64_t Bytes = 0;
  SmallVector<NamedIndex, 2> By;

  ElementSteps(const MemoryPath &P, size_t Step) : End(Step) {
    for (; End < P.Steps.size() && !P.Steps[End].Follow; ++End) {
      Bytes += P.Steps[End].Bytes;
      if (P.Steps[End].By)
        By.push_back({&*P.Steps[End].By});
    }
  }
};

/// What is to be found at the end of a way down a type.
struct Wanted {
  enum { Anything, Pointer, Number } What = Anything;
  unsigned Bytes = 0;
  BitRange Part = {};
  bool Floating = false;
  bool *InUnion = nullptr; ///< becomes true where the way goes through a union

  Wanted() = default;
  /// What stands in front of the step, or, without it, at the end of the path.
  Wanted(const MemoryPath &P, size_t Step, bool ToPointer = false) {
    bool Ends = Step >= P.Steps.size();
    if (Ends ? ToPointer : P.Steps[Step].Follow) {
      What = Pointer;
    } else if (Ends) {
      What = Number;
      Bytes = P.Bytes;
      Part = P.Part;
      Floating = P.Floating;
    }
  }
  unsigned bits() const { return Part.Width ? Part.Width : 8 * Bytes; }
  bool is(const DIType *T) const {
    return What == Anything || (What == Pointer && isPointer(T)) ||
           (What == Number && (Floating ? isFloating(T) : isInteger(T)) &&
            (!Bytes || bitField(T) || T->getSizeInBits() / 8 == Bytes));
  }
};

/// The members that hold the byte; of bit fields the one that is wanted. A
/// pointer in a union may be none where another member is set.
static SmallVector<const DIDerivedType *, 2>
membersAt(const DICompositeType *C, int64_t Offset, const Wanted &Want) {
  SmallVector<const DIDerivedType *, 2> Found;
  bool Union = C->getTag() == dwarf::DW_TAG_union_type;
  if (Union && Want.InUnion)
    *Want.InUnion = true;
  if (Union && Want.What == Wanted::Pointer)
    return Found;
  for (const DINode *N : C->getElements()) {
    auto *M = dyn_cast<DIDerivedType>(N);
    if (!M || M->getTag() != dwarf::DW_TAG_member)
      continue;
    int64_t Start = int64_t(M->getOffsetInBits() / 8);
    bool Holds =
        M->isBitField()
            ? M->getSizeInBits() == Want.bits() &&
                  int64_t(M->getOffsetInBits()) == 8 * Offset + Want.Part.First
            : Start <= Offset &&
                  Offset < Start + int64_t(M->getSizeInBits() / 8);
    if (Holds)
      Found.push_back(M);
  }
  return Found;
}

static const DIType *descend(const DIType *T, int64_t Offset, bool Pointer,
                             std::string &Text, bool Last = false,
                             NamedIndices By = {}, Wanted Want = {});

/// Goes into one member. Of a union that is the first one that has what is
/// wanted, or else the first one.
static const DIType *descendInto(const DICompositeType *C, int64_t Offset,
                                 bool Pointer, std::string &Text, bool Last,
                                 NamedIndices By, const Wanted &Want) {
  const DIType *Result = nullptr;
  std::string Begin = Text;
  const SmallVector<NamedIndex, 2> Before(By.begin(), By.end());
  for (const DIDerivedType *M : membersAt(C, Offset, Want)) {
    std::string Try = Begin;
    SmallVector<NamedIndex, 2> Inner = Before;
    bool Behind = Pointer;
    if (!M->getName().empty()) {
      Try += Pointer ? "->" : ".";
      Try += M->getName();
      Behind = false;
    }
    int64_t Rest = Offset - int64_t(M->getOffsetInBits() / 8);
    const DIType *Here =
        M->isBitField()
            ? M
            : descend(M->getBaseType(), Rest, Behind, Try, Last, Inner, Want);
    bool Fits = Here && Want.is(plainType(Here));
    if (Here && (Fits || !Result)) {
      Text = Try;
      Result = Here;
      llvm::copy(Inner, By.begin());
    }
    if (Fits)
      break;
  }
  return Result;
}

/// Descends into structures and arrays by a byte offset; adds to Text. A bit
/// field is given as the member that it is.
static const DIType *descend(const DIType *T, int64_t Offset, bool Pointer,
                             std::string &Text, bool Last, NamedIndices By,
                             Wanted Want) {
  T = plainType(T);
  // An element of an array of structures, or of arrays, behind a pointer.
  if (Pointer && isa_and_nonnull<DICompositeType>(T) && bytesOf(T) &&
      indexFor(By, bytesOf(T)) && Offset >= 0) {
    Text += subscript(Offset, bytesOf(T), By);
    Offset %= bytesOf(T);
    Pointer = false;
  }
  while (true) {
    auto *C = dyn_cast_or_null<DICompositeType>(T);
    if (!C)
      break;
    if (C->getTag() == dwarf::DW_TAG_structure_type ||
        C->getTag() == dwarf::DW_TAG_union_type) {
      return descendInto(C, Offset, Pointer, Text, Last, By, Want);
    } else if (C->getTag() == dwarf::DW_TAG_array_type) {
      SmallVector<Dimension, 3> Dimensions = knownDimensions(C);
      if (Dimensions.empty() || Pointer)
        return nullptr;
      for (const Dimension &D : Dimensions) {
        if (NamedIndex *I = indexFor(By, D.Size)) {
          I->Element = Offset / D.Size;
          I->Count = D.Count;
        }
        Text += subscript(Offset, D.Size, By);
        Offset %= D.Size;
      }
      T = plainType(C->getBaseType());
    } else {
      break;
    }
  }
  if (Pointer) {
    // A pointer to scalars: element by number.
    if (!bytesOf(T) || Offset % bytesOf(T))
      return nullptr;
    Text = Offset || !Last || !By.empty()
               ? Text + subscript(Offset, bytesOf(T), By)
               : "*" + Text;
    Offset = 0;
  }
  return Offset == 0 && llvm::all_of(By, [](auto &I) { return I.Used; })
             ? T
             : nullptr;
}

/// The variable is declared before the statement, in a scope around it.
bool Paths::visible(const AllocaInst *A, int At) const {
  const DILocalVariable *V = Index.variableOf(A);
  if (!V || V->getName().empty())
    return false;
  if (V->getArg())
    return true;
  const Program &Prog = Index.program();
  int D = Index.scopeOf(A);
  if (D < 0)
    return false;
  // D: the declarator, or the loop whose header declares it.
  const Stmt *S = &Prog.Stmts[D];
  bool Header = S->Kind != StmtKind::Declarator;
  if (!Header &&
      (S->Parent < 0 || S->Range.Begin >= Prog.Stmts[At].Range.Begin))
    return false;
  int Around = Header ? D : Prog.Stmts[S->Parent].Parent;
  for (int Up = Prog.Stmts[At].Parent; Up >= 0; Up = Prog.Stmts[Up].Parent)
    if (Up == Around)
      return true;
  return false;
}

/// The static variable of a function is declared on a line before the
/// statement, in a scope around it.
bool Paths::visible(const DIGlobalVariable *V, const DILocalScope *Scope,
                    int At) const {
  if (V->getLine() >= Index.program().Stmts[At].Range.Line)
    return false;
  if (isa<DISubprogram>(Scope))
    return true;
  for (const Instruction *I : Index.instructions(At)) {
    const DILocation *Place = I->getDebugLoc().get();
    const DIScope *Around = Place ? Place->getScope() : nullptr;
    while (Around && Around != Scope)
      Around = isa<DISubprogram>(Around) ? nullptr : Around->getScope();
    if (Around)
      return true;
  }
  return false;
}

/// It is defined above F, in the same file, or code of F or above F names it.
bool Paths::visible(const GlobalVariable *G, const llvm::Function *F,
                    int At) const {
  SmallVector<DIGlobalVariableExpression *, 1> Static;
  G->getDebugInfo(Static);
  if (!Static.empty())
    if (auto *Scope = dyn_cast_or_null<DILocalScope>(
            Static[0]->getVariable()->getScope()))
      return visible(Static[0]->getVariable(), Scope, At);
  int Id = Index.functionOf(F);
  if (Id < 0)
    return false;
  const SourceRange &Home = Index.program().Functions[Id].Range;
  SmallVector<DIGlobalVariableExpression *, 1> Infos;
  G->getDebugInfo(Infos);
  for (const DIGlobalVariableExpression *Info : Infos) {
    const DIGlobalVariable *V = Info->getVariable();
    if (V->getFile() && Index.fileOf(V->getFile()) == int(Home.File) &&
        F->getSubprogram() && V->getLine() < F->getSubprogram()->getLine())
      return true;
  }
  for (const User *U : G->users())
    if (auto *I = dyn_cast<Instruction>(U)) {
      int Other = Index.functionOf(I->getFunction());
      if (Other < 0)
        continue;
      const SourceRange &Use = Index.program().Functions[Other].Range;
      if (Use.File == Home.File && Use.Begin <= Home.Begin)
        return true;
    }
  return false;
}

/// A static variable of a function is known there alone.
bool Paths::isInside(const DIGlobalVariable *V, const llvm::Function *F) const {
  auto *S = dyn_cast_or_null<DILocalScope>(V->getScope());
  const DISubprogram *Here = F->getSubprogram();
  return !S || (Here && S->getSubprogram()->getName() == Here->getName() &&
                S->getSubprogram()->getLine() == Here->getLine());
}

const Value *Paths::variable(StringRef Name, const llvm::Function *F,
                             int At) const {
  // Of locals the innermost: the one that is declared last.
  const Value *Found = nullptr;
  long Last = -1;
  for (const Instruction &I : instructions(*F)) {
    auto *A = dyn_cast<AllocaInst>(&I);
    const DILocalVariable *V = A ? Index.variableOf(A) : nullptr;
    if (!V || V->getName() != Name || !visible(A, At))
      continue;
    int D = V->getArg() ? -1 : Index.scopeOf(A);
    long Place = D < 0 ? 0 : long(Index.program().Stmts[D].Range.Begin) + 1;
    if (Place > Last) {
      Last = Place;
      Found = A;
    }
  }
  bool Local = false;
  for (const GlobalVariable &G : Index.module().globals()) {
    if (Last >= 0 || Local)
      break;
    SmallVector<DIGlobalVariableExpression *, 1> Infos;
    G.getDebugInfo(Infos);
    if (Infos.empty())
      continue;
    const DIGlobalVariable *V = Infos[0]->getVariable();
    if (V->getName() != Name || !isInside(V, F) || !visible(&G, F, At))
      continue;
    Local = isa_and_nonnull<DILocalScope>(V->getScope());
    Found = &G;
  }
  return Found;
}

/// The type of what stands at the path, and its text; null if there is no name.
const DIType *Paths::locate(const MemoryPath &P, const llvm::Function *F,
                            int At, std::string &Text, bool ToPointer) const {
  const DIType *T = nullptr;
  if (auto *A = dyn_cast_or_null<AllocaInst>(P.Root)) {
    if (A->getFunction() != F || !visible(A, At))
      return nullptr;
    Text = Index.variableOf(A)->getName().str();
    T = Index.variableOf(A)->getType();
    // An inner variable of the same name hides it.
    for (const Instruction &I : instructions(*F))
      if (auto *B = dyn_cast<AllocaInst>(&I))
        if (B != A && Index.variableOf(B) &&
            Index.variableOf(B)->getName() == Text && visible(B, At))
          return nullptr;
  } else if (auto *G = dyn_cast_or_null<GlobalVariable>(P.Root)) {
    SmallVector<DIGlobalVariableExpression *, 1> Infos;
    G->getDebugInfo(Infos);
    if (Infos.empty() || !visible(G, F, At))
      return nullptr;
    const DIGlobalVariable *V = Infos[0]->getVariable();
    if (!isInside(V, F) || variable(V->getName(), F, At) != G)
      return nullptr; // or a local variable hides it
    Text = V->getName().str();
    T = V->getType();
  } else {
    return nullptr;
  }
  bool Pointer = false;
  T = follow(P, T, Text, Pointer, F, At, ToPointer);
  return T ? plainType(descend(T, 0, Pointer, Text, true, {},
                               Wanted(P, P.Steps.size(), ToPointer)))
           : nullptr;
}

std::string Paths::render(const MemoryPath &P, const llvm::Function *F, int At,
                          bool WantPointer) const {
  std::string Text;
  const DIType *T = locate(P, F, At, Text, WantPointer);
  bool Is = WantPointer  ? isPointer(T)
            : P.Floating ? isFloating(T) && T->getSizeInBits() == 8 * P.Bytes
                         : isInteger(T);
  return Is ? Text : "";
}

std::string Paths::address(const MemoryPath &P, const llvm::Function *F,
                           int At) const {
  std::string Text;
  const Value *Found = nullptr;
  if (!P.Steps.empty())
    return "";
  if (auto *A = dyn_cast_or_null<AllocaInst>(P.Root)) {
    const DILocalVariable *V = Index.variableOf(A);
    Text = V ? V->getName().str() : "";
  } else if (auto *G = dyn_cast_or_null<GlobalVariable>(P.Root)) {
    SmallVector<DIGlobalVariableExpression *, 1> Infos;
    G->getDebugInfo(Infos);
    Text = Infos.empty() ? "" : Infos[0]->getVariable()->getName().str();
  }
  Found = Text.empty() ? nullptr : variable(Text, F, At);
  if (Found != P.Root)
    return "";
  auto *C = dyn_cast_or_null<DICompositeType>(plainType(typeOf(Found)));
  bool Array = C && C->getTag() == dwarf::DW_TAG_array_type;
  return Array ? Text : "&" + Text;
}

bool Paths::isUnsigned(const MemoryPath &P, const llvm::Function *F,
                       int At) const {
  std::string Text;
  const DIType *T = locate(P, F, At, Text);
  if (const DIDerivedType *M = bitField(T)) // narrow ones become int
    T = M->getSizeInBits() < 32 ? nullptr : plainType(M->getBaseType());
  auto *B = dyn_cast_or_null<DIBasicType>(T);
  return B && B->getEncoding() == dwarf::DW_ATE_unsigned;
}

/// Null: there is no name. Pointer: T is what Text points to.
const DIType *Paths::follow(const MemoryPath &P, const DIType *T,
                            std::string &Text, bool &Pointer,
                            const llvm::Function *F, int At,
                            bool ToPointer) const {
  for (size_t K = 0; K < P.Steps.size(); ++K) {
    if (P.Steps[K].Follow) {
      T = descend(T, 0, Pointer, Text, false, {}, Wanted(P, K));
      auto *D = dyn_cast_or_null<DIDerivedType>(plainType(T));
      if (!D || D->getTag() != dwarf::DW_TAG_pointer_type)
        return nullptr;
      T = D->getBaseType();
      Pointer = true;
      continue;
    }
    ElementSteps Element(P, K);
    for (NamedIndex &I : Element.By) {
      I.Text = render(*I.Of->Path, F, At);
      if (I.Text.empty())
        return nullptr;
      I.Text = I.with(I.Of->Addend);
      I.Used = false;
    }
    T = descend(T, Element.Bytes, Pointer, Text, false, Element.By,
                Wanted(P, Element.End, ToPointer));
    K = Element.End - 1;
    Pointer = false;
    if (!T)
      return nullptr;
  }
  return T;
}

/// Adds the guards of the steps on the way, those of an index in front of those
/// of its step; false if there is no name.
static bool addGuards(const MemoryPath &P, Paths::Guard Of,
                      std::vector<std::string> &Out) {
  for (size_t K = 0; K < P.Steps.size(); ++K)
    if ((P.Steps[K].By && !addGuards(*P.Steps[K].By->Path, Of, Out)) ||
        !Of(P, K, Out))
      return false;
  return true;
}

std::string Paths::renderGuarded(const MemoryPath &P, const llvm::Function *F,
                                 int At, Guard Of, bool Pointer) const {
  std::string Text = render(P, F, At, Pointer);
  std::vector<std::string> All, Guards;
  if (Text.empty() || !addGuards(P, Of, All))
    return "";
  for (std::string &G : All)
    if (!is_contained(Guards, G))
      Guards.push_back(std::move(G));
  return Guards.empty() ? Text : join(Guards, " && ") + " ? " + Text + " : 0";
}

bool Paths::guard(const MemoryPath &P, size_t Step, const llvm::Function *F,
                  int At, std::vector<std::string> &Out) const {
  const MemoryPath::Step &S = P.Steps[Step];
  if (S.Follow) {
    Out.push_back(render(P.prefix(Step), F, At, true));
    return !Out.back().empty();
  }
  IndexRange In = indexRange(P, Step);
  if (!In.End)
    return true;
  std::string Text = render(*S.By->Path, F, At);
  if (In.First > 0 || !isUnsigned(*S.By->Path, F, At))
    Out.push_back(Text + " >= " + std::to_string(In.First));
  Out.push_back(Text + " < " + std::to_string(In.End));
  return !Text.empty();
}

const DIType *Paths::typeOf(const Value *Variable) const {
  if (auto *A = dyn_cast_or_null<AllocaInst>(Variable)) {
    const DILocalVariable *V = Index.variableOf(A);
    return V ? V->getType() : nullptr;
  }
  SmallVector<DIGlobalVariableExpression *, 1> Infos;
  if (auto *G = dyn_cast_or_null<GlobalVariable>(Variable))
    G->getDebugInfo(Infos);
  return Infos.empty() ? nullptr : Infos[0]->getVariable()->getType();
}

std::vector<MemoryPath> Paths::siblings(const MemoryPath &P) const {
  const DIType *T = typeOf(P.Root);
  // The structure behind the last pointer.
  size_t Front = 0;
  int64_t Offset = 0;
  std::string Text;
  for (size_t I = 0; I < P.Steps.size() && T; ++I) {
    if (P.Steps[I].By)
      return {};
    if (!P.Steps[I].Follow) {
      Offset += P.Steps[I].Bytes;
      continue;
    }
    auto *D = dyn_cast_or_null<DIDerivedType>(
        plainType(descend(T, Offset, false, Text)));
    T = D && D->getTag() == dwarf::DW_TAG_pointer_type ? D->getBaseType()
                                                       : nullptr;
    Front = I + 1;
    Offset = 0;
  }
  std::vector<MemoryPath> Result;
  auto *C = dyn_cast_or_null<DICompositeType>(plainType(T));
  if (!C || C->getTag() != dwarf::DW_TAG_structure_type)
    return Result;
  for (const DINode *N : C->getElements()) {
    auto *M = dyn_cast<DIDerivedType>(N);
    if (!M || M->getTag() != dwarf::DW_TAG_member || M->isBitField() ||
        !isInteger(plainType(M->getBaseType())))
      continue;
    int64_t Start = int64_t(M->getOffsetInBits() / 8);
    if (Start == Offset)
      continue;
    Result.push_back(P.prefix(Front));
    Result.back().add(Start);
  }
  return Result;
}

/// The elements of the innermost array of elements of Size bytes that begins
/// Offset bytes into the type.
static unsigned elementsAt(const DIType *T, int64_t Offset, int64_t Size) {
  T = plainType(T);
  while (auto *C = dyn_cast_or_null<DICompositeType>(T)) {
    if (C->getTag() == dwarf::DW_TAG_array_type) {
      SmallVector<Dimension, 3> Dimensions = knownDimensions(C);
      for (const Dimension &D : Dimensions) {
        if (D.Size == Size)
          return Offset ? 0 : unsigned(D.Count);
        Offset %= D.Size;
      }
      T = Dimensions.empty() ? nullptr : plainType(C->getBaseType());
      continue;
    }
    const DIType *Inner = nullptr;
    for (const DINode *N : C->getElements())
      if (auto *M = dyn_cast<DIDerivedType>(N)) {
        int64_t Start = int64_t(M->getOffsetInBits() / 8);
        if (M->getTag() != dwarf::DW_TAG_member || M->isBitField() ||
            Offset < Start || Offset >= Start + int64_t(M->getSizeInBits() / 8))
          continue;
        Inner = plainType(M->getBaseType());
        Offset -= Start;
        break;
      }
    T = Inner;
  }
  return 0;
}

unsigned Paths::numElements(const MemoryPath &P, int64_t Size) const {
  const DIType *T = typeOf(P.Root);
  int64_t Offset = 0;
  std::string Text;
  bool ByIndex = false; // an index says which array it is, not how long
  for (const MemoryPath::Step &S : P.Steps) {
    ByIndex |= bool(S.By);
    if (S.Follow && ByIndex)
      return 0;
    if (!S.Follow) {
      Offset += S.Bytes;
      continue;
    }
    auto *D = dyn_cast_or_null<DIDerivedType>(
        plainType(descend(T, Offset, false, Text)));
    if (!D || D->getTag() != dwarf::DW_TAG_pointer_type)
      return 0;
    T = D->getBaseType();
    Offset = 0;
  }
  return elementsAt(T, Offset, Size);
}

/// The type of what stands at the path; null if it is not known.
static const DIType *endOf(const MemoryPath &P, const DIType *T,
                           bool *InUnion = nullptr,
                           SmallVectorImpl<NamedIndex> *Indices = nullptr) {
  bool Pointer = false;
  std::string Text;
  auto Want = [&](size_t Step) {
    Wanted Result(P, Step);
    Result.InUnion = InUnion;
    return Result;
  };
  for (size_t K = 0; K < P.Steps.size(); ++K) {
    if (!P.Steps[K].Follow) {
      ElementSteps Element(P, K);
      T = descend(T, Element.Bytes, Pointer, Text, false, Element.By,
                  Want(Element.End));
      if (Indices)
        Indices->append(Element.By.begin(), Element.By.end());
      K = Element.End - 1;
      Pointer = false;
      continue;
    }
    T = descend(T, 0, Pointer, Text, false, {}, Want(K));
    Pointer = true;
    auto *D = dyn_cast_or_null<DIDerivedType>(plainType(T));
    if (!D || !isPointer(D))
      return nullptr;
    T = D->getBaseType();
  }
  return plainType(
      descend(T, 0, Pointer, Text, true, {}, Want(P.Steps.size())));
}

bool Paths::isInUnion(const MemoryPath &P) const {
  bool Result = false;
  endOf(P, typeOf(P.Root), &Result);
  return Result;
}

Paths::IndexRange Paths::indexRange(const MemoryPath &P, size_t Step) const {
  const std::optional<MemoryPath::Index> &By = P.Steps[Step].By;
  SmallVector<NamedIndex, 4> Indices;
  if (By)
    endOf(P, typeOf(P.Root), nullptr, &Indices);
  for (const NamedIndex &I : Indices)
    if (I.Of == &*By && I.Count) {
      int64_t First = -By->Addend - I.Element;
      return {First, First + I.Count};
    }
  return {};
}

unsigned Paths::bytesAt(const MemoryPath &P) const {
  const DIType *T = endOf(P, typeOf(P.Root));
  return T ? unsigned(T->getSizeInBits() / 8) : 0;
}

const DIType *Paths::pointee(const MemoryPath &P, bool Address) const {
  const DIType *T =
      Address ? plainType(typeOf(P.Root)) : endOf(P, typeOf(P.Root));
  auto *C = dyn_cast_or_null<DICompositeType>(T);
  if (Address && C && C->getTag() == dwarf::DW_TAG_array_type)
    return C->getElements().size() == 1 ? plainType(C->getBaseType()) : nullptr;
  if (Address)
    return T;
  return isPointer(T) ? plainType(cast<DIDerivedType>(T)->getBaseType())
                      : nullptr;
}

bool Paths::isBitField(const MemoryPath &P) const {
  return P.Part.Width && bitField(endOf(P, typeOf(P.Root)));
}

PlaceSet Paths::followed(const PlaceSet &At) const {
  PlaceSet Result;
  DenseSet<const PlaceSet *> Taken; // thousands of places share large ones
  auto Take = [&](unsigned Place) {
    const PlaceSet &Contents = Pts.contents(Place);
    if (Taken.insert(&Contents).second)
      Result |= Contents;
  };
  for (unsigned Place : At) {
    unsigned Object = Objects.placeInfo(Place).Object;
    if (Objects.placeInfo(Place).Offset == MemoryObjects::Anywhere)
      for (unsigned Q : Objects.object(Object).Places)
        Take(Q);
    Take(Place);
    Take(Objects.anywhere(Object));
  }
  return Result;
}

AtomSet Paths::endAtoms(const MemoryPath &P) const {
  MemoryPath Front = P;
  while (!Front.Steps.empty() && !Front.Steps.back().Follow)
    Front.Steps.pop_back();
  AtomSet Result = atoms(P);
  if (Front.Steps.empty())
    return Result;
  Front.Steps.pop_back();
  Result.intersectWithComplement(atoms(Front));
  return Result;
}

AtomSet Paths::wayAtoms(const MemoryPath &P) const {
  AtomSet Result;
  for (size_t K = 0; K < P.Steps.size(); ++K) {
    if (P.Steps[K].Follow)
      Result |= endAtoms(P.prefix(K));
    if (P.Steps[K].By)
      Result |= atoms(*P.Steps[K].By->Path);
  }
  return Result;
}

AtomSet Paths::atoms(const MemoryPath &P) const {
  AtomSet Result;
  PlaceSet At;
  unsigned O = Objects.objectOf(P.Root);
  if (O == ~0u)
    return Result;
  At.set(Objects.place(O, 0));
  auto Read = [&](int64_t Bytes) {
    for (unsigned Place : At)
      Result |= Memory.placeRegion(Place, Bytes, false);
  };
  for (const MemoryPath::Step &S : P.Steps) {
    PlaceSet Next;
    if (S.Follow) {
      Read(8);
      Next = followed(At);
    } else {
      if (S.By)
        Result |= atoms(*S.By->Path);
      for (unsigned Place : S.By ? Pts.pointees(S.By->Element) : At) {
        unsigned Q = Objects.moved(Place, S.By ? S.Behind : S.Bytes);
        if (Q != ~0u)
          Next.set(Q);
      }
    }
    At = Next;
  }
  Read(1);
  return Result;
}

} // namespace skel
