//===- JsonText.cpp - what a text must be to be JSON ----------------------===//
#include "skeletonizer/base/JsonText.h"

namespace skel {

static constexpr unsigned MostDepth = 1000;

llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text) {
  unsigned Depth = 0, Line = 1;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    Line += C == '\n';
    if (InString) {
      if (C == '\\')
        ++I;
      InString = C != '"';
    } else if (C == '"') {
      InString = true;
    } else if (C == '[' || C == '{') {
      if (++Depth > MostDepth)
        return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                       "[%u:0, byte=%zu]: is nested too deeply",
                                       Line, I);
    } else if ((C == ']' || C == '}') && Depth) {
      --Depth;
    }
  }
  return llvm::json::parse(Text);
}

} // namespace skel
