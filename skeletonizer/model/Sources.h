//===- Sources.h - what the emitter knows of the sources' text --*- C++ -*-===//
//
// File-scope declarations, names and where they are used, static data, macros
// and includes: places in files, without Clang types. Filled by the collector,
// read by the emitter.
//
// A *group* is all declarations of one thing that a unit sees (a function's
// prototype and definition, the forward declarations of a struct). Its key is
// the place of the first one, so units that share a header share its groups.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SOURCES_H
#define BSIM_SKELETONIZER_SOURCES_H

#include "skeletonizer/model/Program.h"
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace skel {

/// A byte of a file.
struct Place {
  unsigned File = 0, Offset = 0;
  bool operator<(const Place &O) const {
    return File != O.File ? File < O.File : Offset < O.Offset;
  }
  bool operator==(const Place &O) const {
    return File == O.File && Offset == O.Offset;
  }
};

enum class ItemKind { Function, Variables, Prototypes, Types, Other };

/// A declaration at file scope, with its semicolon, or a function definition.
struct Item {
  unsigned Id = 0;
  ItemKind Kind = ItemKind::Other;
  SourceRange Range;
  bool FromMacro = false;
  int Function = -1; ///< Program function, of a definition
  struct Declarator {
    std::string Name;
    Place NameAt;
    SourceRange Range; ///< from its first '*' or '(' to before ',' or ';'
    std::set<unsigned> Groups; ///< that it belongs to
    bool External = false;     ///< defines a variable with external linkage
    bool Plain = false;        ///< can be cut out of the list
  };
  std::vector<Declarator> Names;
  std::set<unsigned> Groups; ///< of the types in its specifiers, or function
};

/// Text at From names a thing.
struct Ref {
  Place At; ///< where it is written; inside a macro's body: expanded
  unsigned Group = 0;
  bool WriteOnly = false; ///< the left side of an assignment statement
};

/// "x = value;" as a statement, or "x = value, ...", x a local variable.
struct Assignment {
  Place At; ///< of x
  unsigned ValueBegin = 0, ValueEnd = 0;
};

/// "lhs = value" anywhere, or "name = value" in a declaration of a local
/// variable, written in one file.
struct AssignedText {
  Place Lhs;
  unsigned LhsEnd = 0;
  unsigned ValueBegin = 0, ValueEnd = 0;
  bool Integer = false; ///< type of the left side
};

/// A call, an assignment or another change in the condition of an if or a loop,
/// as it is written; none inside of another.
struct EffectText {
  Place Begin;
  unsigned End = 0;
  /// When it is evaluated: Else behind ||, where the condition does not hold
  /// unless all of it was looked at; Then behind other &&, || and ?.
  enum { Always, Then, Else } When = Always;
  bool Call = false;
  bool operator<(const EffectText &E) const { return Begin < E.Begin; }
};

/// A declaration of an object with static storage in a project file.
struct StaticData {
  std::string Name;
  std::string Key;   ///< the same for all declarations of one object
  SourceRange Range; ///< the declaration, from its specifiers on
  Place NameAt;
  bool Const = false;
  bool Definition = false; ///< also a tentative one
  bool Tentative = false;  ///< of other sources too: without a value
  bool ThreadLocal = false;
  bool Local = false; ///< inside a function
  /// Text that gives it a section of its own; nowhere (End 0) if that text is
  /// none of the program's.
  std::vector<SourceRange> Sections;
  /// Keys of static objects whose address its initialiser takes.
  std::set<std::string> Takes;
};

/// A compound literal outside of functions: a static object without a name.
struct StaticLiteral {
  std::string Key;
  Place At;
  SourceRange Range; ///< the literal; nowhere (End 0) if a macro makes it
  SourceRange Type, Values; ///< between its parentheses; its braces
  unsigned Declaration = 0; ///< where the declaration that holds it begins
  bool Const = false;
  std::set<std::string> Takes; ///< as for StaticData
};

/// A use of a static object.
struct StaticUse {
  std::string Key;
  Place Spelled; ///< the name's token; in a macro's body if MacroBody
  unsigned End = 0;
  Place At; ///< expansion place, for messages and removal
  bool MacroBody = false;
  bool Pasted = false;   ///< made by ##, or by a macro of the command line
  bool Constant = false; ///< in a static initialiser or a type: not moved
  /// The parameter in a macro's body that the name stands for, as an argument;
  /// nowhere (End 0) if it is no argument. Of several macros, the last one.
  SourceRange Parameter;
};

/// An identifier in an argument of which a macro makes text, by '#'.
struct NameInText {
  Place Spelled;
  Place At; ///< expansion place
  std::string Macro;
};

/// #pragma or _Pragma, perhaps out of a macro.
struct PragmaText {
  Place At;         ///< of '#', of _Pragma or of the macro
  unsigned End = 0; ///< behind it
  unsigned Line = 0;
  bool OwnLine = false; ///< #pragma
  std::string Text;     ///< its words, or the macro's
};

struct Include {
  Place At; ///< of the '#'
  unsigned Target = 0;
  bool Angled = false;
  /// Whether some unit read the file here: not all had read it before, by an
  /// include of the program, and found its guard.
  bool Read = false;
};

/// A macro defined in a project file and a place that expands or tests it.
struct MacroUse {
  Place At;
  unsigned DefinedIn = 0; ///< file
};

/// A struct that is written out at file scope.
struct Record {
  struct Field {
    Place At; ///< its name
    std::string Name;
    unsigned Begin = 0, End = 0; ///< its declaration, with others' names in it
    bool operator==(const Field &O) const {
      return At == O.At && Begin == O.Begin && End == O.End;
    }
  };
  std::string Name; ///< tag or typedef
  unsigned Begin = 0, End = 0;
  std::vector<Field> Fields;
  /// No field's removal changes what the text means, but for the uses below,
  /// and all units read the same.
  bool Plain = true;
};

/// Text at At names a field, or needs the layout of a struct.
struct RecordUse {
  Place At;
  Place Of; ///< the field's name, or the struct's
  bool operator<(const RecordUse &O) const {
    return At == O.At ? Of < O.Of : At < O.At;
  }
};

/// What one inclusion of a file leaves out: from the '#' of the directive that
/// does so to behind the name of the one that ends it.
using SkippedText = std::vector<std::pair<unsigned, unsigned>>;

struct Sources {
  std::vector<std::string> Text; ///< of each project file, by file id
  /// Of files whose text is changed for the analysis: as the program has it.
  std::map<unsigned, std::string> Original;
  const std::string &original(unsigned File) const {
    auto It = Original.find(File);
    return It == Original.end() ? Text[File] : It->second;
  }
  std::vector<Item> Items; ///< sorted by file and place after finish()
  std::vector<Ref> Refs;   ///< sorted by place
  /// Group -> names of variables with external linkage, for finding the
  /// definition in another unit.
  std::map<unsigned, std::string> ExternalVariable;
  std::map<unsigned, std::string> FunctionGroup; ///< group -> function name
  std::map<unsigned, std::set<unsigned>> FunctionOfGroup; ///< -> Program ids
  /// Local declarations: place of the declarator's name -> group.
  std::map<Place, std::set<unsigned>> LocalGroups;
  std::set<Place> LocalScalars; ///< names of local numbers and pointers
  std::vector<Assignment> Assignments;
  std::vector<AssignedText> Assigned;
  std::set<EffectText> Effects;
  std::vector<StaticData> Statics;
  std::vector<StaticLiteral> StaticLiterals; ///< those inside of others first
  std::vector<StaticUse> StaticUses;
  /// Tokens in macro bodies that name something else than static data.
  std::set<Place> OtherInMacro;
  /// Parameters in macro bodies that stand, in some expansion, for something
  /// else than one name of static data.
  std::set<Place> OtherArguments;
  std::vector<NameInText> NamesInText;
  std::vector<Include> Includes;
  std::map<unsigned, std::set<SkippedText>> Skips; ///< by file
  std::vector<MacroUse> MacroUses;
  /// Macros of the program that something besides its text needs: headers of
  /// others and the command line expand or test them or define them too, or
  /// ## makes their names.
  std::set<std::string> MacrosElsewhere;
  /// __LINE__ and __COUNTER__ that stand in files: their values and lengths.
  /// No text: units differ in it.
  std::map<Place, std::pair<std::string, unsigned>> Builtins;
  std::vector<PragmaText> Pragmas; ///< in project files, sorted by place
  /// Those of a file that are no lines of their own.
  std::vector<std::pair<unsigned, unsigned>>
  inlinePragmas(unsigned File) const {
    std::vector<std::pair<unsigned, unsigned>> Out;
    for (const PragmaText &T : Pragmas)
      if (T.At.File == File && !T.OwnLine)
        Out.push_back({T.At.Offset, T.End});
    return Out;
  }
  std::map<Place, Record> Records; ///< by the place of their name
  std::set<RecordUse> FieldUses, LayoutUses;
  /// Structs that a function's or variable's declaration lets it reach, and
  /// the names that a unit defines: others are a library's.
  std::map<std::string, std::set<Place>> Reaches;
  std::set<std::string> Defined;
  /// Functions of mpi.h that are named anywhere: name, place, line.
  struct MpiName {
    std::string Name;
    Place At;
    unsigned Line;
  };
  std::vector<MpiName> MpiNames;
  /// For each Program function a return statement of nothing in particular,
  /// "return 0;"; empty for void.
  std::vector<std::string> ReturnZero;
};

} // namespace skel

#endif
