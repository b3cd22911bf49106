//===- VerifyPrograms.h - programs that are built and traced ----*- C++ -*-===//
//
// Owns a temporary folder with all that is built and run.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_VERIFYPROGRAMS_H
#define BSIM_SKELETONIZER_VERIFYPROGRAMS_H

#include "skeletonizer/verify/Verify.h"
#include <set>
#include <string>
#include <vector>

namespace skel {

/// A program is known by its name: "original", "skeleton", or "mpich" for the
/// original under MPICH.
class VerifyPrograms {
public:
  using Lines = std::vector<std::string>;

  /// Functions that return false set Error.
  VerifyPrograms(const Options &O, const std::set<std::string> &Defined,
                 std::string &Error);
  ~VerifyPrograms();
  VerifyPrograms(const VerifyPrograms &) = delete;

  /// Makes the folder.
  bool start();
  /// Writes the sources of a program and builds it.
  bool build(const std::string &Name, VerifySide &Side);
  /// Builds a program. Extra: words of the link line.
  bool make(const std::string &Name, std::vector<std::string> Extra);
  /// Compiles text of ours for a program. What the compiler says goes to Log.
  bool compile(const std::string &Compiler, const std::string &Text,
               const std::string &Object, const std::string &Log);
  /// Sets the error for a program that does not build. Returns false.
  bool notBuilt(const std::string &Name, const std::string &Log);
  /// Runs a program for the runtime with a trace. Sites: folder for the
  /// addresses of its calls, or empty.
  bool trace(const std::string &Name, int NP, const std::string &Sites);
  /// Runs a program in a scratch folder that looks like the current one.
  bool runIn(const std::string &Name, int NP, std::vector<std::string> Args,
             int &Status);
  /// A run has left a trace of the rank. A rank that makes no call has an empty
  /// file.
  bool traced(const std::string &Name, int NP, int Rank);
  /// Sets the error for a program that fails. Returns false.
  bool fails(const std::string &Name, int NP, int Status);

  /// The exit code of the last run.
  int lastStatus() const { return LastStatus; }
  Lines traceOf(const std::string &Name, int NP, int Rank) const;
  bool hasTrace(const std::string &Name, int NP, int Rank) const;
  /// Deletes the traces of all programs.
  void removeTraces() const;
  const std::string &folder() const { return Temp; }
  /// The compiler for the runtime.
  std::string compiler() const;
  static Lines readLines(const std::string &Path);

private:
  std::string traceFile(const std::string &Name, int NP, int Rank) const;
  /// The name of a program in messages.
  static std::string called(const std::string &Name);
  std::string logOf(const std::string &Name) const;
  /// Tells once that the original has ended with an exit code other than 0,
  /// with what it said last.
  void warnOfFailure(int NP);

  const Options &O;
  const std::set<std::string> &Defined; ///< names that the program defines
  std::string &Error;
  std::string Bin, Models, Temp;
  std::set<std::string> ChangedFiles; ///< that a warning has named
  bool ToldFailure = false;
  int LastStatus = 0;        ///< lastStatus()
  std::string ScratchObject; ///< compiled scratchSource()
};

} // namespace skel

#endif
