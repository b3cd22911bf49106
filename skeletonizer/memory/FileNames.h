//===- FileNames.h - which names of files may be equal ----------*- C++ -*-===//
//
// What the program may give to open a file: a constant text, a text that it
// makes by a format, a word of the user's. Two names may be one unless these
// tell them apart. Knows nothing of what is in files.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FILENAMES_H
#define BSIM_SKELETONIZER_FILENAMES_H

#include "skeletonizer/memory/PointsTo.h"
#include "skeletonizer/memory/StoredPointers.h"
#include "llvm/IR/InstrTypes.h"
#include <memory>
#include <set>

namespace skel {

struct FileName {
  enum Kind {
    Text,     ///< the last component of a path; conversions are '#' or '*'
    Element,  ///< argv[Place]
    Word,     ///< the word of the command line that Site reads
    Option,   ///< the option's value that Site reads
    Variable, ///< of the environment, called Pattern
    Given,    ///< by the user, somehow
    Unknown   ///< any name; it is then the only one
  } K = Unknown;
  std::string Pattern;
  uint64_t Place = 0;
  const llvm::Instruction *Site = nullptr;

  bool operator<(const FileName &N) const {
    return std::tie(K, Pattern, Place, Site) <
           std::tie(N.K, N.Pattern, N.Place, N.Site);
  }
};

/// Patterns of texts, of which '#' is a number and '*' is anything, have a text
/// in common.
bool mayBeOneText(llvm::StringRef A, llvm::StringRef B);

class FileNames {
public:
  FileNames(const llvm::Module &M, const MemoryObjects &Objects,
            const PointsTo &Pts);
  ~FileNames();

  /// Makes the names that an argument may be known to all later questions.
  void note(const llvm::Value *Argument);
  /// The names that an argument may be, as indices.
  std::vector<unsigned> of(const llvm::Value *Argument) const;
  /// All noted names that may be equal to one of those, or lead to its file:
  /// only when all are noted and tied.
  const std::vector<unsigned> &like(const llvm::Value *Argument) const;
  /// The same of the folders in front of those names.
  const std::vector<unsigned> &folders(const llvm::Value *Argument) const;
  /// Gives the file of one name the other one, too.
  void tie(const llvm::Value *One, const llvm::Value *Other);
  unsigned size() const { return unsigned(Names.size()); }
  /// "result.#", or a number for a name that is no text of the program's.
  std::string label(unsigned File) const;

private:
  class Finder;
  struct Texts;
  using NameSet = std::set<FileName>;
  struct Paths {
    NameSet Last; ///< the last components
    NameSet Folders;
  };
  const Paths &pathsOf(const llvm::Value *Argument) const;
  std::set<unsigned> alike(const NameSet &Set) const;
  std::set<unsigned> allAlike(const NameSet &Set) const;
  bool mayBeOne(const FileName &A, const FileName &B) const;

  const llvm::Module &M;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  std::map<FileName, unsigned> Index;
  std::vector<FileName> Names;
  std::vector<std::pair<const llvm::Value *, const llvm::Value *>> Tied;
  mutable std::map<const llvm::Value *, Paths> Known;
  mutable std::map<const llvm::Value *, std::vector<unsigned>> Like, FoldersOf;
  mutable std::unique_ptr<Texts> Program; ///< made for the first name
};

} // namespace skel

#endif
