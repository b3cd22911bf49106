//===- OptionTexts.h - what reads the texts of options ----------*- C++ -*-===//
//
// A program reads an option's text where it takes it from the command line, or
// hands it on first: "parse(c, optarg, &state)". Whether the slice leaves the
// option, what reads the text in the end tells then.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_OPTIONTEXTS_H
#define BSIM_SKELETONIZER_OPTIONTEXTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <set>
#include <utility>
#include <vector>

namespace skel {

class OptionTexts {
public:
  /// A place that reads a text, and where the program took this text from the
  /// command line; null if a library gave it to a function.
  struct Read {
    const llvm::Use *By;
    const llvm::Instruction *Origin;
  };

  /// Follows a text through variables, functions and pointers into it.
  void follow(const llvm::Value *Text, const llvm::Instruction *Origin) {
    if (Seen.emplace(Text, Origin).second)
      Work.push_back({Text, Origin});
  }

  /// The texts that argp_parse() gives to the program's functions.
  void followParsers(const llvm::Module &M);

  std::vector<Read> reads();

private:
  using TextOf = std::pair<const llvm::Value *, const llvm::Instruction *>;
  bool handsOn(const llvm::Use &U, const llvm::Instruction *Origin);

  llvm::SmallVector<TextOf, 16> Work;
  std::set<TextOf> Seen;
};

} // namespace skel

#endif
