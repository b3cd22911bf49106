//===- Sources.h - what the emitter knows of the sources' text --*- C++ -*-===//
//
// File-scope declarations, names and where they are used, static data, macros
// and directives: places in files, without Clang types. Filled by the
// collector, read by the emitter.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SOURCES_H
#define BSIM_SKELETONIZER_SOURCES_H

#include "Program.h"
#include <string>
#include <vector>

namespace skel {

struct Sources {
  std::vector<std::string> Text; ///< of each project file, by file id
};

} // namespace skel

#endif
