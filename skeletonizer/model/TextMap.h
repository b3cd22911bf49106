//===- TextMap.h - comments, directives and lines of a text -----*- C++ -*-===//
//
// A scan of one file without its tokens' meaning, for cutting statements and
// declarations out so that what is left reads as if they had never been there:
// comments, conditional groups, blank lines.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TEXTMAP_H
#define BSIM_SKELETONIZER_TEXTMAP_H

#include "skeletonizer/model/Edits.h"
#include <cctype>
#include <string>
#include <utility>
#include <vector>

namespace skel {

class TextMap {
public:
  /// Bytes [begin, end) of pragmas that are no line of their own: _Pragma and
  /// macros that hold it.
  using Inline = std::vector<std::pair<unsigned, unsigned>>;
  explicit TextMap(const std::string &T, const Inline &Pragmas = {});

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

  /// Where a statement begins with the pragmas that belong to it (loops'
  /// properties, OpenMP), in conditionals too; not before Low.
  unsigned pragmasBegin(unsigned Begin, unsigned Low) const;
  /// Puts Insert in front of a statement that stays and of its pragmas.
  void insertBefore(Edits &E, unsigned File, unsigned Begin, unsigned Low,
                    const std::string &Insert) const;
  /// Nothing but blanks, comments and pragmas of statements.
  bool emptyButPragmas(unsigned Begin, unsigned End) const;

  /// #if to #endif: the lines [begin, end) of its directives, in order.
  struct Conditional {
    std::vector<std::pair<unsigned, unsigned>> Lines;
    bool Defines = false; ///< holds #define, #undef or #include
    bool Closed = false;
  };
  std::vector<Conditional> conditionals() const;

  struct Line {
    unsigned Begin, End; ///< whole lines, with those that continue it
    unsigned Rest;       ///< behind the word
    std::string Word;    ///< "define"
  };
  std::vector<Line> directives() const;
  /// The name that a #define or #undef defines; empty if there is none.
  std::string definedName(const Line &L) const;
  /// Takes out a directive with the comments directly above it.
  void cutDirective(Edits &E, unsigned File, unsigned Begin,
                    unsigned End) const;
  /// Nothing but blanks and comments.
  bool blank(unsigned Begin, unsigned End) const;

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
    unsigned Rest;       ///< behind the word
    std::string Word;
    std::vector<int> In; ///< groups that hold it or that it is a part of
    /// Belongs to the statement behind it. Others change a state: packing,
    /// warnings; they are never taken out.
    bool Pragma = false;
    bool Conditional = false; ///< #if to #endif
  };

  void scanComments();
  void scanDirectives();
  unsigned lineBegin(unsigned At) const;
  unsigned lineEnd(unsigned At) const; ///< behind the newline
  bool onlySpace(unsigned Begin, unsigned End) const;
  unsigned attachedBegin(unsigned Begin, unsigned Low) const;
  bool stepUp(unsigned &Begin, unsigned Low, bool &Pragma) const;
  bool onlyPragmas(const Group &G) const;
  unsigned trailingEnd(unsigned End, unsigned High) const;

  std::string Text;
  std::string Code;
  std::vector<Range> Comments;
  std::vector<Range> Inlines;
  std::vector<Group> Groups;
  std::vector<Directive> Directives;
};

/// Whether the newline at a byte is behind a backslash, which joins the lines.
inline bool joinsLines(const char *Text, size_t Newline) {
  if (Newline > 0 && Text[Newline - 1] == '\r')
    --Newline;
  return Newline > 0 && Text[Newline - 1] == '\\';
}

/// Calls F(Begin, End) for each word of a text: letters, digits and _, the
/// first no digit. eachIdentifier (KeepSet.h) leaves members of structures out.
template <typename Function>
void eachWord(const std::string &Text, Function F) {
  auto InWord = [&](size_t At) {
    return At < Text.size() &&
           (isalnum((unsigned char)Text[At]) || Text[At] == '_');
  };
  for (size_t At = 0; At < Text.size(); ++At) {
    size_t Begin = At;
    while (InWord(At))
      ++At;
    if (At > Begin && !isdigit((unsigned char)Text[Begin]))
      F(Begin, At);
  }
}

} // namespace skel

#endif
