//===- Command.h - runs other programs --------------------------*- C++ -*-===//
#ifndef BSIM_SKELETONIZER_COMMAND_H
#define BSIM_SKELETONIZER_COMMAND_H

#include <string>
#include <vector>

namespace skel {

/// Runs Args[0] (found in PATH) with both outputs into the file Log, in the
/// folder Dir (empty: this one). No shell reads the words. The exit status;
/// 128 + signal when it was killed; -1 when it could not be started; -2 when it
/// has not ended within Seconds (0: no limit), and was ended.
int runCommand(const std::vector<std::string> &Args, const std::string &Log,
               unsigned Seconds = 0, const std::string &Dir = "");

/// The first line that Args[0] (found in PATH) prints, without blanks at its
/// end; what it says on standard error is not shown.
std::string firstLineOf(const std::vector<std::string> &Args);

/// Path of a program in PATH; empty if there is none.
std::string findProgram(const std::string &Name);

/// The last lines of a file.
std::string tailOf(const std::string &Path, unsigned Lines);

/// A fresh folder below TMPDIR; empty on failure.
std::string makeTempFolder();

} // namespace skel

#endif
