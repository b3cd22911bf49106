//===- ReadBack.cpp - is in the text what the plan keeps? -----------------===//
//
// Code of the result has its place in the new text; the pieces that were copied
// tell where that was in the old one. Text that was put in (BSIM_G around a
// name) counts as what stands behind it.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/ReadBack.h"
#include "skeletonizer/frontend/Frontend.h"
#include "skeletonizer/model/KeptCode.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/base/Output.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/thread.h"
#include <algorithm>
#include <deque>
#include <set>
#include <tuple>

using namespace llvm;

namespace skel {

namespace {

using Found = std::tuple<unsigned, unsigned, KeptCode::Kind, std::string>;

class Reader {
public:
  Reader(const Program &P, const Sources &S, const Emission &E)
      : P(P), S(S), E(E) {}

  /// Byte of a place; lines and columns from 1.
  static unsigned byteOf(const std::string &Text,
                         std::vector<unsigned> &LineStarts, unsigned Line,
                         unsigned Col) {
    if (LineStarts.empty()) {
      LineStarts.push_back(0);
      for (size_t I = 0; I < Text.size(); ++I)
        if (Text[I] == '\n')
          LineStarts.push_back(unsigned(I + 1));
    }
    return Line == 0 || Line > LineStarts.size()
               ? 0
               : LineStarts[Line - 1] + (Col ? Col - 1 : 0);
  }

  void add(const Module &M) {
    Files.clear(); // of a module that is gone
    for (const llvm::Function &F : M)
      for (const Instruction &I : instructions(F))
        if (const DILocation *L = placeOfCode(I))
          add(I, *L);
  }

  bool holds(const KeptCode &C) {
    unsigned At = byteOf(S.Text[C.File], OldLines[C.File], C.Line, C.Col);
    if (All.count({C.File, At, C.What, C.Name}) ||
        (C.At >= 0 && All.count({C.File, unsigned(C.At), C.What, C.Name})))
      return true;
    // The P of PMPI_X may be gone (Calls.h).
    if (isProfilingName(StringRef(S.Text[C.File]).substr(At)) &&
        All.count({C.File, At + 1, C.What, C.Name}))
      return true;
    if (C.What == KeptCode::Call && !isCopied({C.File, At}) && isCopiedCall(C))
      return true;
    // The only return that is left needs no variable for what it returns.
    if (C.What == KeptCode::Store &&
        P.Stmts[size_t(C.Stmt)].Kind == StmtKind::Return &&
        isCopied({C.File, At}))
      return true;
    // What was a constant may be put together now, element by element.
    const SourceRange &R = P.Stmts[size_t(C.Stmt)].Range;
    auto First = All.lower_bound({C.File, R.Begin, KeptCode::Call, ""});
    return C.Copy && R.File == C.File &&
           std::any_of(First, All.end(), [&](const Found &F) {
             return std::get<0>(F) == C.File && std::get<1>(F) < R.End &&
                    std::get<2>(F) == KeptCode::Store;
           });
  }

  static bool isWord(StringRef Text, size_t At, StringRef Word) {
    StringRef Rest = Text.substr(At);
    return Rest.consume_front(Word) &&
           (Rest.empty() || !(isAlnum(Rest[0]) || Rest[0] == '_'));
  }

  /// Nothing in the result can come to it, or read what it writes: no text
  /// that runs names the function; none names the variable but to assign to
  /// it.
  bool isOutOfReach(const KeptCode &C) {
    const skel::Function &F = P.Functions[P.Stmts[size_t(C.Stmt)].Function];
    if (!namedFunctions().count(F.Name))
      return true;
    if (C.Variable.empty() || F.Body < 0)
      return false;
    const SourceRange &Body = P.Stmts[F.Body].Range;
    return none_of(S.Refs, [&](const Ref &R) {
      return R.At.File == Body.File && R.At.Offset >= Body.Begin &&
             R.At.Offset < Body.End && !R.WriteOnly &&
             isWord(S.Text[R.At.File], R.At.Offset, C.Variable) &&
             isCopied(R.At);
    });
  }

private:
  /// A macro around the call is gone: of "x = WRAP(f(WRAP(g(n))))" the call "f(
  /// WRAP(g(n)))" stays, so that g is at the use of the inner macro now.
  bool isCopiedCall(const KeptCode &C) const {
    const SourceRange &R = P.Stmts[size_t(C.Stmt)].Range;
    if (R.File != C.File || (C.At >= 0 && !isCopied({C.File, unsigned(C.At)})))
      return false;
    auto First = All.lower_bound({C.File, R.Begin, KeptCode::Call, ""});
    return std::any_of(First, All.end(), [&](const Found &F) {
      return std::get<0>(F) == C.File && std::get<1>(F) < R.End &&
             std::get<2>(F) == C.What && std::get<3>(F) == C.Name;
    });
  }

  bool isCopied(const Place &At) const {
    auto Text = E.Files.find(At.File);
    if (Text == E.Files.end())
      return false;
    const auto &Pieces = Text->second.Pieces;
    auto Next = std::upper_bound(
        Pieces.begin(), Pieces.end(), At.Offset,
        [](unsigned Byte, auto &Piece) { return Byte < Piece.first; });
    size_t N = size_t(Next - Pieces.begin());
    return N > 0 && At.Offset - Pieces[N - 1].first < Text->second.Sizes[N - 1];
  }

  /// Functions that the text of main names, or what such functions name, or
  /// text outside of functions. A static function that only itself names is
  /// not compiled at all.
  const std::set<std::string> &namedFunctions() {
    if (!Named.empty())
      return Named;
    std::map<Place, const skel::Function *> Bodies; // by their begin
    std::vector<std::string> Work = {"main"};
    for (const skel::Function &F : P.Functions) {
      if (F.Body >= 0)
        Bodies[{P.Stmts[size_t(F.Body)].Range.File,
                P.Stmts[size_t(F.Body)].Range.Begin}] = &F;
      if (F.Unnamed)
        Work.push_back(F.Name);
    }
    std::multimap<std::string, std::string> NamedIn;
    for (const Ref &R : S.Refs) {
      auto F = S.FunctionGroup.find(R.Group);
      if (F == S.FunctionGroup.end() || !isCopied(R.At))
        continue;
      auto Body = Bodies.upper_bound(R.At);
      if (Body == Bodies.begin() || (--Body)->first.File != R.At.File ||
          R.At.Offset >= P.Stmts[size_t(Body->second->Body)].Range.End)
        Work.push_back(F->second);
      else
        NamedIn.emplace(Body->second->Name, F->second);
    }
    while (!Work.empty()) {
      auto [It, New] = Named.insert(std::move(Work.back()));
      Work.pop_back();
      if (!New)
        continue;
      auto [First, Last] = NamedIn.equal_range(*It);
      for (; First != Last; ++First)
        Work.push_back(First->second);
    }
    return Named;
  }

  int fileOf(const DILocation &L) {
    auto [It, New] = Files.try_emplace(L.getFile(), -1);
    if (New)
      It->second = P.fileByPath(
          makeAbsolute(L.getDirectory().str(), L.getFilename().str()));
    return It->second;
  }

  void add(const Instruction &I, const DILocation &L) {
    KeptCode::Kind K;
    std::string Name;
    if (!kindOfCode(I, K, Name))
      return;
    int File = fileOf(L);
    auto Text = File < 0 ? E.Files.end() : E.Files.find(unsigned(File));
    if (Text == E.Files.end())
      return;
    unsigned At = byteOf(Text->second.Text, NewLines[unsigned(File)],
                         L.getLine(), L.getColumn());
    // The piece that holds it, or the next one.
    const auto &Pieces = Text->second.Pieces;
    auto Next = std::upper_bound(
        Pieces.begin(), Pieces.end(), At,
        [](unsigned Byte, auto &Piece) { return Byte < Piece.second; });
    if (Next != Pieces.begin()) {
      size_t N = size_t(Next - Pieces.begin()) - 1;
      if (At - Pieces[N].second < Text->second.Sizes[N]) {
        All.insert(
            {unsigned(File), Pieces[N].first + At - Pieces[N].second, K, Name});
        return;
      }
    }
    if (Next != Pieces.end())
      All.insert({unsigned(File), Next->first, K, Name});
  }

  const Program &P;
  const Sources &S;
  const Emission &E;
  DenseMap<const DIFile *, int> Files;
  std::map<unsigned, std::vector<unsigned>> OldLines, NewLines; ///< by file
  std::set<Found> All;
  std::set<std::string> Named; ///< functions
};

} // namespace

namespace {

/// A unit of the result; each has a context of its own, so that several can be
/// compiled at once.
struct Compiled {
  Compiled(const Unit &U, unsigned File) : U(U), File(File) {}
  const Unit &U;
  unsigned File;
  std::string Said;
  LLVMContext Context;
  std::unique_ptr<Module> M;
};

} // namespace

static constexpr size_t AtOnce = 2;
/// Clang takes threads to have as much as the main one.
static constexpr unsigned StackBytes = 16u << 20;

static void compile(std::deque<Compiled> &Group, const Overlay &Texts) {
  std::vector<llvm::thread> Others;
  auto Run = [&](Compiled &C) {
    C.M = compileUnit(C.U, Texts, C.Context, C.Said);
  };
  for (size_t I = 1; I < Group.size(); ++I)
    Others.emplace_back(std::optional(StackBytes),
                        [&Run, &Group, I] { Run(Group[I]); });
  Run(Group.front());
  for (llvm::thread &T : Others)
    T.join();
}

bool readBack(const UnitList &Units, const Program &P, const Sources &S,
              const Plan &Plan, const Emission &E, OuterNames &Names,
              std::string &Error) {
  Overlay Texts;
  for (auto &[File, Text] : E.Files)
    Texts[P.Files[File].Path] = Text.Text;
  Reader R(P, S, E);
  std::vector<std::pair<const Unit *, unsigned>> Left;
  for (const Unit &U : Units.Units)
    if (int File = P.fileByPath(U.File);
        File >= 0 && E.Files.count(unsigned(File)))
      Left.push_back({&U, unsigned(File)});
  for (size_t Next = 0; Next < Left.size();) {
    std::deque<Compiled> Group;
    for (; Next < Left.size() && Group.size() < AtOnce; ++Next)
      Group.emplace_back(*Left[Next].first, Left[Next].second);
    compile(Group, Texts);
    for (Compiled &C : Group) {
      if (!C.M) {
        Error = "internal error: the skeleton of " + P.Files[C.File].Relative +
                " does not compile: " + C.Said;
        return false;
      }
      R.add(*C.M);
      Names.add(*C.M);
    }
  }
  unsigned Missing = 0;
  std::set<std::string> Told;
  for (const KeptCode &C : Plan.Kept) {
    if (R.holds(C) || R.isOutOfReach(C))
      continue;
    std::string Text =
        P.place(C.File, C.Line) + ":" + std::to_string(C.Col) + ": " +
        (C.What == KeptCode::Call
             ? "the call of " + (C.Name.empty() ? "a pointer" : C.Name)
         : C.What == KeptCode::Store ? "an assignment"
                                     : "a condition");
    if (Told.insert(Text).second && Missing++ < 5)
      Error += "\n  " + Text;
  }
  if (Missing)
    Error = "internal error: the skeleton has lost what decides communication; "
            "please report it with this program:" +
            Error;
  return !Missing;
}

} // namespace skel
