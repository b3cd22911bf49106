//===- Collector.h - source facts of one unit after another -----*- C++ -*-===//
//
// Fills Sources from Clang's AST and preprocessor. Does not decide which parts
// of the program are kept.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_COLLECTOR_H
#define BSIM_SKELETONIZER_COLLECTOR_H

#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include "skeletonizer/frontend/StatementTree.h"
#include "clang/Lex/Preprocessor.h"

namespace skel {

class Collector {
public:
  Collector(Program &P, Sources &S, FileTable &F, StatementTree &T)
      : Prog(P), Src(S), Files(F), Tree(T) {}
  /// Before parsing: notes macros and includes.
  void watch(clang::Preprocessor &PP);
  /// After parsing.
  void addUnit(clang::ASTContext &Context);
  /// After the last unit: reads the texts, sorts.
  void finish();

  // For the visitors.
  /// The first declaration that stands in a file of the program.
  const clang::Decl *firstWritten(const clang::Decl *D) const;
  /// The group of a declaration; -1 if it is not in a project file.
  int groupOf(const clang::Decl *D);
  bool placeOf(clang::SourceLocation Loc, Place &Out);
  /// The first byte of the text and the byte behind it. False if the text is
  /// not spelled in one file.
  bool textOf(clang::SourceRange R, Place &Begin, Place &End);

  Program &Prog;
  Sources &Src;
  FileTable &Files;
  StatementTree &Tree;
  std::set<std::tuple<unsigned, unsigned, unsigned>> SeenRefs;
  std::set<Place> SeenAssigned;
  /// How many tokens each use of a macro became, by its place in this unit.
  std::map<unsigned, unsigned> ExpandedTokens;
  std::set<std::tuple<Place, Place, Place>> SeenUses;
  std::set<std::pair<Place, Place>> SeenTexts;
  std::set<std::string> Untyped; ///< of Program::Rows, if void * becomes such
  bool FromUntyped = false;      ///< void * becomes a pointer to numbers

private:
  void addFacts(clang::ASTContext &Context);
  void addItems(clang::ASTContext &Context);
  void addItem(const std::vector<const clang::Decl *> &Decls, SourceRange R);
  void addName(Item &I, const clang::NamedDecl *D, unsigned Low);

  std::map<Place, unsigned> GroupAt;
  std::map<Place, unsigned> ItemAt;
  std::map<std::pair<Place, unsigned>, size_t> SeenIncludes; ///< index
  std::set<unsigned> ReadHere; ///< files that this unit's own includes read
  std::set<std::pair<Place, unsigned>> SeenMacroUses;
  std::set<Place> SeenPragmas;
  friend class MacroWatcher;
};

} // namespace skel

#endif
