//===- TextMap.h - comments, directives and lines of a text -----*- C++ -*-===//
//
// A scan of one file without its tokens' meaning, for cutting statements and
// declarations out so that what is left reads as if they had never been there:
// comments, conditional groups, blank lines.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TEXTMAP_H
#define BSIM_SKELETONIZER_TEXTMAP_H

#include "Edits.h"
#include <string>
#include <vector>

namespace skel {

class TextMap {
public:
  explicit TextMap(const std::string &T);

  /// Cuts [Begin, End) with the comments that belong to it. Nothing but blanks,
  /// comments, directives and removed code stands between GapBegin and GapEnd;
  /// conditional groups that lie in there and hold a part of the cut text go
  /// whole, other conditionals and all definitions of macros stay. Replacement,
  /// if any, is put there instead, as a line of its own where the cut text was
  /// one.
  void cut(Edits &E, unsigned File, unsigned Begin, unsigned End,
           unsigned GapBegin, unsigned GapEnd,
           const std::string &Replacement) const;

  /// Puts Replacement at Begin and takes out [Begin, End) but for directives.
  void replace(Edits &E, unsigned File, unsigned Begin, unsigned End,
               const std::string &Replacement) const;

  /// The blanks before the first word of the line of At.
  std::string indentAt(unsigned At) const;
  /// The same bytes with comments, strings and characters blanked out.
  const std::string &code() const { return Code; }

private:
  struct Range {
    unsigned Begin, End;
  };
  struct Group {
    unsigned Begin, End;  ///< whole lines from #if to #endif
    bool Defines = false; ///< holds #define, #undef or #include
  };
  struct Directive {
    unsigned Begin, End; ///< whole lines
    std::vector<int> In; ///< groups that hold it or that it is a part of
    bool Pragma = false;
  };

  void scanComments();
  void scanDirectives();
  unsigned lineBegin(unsigned At) const;
  unsigned lineEnd(unsigned At) const; ///< behind the newline
  bool blank(unsigned Begin, unsigned End) const;
  bool onlySpace(unsigned Begin, unsigned End) const;
  unsigned attachedBegin(unsigned Begin, unsigned Low) const;
  unsigned trailingEnd(unsigned End, unsigned High) const;

  std::string Text;
  std::string Code;
  std::vector<Range> Comments;
  std::vector<Group> Groups;
  std::vector<Directive> Directives;
};

} // namespace skel

#endif
