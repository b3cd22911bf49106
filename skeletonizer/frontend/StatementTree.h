//===- StatementTree.h - the statements of one unit's AST -------*- C++ -*-===//
//
// Adds the functions, statements and calls of a translation unit to Program.
// Units that share a header share its functions.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_STATEMENTTREE_H
#define BSIM_SKELETONIZER_STATEMENTTREE_H

#include "skeletonizer/model/Program.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>
#include <string>

namespace skel {

/// File ids and byte places for Clang's locations, for one unit after another.
class FileTable {
public:
  explicit FileTable(Program &P) : Prog(P) {}
  /// The unit's source manager; forgets that of the unit before.
  void enter(const clang::SourceManager &SM, const clang::LangOptions &LO);
  /// Of the file that holds a file location; -1 for none (built-in, pasted).
  int fileId(clang::SourceLocation FileLoc);
  bool isProject(clang::SourceLocation Loc);
  /// Expansion range of a range of tokens; false if it has no single file.
  bool expansionRange(clang::SourceLocation Begin, clang::SourceLocation End,
                      SourceRange &Out);
  /// The same in the file Home; of tokens in files that it includes, there, as
  /// the lines of the directive. Which of both ends are such is told.
  struct Climbed {
    bool Begin = false, End = false;
  };
  bool homeRange(clang::FileID Home, clang::SourceLocation Begin,
                 clang::SourceLocation End, SourceRange &Out, Climbed &Up);
  /// All files that are included, at whatever depth, between two bytes of Home,
  /// and where.
  std::vector<std::pair<unsigned, unsigned>>
  includedIn(clang::FileID Home, unsigned Begin, unsigned End);
  /// Of bytes in a file that this unit has read.
  SourceRange bytes(clang::FileID Id, unsigned Begin, unsigned End);
  /// End of a semicolon that follows Offset (over blanks and comments), or
  /// Offset.
  unsigned afterSemicolon(clang::FileID Id, unsigned Offset);
  /// Back over "__extension__", which Clang does not count to what it begins.
  unsigned beforeExtension(clang::FileID Id, unsigned Begin);
  /// Back from a declared name over '*', '(' and qualifiers between them, to
  /// the declarator's first token, at Low or behind it.
  unsigned declaratorBegin(clang::FileID Id, unsigned Name, unsigned Low);
  /// Forward from Offset to the ',' or ';' that ends a declarator.
  unsigned declaratorEnd(clang::FileID Id, unsigned Offset);
  /// Bytes of the file that holds a file location.
  std::string textOf(clang::SourceLocation FileLoc, unsigned Begin,
                     unsigned End);
  /// Whether a token is spelled where it is expanded: not inside a macro's
  /// definition, not pasted.
  bool spelledInPlace(clang::SourceLocation Loc);
  const clang::SourceManager &sources() const { return *SM; }
  const clang::LangOptions &language() const { return *LO; }

private:
  Program &Prog;
  const clang::SourceManager *SM = nullptr;
  const clang::LangOptions *LO = nullptr;
  llvm::DenseMap<unsigned, int> IdOf; ///< FileID hash -> file
  llvm::StringMap<int> IdOfName;      ///< absolute name -> file, of all units
  int addFile(const std::string &Name, bool System);
  std::pair<unsigned, unsigned> directiveAt(clang::FileID Id,
                                            unsigned Offset) const;
  void findInclusions();
  struct Inclusion {
    clang::FileID In;
    unsigned At;
    unsigned File;
  };
  std::vector<Inclusion> Inclusions; ///< of this unit, at whatever depth
  bool InclusionsKnown = false;
};

class StatementTree {
public:
  using Place = std::pair<unsigned, unsigned>; ///< file and byte

  /// Functions whose text is Shared with others have statements of their own.
  /// Places that are found to be so are added; all must then be read again.
  StatementTree(Program &P, FileTable &F, SharedTexts &Shared)
      : Prog(P), Files(F), Shared(Shared) {}
  void addUnit(clang::ASTContext &Context);
  /// Of a unit whose functions' bodies were not read: only which functions it
  /// defines, for what is Shared.
  void addNames(clang::ASTContext &Context);
  /// Sorts, after the last unit.
  void finish();
  /// Program function of a definition; -1 if it is not in a project file.
  int functionOf(const clang::FunctionDecl *D);

private:
  friend class CallCollector;
  /// AsOne: a single statement, whatever its parts are.
  int build(const clang::Stmt *S, int Parent, unsigned Function,
            unsigned NotBefore, bool AsOne = false);
  unsigned setHeader(const clang::Stmt *S, int Id);
  void addMacro(llvm::ArrayRef<const clang::Stmt *> Parts, unsigned End,
                int Parent, unsigned Function, unsigned NotBefore);
  void buildChildren(const clang::Stmt *S, int Id, unsigned Function);
  void addChild(const clang::Stmt *S, int Parent, unsigned Function,
                unsigned NotBefore);
  void addDeclarators(const clang::DeclStmt *S, int Id, unsigned Function);
  bool statementRange(const clang::Stmt *S, SourceRange &Out,
                      FileTable::Climbed &Up);
  bool endsExpansion(const clang::Stmt *S, const SourceRange &R) const;
  bool isSplit(const clang::Stmt *S, const FileTable::Climbed &Up) const;
  int newStmt(StmtKind Kind, int Parent, unsigned Function, SourceRange R);

  Program &Prog;
  FileTable &Files;
  SharedTexts &Shared;
  bool placeOf(const clang::FunctionDecl *D, Place &At);
  bool isNew(const clang::FunctionDecl *D, const Place &At, unsigned Id);
  void addFunction(const clang::FunctionDecl *D);

  std::map<Place, unsigned> FunctionAtPlace;
  clang::FileID Home; ///< of the function at hand
};

} // namespace skel

#endif
