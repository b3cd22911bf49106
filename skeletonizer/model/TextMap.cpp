//===- TextMap.cpp - comments, directives and lines of a text -------------===//
//
// Works on bytes and lines alone; does not know which branch of a conditional
// is compiled.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/TextMap.h"
#include <algorithm>

namespace skel {

// Whether a pragma says something of the statement behind it.
static bool ofStatement(const std::string &Code, size_t At, size_t End) {
  static const char *const Words[] = {
      "omp",   "acc",      "ivdep",      "unroll",  "nounroll",
      "simd",  "vector",   "novector",   "loop",    "noparallel",
      "ibm",   "parallel", "concurrent", "nofuse",  "unroll_and_jam",
      "_CRI",  "prefetch", "noprefetch", "inline",  "forceinline",
      "ompss", "oss",      "block_loop", "noinline"};
  std::string First, Second;
  for (std::string *Word : {&First, &Second}) {
    while (At < End && (Code[At] == ' ' || Code[At] == '\t'))
      ++At;
    while (At < End && (isalnum((unsigned char)Code[At]) || Code[At] == '_'))
      *Word += Code[At++];
  }
  if (First == "GCC")
    return Second == "ivdep" || Second == "unroll" || Second == "novector";
  if (First == "clang")
    return Second == "loop";
  return std::find(std::begin(Words), std::end(Words), First) !=
         std::end(Words);
}

TextMap::TextMap(const std::string &T, const Inline &Pragmas)
    : Text(T), Code(T) {
  for (auto &[Begin, End] : Pragmas)
    Inlines.push_back({Begin, End});
  scanComments();
  scanDirectives();
}

void TextMap::scanComments() {
  for (size_t I = 0; I < Text.size(); ++I) {
    size_t End = I;
    if (Text.compare(I, 2, "/*") == 0) {
      End = Text.find("*/", I + 2);
      End = End == std::string::npos ? Text.size() : End + 2;
      Comments.push_back({unsigned(I), unsigned(End)});
    } else if (Text.compare(I, 2, "//") == 0) {
      End = I;
      while (End < Text.size() &&
             (Text[End] != '\n' || joinsLines(Text.data(), End)))
        ++End;
      Comments.push_back({unsigned(I), unsigned(End)});
    } else if (Text[I] == '"' || Text[I] == '\'') {
      End = I + 1;
      while (End < Text.size() && Text[End] != Text[I] && Text[End] != '\n')
        End += Text[End] == '\\' ? 2 : 1;
      End = std::min(End + 1, Text.size());
    }
    for (size_t J = I; J < End; ++J)
      if (Text[J] != '\n')
        Code[J] = ' ';
    // Blanked strings leave a mark, so that they are not taken for blanks.
    if (End > I && (Text[I] == '"' || Text[I] == '\''))
      Code[I] = Text[I];
    if (End > I)
      I = End - 1;
  }
}

void TextMap::scanDirectives() {
  std::vector<int> Open;
  for (unsigned At = 0; At < Code.size();) {
    unsigned End = lineEnd(At);
    size_t Hash = Code.find_first_not_of(" \t", At);
    if (Hash == std::string::npos || Hash >= End || Code[Hash] != '#') {
      At = End;
      continue;
    }
    while (End < Code.size() && End >= 2 && joinsLines(Text.data(), End - 1))
      End = lineEnd(End);
    size_t W = Code.find_first_not_of(" \t", Hash + 1);
    size_t WEnd = W;
    while (WEnd < Code.size() && isalpha((unsigned char)Code[WEnd]))
      ++WEnd;
    std::string Word = W == std::string::npos ? "" : Code.substr(W, WEnd - W);
    // A comment that begins on the directive's line belongs to it.
    for (const Range &C : Comments)
      if (C.Begin < End && C.End > End && C.Begin > At)
        End = lineEnd(C.End - 1);
    if (Word == "if" || Word == "ifdef" || Word == "ifndef") {
      Open.push_back(Groups.size());
      Groups.push_back({At, End});
    }
    Directive D{At, End, unsigned(std::min(WEnd, Code.size())), Word, Open};
    D.Pragma = Word == "pragma" && ofStatement(Code, WEnd, End);
    D.Conditional = Word == "if" || Word == "ifdef" || Word == "ifndef" ||
                    Word == "else" || Word == "elif" || Word == "endif";
    if (Word == "define" || Word == "undef" || Word == "include")
      for (int G : Open)
        Groups[G].Defines = true;
    Directives.push_back(D);
    if (Word == "endif" && !Open.empty()) {
      Groups[Open.back()].End = End;
      Open.pop_back();
    }
    At = End;
  }
  for (int G : Open) // unterminated: reaches behind everything
    Groups[G].End = Code.size() + 1;
}

std::vector<TextMap::Conditional> TextMap::conditionals() const {
  std::vector<Conditional> Out(Groups.size());
  for (const Directive &D : Directives)
    if (D.Conditional && !D.In.empty())
      Out[D.In.back()].Lines.push_back({D.Begin, D.End});
  for (size_t I = 0; I < Groups.size(); ++I) {
    Out[I].Defines = Groups[I].Defines;
    Out[I].Closed = Groups[I].End <= Text.size();
  }
  return Out;
}

std::vector<TextMap::Line> TextMap::directives() const {
  std::vector<Line> Out;
  for (const Directive &D : Directives)
    Out.push_back({D.Begin, D.End, D.Rest, D.Word});
  return Out;
}

std::string TextMap::definedName(const Line &L) const {
  size_t Begin = Code.find_first_not_of(" \t", L.Rest), End = Begin;
  while (End < L.End && (isalnum((unsigned char)Code[End]) || Code[End] == '_'))
    ++End;
  return Begin < End ? Code.substr(Begin, End - Begin) : "";
}

void TextMap::cutDirective(Edits &E, unsigned File, unsigned Begin,
                           unsigned End) const {
  unsigned Above = Begin, Next = Begin;
  bool Pragma;
  while (stepUp(Next, 0, Pragma) && !Pragma)
    Above = Next;
  // In two pieces: what is put in front of the directive stays.
  E.remove(File, lineBegin(Above), Begin);
  E.remove(File, Begin, End);
}

unsigned TextMap::lineBegin(unsigned At) const {
  while (At > 0 && Text[At - 1] != '\n')
    --At;
  return At;
}

unsigned TextMap::lineEnd(unsigned At) const {
  size_t End = Text.find('\n', At);
  return End == std::string::npos ? Text.size() : End + 1;
}

bool TextMap::onlySpace(unsigned Begin, unsigned End) const {
  for (unsigned I = Begin; I < End; ++I)
    if (!isspace((unsigned char)Text[I]))
      return false;
  return true;
}

// Nothing but blanks and comments.
bool TextMap::blank(unsigned Begin, unsigned End) const {
  for (unsigned I = Begin; I < End; ++I)
    if (!isspace((unsigned char)Code[I]))
      return false;
  return true;
}

std::string TextMap::indentAt(unsigned At) const {
  unsigned Begin = lineBegin(At), End = Begin;
  while (End < Text.size() && (Text[End] == ' ' || Text[End] == '\t'))
    ++End;
  return Text.substr(Begin, End - Begin);
}

// A conditional group with nothing in it but pragmas of statements.
bool TextMap::onlyPragmas(const Group &G) const {
  unsigned At = G.Begin;
  bool Some = false;
  for (const Directive &D : Directives) {
    if (D.Begin < G.Begin || D.End > G.End)
      continue;
    if (!(D.Pragma || D.Conditional) || !blank(At, D.Begin))
      return false;
    Some |= D.Pragma;
    At = D.End;
  }
  return Some && blank(At, G.End);
}

// One step back over a comment, a pragma or a group of pragmas that stands
// directly above (a comment or a line's pragma on lines of its own).
bool TextMap::stepUp(unsigned &Begin, unsigned Low, bool &Pragma) const {
  Pragma = true;
  for (const Range &R : Inlines)
    if (R.Begin >= Low && R.End <= Begin && onlySpace(R.End, Begin)) {
      Begin = R.Begin;
      return true;
    }
  unsigned Line = lineBegin(Begin);
  if (Line < Low || Line == 0 || !onlySpace(Line, Begin))
    return false;
  for (const Directive &D : Directives)
    if (D.Pragma && D.End == Line && D.Begin >= Low) {
      Begin = D.Begin + indentAt(D.Begin).size();
      return true;
    }
  for (const Group &G : Groups)
    if (G.End == Line && G.Begin >= Low && onlyPragmas(G)) {
      Begin = G.Begin + indentAt(G.Begin).size();
      return true;
    }
  Pragma = false;
  unsigned Above = Line - 1; // the newline
  for (const Range &C : Comments)
    if (C.End <= Above && onlySpace(C.End, Above) &&
        lineBegin(C.End) == lineBegin(Above) && C.Begin >= Low &&
        onlySpace(lineBegin(C.Begin), C.Begin)) {
      Begin = C.Begin;
      return true;
    }
  return false;
}

unsigned TextMap::attachedBegin(unsigned Begin, unsigned Low) const {
  bool Pragma;
  while (stepUp(Begin, Low, Pragma))
    ;
  return Begin;
}

unsigned TextMap::pragmasBegin(unsigned Begin, unsigned Low) const {
  unsigned Found = Begin;
  bool Pragma;
  while (stepUp(Begin, Low, Pragma))
    if (Pragma)
      Found = Begin;
  return Found;
}

void TextMap::insertBefore(Edits &E, unsigned File, unsigned Begin,
                           unsigned Low, const std::string &Insert) const {
  unsigned At = pragmasBegin(Begin, Low), Line = lineBegin(At);
  if (At != Begin && Text[At] == '#')
    E.insert(File, Line, indentAt(Begin) + Insert + "\n");
  else
    E.insert(File, At, Insert + "\n" + indentAt(Begin));
}

bool TextMap::emptyButPragmas(unsigned Begin, unsigned End) const {
  unsigned At = pragmasBegin(End, Begin);
  return blank(Begin, At);
}

// Over a comment behind the text on its last line.
unsigned TextMap::trailingEnd(unsigned End, unsigned High) const {
  for (const Range &C : Comments)
    if (C.Begin >= End && C.Begin < High && C.End <= High &&
        onlySpace(End, C.Begin) &&
        std::find(Text.begin() + End, Text.begin() + C.Begin, '\n') ==
            Text.begin() + C.Begin &&
        onlySpace(C.End, lineEnd(C.End)))
      return C.End;
  return End;
}

void TextMap::replace(Edits &E, unsigned File, unsigned Begin, unsigned End,
                      const std::string &Replacement) const {
  unsigned At = Begin;
  for (const Directive &D : Directives)
    if (D.Begin > Begin && D.End <= End) {
      if (At == Begin)
        E.replace(File, At, D.Begin - 1, Replacement); // its newline stays
      else if (At < D.Begin)
        E.remove(File, At, D.Begin);
      At = D.End;
    }
  if (At == Begin)
    E.replace(File, At, End, Replacement);
  else if (At < End)
    E.remove(File, At, End);
}

void TextMap::cut(Edits &E, unsigned File, unsigned Begin, unsigned End,
                  unsigned GapBegin, unsigned GapEnd,
                  const std::string &Replacement) const {
  std::string Indent = indentAt(Begin);
  unsigned Anchor = Begin;
  for (bool More = true; More;) {
    More = false;
    for (const Group &G : Groups) {
      bool Inside = G.Begin >= GapBegin && G.End <= GapEnd && !G.Defines;
      bool Touches = G.Begin < End && Begin < G.End;
      if (Inside && Touches && (G.Begin < Begin || G.End > End)) {
        Begin = std::min(Begin, G.Begin);
        End = std::max(End, G.End);
        More = true;
      }
    }
  }
  Begin = attachedBegin(Begin, GapBegin);
  End = trailingEnd(End, GapEnd);

  // Pieces between the directives that stay.
  std::vector<Range> Pieces;
  unsigned At = Begin;
  for (const Directive &D : Directives) {
    if (D.End <= Begin || D.Begin >= End)
      continue;
    bool Goes = D.Pragma;
    for (int G : D.In)
      Goes |= Groups[G].Begin >= Begin && Groups[G].End <= End &&
              !Groups[G].Defines;
    if (Goes)
      continue;
    if (D.Begin > At)
      Pieces.push_back({At, D.Begin});
    At = std::max(At, D.End);
  }
  if (At < End)
    Pieces.push_back({At, End});

  bool Placed = Replacement.empty();
  for (size_t I = 0; I < Pieces.size(); ++I) {
    unsigned B = Pieces[I].Begin, L = Pieces[I].End;
    bool Here = !Placed && (L > Anchor || I + 1 == Pieces.size());
    if (onlySpace(B, L) && !Here)
      continue;
    bool OwnBegin = onlySpace(lineBegin(B), B) && lineBegin(B) >= GapBegin;
    bool OwnEnd = onlySpace(L, lineEnd(L)) || (L > 0 && Text[L - 1] == '\n');
    // The first line of a body may hold its brace.
    if (!OwnBegin && lineBegin(B) < GapBegin && onlySpace(GapBegin, B) &&
        GapBegin > 0 && Text[GapBegin - 1] == '\n')
      OwnBegin = true;
    if (OwnBegin && OwnEnd) {
      unsigned From = lineBegin(B);
      unsigned To = L > 0 && Text[L - 1] == '\n' ? L : lineEnd(L);
      To = std::min(To, std::max(GapEnd, L));
      if (Here) {
        E.replace(File, From, To, Indent + Replacement + "\n");
        Placed = true;
        continue;
      }
      E.remove(File, From, To);
    } else if (Here) {
      E.replace(File, B, L, Replacement);
      Placed = true;
    } else {
      // With the blanks on the side where code stays.
      while (L < Text.size() && L < GapEnd &&
             (Text[L] == ' ' || Text[L] == '\t'))
        ++L;
      if (OwnEnd)
        while (B > GapBegin && (Text[B - 1] == ' ' || Text[B - 1] == '\t'))
          --B;
      E.remove(File, B, L);
    }
  }
  if (!Placed) // only directives in the range
    E.insert(File, Anchor, Replacement + "\n");
}

} // namespace skel
