//===- Instrument.h - start and end of each block, counts -------*- C++ -*-===//
//
// Puts BSIM_Block_begin and BSIM_Block_end around the blocks, and BSIM_Count
// into what they count; keeps all code.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_INSTRUMENT_H
#define BSIM_SKELETONIZER_INSTRUMENT_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <map>
#include <set>

namespace skel {

/// The counters of a program: one for each loop or branch that is counted, in
/// whichever blocks, and one for each value of a block.
class Counters {
public:
  explicit Counters(const Plan &Plan);
  /// Index into bsim_counters.
  unsigned of(const Block::Count &C) const;
  const std::vector<Block::Count> &all() const { return All; }

private:
  std::vector<Block::Count> All;
};

/// Blocks that cannot be timed (a jump leads into them, or leaves them out of
/// a macro) are noted in Plan.Unknown.
/// Fronts: where a statement begins -> where the text begins that is restored
/// in front of it and belongs to it.
void instrument(const Program &P, const Sources &S,
                const std::map<Place, unsigned> &Fronts, Plan &Plan, Edits &E,
                std::set<unsigned> &NeedsBsim);

} // namespace skel

#endif
