//===- Driver.h - the steps of skeletonize ----------------------*- C++ -*-===//
//
// Read, plan, emit, write; or verify, or explain.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_DRIVER_H
#define BSIM_SKELETONIZER_DRIVER_H

#include "skeletonizer/base/Options.h"
#include <string>

namespace skel {

/// The exit status: 0 done, 1 traces differ, 2 bad input (told in Error).
int run(const Options &O, std::string &Error);

} // namespace skel

#endif
