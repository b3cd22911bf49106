//===- Names.cpp - facts of the analyses by source names ------------------===//
//
// Fields by debug information.
//
//===----------------------------------------------------------------------===//
#include "Names.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace skel {

Names::Names(const Phases &Done, const Sources &Src)
    : P(Done), Prog(Done.Index.program()), Text(Src) {
  for (const Stmt &S : Prog.Stmts)
    ++Uses[text(S)];
}

std::string Names::function(const llvm::Function *F) {
  const DISubprogram *D = F->getSubprogram();
  return D ? D->getName().str() : F->getName().str();
}

static const DIType *plain(const DIType *T) {
  while (auto *D = dyn_cast_or_null<DIDerivedType>(T)) {
    unsigned Tag = D->getTag();
    if (Tag != dwarf::DW_TAG_typedef && Tag != dwarf::DW_TAG_const_type &&
        Tag != dwarf::DW_TAG_volatile_type && Tag != dwarf::DW_TAG_member)
      break;
    T = D->getBaseType();
  }
  return T;
}

/// The scalar at a byte of something of type T, or (Outer) the structure that
/// begins there; of a union its first member there.
static std::string member(const DIType *T, uint64_t Offset, bool Outer) {
  T = plain(T);
  auto *C = dyn_cast_or_null<DICompositeType>(T);
  if (C && C->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *Element = plain(C->getBaseType());
    uint64_t Size = Element->getSizeInBits() / 8;
    std::string Result;
    for (unsigned K = 0; K < C->getElements().size(); ++K) // dimensions
      Result += "[]";
    return Result + member(Element, Size ? Offset % Size : 0, Outer);
  }
  if (C && C->getTag() != dwarf::DW_TAG_enumeration_type &&
      !(Outer && Offset == 0))
    for (const DINode *E : C->getElements()) {
      auto *D = cast<DIDerivedType>(E);
      uint64_t Start = D->getOffsetInBits() / 8, Size = D->getSizeInBits() / 8;
      if (Start <= Offset && (Offset < Start + Size || !Size))
        return "." + D->getName().str() +
               member(D->getBaseType(), Offset - Start, Outer);
    }
  return Offset ? "+" + std::to_string(Offset) : "";
}

/// A global variable's debug information, or null.
static const DIGlobalVariable *debugOf(const GlobalVariable *G) {
  SmallVector<DIGlobalVariableExpression *, 1> Found;
  G->getDebugInfo(Found);
  return Found.empty() ? nullptr : Found[0]->getVariable();
}

static std::string quoted(StringRef Text) {
  std::string Result;
  raw_string_ostream OS(Result);
  OS << '"';
  OS.write_escaped(Text);
  OS << '"';
  return Result;
}

std::string Names::variable(const Value *Address) const {
  if (auto *A = dyn_cast<AllocaInst>(Address)) {
    const DILocalVariable *V = P.Index.variableOf(A);
    return function(A->getFunction()) + "." +
           (V ? V->getName().str() : "(" + A->getName().str() + ")");
  }
  auto *G = dyn_cast<GlobalVariable>(Address);
  if (!G)
    return "";
  if (const DIGlobalVariable *V = debugOf(G); V && !V->getName().empty()) {
    auto *In = dyn_cast_or_null<DILocalScope>(V->getScope());
    return (In ? In->getSubprogram()->getName().str() + "." : "") +
           V->getName().str();
  }
  if (G->hasInitializer())
    if (auto *D = dyn_cast<ConstantDataSequential>(G->getInitializer()))
      if (D->isCString())
        return quoted(D->getAsCString());
  return G->getName().str();
}

/// The line of a call that makes an object; behind it those of the calls that
/// its function has been copied for.
std::string Names::site(const CallBase *C) const {
  std::string Result =
      C->getDebugLoc() ? std::to_string(C->getDebugLoc().getLine()) : "";
  const llvm::Function *F = C->getFunction();
  int Id = P.Index.functionOf(F);
  auto Callers = P.Index.callers(F);
  if (Id >= 0 && P.Index.copies(Id).size() > 1 && Callers.size() == 1)
    Result += "<" + site(Callers[0]);
  return Result;
}

std::string Names::place(unsigned Object, int64_t Offset, bool Outer) const {
  const MemObject &O = P.Objects.object(Object);
  bool Anywhere = Offset == MemoryObjects::Anywhere;
  std::string Tail = Anywhere     ? "[*]"
                     : Offset > 0 ? "+" + std::to_string(Offset)
                                  : "";
  auto *Site = dyn_cast_or_null<CallBase>(O.Site);
  switch (O.K) {
  case MemObject::Local:
  case MemObject::Global: {
    std::string Name = variable(O.Site);
    if (O.Type && !O.Type->isAggregateType())
      return Name;
    const DIType *T = nullptr;
    if (auto *A = dyn_cast<AllocaInst>(O.Site)) {
      const DILocalVariable *V = P.Index.variableOf(A);
      T = V ? V->getType() : nullptr;
    } else if (const auto *D = debugOf(cast<GlobalVariable>(O.Site))) {
      T = D->getName().empty() ? nullptr : D->getType();
    }
    return Name + (T && !Anywhere ? member(T, uint64_t(Offset), Outer) : Tail);
  }
  case MemObject::Heap:
    return "heap@" + site(Site) + Tail;
  case MemObject::Code:
    return function(cast<llvm::Function>(O.Site)) + "()";
  case MemObject::Stream:
    return Site ? "stream@" + site(Site) : O.Name;
  case MemObject::Handle:
    return Site ? "handle@" + site(Site) : O.Name;
  case MemObject::VarArgs:
  case MemObject::Outside:
  case MemObject::State:
  case MemObject::Message:
    return "<" + O.Name + ">";
  }
  return "";
}

NameSet Names::places(const PlaceSet &Set) const {
  NameSet Result;
  for (unsigned Q : Set)
    Result.insert(place(P.Objects.placeInfo(Q).Object,
                        P.Objects.placeInfo(Q).Offset, true));
  return Result;
}

NameSet Names::atoms(const AtomSet &Set) const {
  NameSet Result;
  for (unsigned A : Set) {
    unsigned O = P.Memory.objectOfAtom(A);
    std::string Name = P.Memory.atomName(A);
    bool Variable = P.Objects.object(O).K == MemObject::Local ||
                    P.Objects.object(O).K == MemObject::Global;
    if (P.Memory.isLeading(O))
      Result.insert(
          (Variable ? variable(P.Objects.object(O).Site) : place(O, 0)) +
          Name.substr(Name.rfind('[')));
    else
      Result.insert(place(O, Variable && !P.Memory.atomType(A)
                                 ? MemoryObjects::Anywhere
                                 : P.Memory.atomOffset(A)));
  }
  return Result;
}

std::string Names::text(const Stmt &S) const {
  const SourceRange &R = S.Header.empty() ? S.Range : S.Header;
  std::string Result;
  if (S.Kind == StmtKind::Compound)
    return "{}";
  if (R.File >= Text.Text.size())
    return "?";
  bool InText = false;
  for (char C : Text.Text[R.File].substr(R.Begin, R.End - R.Begin)) {
    InText ^= C == '"';
    bool Blank = C == ' ' || C == '\n' || C == '\t' || (C == '\\' && !InText);
    if (!Blank)
      Result += C;
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  }
  return Result;
}

std::string Names::statement(unsigned Stmt) const {
  const struct Stmt &S = Prog.Stmts[Stmt];
  std::string T = text(S);
  auto It = Uses.find(T);
  std::string Line = It != Uses.end() && It->second > 1
                         ? "@" + std::to_string(S.Range.Line)
                         : "";
  return "\"" + T + "\"" + Line;
}

NameSet Names::callees(const CallBase *C) const {
  NameSet Result;
  StringRef External = IrIndex::externalName(C);
  if (!External.empty())
    Result.insert(External.str());
  for (auto Targets : {P.Pts.callees(C), P.Pts.externals(C)})
    for (const llvm::Function *F : Targets)
      Result.insert(function(F));
  return Result;
}

} // namespace skel
