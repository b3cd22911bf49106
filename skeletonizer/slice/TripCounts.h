//===- TripCounts.h - what the loops of removed code depend on --*- C++ -*-===//
//
// Walks back from the exit conditions of the loops in a run of statements, and
// from the sizes of library kernels and copies of memory, through called
// functions, until values that are there before the run.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TRIPCOUNTS_H
#define BSIM_SKELETONIZER_TRIPCOUNTS_H

#include "skeletonizer/slice/CallsBehind.h"
#include "skeletonizer/slice/LoopsAround.h"
#include "skeletonizer/slice/TripValues.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include <functional>
#include <map>
#include <unordered_map>

namespace skel {

/// In C, of what may not fit an int.
constexpr llvm::StringLiteral LongCast = "(long)";
/// How far counts are followed through calls and computed values.
constexpr unsigned MaxTripDepth = 12;
/// Conditions of one run; what the others decide on is by itself.
constexpr size_t MaxConditions = 8;

/// The branch is a test of the loop that the statement is. A macro is one if
/// the test stands in a cycle of the macro's own code.
bool isLoopTest(const IrIndex &Index, const llvm::BranchInst *B, int Stmt);
/// Of "a && b" and "a || b", which is constant where a decides: b.
const llvm::Value *lastTest(const llvm::Value *V);
/// The statement is a loop, one in a macro, or the label or goto of a loop that
/// a goto makes.
bool isRepeated(const IrIndex &Index, unsigned Stmt);
/// A value that is made of others and is no sum of them (TripNumbers.cpp).
bool isPartOfNumber(const llvm::Instruction *I);
/// An integer as it was before it got another width.
const llvm::Value *withoutCast(const llvm::Value *V);
/// Of "!a": a; or null.
const llvm::Value *negated(const llvm::Value *V);
/// Each round of the loop comes to the statement: it is a part of the loop's
/// header, or stands in its body and in nothing else.
bool inEachRound(const Program &P, int At, int Loop);
/// "&", "|" or "^"; or null.
const char *bitOperator(unsigned Opcode);
/// A shift by what may be another number in each execution: a power of two.
bool isPower(const llvm::Instruction *I);
/// What the store of a bit field writes, with the bits of others.
bool isOfBitField(const llvm::Instruction *I);
/// A float or double.
bool isFloatingType(const llvm::Type *T);
/// Of a comparison of integers, in C; or null.
const char *compareOperator(llvm::CmpInst::Predicate P);
/// What a function returns that has one return; or null.
const llvm::Value *returnedBy(const llvm::Function *F);
/// The function returns a structure or union, or gets one by value.
bool takesStructures(const llvm::Function *F);

/// The branches of a function, and the ways on which code depends.
struct BranchControl {
  explicit BranchControl(llvm::Function &F);
  llvm::DominatorTree Before;
  llvm::PostDominatorTree After;
  llvm::LoopInfo Loops;
  llvm::MapVector<
      const llvm::BasicBlock *,
      llvm::SmallVector<std::pair<const llvm::Instruction *, unsigned>, 2>>
      Deciding;
  /// The other way round: what depends on a branch.
  llvm::DenseMap<
      const llvm::Instruction *,
      llvm::SmallVector<std::pair<const llvm::BasicBlock *, unsigned>, 4>>
      Depending;
};

/// The branch goes one way in one execution of the program at most, as that to
/// the preparations of a first call: a flag of the program's own says that, is
/// set there, and never gets its first value again. By: of its function.
bool isTakenOnce(const llvm::BranchInst *B, const BranchControl &By,
                 const MemoryObjects &Objects, const PointsTo &Pts,
                 const ModRef &Memory);

/// Whether a function is one of its arguments and of memory alone.
struct Purity {
  std::string Why;   ///< it is not pure; else empty
  bool Total = true; ///< it ends without a fault, whatever it is given
  AtomSet Reads;     ///< memory that is not its own
  std::vector<const llvm::Function *> Code; ///< itself, and what it calls
};

/// Back from where a variable is read, to what was there before the run.
struct InitialWalk {
  MemoryPath Path;
  AtomSet Atoms;
  unsigned Blocks = 0; ///< that were looked at
};

class TripCounts : public TripValues {
public:
  struct Laws; // TripLaws.h
  struct Distances;
  struct Crossings;
  struct Bounds; // TripBounds.h
  TripCounts(const IrIndex &I, MemoryObjects &O, const PointsTo &P,
             const ModRef &M)
      : Index(I), Objects(O), Pts(P), Memory(M), Around(I, M), Calls(P) {}

  /// Paths to integers, readable before the run, that its time depends on. The
  /// run is the statements Run with all below them, in function F.
  /// A bound that a loop counts to from another scalar is no path: see
  /// rounds(). Values: also what the first statement's condition or value, and
  /// the sizes of messages depend on; and bounds as they are, without rounds().
  std::vector<Leaf> leaves(llvm::ArrayRef<unsigned> Run,
                           const llvm::Function *F, bool Values = false);
  /// Of the last call of leaves().
  const std::vector<Rounds> &rounds() const { return Counted; }
  /// Conditions on values that the run leaves alone; of the last call of
  /// leaves(). Heavy tells of siblings whether they take much time, or, if they
  /// are repeated in the run, much of a round's.
  const std::vector<Condition> &conditions() const { return Conditions; }
  std::function<bool(llvm::ArrayRef<unsigned> Run, bool Repeated)> Heavy;
  /// Of a statement that is repeated in the run, whether it does more than to
  /// move a value: a branch to it counts if the same one is taken in all
  /// rounds.
  std::function<bool(unsigned Stmt)> Works;
  /// Of a statement, that it never runs or is on an error path; or empty.
  std::function<bool(unsigned Stmt)> Dead;
  /// Of the run's own instructions, those that count; or empty: all.
  std::function<bool(const llvm::Instruction *I)> Part;
  /// Where the values are to be read; null: results of functions are no values
  /// by themselves, only what they are computed from.
  const llvm::Instruction *Front = nullptr;
  /// The computed value is none in the next calls of leaves(). False: that was
  /// known.
  bool refuse(const Computed &Value, const std::string &Why) {
    return NoValue.try_emplace(Value.At, Why).second;
  }
  void forgetRefused() { NoValue.clear(); }
  /// What the time of the run of the last call depends on besides, as far as
  /// it is seen: data that decide branches inside of loops are not.
  const std::vector<Nameless> &nameless() const { return Unnamed; }
  /// Loops, and branches that decide whether much of the code runs, on which
  /// data decide; of the last call of leaves(). Branches only if Heavy is set.
  const std::vector<Decided> &decided() const { return ByData; }
  /// The run of the last call tests a pointer for null, other than to memory
  /// that it has just allocated.
  bool testsPointers() const { return Tests; }
  /// Paths by pointers and indices that this run reads in any case, or not.
  const std::vector<MemoryPath> &always() const { return Always; }
  const std::vector<Reading> &onConditions() const { return Reads; }
  /// The run of the last call stores bounds of its loops in functions that it
  /// calls, or for these, or in elements that a value in front of it chooses.
  bool makesBounds() const { return Makes; }
  /// How often a loop of that run counts round, if always the same, or 0.
  int64_t constantRounds(int Stmt) const {
    return Fixed.count(Stmt) ? Fixed.at(Stmt) : 0;
  }

private:
  void code(llvm::ArrayRef<const llvm::Instruction *> Code, const Context &C);
  void foreign(const llvm::Function *G, const Context &C);
  void callee(const llvm::Function *G, const Context &C);
  void instruction(const llvm::Instruction *I, const Context &C);
  void sizesOf(const llvm::CallBase *Call, const Context &C);
  void sizeAt(const llvm::Value *Pointer, const llvm::CallBase *Call,
              const Context &C);
  void value(const llvm::Value *V, const Context &C);
  OneIndex indexOf(const llvm::Value *Pointer) const;
  void element(const llvm::LoadInst *L, const Context &C);
  bool constantTable(const llvm::LoadInst *L, const Context &C);
  void origins(const llvm::Value *V, const Context &C);
  void operands(const llvm::Instruction *I, const Context &C);
  void loseRest(const llvm::Value *V);
  void load(const llvm::LoadInst *L, const Context &C);
  bool isInFrame(const llvm::Value *Pointer, const Context &C) const;
  int countsAround(const llvm::Value *V) const;
  bool hasAll(const llvm::Value *V, const Targets &At, const Context &C) const;
  const char *useOf(const llvm::Value *Pointer) const;
  void indices(const llvm::Value *Pointer, const Context &C);
  const Context *contextOf(const llvm::CallBase *Call, const Context &C);
  void copied(const llvm::LoadInst *L, const llvm::MemTransferInst *Copy,
              const Context &C);
  bool computedBy(const llvm::LoadInst *L, const llvm::Function *F,
                  const Context &C, const AtomSet &Read);
  bool storedBy(const llvm::LoadInst *L, const llvm::Function *F,
                const Context &C, const AtomSet &Read);
  Targets target(const llvm::Value *Pointer, const Context &C) const;
  Targets element(const llvm::GEPOperator *G, const Context &C) const;
  bool counterOf(const llvm::Value *V, int Stmt, Counter &Out,
                 bool Scaled = false) const;
  bool count(const llvm::BranchInst *B, int Stmt, const Context &C);
  void runs(Sum N, const llvm::ICmpInst *Test, int Stmt, const Context &C);
  void compare(const Sum &Count, const llvm::ICmpInst *Test, int Stmt,
               const Context &C);
  /// First: a counter of a loop around counts as what it is in the first round.
  std::optional<Sum> sum(const llvm::Value *V, const Context &C,
                         bool First = false, unsigned Depth = 0) const;
  std::optional<Sum> arithmetic(const llvm::BinaryOperator *B, const Context &C,
                                bool First, unsigned Depth) const;
  bool isFixed(const llvm::Value *V, const Context &C, bool First) const;
  void rounds(const llvm::BranchInst *B, int Stmt, const Context &C);
  // TripCopies.cpp
  const llvm::Value *given(const llvm::Argument *A, const Context &C) const;
  Targets scalar(const llvm::LoadInst *L, const Context &C) const;
  // TripReads.cpp
  bool addTest(const llvm::Instruction *T, unsigned Way, const Context &C,
               Reading &Out) const;
  Reading leadingTo(const llvm::Instruction *I, const Context &C) const;
  bool isIndexAlways(const MemoryPath &Index, const llvm::Instruction *I,
                     const Context &C) const;
  void note(const Targets &At, const llvm::Instruction *Read,
            const Context &C) const;
  bool isForOthers(const llvm::LoadInst *L, const Context &C) const;
  bool isWhole(const MemoryPath &P, const llvm::Instruction *Read) const;
  Targets original(const llvm::AllocaInst *A, const Context &C) const;
  // TripChoices.cpp
  const Control &controlOf(const llvm::Function *F) const;
  bool othersAreDead(const llvm::Instruction *Branch, unsigned Way) const;
  bool isSettled(const Control &By, const llvm::Instruction *Branch,
                 unsigned Way, const llvm::BasicBlock *Made,
                 const llvm::BasicBlock *Read) const;
  bool mayCome(const llvm::Instruction *From, const llvm::Instruction *To,
               const Context &C) const;
  void choices(const llvm::Instruction *Made, const llvm::Instruction *Read,
               const Context &C, bool Constant);
  void choices(const llvm::PHINode *P, const Context &C);
  void choices(const llvm::SelectInst *S, const Context &C);
  void decidedBy(const llvm::Instruction *Branch, const Context &C,
                 bool Constant);
  // TripBranches.cpp
  bool isInLoop(int Stmt, const Context &C) const;
  bool guardsRest(const Stmt &If, bool Repeated) const;
  bool goesBack(const Stmt &If) const;
  bool decidesBehind(const llvm::Instruction *Branch, int Stmt, bool Repeated,
                     const Context &C) const;
  void branch(const llvm::Instruction *I, int Stmt, const Context &C);
  void lightBranches();
  bool condition(const llvm::Instruction *B, const Context &C);
  bool equals(const llvm::Value *Number, llvm::ArrayRef<int64_t> Chosen,
              const llvm::Instruction *At, const Context &C);
  bool isAmongCases(const Sum &Number) const;
  void addCase(const Sum &Number, const llvm::Instruction *At);
  void cases(const llvm::SwitchInst *W, const Context &C);
  bool decidesMuch(const llvm::BranchInst *B, int Stmt, bool Repeated) const;
  void branchInMacro(const llvm::BranchInst *B, int Stmt, const Context &C);
  bool choosesCall(const llvm::BranchInst *B, int Stmt, bool Repeated) const;
  void choice(const llvm::BranchInst *B, int Stmt, const Context &C);
  // TripPointers.cpp
  const llvm::Value *origin(const llvm::Value *V, const Context &C) const;
  const llvm::Function *functionOf(const llvm::Value *V,
                                   const Context &C) const;
  bool asks(const llvm::CallBase *Call, const llvm::Value *Operand,
            const Choice &Of, const Context &C);
  Choice leadsTo(const llvm::CallBase *Call, const llvm::Value *Operand,
                 const Context &C) const;
  bool fromTable(const llvm::LoadInst *L, const Context &C);
  bool oneOfSeveral(const llvm::CallBase *Call, const llvm::Value *Operand,
                    const Context &C);
  void chosen(const llvm::CallBase *Call, const Context &C);
  // TripCalls.cpp
  const Purity &purityOf(const llvm::Function *G) const;
  void judge(const llvm::Instruction &I, Purity &P) const;
  bool alwaysRuns(const llvm::Instruction *I, const Context &C) const;
  std::optional<Sum> resultOf(const llvm::CallBase *Call, const Context &C,
                              unsigned Depth) const;
  bool argument(const llvm::Value *V, const Context &C,
                Computed::Argument &Out) const;
  std::shared_ptr<const Computed> pureCall(const llvm::CallBase *Call,
                                           const Context &C) const;
  std::string nameOf(const llvm::Function *G) const;
  // TripNumbers.cpp
  bool floating(const llvm::LoadInst *L, const Context &C,
                MemoryPath &Out) const;
  bool mathematics(const llvm::CallBase *Call, const Context &C, Computed &Out,
                   unsigned Depth) const;
  bool number(const llvm::Value *V, const Context &C, Computed &Out,
              unsigned Depth, bool Closed = true) const;
  bool length(const llvm::CallBase *Call, const Context &C,
              Computed &Out) const;
  bool textAt(const llvm::Value *V, const Context &C, MemoryPath &Out) const;
  bool isThere(const MemoryPath &Text, const llvm::CallBase *Call,
               const Context &C) const;
  bool made(const llvm::Instruction *I, const Context &C);
  bool integer(const llvm::Value *V, const Context &C, Computed &Out,
               unsigned Depth) const;
  bool shift(const llvm::Instruction *I, const Context &C, Computed &Out) const;
  bool truth(const llvm::Value *V, const Context &C, Computed &Out,
             unsigned Depth) const;
  bool oneOf(const llvm::PHINode *P, const llvm::BasicBlock *At,
             const llvm::BasicBlock *From, const Context &C, Computed &Out,
             unsigned Depth) const;
  bool oneOf(const llvm::PHINode *P, const Context &C, Computed &Out,
             unsigned Depth) const;
  bool isSafe(const llvm::Instruction *I, const Context &C,
              const Computed &Out) const;
  bool choosesKnown(const llvm::BranchInst *B, const Context &C) const;
  bool part(const llvm::Instruction *I, const Context &C, Computed &Out) const;
  bool comparison(const llvm::ICmpInst *Test, const Context &C,
                  Computed &Out) const;
  std::shared_ptr<const Computed> formula(const llvm::Value *V,
                                          const Context &C) const;
  // TripFloats.cpp
  bool isSteady(const llvm::Value *V, const Context &C, std::vector<Leaf> &Out);
  bool madeOfSteady(const llvm::Value *V, const llvm::AllocaInst *Variable,
                    const Context &C, unsigned Depth, std::vector<Leaf> &Parts);
  bool countsInFloats(const llvm::LoadInst *L, const Context &C);
  bool numberThatDecides(const llvm::LoadInst *L, const Context &C);
  bool foundFloats(size_t From) const;
  // TripStrides.cpp
  struct StrideWalk;
  void strides(const llvm::Instruction *I, const Context &C);
  bool followsFrom(const llvm::Value *V, unsigned Depth) const;
  void addStrides();
  // TripLists.cpp
  bool walkOf(const llvm::AllocaInst *V, int Stmt, Walk &Out) const;
  bool length(const llvm::BranchInst *B, int Stmt, const Context &C);
  bool totalOf(const llvm::Value *V, int Stmt, const Context &C,
               Computed &Out) const;
  bool total(const llvm::BranchInst *B, int Stmt, const Context &C);
  // TripInitial.cpp
  bool overwrites(const llvm::Instruction *I, const Context &C, InitialWalk &W,
                  unsigned Calls);
  bool passes(const llvm::Instruction *At, const Context &C, InitialWalk &W,
              unsigned Calls,
              llvm::SmallVectorImpl<const llvm::Instruction *> *Outside);
  bool varies(llvm::ArrayRef<const llvm::Instruction *> Fronts,
              const Context &C, InitialWalk &W);
  bool isFilled(const llvm::LoadInst *L, const Context &C, const AtomSet &A);
  bool readsInitial(const llvm::LoadInst *L, const Context &C,
                    const MemoryPath &P);
  // TripsByData.cpp
  int loopAround(const Stmt &S) const;
  bool endsLoop(const Stmt &If) const;
  bool countBranch(int Stmt, const Context &C, bool Told,
                   const llvm::Value *Condition = nullptr);
  bool dataBranch(const llvm::BranchInst *B, int Stmt, const Context &C);
  bool onData(const llvm::Value *V, const Context &C);
  void decide(int Stmt, Decided::Part What, const Context &C, bool Told = false,
              bool Data = false, bool Light = false);
  bool isExit(const Stmt &If, bool Continue) const;
  bool leaf(const Targets &At, const llvm::Instruction *Read);
  void lose(const llvm::Instruction *I, const llvm::Twine &Why);
  bool writtenInRun(const MemoryPath &P) const;
  const IrIndex &Index;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;

  const llvm::Function *Home = nullptr;
  unsigned Begin = 0; ///< the run's first statement
  AtomSet Written;    ///< by the run
  LoopsAround Around;
  llvm::DenseSet<const llvm::Instruction *> InRun;
  llvm::DenseSet<const llvm::Function *> Called;
  llvm::DenseSet<InContext> Seen, Lossy; ///< Lossy: that depend on lost values
  size_t Walked = 0;                     ///< blocks, by readsInitial()
  size_t Losses = 0;    ///< values without a name that were met, also again
  bool Probing = false; ///< only asks whether there is a loss
  int Loop = -1;        ///< whose test is looked at
  std::vector<Decided> ByData;
  std::vector<std::unique_ptr<Context>> Contexts;
  /// Of calls that write what is read.
  std::map<std::pair<const llvm::CallBase *, const Context *>,
           std::shared_ptr<const Context>>
      Followed;
  /// Of a function, as it is called there, and a set.
  std::map<std::tuple<const llvm::Function *, const Context *,
                      std::pair<unsigned, unsigned>>,
           Stored>
      Done;
  std::unordered_map<AtomSet, unsigned, Hash> Sets;
  std::vector<Leaf> Found, Strides;
  mutable LoopsBySteps Steps;
  std::vector<Nameless> Unnamed;
  std::vector<Condition> Conditions;
  std::vector<Rounds> Counted;
  std::map<int, int64_t> Fixed; ///< rounds, of loops
  std::map<std::pair<int, const Context *>, Sum> FirstTests; ///< of loops
  std::vector<std::pair<const llvm::BranchInst *, const Context *>> Lights;
  bool Tests = false, Makes = false, Values = false;
  bool Ended = false;    ///< there were too many steps to follow them all
  bool Indexing = false; ///< looks at what chooses an element
  bool Lawless = false;  ///< that no law tells a loop's end is told
  bool Calling = false, Products = false; ///< a sum may have results of calls
  llvm::DenseMap<const llvm::Instruction *, std::string> NoValue; ///< why
  mutable std::vector<Nameless> Refused; ///< what is computed and no value
  mutable std::vector<MemoryPath> Always;
  mutable std::vector<Reading> Reads;
  mutable bool Noting = true; ///< what is read goes to Always and Reads
  mutable std::map<const llvm::Function *, Purity> Pure;
  mutable std::map<const llvm::Function *, std::unique_ptr<Control>> Controls;
  bool isOwn(const llvm::Value *Pointer) const;
  llvm::ArrayRef<const llvm::Instruction *> storesOf(const llvm::Function *F);
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::Instruction *>>
      Stores;
  CallsBehind Calls;
};

} // namespace skel

#endif
