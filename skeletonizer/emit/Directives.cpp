//===- Directives.cpp - directives that nothing needs any more ------------===//
//
// Looks at the text that the other edits leave, takes out lines, and looks
// again: what a definition or condition named may be named nowhere else.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/Directives.h"
#include "skeletonizer/emit/RemovedText.h"
#include "skeletonizer/model/TextMap.h"
#include <memory>
#include <set>

namespace skel {

namespace {

using Names = std::set<std::string>;

// Identifiers of a piece of code, with and without its lines joined.
void addNames(const std::string &Code, unsigned Begin, unsigned End,
              Names &Out) {
  auto Scan = [&](const std::string &T) {
    eachWord(T, [&](size_t From, size_t To) {
      Out.insert(T.substr(From, To - From));
    });
  };
  std::string Piece = Code.substr(Begin, End - Begin), Joined;
  Scan(Piece);
  for (size_t I = 0; I < Piece.size(); ++I)
    if (Piece.compare(I, 2, "\\\n") == 0)
      ++I;
    else
      Joined += Piece[I];
  if (Joined.size() != Piece.size())
    Scan(Joined);
}

// The text of one file as it is now.
struct FileText {
  Edits::Result Now;
  std::unique_ptr<TextMap> Map;
  struct Macro {
    std::string Name;
    Names Body;          ///< of a definition
    unsigned Begin, End; ///< of Now
  };
  std::vector<Macro> Macros; ///< #define and #undef
  /// Conditionals that hold nothing but definitions, or nothing.
  struct Mere {
    Names Tests, Defines;
    std::vector<std::pair<unsigned, unsigned>> Lines;
  };
  std::vector<Mere> Mere;
  Names Named; ///< by everything else
};

class Cleaner {
public:
  Cleaner(const Program &P, const Sources &S, std::set<unsigned> &Files,
          Edits &E)
      : P(P), S(S), Files(Files), E(E) {}

  void run() {
    for (unsigned File : Files)
      read(File);
    while (!Changed.empty() && !savesMacros()) {
      Changed.clear();
      round();
      dropEmpty();
      for (unsigned File : Changed)
        if (Files.count(File))
          read(File);
    }
  }

private:
  // A pragma that names macros in strings.
  bool savesMacros() const {
    for (unsigned File : Files)
      if (S.Text[File].find("_macro") != std::string::npos)
        for (const PragmaText &T : S.Pragmas)
          if (T.Text.find("push_macro") != std::string::npos)
            return true;
    return false;
  }

  void read(unsigned File) {
    FileText &T = Texts[File];
    T = FileText();
    T.Now = E.apply(File, S.Text[File]);
    T.Map = std::make_unique<TextMap>(T.Now.Text);
    Changed.insert(File);
    const std::string &Code = T.Map->code();
    std::set<unsigned> Apart; // directives that do not name what they name
    auto Lines = T.Map->directives();
    for (const TextMap::Line &L : Lines) {
      unsigned Begin = 0, End = 0;
      if ((L.Word != "define" && L.Word != "undef") ||
          !original(T, L.Begin, L.End, Begin, End))
        continue;
      std::string Name = T.Map->definedName(L);
      if (Name.empty())
        continue;
      FileText::Macro M{Name, {}, L.Begin, L.End};
      addNames(Code, Code.find(Name, L.Rest) + Name.size(), L.End, M.Body);
      T.Macros.push_back(M);
      Apart.insert(L.Begin);
    }
    for (const TextMap::Conditional &C : T.Map->conditionals())
      readConditional(T, C, Apart);
    unsigned At = 0;
    for (const TextMap::Line &L : Lines)
      if (Apart.count(L.Begin)) {
        addNames(Code, At, L.Begin, T.Named);
        At = L.End;
      }
    addNames(Code, At, Code.size(), T.Named);
  }

  void readConditional(FileText &T, const TextMap::Conditional &C,
                       std::set<unsigned> &Apart) {
    if (!C.Closed || C.Lines.size() < 2)
      return;
    struct FileText::Mere M;
    for (size_t I = 0; I < C.Lines.size(); ++I) {
      unsigned Begin = 0, End = 0;
      if (!original(T, C.Lines[I].first, C.Lines[I].second, Begin, End))
        return;
      addNames(T.Map->code(), C.Lines[I].first, C.Lines[I].second, M.Tests);
      unsigned At = C.Lines[I].second;
      if (I + 1 == C.Lines.size())
        break;
      for (const FileText::Macro &D : T.Macros)
        if (D.Begin >= At && D.End <= C.Lines[I + 1].first) {
          if (!T.Map->blank(At, D.Begin))
            return;
          M.Defines.insert(D.Name);
          At = D.End;
        }
      if (!T.Map->blank(At, C.Lines[I + 1].first))
        return;
    }
    M.Lines = C.Lines;
    for (auto &[Begin, End] : C.Lines)
      Apart.insert(Begin);
    T.Mere.push_back(M);
  }

  // Where whole lines of the text stand in the original; false if they do not.
  static bool original(const FileText &T, unsigned Begin, unsigned End,
                       unsigned &From, unsigned &To) {
    const auto &Pieces = T.Now.Pieces;
    int Found = 0;
    for (size_t I = 0; I < Pieces.size(); ++I) {
      unsigned Next = I + 1 < Pieces.size() ? Pieces[I + 1].second
                                            : unsigned(T.Now.Text.size());
      if (Pieces[I].second <= Begin && Begin < Next) {
        From = Pieces[I].first + (Begin - Pieces[I].second);
        Found |= 1;
      }
      if (Pieces[I].second < End && End <= Next) {
        To = Pieces[I].first + (End - Pieces[I].second);
        Found |= 2;
      }
    }
    return Found == 3 && From < To;
  }

  void cut(unsigned File, unsigned Begin, unsigned End) {
    unsigned From = 0, To = 0;
    if (!original(Texts[File], Begin, End, From, To))
      return;
    TextMap(S.Text[File]).cutDirective(E, File, From, To);
    Changed.insert(File);
  }

  Names liveNames() const {
    Names Live = S.MacrosElsewhere;
    std::map<std::string, std::vector<const Names *>> Brings;
    for (unsigned File : Files) {
      const FileText &T = Texts.at(File);
      Live.insert(T.Named.begin(), T.Named.end());
      for (const FileText::Macro &M : T.Macros) {
        Brings[M.Name].push_back(&M.Body);
        if (M.Name.compare(0, 2, "__") == 0)
          Live.insert(M.Name);
      }
      for (const struct FileText::Mere &M : T.Mere)
        for (const std::string &Name : M.Defines)
          Brings[Name].push_back(&M.Tests);
    }
    std::vector<std::string> Todo(Live.begin(), Live.end());
    while (!Todo.empty()) {
      auto It = Brings.find(Todo.back());
      Todo.pop_back();
      if (It != Brings.end())
        for (const Names *Body : It->second)
          for (const std::string &Name : *Body)
            if (Live.insert(Name).second)
              Todo.push_back(Name);
    }
    return Live;
  }

  void round() {
    Names Live = liveNames();
    for (unsigned File : Files) {
      const FileText &T = Texts[File];
      for (const FileText::Macro &M : T.Macros)
        if (!Live.count(M.Name))
          cut(File, M.Begin, M.End);
      for (const struct FileText::Mere &M : T.Mere) {
        bool Any = false;
        for (const std::string &Name : M.Defines)
          Any |= Live.count(Name) != 0;
        for (auto &[Begin, End] : M.Lines)
          if (!Any)
            cut(File, Begin, End);
      }
    }
  }

  // Headers with nothing left, and their includes.
  void dropEmpty() {
    std::set<unsigned> Empty;
    for (unsigned File : Files)
      if (!P.Files[File].Unit &&
          TextMap(E.apply(File, S.Text[File]).Text)
                  .code()
                  .find_first_not_of(" \t\r\n") == std::string::npos)
        Empty.insert(File);
    for (unsigned File : Empty)
      Files.erase(File);
    for (const Include &I : S.Includes)
      if (Empty.count(I.Target) && !E.removed(I.At.File, I.At.Offset)) {
        removeInclude(S, I, E);
        Changed.insert(I.At.File);
      }
  }

  const Program &P;
  const Sources &S;
  std::set<unsigned> &Files;
  Edits &E;
  std::map<unsigned, FileText> Texts;
  std::set<unsigned> Changed;
};

} // namespace

void cutDirectives(const Program &P, const Sources &S,
                   std::set<unsigned> &Files, Edits &E) {
  Cleaner(P, S, Files, E).run();
}

} // namespace skel
