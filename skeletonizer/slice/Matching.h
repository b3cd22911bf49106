//===- Matching.h - which sends a receive may match -------------*- C++ -*-===//
//
// Messages match by communicator, tag and datatype, and by the ranks that come
// to a call and those that its message goes to or is wanted from, where these
// are known constants. Collectives match by kind, communicator and order. In
// doubt two calls match.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MATCHING_H
#define BSIM_SKELETONIZER_MATCHING_H

#include "skeletonizer/slice/CollectiveOrder.h"
#include "skeletonizer/slice/MatchingConstants.h"
#include "skeletonizer/slice/RankTests.h"
#include "skeletonizer/memory/Ranges.h"
#include <map>

namespace skel {

class Matching {
public:
  Matching(const IrIndex &Index, const MemoryObjects &Objects,
           const PointsTo &Pts, const ModRef &Memory);

  /// The calls that a call may exchange messages with. For a collective: all
  /// calls that may take part in it, the call itself included.
  struct Partners {
    std::vector<const llvm::CallBase *> Senders; ///< of what the call receives
    std::vector<const llvm::CallBase *> Receivers; ///< of what it sends
  };
  const Partners &partners(const llvm::CallBase *C) const;
  static bool receives(const MpiCallInfo &Info);
  static bool sends(const MpiCallInfo &Info);
  /// All MPI calls with buffers.
  llvm::ArrayRef<const llvm::CallBase *> calls() const { return All; }
  /// The values that an integer can have.
  using Constants = IntegerConstants;
  Constants constants(const llvm::Value *V) const;

private:
  bool mayMatch(const llvm::CallBase *Send,
                const llvm::CallBase *Receive) const;
  bool ranksMeet(const llvm::CallBase *Send,
                 const llvm::CallBase *Receive) const;
  bool names(const llvm::Value *Peer, const RankSet &Ranks) const;
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
  mutable Ranges Bounds;
  mutable RankTests Ranks;
  CollectiveOrder Order;
};

} // namespace skel

#endif
