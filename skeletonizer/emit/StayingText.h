//===- StayingText.h - what a function keeps of its text --------*- C++ -*-===//
//
// Questions about the statements of a function while its removed text is taken
// out: what is left of a statement, which block begins in it, what stands
// between two places. Changes nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_STAYINGTEXT_H
#define BSIM_SKELETONIZER_STAYINGTEXT_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include "skeletonizer/model/TextMap.h"
#include "skeletonizer/plan/KeepSet.h"
#include <map>

namespace skel {

/// Where the blanks in front of a statement begin: behind the statement or the
/// header before it.
unsigned gapBefore(const Program &P, const Stmt &St);

inline bool isCompound(const Stmt &St) { return St.Kind == StmtKind::Compound; }

class StayingText {
public:
  StayingText(const Program &P, const Sources &S, const Plan &Plan,
              const KeepSet &K, Edits &E);

  /// The file whose functions the questions are about.
  void setFile(const TextMap &M) { Map = &M; }
  const TextMap &map() const { return *Map; }
  const std::string &code() const { return Map->code(); }

  /// Whether anything of the statement is left.
  bool stays(unsigned Id) const;
  /// Neither text nor the call of a block is left.
  bool nothingLeft(const Stmt &St) const;
  /// The block that begins at a statement; null if none does.
  const Block *blockAt(unsigned Id) const;
  /// The block that begins at a statement or inside of removed ones.
  const Block *blockIn(const Stmt &St) const;
  /// Whether a label stays in the text.
  bool isWritten(const Stmt &Label) const;
  /// Whether a statement that stays follows in the same list, which a label in
  /// front of it can label as well. Begin: where the next statement begins.
  bool statementFollows(const Stmt &St, unsigned &Begin) const;

  /// Where a statement that goes begins, with its pragmas.
  unsigned withPragmas(const Stmt &St) const;
  /// Nothing but blanks and comments.
  bool onlyBlanks(unsigned Begin, unsigned End) const;
  /// No directive is left in a statement.
  bool onlyCode(const Stmt &St) const;
  /// Nothing but blanks between At and the end of its line.
  bool endsLine(unsigned At) const;
  /// Where the line of At begins.
  unsigned lineOf(unsigned At) const;

  const Program &P;
  const Sources &S;
  const KeepSet &K;
  Edits &E;

private:
  std::map<unsigned, const Block *> BlockAt; ///< by first statement
  const TextMap *Map = nullptr;
};

} // namespace skel

#endif
