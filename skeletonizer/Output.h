//===- Output.h - the files of a result -------------------------*- C++ -*-===//
//
// Makefile, tables and the tree on disk. Writes aside and renames; replaces
// only what an earlier run has written.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_OUTPUT_H
#define BSIM_SKELETONIZER_OUTPUT_H

#include "Emit.h"
#include "Options.h"
#include "Plan.h"
#include "Program.h"
#include "Units.h"
#include <map>
#include <string>

namespace skel {

/// Path in the result -> text.
using Tree = std::map<std::string, std::string>;

/// Unneeded: libraries that the program has and the result needs not.
std::string makefileText(Mode Kind, const UnitList &List, const Program &P,
                         const Emission &E,
                         const std::vector<std::string> &Unneeded = {});
/// bsim_blocks.c: bsim_blocks[] and bsim_sites[] of bsim/bsim.h.
std::string tablesText(Mode Kind, const Program &P, const Plan &Plan,
                       const HintEdits &Hints, const Emission &E);
std::string jsonText(Mode Kind, const Program &P, const Sources &S,
                     const Plan &Plan, const HintEdits &Hints,
                     const Emission &E);

/// False if Out exists and is not an earlier result.
bool mayReplace(const std::string &Out, std::string &Error);
/// An earlier result's files are replaced or go; other files of Out stay, and
/// are an error where they are in the way.
bool writeTree(const std::string &Out, const Tree &Files, std::string &Error);
/// Writes a file aside and renames it; what is no regular file is written to.
bool writeText(const std::string &Path, const std::string &Text,
               std::string &Error);
/// Removes a folder and all below it.
void removeTree(const std::string &Path);

/// Folder of bin/, lib/ and include/ that this program was started from.
std::string installFolder();

/// A word of a command in a recipe of make, or in a variable that make is
/// given.
std::string shellWord(const std::string &Text);
/// Lines with something else than blanks on them, and bytes.
struct Size {
  unsigned Lines = 0, Bytes = 0;
};
Size sizeOf(const std::string &Text);

} // namespace skel

#endif
