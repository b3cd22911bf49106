//===- DeadFields.h - fields that nothing names -----------------*- C++ -*-===//
//
// Takes fields out of structs where no text of the result names them, if the
// layout of the struct cannot matter: its size is asked for in allocations
// alone, nothing lists its values, and pointers to it become no others'.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_DEADFIELDS_H
#define BSIM_SKELETONIZER_DEADFIELDS_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/model/Sources.h"

namespace skel {

/// Of the files that stay, behind all edits that take uses out.
void cutDeadFields(const Sources &S, const std::set<unsigned> &Files, Edits &E);

} // namespace skel

#endif
