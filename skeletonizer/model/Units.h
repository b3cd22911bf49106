//===- Units.h - which sources, compiled how --------------------*- C++ -*-===//
//
// The translation units of the program, from a compilation database or from
// the command line, and the program's root folder. Knows nothing of C.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_UNITS_H
#define BSIM_SKELETONIZER_UNITS_H

#include "skeletonizer/base/Options.h"
#include "skeletonizer/base/Output.h"
#include <string>
#include <vector>

namespace skel {

struct Unit {
  std::string File;      ///< absolute, without symbolic links
  std::string Directory; ///< where the compiler is called
  /// Flags of preprocessor, language and optimisation; no source, no output,
  /// no dependency files, no linking.
  std::vector<std::string> Flags;
};

struct UnitList {
  std::vector<Unit> Units;
  std::vector<std::string> LinkFlags; ///< -l, -L, -Wl as given
  std::string Root;                   ///< absolute folder
};

bool readUnits(const Options &O, UnitList &Out, std::string &Error);
/// Lets the root folder hold a header too, if it is near; whether it changed.
bool widenRoot(const Options &O, const std::string &Header, UnitList &Out);

/// -fopenmp and its like.
bool isOpenMpFlag(const std::string &Flag);
bool usesOpenMp(const Unit &U);
/// What replaces it where a rank has one thread: pragmas say nothing, but the
/// same text is compiled.
inline const char *openMpMacro() { return "-D_OPENMP=201511"; }

bool isBelow(const std::string &Path, const std::string &Folder);

} // namespace skel

#endif
