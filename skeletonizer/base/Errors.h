//===- Errors.h - several errors in one text --------------------*- C++ -*-===//
//
// What ends a run is told once, with all that is wrong.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_ERRORS_H
#define BSIM_SKELETONIZER_ERRORS_H

#include <string>

namespace skel {

/// Adds an error to others. Whoever prints them puts the program's name in
/// front of the first one.
inline void addError(std::string &Error, const std::string &Text) {
  Error += (Error.empty() ? "" : "\nskeletonize: ") + Text;
}

} // namespace skel

#endif
