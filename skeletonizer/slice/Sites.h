//===- Sites.h - source calls and what may be cut off -----------*- C++ -*-===//
//
// A source call can be several instructions (copies of a function). Which
// instructions belong to one argument alone, so that the argument can be
// replaced by a null. Decides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SITES_H
#define BSIM_SKELETONIZER_SITES_H

#include "skeletonizer/memory/IrIndex.h"

namespace skel {

class Sites {
public:
  Sites(const IrIndex &Index, const PointsTo &Pts);

  /// Dense id of the source call that an instruction is; -1 for code without
  /// a statement.
  int siteOf(const llvm::CallBase *C) const;
  llvm::ArrayRef<const llvm::CallBase *> copies(int Site) const {
    if (Site < 0)
      return {};
    return OfSite[Site];
  }
  /// The argument that an instruction computes a part of, and nothing else:
  /// of the innermost call. {null, 0} if there is none.
  std::pair<const llvm::CallBase *, unsigned>
  owner(const llvm::Instruction *I) const;
  llvm::ArrayRef<const llvm::Instruction *> owned(const llvm::CallBase *C,
                                                  unsigned Arg) const;
  /// The argument's text can be replaced by a null without losing an effect
  /// other than those of the calls in it.
  bool replaceable(const llvm::CallBase *C, unsigned Arg) const;
  /// The call can stand alone in place of its statement.
  bool canStandAlone(const llvm::CallBase *C) const;

private:
  void findOwners(int Stmt);
  bool
  holdsOtherCall(const llvm::CallBase *C, unsigned Arg, int Stmt,
                 const llvm::DenseSet<const llvm::Instruction *> &In) const;
  void
  collect(const llvm::CallBase *C, unsigned Arg, int Stmt,
          const llvm::DenseMap<const llvm::Instruction *, unsigned> &Order);

  const IrIndex &Index;
  const PointsTo &Pts;
  llvm::DenseMap<const llvm::CallBase *, int> SiteIds;
  std::vector<std::vector<const llvm::CallBase *>> OfSite;
  using ArgKey = std::pair<const llvm::CallBase *, unsigned>;
  llvm::DenseMap<const llvm::Instruction *, ArgKey> Owners;
  llvm::DenseMap<ArgKey, std::vector<const llvm::Instruction *>> Owned;
  llvm::DenseSet<ArgKey> Replaceable;
};

} // namespace skel

#endif
