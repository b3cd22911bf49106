//===- JsonText.cpp - what a text must be to be JSON ----------------------===//
#include "skeletonizer/base/JsonText.h"
#include <set>
#include <vector>

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

std::string repeatedKey(llvm::StringRef Text, unsigned &Line) {
  struct Level {
    bool Object;
    std::set<std::string> Keys;
  };
  std::vector<Level> Open;
  bool Key = false; // a string that comes now is a key
  Line = 1;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    Line += C == '\n';
    if (C == '"') {
      size_t Begin = ++I;
      for (; I < Text.size() && Text[I] != '"'; ++I)
        I += Text[I] == '\\';
      std::string Name = Text.slice(Begin, I).str();
      if (Key && !Open.empty() && !Open.back().Keys.insert(Name).second)
        return Name;
      Key = false;
    } else if (C == '{' || C == '[') {
      Open.push_back({C == '{', {}});
      Key = C == '{';
    } else if ((C == '}' || C == ']') && !Open.empty()) {
      Open.pop_back();
    } else if (C == ',') {
      Key = !Open.empty() && Open.back().Object;
    }
  }
  return "";
}

} // namespace skel
