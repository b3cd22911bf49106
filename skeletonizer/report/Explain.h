//===- Explain.h - why a line is in the skeleton, or not --------*- C++ -*-===//
#ifndef BSIM_SKELETONIZER_EXPLAIN_H
#define BSIM_SKELETONIZER_EXPLAIN_H

#include "skeletonizer/emit/Emit.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <string>

namespace skel {

/// The answer in Out; false with a message in Error if the program has no such
/// line.
bool explain(const Program &P, const Sources &S, const Plan &Plan,
             const Emission &E, const std::string &File, unsigned Line,
             std::string &Out, std::string &Error);

/// The statement's first line, shortened.
std::string statementText(const Sources &S, const Stmt &St);
/// How a statement serves the next one of its chain.
std::string reasonText(const Reason &R);

} // namespace skel

#endif
