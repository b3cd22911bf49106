//===- Scratch.h - a folder to run a program in -----------------*- C++ -*-===//
//
// Looks to the program as the folder that it would run in, but what it writes
// is gone afterwards.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SCRATCH_H
#define BSIM_SKELETONIZER_SCRATCH_H

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace skel {

/// A tree below Under, removed with the object. At the current folder's place
/// in the system's tree it has folders like it and those below it, with a link
/// for each file; what stands beside it, and beside the folders above, is links
/// too. A program that is linked with scratchSource() replaces a link when it
/// writes the file.
class Scratch {
public:
  /// Under: a folder that is not there yet, below the folder Left, which is
  /// left out.
  Scratch(const std::string &Under, const std::string &Left);
  ~Scratch();
  Scratch(const Scratch &) = delete;

  /// Where to run; empty if it could not be made, with the reason in error().
  const std::string &folder() const { return Folder; }
  const std::string &error() const { return Error; }
  /// The files of the current folder that were changed since.
  std::vector<std::string> changed() const;

private:
  void mirror(const std::string &From, const std::string &To);
  void linkTo(const std::string &From, const std::string &To);
  bool makeFolder(const std::string &Path);

  std::string Under, Left, Folder, Error;
  /// Size and time of the last change, in nanoseconds.
  std::map<std::string, std::pair<long long, long long>> Linked;
};

/// C: functions that open or change files, and the options of the linker that
/// put them in the place of the C library's. Not those of the names Defined,
/// which the program has its own of.
std::string scratchSource(const std::set<std::string> &Defined);
std::vector<std::string> scratchOptions(const std::set<std::string> &Defined);

} // namespace skel

#endif
