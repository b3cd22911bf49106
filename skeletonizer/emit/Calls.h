//===- Calls.h - MPI_ to LMPI_, dead arguments to nulls ---------*- C++ -*-===//
//
// Carries the plan's calls over to places in the text.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CALLS_H
#define BSIM_SKELETONIZER_CALLS_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/plan/KeepSet.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <set>
#include <vector>

namespace skel {

struct CallEdits {
  struct Rename {
    unsigned File, At; ///< place of the name
    std::string Front; ///< what it gets in front
    bool Profiled;     ///< in the place of the P of PMPI_
  };
  struct Null {
    unsigned File, Begin, End;
    std::string Text; ///< a null of the argument's type
  };
  struct Front {
    unsigned File, Begin, End;
    int Bytes;
  };
  std::vector<Rename> Renames;
  std::vector<Null> Nulls;
  std::vector<Front> Leading; ///< buffers of which only a part is data
};

/// A name in a macro's body that stands for timing-only and real calls stays
/// real; such calls are marked Real in Plan.
CallEdits planCalls(const Program &P, const Sources &S, Plan &Plan);

std::vector<Hole> holesOf(const CallEdits &C);

/// NeedsLmpi and NeedsBsim get the files whose text needs the headers now.
void applyCalls(const CallEdits &C, const Sources &S, Edits &E,
                std::set<unsigned> &NeedsBsim, std::set<unsigned> &NeedsLmpi);
/// Around what the other edits make of the arguments: the last one.
void applyLeading(const CallEdits &C, Edits &E, std::set<unsigned> &NeedsBsim);

} // namespace skel

#endif
