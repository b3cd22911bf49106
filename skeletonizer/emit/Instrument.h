//===- Instrument.h - start and end of each block ---------------*- C++ -*-===//
//
// Puts BSIM_Block_begin and BSIM_Block_end around the blocks; keeps all code.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_INSTRUMENT_H
#define BSIM_SKELETONIZER_INSTRUMENT_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <set>

namespace skel {

/// Blocks that cannot be timed (a jump leads into them, or leaves them out of
/// a macro) are noted in Plan.Unknown.
void instrument(const Program &P, const Sources &S, Plan &Plan, Edits &E,
                std::set<unsigned> &NeedsBsim);

} // namespace skel

#endif
