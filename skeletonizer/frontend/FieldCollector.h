//===- FieldCollector.h - fields of structs and their uses ------*- C++ -*-===//
//
// Fills the records of Sources from Clang's AST, one unit after another.
// Decides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FIELDCOLLECTOR_H
#define BSIM_SKELETONIZER_FIELDCOLLECTOR_H

#include "skeletonizer/frontend/Collector.h"

namespace skel {

void collectFields(clang::ASTContext &Context, FileTable &Files,
                   Collector &Facts);

} // namespace skel

#endif
