//===- KeepSet.h - what C needs of the text besides the plan ----*- C++ -*-===//
//
// The kept text names declarations, types, functions and labels, and stands in
// other statements. All of these must stay, too. Nothing is added for the sake
// of communication. Of what the plan keeps, only values are removed that no
// kept text reads.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_KEEPSET_H
#define BSIM_SKELETONIZER_KEEPSET_H

#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace skel {

/// Bytes of a file that are replaced or left out inside kept text.
struct Hole {
  unsigned File, Begin, End;
};

/// What stays of the text. Compound statements and parts of control statements
/// count as kept if only their braces are needed.
struct KeepSet {
  std::vector<char> Stmt; ///< the statement's own text stays (braces, header)
  /// Declarators of which only the declaration stays, not the initialiser.
  std::set<unsigned> NoInit;
  /// Statements of which one call alone stays. Of a declarator, the name may
  /// stay, too.
  std::map<unsigned, const Call *> CallOnly;
  std::set<unsigned> NullReturn; ///< returns that give a zero instead
  std::set<unsigned> LabelText;  ///< Label statements whose label stays
  std::vector<char> Fn;          ///< definitions that stay
  /// Functions that stay only because their name does: no statement is left.
  std::set<unsigned> Stub;
  std::vector<char> Item;
  std::vector<std::vector<char>> Name; ///< of each item's declarators
  std::set<unsigned> Groups;           ///< named by kept text
  /// "rc = " and "int rc = " in front of a kept call whose result nobody reads.
  std::vector<Hole> Unread;
};

/// What an identifier of a block's parameter means at the block's place.
struct ParamName {
  int Declarator = -1;   ///< local variable
  std::string StaticKey; ///< static object
  std::set<unsigned> Groups;
};
ParamName findParamName(const Program &P, const Sources &S, const Block &B,
                        const std::string &Name);
/// Calls F(begin, end) for each identifier of a C expression that is not a
/// member name.
template <typename Fn> void eachIdentifier(const std::string &Text, Fn F) {
  for (size_t I = 0; I < Text.size();) {
    unsigned char C = Text[I];
    if (isdigit(C)) { // numbers with their suffixes
      while (I < Text.size() && (isalnum((unsigned char)Text[I]) ||
                                 Text[I] == '.' || Text[I] == '_'))
        ++I;
      continue;
    }
    if (!isalpha(C) && C != '_') {
      ++I;
      continue;
    }
    size_t End = I;
    while (End < Text.size() &&
           (isalnum((unsigned char)Text[End]) || Text[End] == '_'))
      ++End;
    size_t Before = I;
    while (Before > 0 && Text[Before - 1] == ' ')
      --Before;
    bool Member =
        Before > 0 &&
        (Text[Before - 1] == '.' ||
         (Before > 1 && Text[Before - 1] == '>' && Text[Before - 2] == '-'));
    if (!Member)
      F(I, End);
    I = End;
  }
}

/// The innermost statement at an offset in a function's body.
const Stmt &innermostAt(const Program &P, const Stmt &Body, unsigned Offset);

/// Where " = value" begins in a declarator; the declarator's end if it has no
/// initialiser.
unsigned initialiserOf(const Sources &S, const Stmt &Declarator);

/// Finds values in what K keeps that nobody reads. Adds the text in front of
/// kept calls to Holes and Unread, and declarators that can go to Unused.
/// False when there are none.
bool findUnread(const Program &P, const Sources &S, const Plan &Plan,
                const KeepSet &K, std::vector<Hole> &Holes,
                std::vector<Hole> &Unread, std::set<unsigned> &Unused);

/// What stays for a plan. Holes: arguments that a null replaces.
KeepSet closeOverText(const Program &P, const Sources &S, const Plan &Plan,
                      const std::vector<Hole> &Holes);

} // namespace skel

#endif
