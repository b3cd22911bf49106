//===- DeadParams.cpp - parameters that nothing reads ---------------------===//
//
// Finds the lists of parameters and arguments in the text; whatever does not
// look as expected keeps its function as it is.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/DeadParams.h"
#include "skeletonizer/model/TextMap.h"
#include <algorithm>
#include <map>

namespace skel {

namespace {

using List = std::vector<std::pair<unsigned, unsigned>>; // bytes of each

class DeadParamRemover {
public:
  DeadParamRemover(const Program &P, const Sources &S, const Plan &Plan,
                   const KeepSet &K, const CallEdits &Calls, Edits &E)
      : P(P), S(S), Plan(Plan), K(K), E(E) {
    for (const CallEdits::Null &N : Calls.Nulls)
      Nulls.insert({N.File, N.Begin});
    for (const Function &F : P.Functions)
      ++Named[F.Name];
  }

  void run(const std::set<unsigned> &Files) {
    for (unsigned File : Files)
      findNames(File);
    // A block's parameter calls it as it is written.
    std::set<std::string> AsWritten{"main"};
    for (const Block &B : Plan.Blocks)
      for (const std::string &Text : B.Params)
        eachIdentifier(Text, [&](size_t From, size_t To) {
          AsWritten.insert(Text.substr(From, To - From));
        });
    for (const Function &F : P.Functions)
      if (K.Fn[F.Id] && !AsWritten.count(F.Name) && Named[F.Name] == 1 &&
          !F.Params.empty())
        function(F);
  }

private:
  // Code of a file as the other edits leave it, at its old places.
  const std::string &code(unsigned File) {
    auto [It, New] = Codes.insert({File, ""});
    std::string &Code = It->second;
    if (!New)
      return Code;
    std::string Whole = TextMap(S.Text[File]).code();
    Code.assign(Whole.size(), ' ');
    Edits::Result Now = E.apply(File, S.Text[File]);
    for (size_t I = 0; I < Now.Pieces.size(); ++I) {
      auto [From, At] = Now.Pieces[I];
      unsigned Next = I + 1 < Now.Pieces.size() ? Now.Pieces[I + 1].second
                                                : unsigned(Now.Text.size());
      // What was put in between is behind the piece.
      unsigned Size = std::min(Next - At, unsigned(Whole.size()) - From);
      for (unsigned K = 0; K < Size; ++K)
        if (Now.Text[At + K] != S.Text[File][From + K]) {
          Size = K;
          break;
        }
      Code.replace(From, Size, Whole, From, Size);
    }
    return Code;
  }

  // Where the text names functions, be it in a macro or in a branch that is
  // left out.
  void findNames(unsigned File) {
    const std::string &T = code(File);
    eachWord(T, [&](size_t Begin, size_t End) {
      auto It = Named.find(T.substr(Begin, End - Begin));
      if (It != Named.end())
        Places[It->first].insert({File, unsigned(Begin)});
    });
  }

  static bool isWord(char C) { return isalnum((unsigned char)C) || C == '_'; }

  // The list behind a function's name: "(a, b)" or, in the prototypes of old
  // compilers' friends, "ARGS((a, b))". Next: behind it.
  bool listAt(unsigned File, unsigned At, List &Out, unsigned &Next) {
    const std::string &T = code(File);
    auto Skip = [&] {
      while (At < T.size() && isspace((unsigned char)T[At]))
        ++At;
    };
    Skip();
    bool Wrapped = At < T.size() && isWord(T[At]);
    while (At < T.size() && isWord(T[At]))
      ++At;
    Skip();
    for (int Open = 0; Open <= int(Wrapped); ++Open, Skip())
      if (At >= T.size() || T[At++] != '(')
        return false;
    unsigned Begin = At;
    for (int Depth = 0; At < T.size(); ++At) {
      char C = T[At];
      if (C == '#' || C == ';' || C == '{' || T.compare(At, 3, "...") == 0)
        return false;
      if (C == '(' || C == '[')
        ++Depth;
      if ((C == ',' || C == ')') && Depth == 0) {
        unsigned End = At;
        while (End > Begin && isspace((unsigned char)T[End - 1]))
          --End;
        while (Begin < End && isspace((unsigned char)T[Begin]))
          ++Begin;
        if (Begin == End)
          return false;
        Out.push_back({Begin, End});
        Begin = At + 1;
        if (C == ')')
          break;
      } else if (C == ')' || C == ']') {
        --Depth;
      }
    }
    ++At;
    Skip();
    if (Wrapped && (At >= T.size() || T[At++] != ')'))
      return false;
    Skip();
    Next = At;
    return true;
  }

  // Groups of a function's declarations.
  std::set<unsigned> groupsOf(const Function &F) const {
    std::set<unsigned> Out;
    for (auto &[G, Name] : S.FunctionGroup) {
      auto Here = S.FunctionOfGroup.find(G);
      if (Name == F.Name && (!F.Static || (Here != S.FunctionOfGroup.end() &&
                                           Here->second.count(F.Id))))
        Out.insert(G);
    }
    return Out;
  }

  // Its definition and prototypes in the result; false if one is not plain.
  bool declarations(const Function &F, const std::set<unsigned> &Groups,
                    std::vector<std::pair<unsigned, List>> &Out,
                    std::set<Place> &Names) {
    for (auto &[At, Local] : S.LocalGroups)
      for (unsigned G : Local)
        if (Groups.count(G))
          return false;
    auto Add = [&](unsigned File, unsigned At, char Behind) {
      List L;
      unsigned Next = 0;
      const std::string &T = code(File);
      if (T.compare(At, F.Name.size(), F.Name) != 0 ||
          !listAt(File, At + unsigned(F.Name.size()), L, Next) ||
          L.size() != F.Params.size() || Next >= T.size() ||
          (T[Next] != Behind && !(Behind == ';' && T[Next] == ',')))
        return false;
      Out.push_back({File, L});
      Names.insert({File, At});
      return true;
    };
    for (const Item &I : S.Items) {
      if (!K.Item[I.Id])
        continue;
      if (I.Function == int(F.Id)) {
        unsigned Body = P.Stmts[F.Body].Range.Begin;
        size_t At = code(I.Range.File).rfind(F.Name, Body);
        while (At != std::string::npos && At > I.Range.Begin &&
               (isWord(code(I.Range.File)[At - 1]) ||
                isWord(code(I.Range.File)[At + F.Name.size()])))
          At = code(I.Range.File).rfind(F.Name, At - 1);
        if (I.FromMacro || At == std::string::npos || At < I.Range.Begin ||
            !Add(I.Range.File, unsigned(At), '{'))
          return false;
        // The definition comes first.
        std::swap(Out.front(), Out.back());
      }
      for (const Item::Declarator &N : I.Names)
        if (std::any_of(N.Groups.begin(), N.Groups.end(),
                        [&](unsigned G) { return Groups.count(G) != 0; }))
          if (!Add(N.NameAt.File, N.NameAt.Offset, ';'))
            return false;
    }
    return !Out.empty();
  }

  // All uses are calls that are written out.
  bool calls(const Function &F, const std::set<unsigned> &Groups,
             std::vector<const Call *> &Out, std::set<Place> &Names) const {
    for (const Call &C : P.Calls) {
      if (C.Callee != F.Name)
        continue;
      if (C.Begin < C.End && E.removed(C.File, C.Begin))
        continue;
      if (C.Begin >= C.End || C.FromMacro || C.File != C.NameFile ||
          C.Args.size() != F.Params.size())
        return false;
      for (const Call::Arg &A : C.Args)
        if (A.Begin >= A.End)
          return false;
      Names.insert({C.NameFile, C.NameBegin});
      Out.push_back(&C);
    }
    for (const Ref &R : S.Refs)
      if (Groups.count(R.Group) && !Names.count(R.At) &&
          !E.removed(R.At.File, R.At.Offset))
        return false;
    return true;
  }

  bool isNamed(const Function &F, unsigned File, unsigned Begin, unsigned End,
               const std::string &Name) const {
    auto It = S.LocalGroups.lower_bound({File, Begin});
    if (It == S.LocalGroups.end() || !(It->first < Place{File, End}))
      return true;
    for (unsigned G : It->second)
      if (K.Groups.count(G))
        return true;
    bool Found = false;
    for (const Block &B : Plan.Blocks)
      for (const std::string &Text : B.Params)
        if (B.Function == int(F.Id))
          eachIdentifier(Text, [&](size_t From, size_t To) {
            Found |= Text.compare(From, To - From, Name) == 0;
          });
    return Found;
  }

  // Leaving the argument out changes nothing.
  bool mayGo(const Call &C, const Call::Arg &A) const {
    if (Nulls.count({C.File, A.Begin}))
      return true;
    std::string T = S.Text[C.File].substr(A.Begin, A.End - A.Begin);
    return T == "NULL" || T.find_first_not_of("0123456789") == T.npos;
  }

  void cutList(unsigned File, const List &L, const std::vector<bool> &Dead,
               const char *Nothing) {
    if (std::count(Dead.begin(), Dead.end(), false) == 0) {
      E.replaceInstead(File, L.front().first, L.back().second, Nothing);
      return;
    }
    bool Before = false;
    for (size_t I = 0; I < L.size(); ++I)
      if (!Dead[I])
        Before = true;
      else if (Before)
        E.remove(File, L[I - 1].second, L[I].second);
      else
        E.remove(File, L[I].first, L[I + 1].first);
  }

  void function(const Function &F) {
    if (F.Body < 0 || P.Stmts[F.Body].Kind != StmtKind::Compound)
      return;
    std::set<unsigned> Groups = groupsOf(F);
    std::vector<std::pair<unsigned, List>> Lists;
    std::vector<const Call *> Called;
    std::set<Place> Names;
    if (Groups.empty() || !calls(F, Groups, Called, Names) ||
        !declarations(F, Groups, Lists, Names))
      return;
    const std::set<Place> &All = Places[F.Name];
    if (!std::includes(Names.begin(), Names.end(), All.begin(), All.end()))
      return;
    const auto &[File, Definition] = Lists.front();
    std::vector<bool> Dead(F.Params.size());
    for (size_t I = 0; I < Dead.size(); ++I) {
      Dead[I] = !isNamed(F, File, Definition[I].first, Definition[I].second,
                         F.Params[I]);
      for (const Call *C : Called)
        Dead[I] = Dead[I] && mayGo(*C, C->Args[I]);
    }
    if (std::count(Dead.begin(), Dead.end(), true) == 0)
      return;
    for (auto &[Where, L] : Lists)
      cutList(Where, L, Dead, "void");
    for (const Call *C : Called) {
      List L;
      for (const Call::Arg &A : C->Args)
        L.push_back({A.Begin, A.End});
      cutList(C->File, L, Dead, "");
    }
  }

  const Program &P;
  const Sources &S;
  const skel::Plan &Plan;
  const KeepSet &K;
  Edits &E;
  std::set<std::pair<unsigned, unsigned>> Nulls;
  std::map<std::string, int> Named;
  std::map<std::string, std::set<Place>> Places;
  std::map<unsigned, std::string> Codes;
};

} // namespace

void cutDeadParams(const Program &P, const Sources &S, const Plan &Plan,
                   const KeepSet &K, const CallEdits &Calls,
                   const std::set<unsigned> &Files, Edits &E) {
  DeadParamRemover(P, S, Plan, K, Calls, E).run(Files);
}

} // namespace skel
