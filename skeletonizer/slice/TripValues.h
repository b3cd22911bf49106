//===- TripValues.h - values that a run's time depends on -------*- C++ -*-===//
//
// What TripCounts finds: sums that can be computed in front of a run, rounds of
// loops, conditions, and what has no name.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TRIPVALUES_H
#define BSIM_SKELETONIZER_TRIPVALUES_H

#include "skeletonizer/memory/Paths.h"
#include <set>

namespace skel {

struct BranchControl;

struct TripValues {
  using Control = BranchControl;
  struct Computed;
  using Targets = llvm::SmallVector<MemoryPath, 1>;
  static constexpr size_t MaxWalked = 20000; ///< blocks
  /// A sum of scalars that can be read in front of the run, and of values that
  /// can be computed there, each times a constant, and a constant.
  struct Sum {
    llvm::SmallVector<std::pair<MemoryPath, int64_t>, 2> Terms;
    std::vector<std::pair<std::shared_ptr<const Computed>, int64_t>> Values;
    int64_t Addend = 0;

    /// The only scalar, times one; null for other sums.
    const MemoryPath *path() const {
      return Terms.size() == 1 && Values.empty() && Terms[0].second == 1
                 ? &Terms[0].first
                 : nullptr;
    }
    bool isConstant() const { return Terms.empty() && Values.empty(); }
    size_t size() const { return Terms.size() + Values.size(); }
    void add(const Sum &Other, int64_t Times);
  };
  /// A value that code computes in front of the run, as the run would.
  struct Computed {
    enum Kind {
      Call,    ///< the result of a function that changes nothing
      Formula, ///< a comparison of floating-point numbers or of texts, or an
               ///< integer to which such a number is cut
      Length,  ///< of the list that begins with the argument
      Total,   ///< of the argument's elements; as many as the second one says
      Span,    ///< of the array that the argument is: the element that the
               ///< third one says less that of the second; 0 if there is no
               ///< element between them
      Callee,  ///< whether the argument points to Function
      Below,   ///< of as many rounds as the first argument says, those in which
               ///< a number is below the last one: it is the second argument in
               ///< the first round, and grows by the third in each
      Above,   ///< likewise, above it
      Scaled,  ///< how often the first argument can be multiplied by the third
               ///< (or divided by its negative), until it is not below (above)
               ///< the second one
      Every,   ///< of as many rounds as the first argument says, those in which
               ///< a number that is the second one in the first round, and
               ///< grows by one, leaves the fourth when it is divided by the
               ///< third
      BelowInBlocks, ///< of as many rounds as the first argument says, with a
                     ///< counter that begins at the second one, those in which
                     ///< a number is below the eighth: the fourth argument,
                     ///< the fifth times the counter, the sixth times the
                     ///< number of its block, which are as long as the third
                     ///< argument, and the seventh times its place in there
      AboveInBlocks, ///< likewise, above it
      Stepped,   ///< from the first argument to the second one, by steps of the
                 ///< third
      EveryBlock ///< as BelowInBlocks, those in which the number of its block
                 ///< leaves the fifth argument when it is divided by the fourth
    } What = Call;
    /// Rounds that sums tell: none is another one if its arguments are the
    /// same.
    bool isOfRounds() const { return What >= Below; }
    const llvm::Instruction *At;
    struct Argument {
      Sum Number = {};
      /// Or a pointer: what stands at Pointer; Address: its address.
      MemoryPath Pointer = {};
      bool Address = false;
      bool Text = false; ///< or the text that begins there
    };
    std::vector<Argument> Arguments = {};
    int Function = -1; ///< Call, Callee: index into Program::Functions
    /// Call: the called function, and all that it calls.
    std::vector<const llvm::Function *> Code = {};
    /// Formula: its text in front of the arguments, and behind the last one;
    /// the functions of libraries that it names.
    std::vector<std::string> Texts = {}, Names = {};
    /// Casts to long in the texts, which keep a quotient from overflowing:
    /// number of the text, and place. The name for people does without them.
    std::vector<std::pair<size_t, size_t>> Casts = {};
    MemoryPath Link = {}; ///< Length: leads from the first element to the next
    /// Length, Total: what it goes through, of a size that is not known.
    /// Formula: texts.
    AtomSet Reads = {};
  };
  /// Both are formulas or counts of rounds, of the same text and arguments.
  static bool isSame(const Computed &A, const Computed &B);
  /// How often a loop runs, if that is no single scalar.
  struct Rounds {
    Sum Count;
    const llvm::Instruction *At; ///< the loop's test
  };
  /// A loop or a branch of the run's code, also in called functions, whose
  /// rounds depend on values that no path names.
  struct Decided {
    int Stmt; ///< the loop or if
    enum Part { Rounds, Then, Else, Behind } What;
    unsigned Depth = 0; ///< loops around it
    bool Told = false;  ///< among the nameless
    bool Data = false;  ///< data decide, which are not among them
    bool Light = false; ///< of little code, which matters in a loop
  };
  /// A value that the run's time depends on, and an instruction that reads it.
  struct Leaf {
    MemoryPath Path;
    const llvm::Instruction *Read;
    int Loop = -1; ///< whose rounds depend on it, or -1
    /// What to count if it has no name in front of the run.
    std::vector<Decided> Counts = {};
  };
  /// A condition that decides whether much of the run's code is executed: "Left
  /// == Right", or "Left % By == Right"; without an operator, "Left".
  struct Condition {
    Sum Left, Right;
    const char *Operator; ///< of C
    const llvm::Instruction *At;
    const char *Part = ""; ///< "%" or "&", or empty: Left as it is
    Sum By = {};           ///< not a constant 0
    /// What to count if it has no name in front of the run.
    std::vector<Decided> Counts = {};
    bool Case = false; ///< Left, without an operator, chooses between code
  };
  /// The functions that a pointer may lead to.
  struct Choice {
    std::set<int> Functions; ///< of the program
    size_t Many = 0;         ///< with those of libraries
  };
  /// An instruction on whose value the run's time depends, which no path names.
  struct Nameless {
    const llvm::Instruction *At;
    std::string Why; ///< what the value is: "the result of f()"
  };
  /// An address in an array; Index is null if there is none, or several.
  struct OneIndex {
    const llvm::Value *Base, *Index;
    uint64_t Bytes; ///< by which the index counts
  };
  /// A variable that a loop counts with: where it begins, and what each round
  /// adds, or multiplies it by; Down: takes away, or divides it by. Shifts: the
  /// step is a number of bits.
  struct Counter {
    const llvm::Value *Begin = nullptr;
    const llvm::Value *Step = nullptr;
    bool Down = false, Shifts = false;
  };
  /// A loop that counts from one sum to another: how far, with steps of Step;
  /// Down: back to a smaller one.
  struct Counting {
    Counter By = {};
    Sum From = {}, Step = {}, Count = {};
    bool Down = false;
  };
  /// A loop through a list.
  struct Walk {
    const llvm::Value *First = nullptr;
    const llvm::LoadInst *Link = nullptr;
    int64_t Offset = 0; ///< of the link in an element
    bool There = false; ///< the variable is set in front of the run
  };
  /// What is known of the stores of a function to a set of memory.
  struct Stored {
    bool Computed = true, Lossy = false;
  };
  /// Calls on the way from the run to the code that is looked at.
  struct Context {
    const llvm::CallBase *Call = nullptr;
    const Context *Up = nullptr;
    unsigned Depth = 0;
  };
  /// Loops by steps, and variables of which something asks for the value. Where
  /// nothing asks for a loop's counter, the loop's rounds are enough.
  struct LoopsBySteps {
    struct Loop {
      const llvm::Value *Counter;
      Counting Of;
      const llvm::ICmpInst *Test;
      int Stmt;
      const Context *Where;
    };
    std::vector<Loop> Loops;
    llvm::DenseSet<const llvm::Value *> Asked;
  };
  struct Hash {
    size_t operator()(const AtomSet &A) const { return A.hash(); }
  };
  using InContext = std::pair<const llvm::Value *, const Context *>;
  /// A path that the run reads on conditions: on all of one set of On. Not
  /// known: also on others.
  struct Reading {
    MemoryPath Path;
    std::vector<std::vector<Condition>> On;
    bool Known;
    std::vector<Condition> Others; ///< that may decide, if not all are known
    /// Those in the path that the run uses for other arrays in any case.
    std::vector<MemoryPath> Indices;
  };
};

} // namespace skel

#endif
