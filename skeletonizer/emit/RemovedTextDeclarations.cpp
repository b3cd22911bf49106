//===- RemovedTextDeclarations.cpp - removed declarations -----------------===//
//
// Takes declarations out at file scope, names out of lists of declarators, and
// includes of headers with nothing left or that were always read before.
// Decides nothing.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/RemovedText.h"
#include "skeletonizer/model/TextMap.h"
#include <algorithm>

namespace skel {

static void cutNames(const Item &I, const std::vector<char> &Keep, Edits &E) {
  // The specifiers may define a type that stays for itself, and names that
  // cannot be cut out one by one stay together.
  bool Any = false, Plain = true;
  for (size_t N = 0; N < I.Names.size(); ++N) {
    Any |= Keep[N];
    Plain &= I.Names[N].Plain;
  }
  if (!Any || !Plain)
    return;
  bool Before = false;
  for (size_t N = 0; N < I.Names.size(); ++N) {
    if (Keep[N]) {
      Before = true;
    } else if (Before) {
      E.remove(I.Range.File, I.Names[N - 1].Range.End, I.Names[N].Range.End);
    } else {
      E.remove(I.Range.File, I.Names[N].Range.Begin,
               I.Names[N + 1].Range.Begin);
    }
  }
}

// Headers that nothing in the result needs: no kept declaration, no macro that
// kept text uses, no system header, and only includes of such headers.
static std::set<unsigned> uselessHeaders(const Program &P, const Sources &S,
                                         const KeepSet &K, const Edits &E) {
  std::set<unsigned> Useful;
  for (size_t File = 0; File < P.Files.size(); ++File)
    if (!P.Files[File].Project || P.Files[File].Unit)
      Useful.insert(File);
  for (const Item &I : S.Items)
    if (K.Item[I.Id])
      Useful.insert(I.Range.File);
  // Text that is a part of a declaration or of a function's body.
  for (const Include &I : S.Includes)
    for (const Item &J : S.Items)
      if (K.Item[J.Id] && J.Range.File == I.At.File &&
          J.Range.Begin < I.At.Offset && I.At.Offset < J.Range.End &&
          !E.removed(I.At.File, I.At.Offset))
        Useful.insert(I.Target);
  // A state that the text behind the header needs.
  for (const PragmaText &T : S.Pragmas)
    if (T.Text.find("pack") != std::string::npos)
      Useful.insert(T.At.File);
  for (const MacroUse &U : S.MacroUses)
    if (U.At.File != U.DefinedIn && !E.removed(U.At.File, U.At.Offset))
      Useful.insert(U.DefinedIn);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Include &I : S.Includes)
      if (I.Read && Useful.count(I.Target) && Useful.insert(I.At.File).second)
        Changed = true;
  }
  std::set<unsigned> Useless;
  for (size_t File = 0; File < P.Files.size(); ++File)
    if (!Useful.count(File))
      Useless.insert(File);
  return Useless;
}

// "#pragma omp threadprivate(a, b)" of variables that are all gone.
static void cutThreadPrivate(const Sources &S, const KeepSet &K, unsigned File,
                             Edits &E) {
  std::set<std::string> Kept;
  for (const Item &I : S.Items)
    for (size_t N = 0; N < I.Names.size(); ++N)
      if (K.Item[I.Id] && K.Name[I.Id][N])
        Kept.insert(I.Names[N].Name);
  for (const PragmaText &T : S.Pragmas) {
    size_t Open = T.Text.find('(');
    if (T.At.File != File || !T.OwnLine || Open == std::string::npos ||
        T.Text.find("threadprivate") > Open)
      continue;
    bool Any = false;
    eachIdentifier(T.Text.substr(Open), [&](size_t Begin, size_t End) {
      Any |= Kept.count(T.Text.substr(Open + Begin, End - Begin)) != 0;
    });
    bool Local =
        std::any_of(S.Items.begin(), S.Items.end(), [&](const Item &I) {
          return I.Range.File == File && I.Range.Begin < T.At.Offset &&
                 T.At.Offset < I.Range.End;
        });
    if (!Any && !Local && !E.removed(File, T.At.Offset))
      E.remove(File, T.At.Offset,
               std::min<unsigned>(T.End + 1, S.Text[File].size()));
  }
}

// Units that define a kept function or variable by including its text.
static std::set<unsigned> definingUnits(const Program &P, const Sources &S,
                                        const KeepSet &K) {
  std::set<unsigned> Defining;
  for (const Item &I : S.Items) {
    bool Defines = I.Function >= 0 && !P.Functions[I.Function].Static;
    for (size_t N = 0; N < I.Names.size(); ++N)
      Defines |= I.Names[N].External && K.Name[I.Id][N];
    if (Defines && K.Item[I.Id])
      Defining.insert(I.Range.File);
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Include &I : S.Includes)
      if (Defining.count(I.Target))
        Changed |= Defining.insert(I.At.File).second;
  }
  std::set<unsigned> Units;
  for (unsigned File : Defining)
    if (P.Files[File].Unit)
      Units.insert(File);
  return Units;
}

std::set<unsigned> removeDeclarations(const Program &P, const Sources &S,
                                      const KeepSet &K, Edits &E) {
  std::set<unsigned> Files;
  for (size_t File = 0; File < P.Files.size(); ++File) {
    if (!P.Files[File].Project)
      continue;
    const std::string &Text = S.Text[File];
    TextMap Map(Text);
    std::vector<const Item *> Items;
    for (const Item &I : S.Items)
      if (I.Range.File == File)
        Items.push_back(&I);
    unsigned Before = 0;
    bool Any = false;
    for (size_t I = 0; I < Items.size(); ++I) {
      const Item &It = *Items[I];
      if (K.Item[It.Id]) {
        cutNames(It, K.Name[It.Id], E);
        Before = It.Range.End;
        Any |= It.Kind == ItemKind::Function || It.Kind == ItemKind::Variables;
        continue;
      }
      size_t End = I;
      while (End + 1 < Items.size() && !K.Item[Items[End + 1]->Id])
        ++End;
      unsigned After =
          End + 1 < Items.size() ? Items[End + 1]->Range.Begin : Text.size();
      for (; I <= End; ++I) {
        const SourceRange &R = Items[I]->Range;
        unsigned High = I < End ? Items[I + 1]->Range.Begin : After;
        Map.cut(E, File, R.Begin, R.End, Before, High, "");
        Before = R.End;
      }
      I = End;
    }
    cutThreadPrivate(S, K, File, E);
    if (!P.Files[File].Unit || Any)
      Files.insert(File);
  }
  for (unsigned File : definingUnits(P, S, K))
    Files.insert(File);
  for (unsigned File : uselessHeaders(P, S, K, E))
    Files.erase(File);
  std::set<Place> Read; // places of includes that bring something
  for (const Include &I : S.Includes)
    if (I.Read && (Files.count(I.Target) || !P.Files[I.Target].Project))
      Read.insert(I.At);
  for (const Include &I : S.Includes)
    if (!Read.count(I.At))
      removeInclude(S, I, E);
  return Files;
}

void removeInclude(const Sources &S, const Include &I, Edits &E) {
  const std::string &Text = S.Text[I.At.File];
  size_t End = Text.find('\n', I.At.Offset);
  unsigned Begin = I.At.Offset;
  while (Begin > 0 && Text[Begin - 1] != '\n')
    --Begin;
  E.remove(I.At.File, Begin, End == std::string::npos ? Text.size() : End + 1);
}

} // namespace skel
