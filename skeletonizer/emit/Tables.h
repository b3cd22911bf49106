//===- Tables.h - bsim_blocks.c and skeleton.json ---------------*- C++ -*-===//
//
// What the result says about itself: blocks, calls, sizes.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TABLES_H
#define BSIM_SKELETONIZER_TABLES_H

#include "skeletonizer/emit/Emit.h"
#include "skeletonizer/base/Options.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"

namespace skel {

/// What results call a program: Given if it is not empty; else the file that
/// has main() without its suffix; if that is "main" the file's folder, or the
/// folder above one that is called src.
std::string programName(const std::string &Given, const Program &P);

/// What people know a block by, such as "relax_faces (main.c:57-63)".
std::string blockLabel(const Program &P, const Block &B);

/// A name that models.json can hold, as a C string.
std::string cName(const std::string &S);

/// bsim_blocks.c: bsim_blocks[] and bsim_sites[] of bsim/bsim.h.
std::string tablesText(Mode Kind, const std::string &Name, const Program &P,
                       const Plan &Plan, const HintEdits &Hints,
                       const Emission &E);
std::string jsonText(Mode Kind, const std::string &Name, const Program &P,
                     const Sources &S, const Plan &Plan, const HintEdits &Hints,
                     const Emission &E);

} // namespace skel

#endif
