//===- Privatise.cpp - one copy of the static data for each rank ----------===//
//
// Names in static initialisers stay as they are: their addresses are those of
// the image, which the runtime moves. A constant object that holds such an
// address needs a copy for each rank too, and loses its const.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/Privatise.h"
#include "skeletonizer/base/Errors.h"
#include "skeletonizer/emit/MacroArguments.h"
#include <algorithm>
#include <map>

namespace skel {

std::set<std::string> privateKeys(const Program &, const Sources &S) {
  std::set<std::string> Mutable, Defined, Private;
  for (const StaticData &D : S.Statics) {
    if (!D.Const)
      Mutable.insert(D.Key);
    if (D.Definition)
      Defined.insert(D.Key);
  }
  for (const std::string &Key : Mutable)
    if (Defined.count(Key))
      Private.insert(Key);
  for (const StaticLiteral &L : S.StaticLiterals)
    if (!L.Const)
      Private.insert(L.Key);
  auto TakesPrivate = [&](const std::set<std::string> &Takes) {
    return std::any_of(Takes.begin(), Takes.end(),
                       [&](const auto &Key) { return Private.count(Key); });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const StaticData &D : S.Statics)
      Changed |= TakesPrivate(D.Takes) && Private.insert(D.Key).second;
    for (const StaticLiteral &L : S.StaticLiterals)
      Changed |= TakesPrivate(L.Takes) && Private.insert(L.Key).second;
  }
  return Private;
}

static bool isWordByte(char C) { return isalnum((unsigned char)C) || C == '_'; }

// First byte of the word in [Begin, End), searched from the end; -1: none.
static long findWord(const std::string &Text, size_t Begin, size_t End,
                     const std::string &Word) {
  for (size_t At = End; At-- > Begin;)
    if (Text.compare(At, Word.size(), Word) == 0 && At + Word.size() <= End &&
        (At == 0 || !isWordByte(Text[At - 1])) &&
        !isWordByte(Text[At + Word.size()]))
      return At;
  return -1;
}

static void removeWord(Edits &E, unsigned File, const std::string &Text,
                       size_t At, size_t Length) {
  size_t End = At + Length;
  while (End < Text.size() && Text[End] == ' ')
    ++End;
  E.remove(File, At, End);
}

namespace {

class Privatiser {
public:
  Privatiser(const Program &P, const Sources &S,
             const std::set<std::string> &Private, Edits &E,
             std::set<unsigned> &NeedsHeader, std::string &Told,
             std::string &Error)
      : P(P), S(S), Private(Private), E(E), NeedsHeader(NeedsHeader),
        Told(Told), Error(Error), Arguments(S, Private, E) {}

  void run() {
    for (const StaticLiteral &L : S.StaticLiterals)
      if (Private.count(L.Key) && !E.removed(L.At.File, L.At.Offset))
        literal(L);
    for (const StaticData &D : S.Statics)
      if (D.Definition)
        DefinedIn[D.Key].insert(D.NameAt.File);
    for (const StaticData &D : S.Statics)
      if (Private.count(D.Key) && !E.removed(D.NameAt.File, D.NameAt.Offset))
        declaration(D);
    for (const StaticUse &U : S.StaticUses)
      if (!E.removed(U.At.File, U.At.Offset) &&
          (U.Pasted || !E.removed(U.Spelled.File, U.Spelled.Offset)))
        use(U);
    tellTexts();
  }

private:
  std::string placeOf(const Place &At) const {
    unsigned Line = 1;
    const std::string &Text = S.Text[At.File];
    for (unsigned I = 0; I < At.Offset && I < Text.size(); ++I)
      Line += Text[I] == '\n';
    return P.place(At.File, Line);
  }

  void refuse(const Place &At, const std::string &Why) {
    addError(Error, placeOf(At) + ": " + Why);
  }

  // The text of a range with names for the literals inside of it.
  std::string namedText(const SourceRange &R) const {
    std::string Text = S.Text[R.File].substr(R.Begin, R.End - R.Begin);
    unsigned End = R.End;
    for (size_t I = Named.size(); I-- > 0;) { // from the last one on
      const SourceRange &Inner = Named[I].first;
      if (Inner.File != R.File || Inner.Begin < R.Begin || Inner.End > End)
        continue;
      Text.replace(Inner.Begin - R.Begin, Inner.End - Inner.Begin,
                   Named[I].second);
      End = Inner.Begin; // not those inside of Inner
    }
    return Text;
  }

  // A literal becomes a variable in front of the declaration that holds it.
  void literal(const StaticLiteral &L) {
    if (!L.Range.End || L.Const) {
      refuse(L.At, std::string("the compound literal ") +
                       (L.Const ? "is constant and holds addresses of static "
                                  "variables"
                                : "stands in a macro") +
                       "; each rank needs its own copy: make it a variable "
                       "with a name");
      return;
    }
    unsigned File = L.Range.File;
    std::string Name = "bsim_literal_" + std::to_string(Named.size() + 1);
    E.insert(File, L.Declaration,
             "BSIM_PRIVATE static __typeof__(" + namedText(L.Type) + ") " +
                 Name + " = " + namedText(L.Values) + "; ");
    bool Inside = false; // of another one, whose text has its name
    for (const StaticLiteral &O : S.StaticLiterals)
      Inside |= &O != &L && Private.count(O.Key) && O.Range.File == File &&
                O.Range.Begin <= L.Range.Begin && O.Range.End >= L.Range.End;
    if (!Inside)
      E.replace(File, L.Range.Begin, L.Range.End, Name);
    Named.push_back({L.Range, Name});
    NeedsHeader.insert(File);
  }

  // Whether other names of the same declaration do not get a copy.
  bool mixed(const StaticData &D) const {
    for (const StaticData &O : S.Statics)
      if (O.Range.File == D.Range.File && O.Range.Begin == D.Range.Begin &&
          !Private.count(O.Key))
        return true;
    return false;
  }

  // With -fcommon several sources may define a variable without a value, and
  // the linker makes them one. Those in a section of their own must be weak.
  std::string marker(const StaticData &D) const {
    auto In = DefinedIn.find(D.Key);
    bool Common = D.Tentative && In != DefinedIn.end() && In->second.size() > 1;
    return Common ? "BSIM_PRIVATE __attribute__((weak))" : "BSIM_PRIVATE";
  }

  void declaration(const StaticData &D) {
    unsigned File = D.Range.File;
    const std::string &Text = S.Text[File];
    if (D.Const && !dropConst(D))
      refuse(D.NameAt, "the constant '" + D.Name +
                           "' holds addresses of static variables, and its "
                           "const stands in a typedef or macro; write it into "
                           "the declaration");
    if (D.ThreadLocal) {
      bool Found = false;
      for (const char *Word : {"__thread", "_Thread_local", "thread_local"}) {
        long At = findWord(Text, D.Range.Begin, D.NameAt.Offset, Word);
        if (At >= 0 && !Found) {
          removeWord(E, File, Text, At, std::string(Word).size());
          Found = true;
        }
      }
      if (!Found)
        refuse(D.NameAt, "'" + D.Name +
                             "' is thread-local through a macro; each rank "
                             "needs its own copy: write __thread out");
    }
    // What each rank has its own copy of lies in a section with the rest of it.
    for (const SourceRange &At : D.Sections)
      if (!At.End)
        refuse(D.NameAt, "'" + D.Name +
                             "' has a section through a macro that is not "
                             "part of the program; each rank needs its own "
                             "copy: write the section out");
      else if (Done.insert({At.File, At.Begin}).second)
        E.remove(At.File, At.Begin, At.End);
    if (!D.Definition)
      return;
    NeedsHeader.insert(File);
    if (mixed(D)) {
      unsigned At = behindDeclarator(Text, D.NameAt.Offset);
      if (Done.insert({File, At}).second)
        E.insert(File, At, " " + marker(D));
    } else if (Done.insert({File, D.Range.Begin}).second) {
      E.insert(File, D.Range.Begin, marker(D) + " ");
    }
  }

  // To the '=', ',' or ';' behind a declared name, without the blanks.
  static unsigned behindDeclarator(const std::string &Text, unsigned At) {
    int Depth = 0;
    unsigned I = At;
    for (; I < Text.size(); ++I) {
      char C = Text[I];
      if (C == '(' || C == '[')
        ++Depth;
      else if (C == ')' || C == ']')
        --Depth;
      else if (Depth <= 0 && (C == '=' || C == ',' || C == ';'))
        break;
    }
    while (I > At && isspace((unsigned char)Text[I - 1]))
      --I;
    return I;
  }

  // The const of the object itself: behind the last '*', or among the
  // specifiers where there is no '*'.
  bool dropConst(const StaticData &D) {
    unsigned File = D.Range.File;
    const std::string &Text = S.Text[File];
    size_t Star = Text.rfind('*', D.NameAt.Offset);
    size_t Begin = D.Range.Begin;
    if (Star != std::string::npos && Star > Begin)
      Begin = Star;
    long At = findWord(Text, Begin, D.NameAt.Offset, "const");
    if (At < 0)
      return false;
    if (Done.insert({File, unsigned(At)}).second)
      removeWord(E, File, Text, At, 5);
    return true;
  }

  void use(const StaticUse &U) {
    bool Ours = Private.count(U.Key);
    std::string Name = U.Key.substr(0, U.Key.find('@'));
    if (!Ours || U.Constant) {
      // The macro's text must not be changed for this expansion.
      if (U.MacroBody && !U.Pasted)
        Unchanged[U.Spelled] = U.At;
      check(U.Spelled, U, Name);
      return;
    }
    if (U.Pasted) {
      refuse(U.At, "the static variable '" + Name +
                       "' is named by ## or by a macro of the command line; "
                       "skeletonize must write BSIM_G() around the name: "
                       "write it out");
      return;
    }
    if (!P.Files[U.Spelled.File].Project) {
      refuse(U.At, "the static variable '" + Name +
                       "' is named in a macro of " +
                       P.Files[U.Spelled.File].Path +
                       ", which is not part of the program");
      return;
    }
    if (Arguments.atParameter(U.Spelled))
      return atParameter(U.Parameter);
    if (Arguments.declared(U.Spelled)) {
      refuse(U.At, "the argument of a macro that declares the static variable "
                   "'" +
                       Name +
                       "' is used here, too, by a macro that also gets other "
                       "things than names of static variables, so that "
                       "skeletonize cannot write BSIM_G() around the name: "
                       "write this use out");
      return;
    }
    if (U.MacroBody) {
      if (S.OtherInMacro.count(U.Spelled))
        refuse(U.At, "the macro expanded here names the static variable '" +
                         Name +
                         "', but something else in another place where "
                         "it is expanded; give one of them another name");
      Changed[U.Spelled] = U.At;
      check(U.Spelled, U, Name);
    }
    if (!Done.insert({U.Spelled.File, U.Spelled.Offset}).second)
      return;
    NeedsHeader.insert(U.Spelled.File);
    if (const NameInText *T = Arguments.text(U.Spelled))
      Texts[T->Macro].push_back({T->At, Name});
    E.insert(U.Spelled.File, U.Spelled.Offset, "BSIM_G(");
    E.insert(U.Spelled.File, U.End, ")");
  }

  void atParameter(const SourceRange &R) {
    if (!Done.insert({R.File, R.Begin}).second)
      return;
    NeedsHeader.insert(R.File);
    E.insert(R.File, R.Begin, "BSIM_G(");
    E.insert(R.File, R.End, ")");
  }

  void tellTexts() {
    for (const auto &[Macro, Uses] : Texts)
      Told += "skeletonize: warning: " + placeOf(Uses[0].first) +
              ": the macro " + Macro +
              " makes text of its argument, by #, and the text has BSIM_G(" +
              Uses[0].second + ") where the program's has " + Uses[0].second +
              (Uses.size() > 1
                   ? " (and " + std::to_string(Uses.size() - 1) + " more)"
                   : "") +
              ": if its length or its letters matter, write it out\n";
  }

  void check(const Place &Spelled, const StaticUse &U,
             const std::string &Name) {
    if (Changed.count(Spelled) && Unchanged.count(Spelled))
      refuse(U.At, "the macro expanded here names the static variable '" +
                       Name +
                       "' both in code and in a static initialiser; "
                       "write one of them out");
  }

  const Program &P;
  const Sources &S;
  const std::set<std::string> &Private;
  Edits &E;
  std::set<unsigned> &NeedsHeader;
  std::string &Told, &Error;
  MacroArguments Arguments;
  /// By macro: places and names in text that is not the program's.
  std::map<std::string, std::vector<std::pair<Place, std::string>>> Texts;
  std::set<std::pair<unsigned, unsigned>> Done;
  std::vector<std::pair<SourceRange, std::string>> Named; ///< literals
  std::map<Place, Place> Changed, Unchanged;
  std::map<std::string, std::set<unsigned>> DefinedIn; ///< key -> files
};

} // namespace

bool privatise(const Program &P, const Sources &S,
               const std::set<std::string> &Private, Edits &E,
               std::set<unsigned> &NeedsHeader, std::string &Told,
               std::string &Error) {
  Privatiser(P, S, Private, E, NeedsHeader, Told, Error).run();
  return Error.empty();
}

} // namespace skel
