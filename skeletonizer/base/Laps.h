//===- Laps.h - how long the parts of a run take ----------------*- C++ -*-===//
//
// For --statistics, on standard error.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_LAPS_H
#define BSIM_SKELETONIZER_LAPS_H

#include <chrono>
#include <cstdio>

namespace skel {

class Laps {
public:
  /// Of: what the parts are parts of. Says nothing unless Print.
  Laps(const char *Of, bool Print)
      : Of(Of), Print(Print), Last(std::chrono::steady_clock::now()) {}

  /// Part has ended.
  void lap(const char *Part) {
    auto Now = std::chrono::steady_clock::now();
    if (Print)
      fprintf(stderr, "%s: %s %.6f s\n", Of, Part,
              std::chrono::duration<double>(Now - Last).count());
    Last = Now;
  }

private:
  const char *Of;
  bool Print;
  std::chrono::steady_clock::time_point Last;
};

} // namespace skel

#endif
