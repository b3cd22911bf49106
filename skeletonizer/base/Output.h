//===- Output.h - the files of a result -------------------------*- C++ -*-===//
//
// Makefile, tables and the tree on disk. Writes aside and renames; replaces
// only what an earlier run has written.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_OUTPUT_H
#define BSIM_SKELETONIZER_OUTPUT_H

#include <map>
#include <string>

namespace skel {

/// Path in the result -> text.
using Tree = std::map<std::string, std::string>;

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

/// Absolute without symbolic links; empty if it does not exist.
std::string realPath(const std::string &Path);
std::string makeAbsolute(const std::string &Directory, const std::string &Path);
/// Lines with something else than blanks on them, and bytes.
struct Size {
  unsigned Lines = 0, Bytes = 0;
};
Size sizeOf(const std::string &Text);

} // namespace skel

#endif
