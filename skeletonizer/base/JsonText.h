//===- JsonText.h - what a text must be to be JSON --------------*- C++ -*-===//
//
// LLVM's reader and writer of JSON take it for granted.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_JSONTEXT_H
#define BSIM_SKELETONIZER_JSONTEXT_H

#include "llvm/Support/JSON.h"
#include <string>

namespace skel {

/// A text for a JSON string, whatever the code of its letters.
inline std::string utf8Text(const std::string &Text) {
  return llvm::json::isUTF8(Text) ? Text : llvm::json::fixUTF8(Text);
}

/// llvm::json::parse, which needs a stack as deep as the text is nested.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

/// The first key, as it is written, that stands twice in one object of a valid
/// text, and the line of its second place; empty: there is none. The parser
/// takes the last value.
std::string repeatedKey(llvm::StringRef Text, unsigned &Line);

} // namespace skel

#endif
