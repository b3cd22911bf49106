//===- Matching.h - which sends a receive may match -------------*- C++ -*-===//
//
// By communicator, tag and datatype where these are known constants; by kind,
// communicator and order for collectives. In doubt two calls match.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MATCHING_H
#define BSIM_SKELETONIZER_MATCHING_H

#include "skeletonizer/slice/CollectiveOrder.h"
#include "skeletonizer/memory/Ranges.h"
#include <map>
#include <set>

namespace skel {

class Matching {
public:
  Matching(const IrIndex &Index, const MemoryObjects &Objects,
           const PointsTo &Pts, const ModRef &Memory);

  /// Of a collective, those that may take part in it, C included.
  struct Partners {
    std::vector<const llvm::CallBase *> Senders; ///< of what the call receives
    std::vector<const llvm::CallBase *> Receivers; ///< of what it sends
  };
  const Partners &partners(const llvm::CallBase *C) const;
  static bool receives(const MpiCallInfo &Info);
  static bool sends(const MpiCallInfo &Info);
  /// All MPI calls with buffers.
  llvm::ArrayRef<const llvm::CallBase *> calls() const { return All; }
  /// Not known, or all the values that an integer can have.
  struct Constants {
    bool Known = false;
    std::set<int64_t> Values;
  };
  Constants constants(const llvm::Value *V) const;

private:
  Constants valuesOf(const llvm::Value *V, unsigned Depth) const;
  bool mayMatch(const llvm::CallBase *Send,
                const llvm::CallBase *Receive) const;
  bool sameCollective(const llvm::CallBase *A, const llvm::CallBase *B) const;
  bool sameCommunicator(const llvm::Value *A, const llvm::Value *B) const;
  bool sameType(const llvm::Value *A, const llvm::Value *B) const;
  const llvm::Value *argument(const llvm::CallBase *C, char Role,
                              unsigned Which) const;

  const IrIndex &Index;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  std::vector<const llvm::CallBase *> All;
  mutable std::map<const llvm::CallBase *, Partners> PartnersOf;
  mutable unsigned Budget = 0; ///< steps left in a search for constants
  mutable Ranges Bounds;
  CollectiveOrder Order;
};

} // namespace skel

#endif
