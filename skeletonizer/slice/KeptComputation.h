//===- KeptComputation.h - computation that stays ---------------*- C++ -*-===//
//
// Where communication depends on computed data, the slice keeps the
// computation. The skeleton then does it, but its host time is not the time of
// the predicted machine: it needs a cost model like what was removed.
//
// A kept loop, or a kept call, is a block of its own if it works in a loop,
// communicates nowhere (also in what it calls), reads neither a stream nor the
// clock, and holds no removed code that is a block by itself. What ends the
// process may be in it, with what runs before on that path alone. Loops over
// the program's options take no time (OptionLoops.h). Control enters it at its
// beginning. Of nested ones the outermost counts. Each piece of code is timed
// once: a function with blocks inside is not called in a block.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_KEPTCOMPUTATION_H
#define BSIM_SKELETONIZER_KEPTCOMPUTATION_H

#include "skeletonizer/slice/OptionLoops.h"
#include "skeletonizer/slice/SliceState.h"
#include "llvm/ADT/MapVector.h"
#include <functional>
#include <optional>

namespace skel {

class KeptComputation {
public:
  /// IsBlock: whether removed siblings [...] make a block. WithBlocks:
  /// functions that no block may call.
  KeptComputation(const IrIndex &Index, const MemoryObjects &Objects,
                  const PointsTo &Pts, const ModRef &Memory,
                  const ControlDep &Control, const SliceState &Slice,
                  std::function<bool(llvm::ArrayRef<unsigned>)> IsBlock,
                  const llvm::DenseSet<int> &WithBlocks);
  bool isBlock(unsigned Stmt) const { return Chosen[Stmt]; }

  /// Kept code computes in or below it, in a loop or by a kernel, also in what
  /// it calls.
  bool worksInLoop(unsigned Stmt) const { return Of[Stmt].Heavy; }
  bool works(unsigned Stmt) const { return Of[Stmt].Works; }

  /// The call reads a stream, also in what it calls.
  bool readsStream(const llvm::CallBase *C) const;

  /// Why a loop that stays and works, and that neither communicates nor holds
  /// a block, is none; nothing: it goes over the program's options, or runs
  /// operators, which have times of their own.
  std::optional<Untimed::Reason> whyNone(unsigned Loop) const;

private:
  struct Facts {
    bool Works = false;   ///< arithmetic, a step through memory, a kernel
    bool Heavy = false;   ///< it works in a loop, or is a kernel
    bool Noisy = false;   ///< communicates, reads input, the clock, pauses
    bool Options = false; ///< reads the program's options
    bool Talks = false;   ///< communicates
    bool Input = false;   ///< reads a stream, or prints
    bool Reads = false;   ///< reads a stream
    bool Cut = false;     ///< there is a block in it
    bool operator==(const Facts &O) const {
      return Works == O.Works && Heavy == O.Heavy && Noisy == O.Noisy &&
             Options == O.Options && Talks == O.Talks && Input == O.Input &&
             Reads == O.Reads && Cut == O.Cut;
    }
    void add(const Facts &O) {
      Works |= O.Works;
      Heavy |= O.Heavy;
      Noisy |= O.Noisy;
      Options |= O.Options;
      Talks |= O.Talks;
      Input |= O.Input;
      Reads |= O.Reads;
      Cut |= O.Cut;
    }
  };
  Facts factsOf(const llvm::Instruction *I) const;
  Facts visit(unsigned Stmt);
  bool hasRemovedBlock(unsigned Stmt) const;
  bool jumpsOut(unsigned Stmt, unsigned Block) const;
  bool choose(unsigned Stmt);
  bool holdsEnteredLoop(unsigned Stmt) const;
  bool uncover();

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const SliceState &Slice;
  const OptionLoops Options;
  const Program &Prog;
  std::function<bool(llvm::ArrayRef<unsigned>)> IsRemovedBlock;
  std::vector<Facts> Of;                             ///< by statement
  llvm::MapVector<const llvm::Function *, Facts> In; ///< with what it calls
  llvm::DenseSet<const llvm::Function *> Apart;      ///< has blocks inside
  std::vector<char> Chosen;
};

} // namespace skel

#endif
