//===- Libraries.h - libraries that a skeleton still needs ------*- C++ -*-===//
//
// Of the -l flags of a program, those are left out whose library gives nothing
// that the skeleton names. The linker judges, by trial links of an object that
// names the same symbols.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_LIBRARIES_H
#define BSIM_SKELETONIZER_LIBRARIES_H

#include "skeletonizer/emit/Emit.h"
#include <set>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace skel {

/// Names that a result's code takes from elsewhere, and that it defines.
struct OuterNames {
  std::set<std::string> Taken, Defined;
  void add(const llvm::Module &M);
  /// What the text calls: compilers differ in which code that never runs they
  /// leave out.
  void add(const Emission &E);
};

/// LinkFlags without libraries that no name needs; those in Unneeded. All stay
/// where the trial links do not work, as where a library is not found. Dir:
/// the folder that the flags are for.
std::vector<std::string>
neededLibraries(const std::vector<std::string> &LinkFlags,
                const std::string &Dir, const OuterNames &Names,
                std::vector<std::string> &Unneeded);

} // namespace skel

#endif
