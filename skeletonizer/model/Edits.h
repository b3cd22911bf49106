//===- Edits.h - changes of text, collected and applied ---------*- C++ -*-===//
//
// A list of insertions, removals and replacements of bytes for each file.
// Changes inside a removed range vanish with it. Knows nothing of C.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_EDITS_H
#define BSIM_SKELETONIZER_EDITS_H

#include <map>
#include <string>
#include <vector>

namespace skel {

class Edits {
public:
  void insert(unsigned File, unsigned At, const std::string &Text) {
    add(File, At, At, Text);
  }
  /// In front of all other insertions at the same byte.
  void insertFirst(unsigned File, unsigned At, const std::string &Text) {
    auto &List = PerFile[File];
    List.insert(List.begin(), {At, At, Text});
  }
  void remove(unsigned File, unsigned Begin, unsigned End) {
    if (Begin < End)
      add(File, Begin, End, "");
  }
  void replace(unsigned File, unsigned Begin, unsigned End,
               const std::string &Text) {
    add(File, Begin, End, Text);
  }
  /// The same where others change the same range, too.
  void replaceInstead(unsigned File, unsigned Begin, unsigned End,
                      const std::string &Text) {
    auto &List = PerFile[File];
    List.insert(List.begin(), {Begin, End, Text});
  }
  /// Whether a byte lies in a removed or replaced range.
  bool removed(unsigned File, unsigned At) const;
  /// Whether text is put between a byte and the one in front of it.
  bool inserted(unsigned File, unsigned At) const;
  /// All that is put into a file, also inside of what is removed.
  std::string added(unsigned File) const;

  /// The changed text, and for each original byte asked for with lineOf the
  /// line it has come to.
  struct Result {
    std::string Text;
    /// (original offset, new offset) at the start of each copied piece.
    std::vector<std::pair<unsigned, unsigned>> Pieces;
    std::vector<unsigned> Sizes; ///< of the pieces
    /// Line in Text (from 1) of an original byte; 0 if it was removed.
    unsigned lineOf(unsigned Original) const;
    /// The original line that a line of Text has come from; for added text
    /// that of the text in front of it.
    unsigned originalLine(unsigned Line) const;
    std::vector<unsigned> LineStarts; ///< of the original text
    /// Whether something is left of an original line (from 1) but blanks and
    /// braces, or a replacement of a part of it.
    bool leftOf(unsigned Line) const {
      return Line - 1 < Left.size() && Left[Line - 1];
    }
    std::vector<char> Left;
  };
  Result apply(unsigned File, const std::string &Original) const;

private:
  struct Edit {
    unsigned Begin, End;
    std::string Text;
  };
  void add(unsigned File, unsigned Begin, unsigned End,
           const std::string &Text) {
    PerFile[File].push_back({Begin, End, Text});
  }
  std::map<unsigned, std::vector<Edit>> PerFile;
};

} // namespace skel

#endif
