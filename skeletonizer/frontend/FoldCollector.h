//===- FoldCollector.h - facts of conditions that may be known --*- C++ -*-===//
//
// Fills FoldFacts from Clang's AST, one unit after another. Decides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FOLDCOLLECTOR_H
#define BSIM_SKELETONIZER_FOLDCOLLECTOR_H

#include "skeletonizer/frontend/Folds.h"
#include "skeletonizer/frontend/StatementTree.h"

namespace skel {

void collectFolds(clang::ASTContext &Context, FileTable &Files,
                  FoldFacts &Facts);

} // namespace skel

#endif
