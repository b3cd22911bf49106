//===- FileNames.cpp - which names of files may be equal ------------------===//
//
// Goes from an argument to what fills the memory that it points to, and from
// there to constant texts, formats, and elements of argv.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/FileNames.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/model/MpiTable.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

bool mayBeOneText(StringRef A, StringRef B) {
  if (!(A.contains('#') || A.contains('*') || B.contains('#') ||
        B.contains('*')))
    return A == B;
  auto Varies = [](char C) { return C == '#' || C == '*'; };
  auto May = [](char Pattern, char C) { // a conversion, a character
    return Pattern == '*' || StringRef("0123456789-+ ").contains(C);
  };
  // Fits[I][J]: what is left of A from I on, and of B from J on.
  std::vector<std::vector<char>> Fits(A.size() + 1,
                                      std::vector<char>(B.size() + 1, false));
  for (size_t I = A.size() + 1; I-- > 0;)
    for (size_t J = B.size() + 1; J-- > 0;) {
      bool InA = I < A.size(), InB = J < B.size();
      bool VariesA = InA && Varies(A[I]), VariesB = InB && Varies(B[J]);
      bool Fit = !InA && !InB;
      if (VariesA)
        Fit |= Fits[I + 1][J] || (InB && May(A[I], B[J]) && Fits[I][J + 1]);
      if (VariesB)
        Fit |= Fits[I][J + 1] || (InA && May(B[J], A[I]) && Fits[I + 1][J]);
      if (InA && InB && A[I] == B[J])
        Fit |= Fits[I + 1][J + 1];
      Fits[I][J] = Fit;
    }
  return Fits[0][0];
}

/// A format's text with '#' or '*' for each conversion.
static std::string patternOf(StringRef Format) {
  std::string Result;
  while (!Format.empty()) {
    size_t At = Format.find('%');
    Result += Format.substr(0, At);
    if (At == StringRef::npos)
      break;
    Format = Format.substr(At + 1);
    size_t End = Format.find_first_not_of("0123456789*.-+ #$'lhLqjzt");
    char Letter = End == StringRef::npos ? '\0' : Format[End];
    Format = Format.substr(End == StringRef::npos ? End : End + 1);
    Result += Letter == '%'                       ? "%"
              : StringRef("diu").contains(Letter) ? "#"
                                                  : "*";
  }
  return Result;
}

/// How many characters a text with this pattern has at least.
static size_t leastLength(StringRef Pattern) {
  return Pattern.size() - Pattern.count('*');
}

/// What the searches for all names share.
struct FileNames::Texts {
  Texts(const Module &M, const MemoryObjects &Objects, const PointsTo &Pts);

  StoredPointers Stored;
  /// Stores of bytes, copies, and calls of functions that are not the
  /// program's.
  std::vector<const Instruction *> Fillers;
  /// Pointers that are known to lead to the first byte of a text, or not to.
  DenseMap<const Value *, bool> Beginnings;
  unsigned Parts = 0; ///< searches for whole texts, of which a part is a name
};

FileNames::Texts::Texts(const Module &M, const MemoryObjects &Objects,
                        const PointsTo &Pts)
    : Stored(M, Objects, Pts) {
  for (const llvm::Function &F : M)
    for (const Instruction &I : instructions(F)) {
      auto *S = dyn_cast<StoreInst>(&I);
      auto *C = dyn_cast<CallBase>(&I);
      if ((S && S->getValueOperand()->getType()->isIntegerTy(8)) ||
          isa<MemTransferInst>(I) || (C && !isa<IntrinsicInst>(C)))
        Fillers.push_back(&I);
    }
}

/// Goes back from one argument to all names that it may be.
class FileNames::Finder {
public:
  Finder(const FileNames &Files, Paths &Result)
      : Files(Files), Program(*Files.Program), Objects(Files.Objects),
        Pts(Files.Pts), Result(Result.Last), Folders(Result.Folders) {}

  void text(const Value *Pointer);

private:
  void add(FileName::Kind K, StringRef Pattern = "", uint64_t Place = 0,
           const Instruction *Site = nullptr) {
    if (K == FileName::Unknown)
      Result.clear(); // it stands for all others
    if (!isAny(Result))
      Result.insert({K, Pattern.str(), Place, Site});
  }
  static bool isAny(const NameSet &Names) {
    return !Names.empty() && Names.rbegin()->K == FileName::Unknown;
  }
  /// More cannot be found.
  bool isAny() const { return isAny(Result) && isAny(Folders); }
  using Work = SmallVectorImpl<const Value *>;
  void pattern(StringRef Pattern);
  void unknown();
  void variable(StringRef Name);
  void part(const Value *Pointer);
  bool leadsInside(const Value *Pointer);
  bool leadsInsideWith(const Value *V, StoredPointers::Search &S, Work &Others);
  void memory(unsigned Object, const Value *Pointer);
  void memoryAt(unsigned Object, const PlaceSet &At);
  bool copyOf(const Value *Source, int64_t From, const PlaceSet &At);
  bool fills(const Instruction &I, unsigned Object, const PlaceSet &To);
  bool callFills(const CallBase &C, unsigned Object, const PlaceSet &To);
  void formatted(const CallBase &C, unsigned Format, bool Begins);
  void copied(const Value *From, bool Begins);
  bool isCut(const CallBase &C, unsigned From) const;
  bool begins(const Value *Pointer);
  bool beginsWith(const Value *V, StoredPointers::Search &S, Work &Others);
  bool given(const Value *Pointer);
  bool givenWith(const Value *V, Work &Others);
  bool givenByLoad(const LoadInst &L, Work &Others);
  bool givenByCall(const CallBase &C, Work &Others);
  bool isArguments(const Value *Vector, unsigned Depth = 0) const;
  bool pointsInto(const Value *Pointer, unsigned Object) const;

  const FileNames &Files;
  Texts &Program;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  NameSet &Result, &Folders;
  DenseSet<const Value *> SeenTexts, SeenGiven;
  DenseSet<unsigned> SeenPlaces;
  StoredPointers::Search ReadGiven;
  bool OfWhole = false; ///< only where a text comes from is asked
};

/// Nothing is known of the path.
void FileNames::Finder::unknown() {
  add(FileName::Unknown);
  Folders.insert({FileName::Unknown, "", 0, nullptr});
}

/// A path, or the pattern of one. A component with nothing of its own in it may
/// be any that the program makes.
void FileNames::Finder::pattern(StringRef Path) {
  auto Add = [](NameSet &To, StringRef Component) {
    if (!isAny(To))
      To.insert({FileName::Text,
                 Component.trim("#*").empty() ? "*" : Component.str(), 0,
                 nullptr});
  };
  if (Path.contains('*')) // it may stand for folders, too
    Folders.insert({FileName::Unknown, "", 0, nullptr});
  SmallVector<StringRef, 8> Components;
  Path.split(Components, '/', -1, false);
  if (Components.empty())
    return Add(Result, Path);
  Add(Result, Components.pop_back_val());
  for (StringRef Component : Components)
    if (Component != "." && Component != "..")
      Add(Folders, Component);
}

void FileNames::Finder::text(const Value *Pointer) {
  if (isAny() || !SeenTexts.insert(Pointer).second)
    return;
  if (StringRef Path = knownText(Pointer); !Path.empty())
    return pattern(Path);
  bool Outside = false;
  bool Inside = !OfWhole && leadsInside(Pointer);
  for (unsigned P : Pts.pointees(Pointer)) {
    unsigned O = Objects.placeInfo(P).Object;
    const MemObject &In = Objects.object(O);
    StringRef Path = In.Site ? knownText(In.Site) : "";
    if (In.K == MemObject::Outside)
      Outside = true;
    else if (Inside)
      return part(Pointer);
    else if (!Path.empty())
      pattern(Path);
    else if (In.K != MemObject::Code)
      memory(O, Pointer);
  }
  if (Outside && !given(Pointer))
    add(FileName::Given);
  if (Pts.isLost(Pointer))
    unknown();
}

/// The name is a part of a text. One of the user's is a name that the user
/// gives.
void FileNames::Finder::part(const Value *Pointer) {
  constexpr unsigned Most = 4;
  Paths Whole;
  if (Program.Parts < Most) {
    Finder Search(Files, Whole);
    Search.OfWhole = true;
    ++Program.Parts;
    Search.text(Pointer);
    --Program.Parts;
  }
  bool Given = llvm::all_of(Whole.Last, [](const FileName &N) {
    return N.K != FileName::Text && N.K != FileName::Unknown;
  });
  Given && !Whole.Last.empty() ? add(FileName::Given) : unknown();
}

bool FileNames::Finder::pointsInto(const Value *Pointer,
                                   unsigned Object) const {
  return Pointer->getType()->isPointerTy() &&
         llvm::any_of(Pts.pointees(Pointer), [&](unsigned P) {
           return Objects.placeInfo(P).Object == Object;
         });
}

/// What the program writes into an object, at the places where Pointer points.
void FileNames::Finder::memory(unsigned Object, const Value *Pointer) {
  PlaceSet To;
  for (unsigned P : Pts.pointees(Pointer))
    if (Objects.placeInfo(P).Object == Object)
      To.set(P);
  memoryAt(Object, To);
}

void FileNames::Finder::memoryAt(unsigned Object, const PlaceSet &At) {
  if (isAny() || !SeenPlaces.insert(*At.begin()).second)
    return;
  PlaceSet To = At;
  bool Anywhere = To.test(Objects.anywhere(Object));
  To.set(Objects.anywhere(Object));
  bool Filled = false;
  const Value *Site = Objects.object(Object).Site;
  if (auto *G = dyn_cast_or_null<GlobalVariable>(Site))
    if (G->hasInitializer())
      if (auto *T = dyn_cast<ConstantDataSequential>(G->getInitializer());
          T && T->isString()) {
        StringRef Path = T->getAsString();
        if (!Path.starts_with(StringRef("\0", 1)))
          pattern(Path.substr(0, Path.find('\0')));
        Filled = true;
      }
  if (Anywhere)
    for (unsigned P : Objects.object(Object).Places)
      To.set(P);
  for (const Instruction *I : Program.Fillers)
    Filled |= !isAny() && fills(*I, Object, To);
  if (!Filled)
    unknown();
}

/// A structure of the names at these places is a copy of another one, from this
/// byte on.
bool FileNames::Finder::copyOf(const Value *Source, int64_t From,
                               const PlaceSet &At) {
  bool Found = false;
  for (unsigned P : Pts.pointees(Source)) {
    const MemoryObjects::Place &Begin = Objects.placeInfo(P);
    PlaceSet There;
    for (unsigned Q : At)
      for (unsigned R : Objects.object(Begin.Object).Places)
        if (int64_t Offset = Objects.placeInfo(Q).Offset;
            Offset >= From && Begin.Offset >= 0 &&
            Objects.placeInfo(R).Offset == Begin.Offset + Offset - From)
          There.set(R);
    if (There.empty())
      return false;
    memoryAt(Begin.Object, There);
    Found = true;
  }
  return Found;
}

/// A zero is stored at the beginning or at the end of an array, and cuts
/// nothing off.
static bool endsText(const Value *At) {
  auto *G = dyn_cast<GEPOperator>(At);
  if (!G)
    return isa<AllocaInst, GlobalVariable>(At);
  auto *Last = dyn_cast<ConstantInt>(*std::prev(G->idx_end()));
  auto *Array = dyn_cast<ArrayType>(G->getSourceElementType());
  if (G->getNumIndices() > 1) { // the array may be a member
    SmallVector<Value *, 4> Front(G->idx_begin(), std::prev(G->idx_end()));
    Array = dyn_cast_or_null<ArrayType>(
        GetElementPtrInst::getIndexedType(G->getSourceElementType(), Front));
  }
  return Last && (Last->isZero() ||
                  (Array && G->getNumIndices() > 1 &&
                   Last->getZExtValue() + 1 == Array->getNumElements()));
}

/// I writes text to these places of the object, and the text is noted.
bool FileNames::Finder::fills(const Instruction &I, unsigned Object,
                              const PlaceSet &To) {
  auto Reaches = [&](const Value *Pointer) {
    return Pts.pointees(Pointer).intersects(To);
  };
  if (auto *S = dyn_cast<StoreInst>(&I)) {
    auto *Byte = dyn_cast<ConstantInt>(S->getValueOperand());
    bool Ends = Byte && Byte->isZero() && endsText(S->getPointerOperand());
    if (Ends || !Reaches(S->getPointerOperand()))
      return false;
    unknown();
    return true;
  }
  if (auto *T = dyn_cast<MemTransferInst>(&I)) {
    if (!Reaches(T->getDest())) {
      bool Copied = false;
      for (unsigned P : Pts.pointees(T->getDest()))
        if (const MemoryObjects::Place &Begin = Objects.placeInfo(P);
            Begin.Object == Object && Begin.Offset >= 0)
          Copied |= copyOf(T->getSource(), Begin.Offset, To);
      return Copied;
    }
    auto *Length = dyn_cast<ConstantInt>(T->getLength());
    StringRef Text = knownText(T->getSource());
    // Without its end it is a part of another text.
    !Text.empty() && Length && Length->getZExtValue() <= Text.size()
        ? unknown()
        : text(T->getSource());
    return true;
  }
  return callFills(cast<CallBase>(I), Object, To);
}

/// sscanf(text, "%s", name) of a text without spaces, as far as it is known.
static bool isWordOf(const CallBase &C, const LibrarySummary &S) {
  return hasFact(S.Name, LibraryFact::Scans) && summaryArg(S, 0) == 'r' &&
         formatArgument(S) == 1 && knownText(C.getArgOperand(1)) == "%s" &&
         knownText(C.getArgOperand(0)).find_first_of(" \t\n") ==
             StringRef::npos;
}

bool FileNames::Finder::callFills(const CallBase &C, unsigned Object,
                                  const PlaceSet &To) {
  if (const MpiCallInfo *Info = IrIndex::mpiCall(&C)) {
    StringRef Roles = Info->Roles;
    for (unsigned A = 0; A < C.arg_size() && A < Roles.size(); ++A)
      if (StringRef("RSZ").contains(Roles[A]) &&
          pointsInto(C.getArgOperand(A), Object)) {
        unknown();
        return true;
      }
    return false; // a message brings what another rank has there
  }
  StringRef Name = IrIndex::externalName(&C);
  const LibrarySummary *S = findLibraryCall(Name);
  if (!S)
    return false;
  bool Made = Objects.object(Object).Site == &C;
  if (Made && hasFact(Name, LibraryFact::CopiedText)) {
    text(C.getArgOperand(0));
    return true;
  }
  // A text that the library makes up: of glob() or realpath().
  if (Made && !hasFact(Name, LibraryFact::Unset) &&
      !hasFact(Name, LibraryFact::Zeroed) &&
      (StringRef("hm").contains(S->Returns) ||
       StringRef(S->Args).contains('t'))) {
    unknown();
    return true;
  }
  for (unsigned A = 0; A < C.arg_size(); ++A) {
    char Role = summaryArg(*S, A);
    const Value *V = C.getArgOperand(A);
    if (!StringRef("wxdga").contains(Role) || !V->getType()->isPointerTy())
      continue;
    bool Moves = hasFact(Name, LibraryFact::MovesBytes);
    if (Role == 'd' ? !Made
        : Moves     ? !pointsInto(V, Object)
                    : !Pts.pointees(V).intersects(To))
      continue;
    if (Role == 'd' && !hasFact(Name, LibraryFact::Formats))
      continue; // posix_memalign
    if (hasFact(Name, LibraryFact::Formats) && A < formatArgument(*S))
      isCut(C, formatArgument(*S))
          ? unknown()
          : formatted(C, formatArgument(*S), Role == 'd' || begins(V));
    else if (hasFact(Name, LibraryFact::CopiesText) && A == 0)
      isCut(C, 1) ? unknown() : copied(C.getArgOperand(1), begins(V));
    else if (hasFact(Name, LibraryFact::AppendsText))
      copied(C.getArgOperand(1), false);
    else if (hasFact(Name, LibraryFact::Fills))
      continue;
    else if (isWordOf(C, *S))
      text(C.getArgOperand(0));
    else if (hasFact(Name, LibraryFact::Scans) && summaryArg(*S, 0) == 'r')
      part(C.getArgOperand(0));
    else if (hasFact(Name, LibraryFact::ReadsStream))
      add(FileName::Given);
    else
      unknown();
    return true;
  }
  return false;
}

/// A function like strncpy() or snprintf() copies only so much of the text that
/// less than all of it arrives. A length that is no constant is the length of
/// the text, or that of the room for it.
bool FileNames::Finder::isCut(const CallBase &C, unsigned From) const {
  bool Copies = hasFact(IrIndex::externalName(&C), LibraryFact::CopiesText);
  unsigned At = Copies ? From + 1 : From - 1; // of the length
  auto *Length = At > 0 && At < C.arg_size()
                     ? dyn_cast<ConstantInt>(C.getArgOperand(At))
                     : nullptr;
  StringRef Text = knownText(C.getArgOperand(From));
  if (Text == "%s" && !Copies && From + 1 < C.arg_size())
    Text = knownText(C.getArgOperand(From + 1));
  else if (!Copies)
    return Length && Length->getZExtValue() <= leastLength(patternOf(Text));
  return Length && Length->getZExtValue() < Text.size() + !Copies;
}

/// A text stands at the beginning of a name, or behind something.
void FileNames::Finder::copied(const Value *From, bool Begins) {
  if (Begins)
    text(From);
  else
    pattern(("*" + knownText(From)).str());
}

/// What a function like sprintf() writes. "%s" alone is another name.
void FileNames::Finder::formatted(const CallBase &C, unsigned Format,
                                  bool Begins) {
  StringRef Text = knownText(C.getArgOperand(Format));
  bool Varies = !C.getCalledFunction() || C.getCalledFunction()->isVarArg();
  if (Text == "%s" && Varies && Format + 1 < C.arg_size())
    return copied(C.getArgOperand(Format + 1), Begins);
  pattern((Begins || Text.contains('/') ? "" : "*") +
          (Text.empty() ? "*" : patternOf(Text)));
}

/// The values of which V is one by the way that control has taken; false: V is
/// no such value.
static bool eachArm(const Value *V, SmallVectorImpl<const Value *> &Result) {
  if (auto *Phi = dyn_cast<PHINode>(V))
    Result.append(Phi->value_op_begin(), Phi->value_op_end());
  else if (auto *S = dyn_cast<SelectInst>(V))
    Result.append({S->getTrueValue(), S->getFalseValue()});
  else
    return false;
  return true;
}

/// What every caller gives for a parameter; false: callers are not known.
static bool eachGiven(const Argument &A,
                      SmallVectorImpl<const Value *> &Result) {
  bool All = true;
  for (const User *U : A.getParent()->users()) {
    auto *C = dyn_cast<CallBase>(U);
    if (C && C->getCalledFunction() == A.getParent() &&
        A.getArgNo() < C->arg_size())
      Result.push_back(C->getArgOperand(A.getArgNo()));
    else
      All = false;
  }
  return All;
}

/// Pointer leads to the first byte of a text, as far as can be seen.
bool FileNames::Finder::begins(const Value *Pointer) {
  StoredPointers::Search Read;
  DenseSet<const Value *> Seen;
  SmallVector<const Value *, 16> Others = {Pointer};
  while (!Others.empty()) {
    const Value *V = Others.pop_back_val()->stripPointerCasts();
    auto Known = Program.Beginnings.find(V);
    bool IsKnown = Known != Program.Beginnings.end();
    if (IsKnown ? Known->second
                : !Seen.insert(V).second || beginsWith(V, Read, Others))
      continue;
    Program.Beginnings[Pointer->stripPointerCasts()] = false;
    return false;
  }
  for (const Value *V : Seen)
    Program.Beginnings[V] = true;
  return true;
}

/// V leads to the first byte of a text if all Others do.
bool FileNames::Finder::beginsWith(const Value *V, StoredPointers::Search &S,
                                   Work &Others) {
  if (isa<AllocaInst, GlobalVariable, ConstantPointerNull>(V))
    return true;
  if (auto *G = dyn_cast<GEPOperator>(V)) {
    auto *Last = dyn_cast<ConstantInt>(*std::prev(G->idx_end()));
    bool Byte = G->getResultElementType()->isIntegerTy(8);
    Others.push_back(G->getPointerOperand());
    return !Byte || (Last && Last->isZero());
  }
  if (eachArm(V, Others))
    return true;
  if (auto *L = dyn_cast<LoadInst>(V))
    return Program.Stored.eachNew(
        *L, S, [&](const Value *From) { Others.push_back(From); });
  if (auto *C = dyn_cast<CallBase>(V)) {
    const LibrarySummary *Known = findLibraryCall(IrIndex::externalName(C));
    return Known && StringRef("hRn").contains(Known->Returns);
  }
  auto *A = dyn_cast<Argument>(V);
  return A && eachGiven(*A, Others);
}

/// Pointer may lead behind the first byte of a text, as far as can be seen: to
/// the rest of a name.
bool FileNames::Finder::leadsInside(const Value *Pointer) {
  StoredPointers::Search Read;
  DenseSet<const Value *> Seen;
  SmallVector<const Value *, 16> Others = {Pointer};
  while (!Others.empty()) {
    const Value *V = Others.pop_back_val()->stripPointerCasts();
    if (Seen.insert(V).second && leadsInsideWith(V, Read, Others))
      return true;
  }
  return false;
}

/// V leads into a text, or does if one of Others does.
bool FileNames::Finder::leadsInsideWith(const Value *V,
                                        StoredPointers::Search &Read,
                                        Work &Others) {
  if (auto *G = dyn_cast<GEPOperator>(V)) {
    auto *Last = dyn_cast<ConstantInt>(*std::prev(G->idx_end()));
    Others.push_back(G->getPointerOperand());
    return G->getResultElementType()->isIntegerTy(8) &&
           !(Last && Last->isZero());
  }
  eachArm(V, Others);
  if (auto *L = dyn_cast<LoadInst>(V))
    Program.Stored.eachNew(*L, Read,
                           [&](const Value *W) { Others.push_back(W); });
  else if (auto *A = dyn_cast<Argument>(V))
    eachGiven(*A, Others);
  auto *C = dyn_cast<CallBase>(V);
  if (!C)
    return false;
  if (const llvm::Function *F = C->getCalledFunction();
      F && !F->isDeclaration()) {
    for (const BasicBlock &B : *F)
      if (auto *R = dyn_cast<ReturnInst>(B.getTerminator());
          R && R->getReturnValue())
        Others.push_back(R->getReturnValue());
    return false;
  }
  const LibrarySummary *S = findLibraryCall(IrIndex::externalName(C));
  if (!S || S->Returns == 'K')
    return S != nullptr;
  unsigned A = unsigned(S->Returns - '0');
  if (A >= C->arg_size() || A >= 10 ||
      hasFact(S->Name, LibraryFact::AppendsText))
    return false;
  if (summaryArg(*S, A) != 'w')
    return true;
  Others.push_back(C->getArgOperand(A));
  return false;
}

/// What the program itself gives to a variable of the environment.
void FileNames::Finder::variable(StringRef Name) {
  for (const llvm::Function &F : Files.M)
    for (const Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      const LibrarySummary *S =
          C ? findLibraryCall(IrIndex::externalName(C)) : nullptr;
      if (!S || !C->arg_size() ||
          !is_contained(allStateWords(*S), StringRef("env")))
        continue;
      StringRef Given = knownText(C->getArgOperand(0));
      if (!Given.empty() && Given.split('=').first != Name)
        continue;
      if (!Given.contains('=') && C->arg_size() > 1 && !Given.empty())
        text(C->getArgOperand(1));
      else if (C->arg_size() > 1 || S->Flags & LibrarySummary::Keeps)
        unknown();
    }
}

/// Where the user gives the text that Pointer points into; false: somehow.
bool FileNames::Finder::given(const Value *Pointer) {
  bool All = true;
  SmallVector<const Value *, 16> Others = {Pointer};
  while (!Others.empty()) {
    const Value *V = chosenValue(Others.pop_back_val())->stripPointerCasts();
    if (SeenGiven.insert(V).second)
      All &= givenWith(V, Others);
  }
  return All;
}

/// The user gives the text of V if Others are what the user gives.
bool FileNames::Finder::givenWith(const Value *V, Work &Others) {
  if (isa<Constant>(V) && !isa<GEPOperator>(V))
    return true; // by the objects that it points to
  if (auto *G = dyn_cast<GEPOperator>(V)) {
    Others.push_back(G->getPointerOperand());
    return true;
  }
  if (eachArm(V, Others))
    return true;
  if (auto *L = dyn_cast<LoadInst>(V))
    return givenByLoad(*L, Others);
  if (auto *C = dyn_cast<CallBase>(V))
    return givenByCall(*C, Others);
  auto *A = dyn_cast<Argument>(V);
  return A && A->getParent()->getName() != "main" && eachGiven(*A, Others);
}

/// V is argv, as main() has it.
bool FileNames::Finder::isArguments(const Value *V, unsigned Depth) const {
  if (Depth > 8)
    return false;
  V = V->stripPointerCasts();
  if (auto *A = dyn_cast<Argument>(V)) {
    if (A->getParent()->getName() == "main")
      return A->getArgNo() == 1;
    SmallVector<const Value *, 8> Given;
    return eachGiven(*A, Given) && !Given.empty() &&
           llvm::all_of(Given, [&](const Value *W) {
             return isArguments(W, Depth + 1);
           });
  }
  auto *L = dyn_cast<LoadInst>(V);
  auto *Variable = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  if (!Variable)
    return false;
  // MPI_Init(&argc, &argv) leaves it as it is.
  const Value *Only = nullptr;
  for (const User *U : Variable->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    auto *C = dyn_cast<CallBase>(U);
    if (S && (S->getPointerOperand() != Variable || Only))
      return false;
    if (S)
      Only = S->getValueOperand();
    else if (!isa<LoadInst>(U) && !(C && IrIndex::mpiCall(C)) &&
             !isa<DbgInfoIntrinsic>(U))
      return false;
  }
  return Only && isArguments(Only, Depth + 1);
}

bool FileNames::Finder::givenByLoad(const LoadInst &L, Work &Others) {
  const Value *From = L.getPointerOperand()->stripPointerCasts();
  if (From->getName() == "optarg" && isa<GlobalVariable>(From)) {
    add(FileName::Option, "", 0, &L);
    return true;
  }
  auto *G = dyn_cast<GEPOperator>(From);
  auto *Place = G && G->getNumIndices() == 1
                    ? dyn_cast<ConstantInt>(*G->idx_begin())
                    : nullptr;
  if (Place && !Place->isNegative() && isArguments(G->getPointerOperand())) {
    add(FileName::Element, "", Place->getZExtValue());
    return true;
  }
  const PlaceSet &At = Pts.pointees(From);
  bool Vector = llvm::any_of(At, [&](unsigned P) {
    return Objects.object(Objects.placeInfo(P).Object).Name == "argv";
  });
  if (Vector) {
    add(FileName::Word, "", 0, &L);
    return true;
  }
  return Program.Stored.eachNew(L, ReadGiven,
                                [&](const Value *V) { Others.push_back(V); });
}

bool FileNames::Finder::givenByCall(const CallBase &C, Work &Others) {
  StringRef Name = IrIndex::externalName(&C);
  const LibrarySummary *S = findLibraryCall(Name);
  if (hasFact(Name, LibraryFact::Environment)) {
    StringRef Variable = knownText(C.getArgOperand(0));
    Variable.empty() ? add(FileName::Given) : add(FileName::Variable, Variable);
    variable(Variable);
    return true;
  }
  if (S && S->Returns >= '0' && S->Returns <= '9' &&
      unsigned(S->Returns - '0') < C.arg_size()) {
    Others.push_back(C.getArgOperand(unsigned(S->Returns - '0')));
    return true;
  }
  const llvm::Function *F = C.getCalledFunction();
  if (!F || F->isDeclaration() || F->getReturnType()->isVoidTy())
    return false;
  for (const BasicBlock &B : *F)
    if (auto *R = dyn_cast<ReturnInst>(B.getTerminator()))
      Others.push_back(R->getReturnValue());
  return true;
}

FileNames::FileNames(const Module &M, const MemoryObjects &Objects,
                     const PointsTo &Pts)
    : M(M), Objects(Objects), Pts(Pts) {}

FileNames::~FileNames() = default;

const FileNames::Paths &FileNames::pathsOf(const Value *Argument) const {
  auto [It, New] = Known.try_emplace(Argument);
  if (New) {
    Paths Result;
    if (!Program)
      Program = std::make_unique<Texts>(M, Objects, Pts);
    Finder(*this, Result).text(Argument);
    return Known[Argument] = std::move(Result);
  }
  return It->second;
}

void FileNames::note(const Value *Argument) {
  for (const FileName &N : pathsOf(Argument).Last)
    if (Index.emplace(N, size()).second)
      Names.push_back(N);
}

std::string FileNames::label(unsigned File) const {
  const FileName &N = Names[File];
  return N.K == FileName::Text ? N.Pattern : "<" + std::to_string(File) + ">";
}

void FileNames::tie(const Value *One, const Value *Other) {
  Tied.push_back({One, Other});
}

std::vector<unsigned> FileNames::of(const Value *Argument) const {
  std::vector<unsigned> Result;
  for (const FileName &N : pathsOf(Argument).Last)
    Result.push_back(Index.at(N));
  return Result;
}

std::set<unsigned> FileNames::alike(const NameSet &Set) const {
  std::set<unsigned> Result;
  for (unsigned K = 0; K < size(); ++K)
    if (llvm::any_of(Set,
                     [&](const FileName &N) { return mayBeOne(N, Names[K]); }))
      Result.insert(K);
  return Result;
}

/// With those that are tied to them.
std::set<unsigned> FileNames::allAlike(const NameSet &Set) const {
  std::set<unsigned> Result = alike(Set);
  for (size_t Before = 0; Before < Result.size();) {
    Before = Result.size();
    for (auto &[One, Other] : Tied) {
      std::set<unsigned> A = alike(pathsOf(One).Last),
                         B = alike(pathsOf(Other).Last);
      auto Meets = [&](const std::set<unsigned> &S) {
        return llvm::any_of(S, [&](unsigned K) { return Result.count(K); });
      };
      if (Meets(A) || Meets(B)) {
        Result.insert(A.begin(), A.end());
        Result.insert(B.begin(), B.end());
      }
    }
  }
  return Result;
}

const std::vector<unsigned> &FileNames::like(const Value *Argument) const {
  auto [It, New] = Like.try_emplace(Argument);
  if (New)
    for (unsigned K : allAlike(pathsOf(Argument).Last))
      It->second.push_back(K);
  return It->second;
}

const std::vector<unsigned> &FileNames::folders(const Value *Argument) const {
  auto [It, New] = FoldersOf.try_emplace(Argument);
  if (New)
    for (unsigned K : allAlike(pathsOf(Argument).Folders))
      It->second.push_back(K);
  return It->second;
}

/// In one round of the innermost loop that has both, the program comes from one
/// to the other.
static bool follow(const Instruction &A, const Instruction &B) {
  if (A.getFunction() != B.getFunction() || A.getParent() == B.getParent())
    return true;
  DominatorTree Tree(*const_cast<llvm::Function *>(A.getFunction()));
  LoopInfo Loops(Tree);
  const Loop *L = Loops.getLoopFor(A.getParent());
  while (L && !L->contains(B.getParent()))
    L = L->getParentLoop();
  auto Reaches = [&](const BasicBlock *From, const BasicBlock *To) {
    SmallVector<const BasicBlock *, 16> Work = {From};
    DenseSet<const BasicBlock *> Seen;
    while (!Work.empty())
      for (const BasicBlock *Next : successors(Work.pop_back_val())) {
        if (Next == To)
          return true;
        if (!(L && Next == L->getHeader()) && Seen.insert(Next).second)
          Work.push_back(Next);
      }
    return false;
  };
  return Reaches(A.getParent(), B.getParent()) ||
         Reaches(B.getParent(), A.getParent());
}

/// The user does not give what the program names itself, and gives two things
/// two names.
bool FileNames::mayBeOne(const FileName &A, const FileName &B) const {
  using N = FileName;
  if (A.K == N::Unknown || B.K == N::Unknown)
    return true;
  if (A.K == N::Text || B.K == N::Text)
    return A.K == B.K && mayBeOneText(A.Pattern, B.Pattern);
  if (A.K == N::Given || B.K == N::Given)
    return true;
  bool Words = (A.K == N::Word && B.K == N::Element) ||
               (A.K == N::Element && B.K == N::Word);
  if (A.K != B.K)
    return Words;
  if (A.Site && A.Site != B.Site)
    return follow(*A.Site, *B.Site);
  return A.Place == B.Place && A.Pattern == B.Pattern;
}

} // namespace skel
