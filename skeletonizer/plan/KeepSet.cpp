//===- KeepSet.cpp - what C needs of the text besides the plan ------------===//
//
// A worklist goes over statements and declarations: each piece of kept text
// keeps what its names stand for. The search is repeated while it leaves values
// that nobody reads or static functions that nobody names.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/KeepSet.h"
#include <algorithm>

namespace skel {

unsigned initialiserOf(const Sources &S, const Stmt &St) {
  const std::string &Text = S.Text[St.Range.File];
  int Depth = 0;
  for (unsigned I = St.Range.Begin; I < St.Range.End; ++I) {
    char C = Text[I];
    if (C == '(' || C == '[')
      ++Depth;
    else if (C == ')' || C == ']')
      --Depth;
    else if (C == '=' && Depth == 0) {
      while (I > St.Range.Begin && isspace((unsigned char)Text[I - 1]))
        --I;
      return I;
    }
  }
  return St.Range.End;
}

const Stmt &innermostAt(const Program &P, const Stmt &Body, unsigned Offset) {
  const Stmt *St = &Body;
  for (bool Deeper = true; Deeper;) {
    Deeper = false;
    for (unsigned C : St->Children)
      if (Offset >= P.Stmts[C].Range.Begin && Offset < P.Stmts[C].Range.End) {
        St = &P.Stmts[C];
        Deeper = true;
        break;
      }
  }
  return *St;
}

namespace {

/// What the groups of names stand for: declarations at file scope, local
/// declarations and labels, functions.
class NameIndex {
public:
  struct ItemName {
    unsigned Item;
    int Name; ///< index of a declarator; -1: the item as a whole
  };

  NameIndex(const Program &P, const Sources &S) : P(P) {
    for (const Item &I : S.Items)
      addItem(I);
    for (auto &[At, Groups] : S.LocalGroups) {
      std::vector<unsigned> Ids;
      if (int Id = stmtAtOffset(At); Id >= 0)
        Ids.push_back(unsigned(Id));
      else
        Ids = P.includesOf(At.File);
      for (unsigned G : Groups)
        LocalOf[G].insert(LocalOf[G].end(), Ids.begin(), Ids.end());
    }
    for (const Function &F : P.Functions)
      if (!F.Static)
        ByName[F.Name].push_back(F.Id);
  }

  const std::vector<ItemName> &items(unsigned Group) const {
    return find(ItemsOf, Group);
  }
  /// Statements that declare a group of local names.
  const std::vector<unsigned> &locals(unsigned Group) const {
    return find(LocalOf, Group);
  }
  /// Declarators of external variables with a name.
  const std::vector<ItemName> &variables(const std::string &Name) const {
    return find(Definition, Name);
  }
  /// Functions with a name that are not static.
  const std::vector<unsigned> &functions(const std::string &Name) const {
    return find(ByName, Name);
  }

private:
  template <class Key, class Value>
  static const std::vector<Value> &
  find(const std::map<Key, std::vector<Value>> &M, const Key &K) {
    static const std::vector<Value> None;
    auto It = M.find(K);
    return It == M.end() ? None : It->second;
  }

  void addItem(const Item &I) {
    for (unsigned G : I.Groups)
      ItemsOf[G].push_back({I.Id, -1});
    for (size_t N = 0; N < I.Names.size(); ++N) {
      for (unsigned G : I.Names[N].Groups)
        ItemsOf[G].push_back({I.Id, int(N)});
      if (I.Names[N].External)
        Definition[I.Names[N].Name].push_back({I.Id, int(N)});
    }
  }

  /// The innermost statement at a place; -1 outside of functions' bodies.
  int stmtAtOffset(Place At) const {
    for (const Function &F : P.Functions) {
      if (F.Body < 0 || F.Range.File != At.File || At.Offset < F.Range.Begin ||
          At.Offset >= F.Range.End)
        continue;
      const Stmt &Body = P.Stmts[F.Body];
      if (At.Offset < Body.Range.Begin || At.Offset >= Body.Range.End)
        return -1;
      return int(innermostAt(P, Body, At.Offset).Id);
    }
    return -1;
  }

  const Program &P;
  std::map<unsigned, std::vector<ItemName>> ItemsOf;
  std::map<unsigned, std::vector<unsigned>> LocalOf;
  std::map<std::string, std::vector<ItemName>> Definition;
  std::map<std::string, std::vector<unsigned>> ByName;
};

/// Finds what the kept text names, starting at the statements, functions and
/// blocks of the plan.
class Closure {
public:
  Closure(const NameIndex &Names, const Program &P, const Sources &S,
          const Plan &Plan, const std::vector<Hole> &Holes,
          const std::set<unsigned> &Dropped, const std::set<unsigned> &Unused,
          const std::map<unsigned, const Call *> &CallOnly)
      : Names(Names), P(P), S(S), Plan(Plan), Holes(Holes), Dropped(Dropped),
        Unused(Unused), CallOnly(CallOnly) {}

  KeepSet run() {
    K.Stmt.assign(P.Stmts.size(), 0);
    K.Fn.assign(P.Functions.size(), 0);
    K.Item.assign(S.Items.size(), 0);
    K.Name.resize(S.Items.size());
    for (const Item &I : S.Items)
      K.Name[I.Id].assign(I.Names.size(), 0);
    for (const Function &F : P.Functions)
      if (F.Id < Plan.KeepFn.size() && Plan.KeepFn[F.Id] &&
          !Dropped.count(F.Id))
        keepFunction(F.Id);
    for (const Stmt &St : P.Stmts)
      if (kept(St.Id) && planned(St) && K.Fn[St.Function] &&
          !Unused.count(St.Id))
        keepPlanned(St);
    for (const Block &B : Plan.Blocks)
      if (B.Function < 0 || K.Fn[B.Function])
        keepParams(B);
    drain();
    keepOthers();
    return std::move(K);
  }

private:
  bool kept(unsigned Id) const {
    return Id < Plan.Keep.size() && Plan.Keep[Id];
  }

  /// The plan decides on the statement itself. A label or list stays only if a
  /// part of it stays.
  static bool planned(const Stmt &St) {
    return St.Kind != StmtKind::Compound && St.Kind != StmtKind::Label &&
           St.Kind != StmtKind::Case &&
           (St.Kind != StmtKind::Decl || St.Children.empty());
  }

  void keepPlanned(const Stmt &St) {
    auto It = CallOnly.find(St.Id);
    if (It == CallOnly.end() || St.Kind != StmtKind::Declarator) {
      keepStmt(St.Id);
      return;
    }
    Todo.push_back({St.Range.File, It->second->Begin, It->second->End});
    keepStmt(P.Stmts[St.Parent].Parent);
  }

  /// A declarator keeps its initialiser.
  bool initialised(unsigned Id) const {
    if (P.Stmts[Id].Static)
      return true;
    char Only = Id < Plan.DeclOnly.size() ? Plan.DeclOnly[Id] : 0;
    return Only == 2 || (kept(Id) && !CallOnly.count(Id) && !Only);
  }

  //===-- Text ----------------------------------------------------------===//

  struct Piece {
    unsigned File, Begin, End;
  };

  /// Keeps what the text [Begin, End) names, except in the parts Out and in
  /// holes.
  void keepText(unsigned File, unsigned Begin, unsigned End,
                const std::vector<Piece> &Out = {}) {
    auto It = std::lower_bound(
        S.Refs.begin(), S.Refs.end(), Place{File, Begin},
        [](const Ref &R, const Place &At) { return R.At < At; });
    for (; It != S.Refs.end() && It->At.File == File && It->At.Offset < End;
         ++It) {
      auto In = [&](unsigned F, unsigned B, unsigned E) {
        return F == File && It->At.Offset >= B && It->At.Offset < E;
      };
      bool Skip = false;
      for (const Piece &O : Out)
        Skip |= In(O.File, O.Begin, O.End);
      for (const Hole &H : Holes)
        Skip |= In(H.File, H.Begin, H.End);
      if (!Skip)
        keepGroup(It->Group);
    }
  }

  void keepGroup(unsigned G) {
    if (!K.Groups.insert(G).second)
      return;
    for (auto [Id, Name] : Names.items(G))
      keepItem(Id, Name);
    for (unsigned Id : Names.locals(G)) {
      if (P.Stmts[Id].Kind == StmtKind::Label)
        K.LabelText.insert(Id);
      keepStmt(Id);
    }
    auto V = S.ExternalVariable.find(G);
    if (V != S.ExternalVariable.end())
      for (auto [Id, Name] : Names.variables(V->second))
        keepItem(Id, Name);
    auto F = S.FunctionGroup.find(G);
    if (F == S.FunctionGroup.end())
      return;
    auto Here = S.FunctionOfGroup.find(G);
    if (Here != S.FunctionOfGroup.end()) {
      for (unsigned Id : Here->second)
        keepFunction(Id);
      return;
    }
    for (unsigned Id : Names.functions(F->second))
      keepFunction(Id);
  }

  //===-- Declarations at file scope ------------------------------------===//

  void keepItem(unsigned Id, int Name) {
    const Item &I = S.Items[Id];
    if (I.Kind == ItemKind::Function) {
      if (I.Function >= 0)
        keepFunction(I.Function);
      return;
    }
    if (Name >= 0 && !K.Name[Id][Name]) {
      K.Name[Id][Name] = 1;
      const SourceRange &R = I.Names[Name].Range;
      Todo.push_back({R.File, R.Begin, R.End});
    }
    if (K.Item[Id])
      return;
    K.Item[Id] = 1;
    std::vector<Piece> Out;
    for (const Item::Declarator &N : I.Names)
      if (N.Plain)
        Out.push_back({N.Range.File, N.Range.Begin, N.Range.End});
    Specifiers.push_back({{I.Range.File, I.Range.Begin, I.Range.End}, Out});
  }

  void keepFunction(unsigned Id) {
    if (K.Fn[Id])
      return;
    K.Fn[Id] = 1;
    if (Id >= Plan.KeepFn.size() || !Plan.KeepFn[Id])
      K.Stub.insert(Id);
    for (const Item &I : S.Items) {
      if (I.Function != int(Id))
        continue;
      K.Item[I.Id] = 1;
      std::vector<Piece> Out;
      if (P.Functions[Id].Body >= 0) {
        const SourceRange &R = P.Stmts[P.Functions[Id].Body].Range;
        Out.push_back({R.File, R.Begin, R.End});
      }
      Specifiers.push_back({{I.Range.File, I.Range.Begin, I.Range.End}, Out});
      // A function's prototypes stay with it.
      for (unsigned G : I.Groups)
        Prototypes.push_back(G);
    }
    if (P.Functions[Id].Body >= 0)
      keepStmt(P.Functions[Id].Body);
  }

  /// Items without a name (assertions, asm) stay if all that they name stays.
  void keepOthers() {
    for (const Item &I : S.Items) {
      if (I.Kind != ItemKind::Other)
        continue;
      bool All = true;
      for (const Ref &R : S.Refs)
        if (R.At.File == I.Range.File && R.At.Offset >= I.Range.Begin &&
            R.At.Offset < I.Range.End)
          All &= K.Groups.count(R.Group) != 0;
      K.Item[I.Id] = All;
    }
  }

  //===-- Statements ----------------------------------------------------===//

  void keepStmt(unsigned Id) {
    const Stmt &St = P.Stmts[Id];
    if (!K.Fn[St.Function])
      keepFunction(St.Function);
    if (K.Stmt[Id])
      return;
    K.Stmt[Id] = 1;
    if (St.Kind == StmtKind::Declarator && !initialised(Id)) {
      K.NoInit.insert(Id);
      unsigned End = initialiserOf(S, St);
      Todo.push_back({St.Range.File, St.Range.Begin, End});
    } else {
      std::vector<Piece> Out;
      for (unsigned C : St.Children) {
        const SourceRange &R = P.Stmts[C].Range;
        Out.push_back({R.File, R.Begin, R.End});
      }
      Specifiers.push_back(
          {{St.Range.File, St.Range.Begin, St.Range.End}, Out});
    }
    for (unsigned File : P.textOf(Id))
      Todo.push_back({File, 0, unsigned(S.Text[File].size())});
    if (St.Kind == StmtKind::Switch)
      keepCases(St);
    if (St.Parent >= 0)
      keepStmt(St.Parent);
  }

  /// A switch keeps its labels and the breaks between them. Without one of
  /// them, the rest would run in other cases. Labels may stand in a loop
  /// (Duff's device), whose breaks end the loop.
  void keepCases(const Stmt &Outer, bool Breaks = true) {
    for (unsigned C : Outer.Children) {
      const Stmt &St = P.Stmts[C];
      if (St.Kind == StmtKind::Case ||
          (Breaks && St.Kind == StmtKind::Goto && St.Name == "break"))
        keepStmt(C);
      if (St.Kind != StmtKind::Switch)
        keepCases(St, Breaks && (St.Kind == StmtKind::Case ||
                                 St.Kind == StmtKind::Compound ||
                                 St.Kind == StmtKind::Label));
    }
  }

  void keepParams(const Block &B) {
    for (const std::string &Text : B.Params)
      eachIdentifier(Text, [&](size_t Begin, size_t End) {
        ParamName N = findParamName(P, S, B, Text.substr(Begin, End - Begin));
        if (N.Declarator >= 0)
          keepStmt(N.Declarator);
        for (unsigned G : N.Groups)
          keepGroup(G);
        if (N.Declarator < 0 && isCalled(Text, End))
          for (auto &[G, Name] : S.FunctionGroup)
            if (Text.compare(Begin, End - Begin, Name) == 0)
              keepGroup(G);
      });
  }

  /// A call of what stands in front of At.
  static bool isCalled(const std::string &Text, size_t At) {
    return At < Text.size() && Text[At] == '(';
  }

  void drain() {
    while (!Todo.empty() || !Specifiers.empty() || !Prototypes.empty()) {
      if (!Prototypes.empty()) {
        unsigned G = Prototypes.back();
        Prototypes.pop_back();
        for (auto [Id, Name] : Names.items(G))
          keepItem(Id, Name);
      } else if (!Todo.empty()) {
        Piece T = Todo.back();
        Todo.pop_back();
        keepText(T.File, T.Begin, T.End);
      } else {
        auto [T, Out] = Specifiers.back();
        Specifiers.pop_back();
        keepText(T.File, T.Begin, T.End, Out);
      }
    }
  }

  const NameIndex &Names;
  const Program &P;
  const Sources &S;
  const skel::Plan &Plan;
  const std::vector<Hole> &Holes;
  const std::set<unsigned> &Dropped, &Unused;
  const std::map<unsigned, const Call *> &CallOnly;
  KeepSet K;
  std::vector<Piece> Todo;
  std::vector<unsigned> Prototypes;
  std::vector<std::pair<Piece, std::vector<Piece>>> Specifiers;
};

} // namespace

static void addHole(std::vector<Hole> &Holes, unsigned File, unsigned Begin,
                    unsigned End) {
  if (Begin < End)
    Holes.push_back({File, Begin, End});
}

/// Statements of which one call alone stays. Holes gets the text around it.
static std::map<unsigned, const Call *>
callsOnly(const Program &P, const Plan &Plan, std::vector<Hole> &Holes) {
  std::map<unsigned, const Call *> Out;
  for (const CallOnly &O : Plan.CallsOnly) {
    // Conditions stay whole: "if ((e = f(x)) != 0) { }".
    StmtKind Kind = P.Stmts[O.Stmt].Kind;
    if (Kind != StmtKind::Expr && Kind != StmtKind::Declarator &&
        Kind != StmtKind::Return)
      continue;
    const Call &C = P.Calls[O.Call];
    const SourceRange &R = P.Stmts[O.Stmt].Range;
    if (C.Stmt != O.Stmt || C.Begin >= C.End || R.File != C.File)
      continue;
    Out[O.Stmt] = &C;
    if (P.Stmts[O.Stmt].Kind == StmtKind::Declarator)
      continue;
    addHole(Holes, R.File, R.Begin, C.Begin);
    addHole(Holes, R.File, C.End, R.End);
  }
  return Out;
}

/// Returns whose value becomes a zero. A return of a plain constant stays.
static std::set<unsigned>
nullReturns(const Program &P, const Sources &S, const Plan &Plan,
            const std::map<unsigned, const Call *> &CallOnly,
            std::vector<Hole> &Holes) {
  std::set<unsigned> Out;
  for (const Stmt &St : P.Stmts) {
    if (St.Id >= Plan.NullReturn.size() || !Plan.NullReturn[St.Id] ||
        !Plan.Keep[St.Id] || St.Kind != StmtKind::Return ||
        S.ReturnZero[St.Function].empty())
      continue;
    const SourceRange &R = St.Range;
    bool Constant = true;
    for (const Call &C : P.Calls)
      Constant &= C.Stmt != int(St.Id);
    for (const Ref &Name : S.Refs)
      Constant &= Name.At.File != R.File || Name.At.Offset < R.Begin ||
                  Name.At.Offset >= R.End;
    if (Constant && !CallOnly.count(St.Id))
      continue;
    Out.insert(St.Id);
    if (!CallOnly.count(St.Id))
      addHole(Holes, R.File, R.Begin, R.End);
  }
  return Out;
}

/// Drops forward declarations of structs that no other kept item of their file
/// names.
static void dropForward(const Sources &S, KeepSet &K) {
  for (const Item &I : S.Items) {
    const std::string &File = S.Text[I.Range.File];
    if (I.Kind != ItemKind::Types || !I.Names.empty() || !K.Item[I.Id])
      continue;
    std::string Text(File, I.Range.Begin, I.Range.End - I.Range.Begin);
    // A macro's text may contain a definition.
    if (Text.find_first_of("{(") != std::string::npos ||
        (Text.compare(0, 6, "struct") != 0 && Text.compare(0, 5, "union") != 0))
      continue;
    bool Used = false;
    for (const Ref &R : S.Refs) {
      if (R.At.File != I.Range.File || !I.Groups.count(R.Group))
        continue;
      for (const Item &J : S.Items)
        Used |= J.Id != I.Id && K.Item[J.Id] && J.Range.File == R.At.File &&
                R.At.Offset >= J.Range.Begin && R.At.Offset < J.Range.End;
    }
    K.Item[I.Id] = Used;
  }
}

/// Adds to Dropped the static functions that no kept text names. False when
/// there are none.
static bool dropUnnamed(const Program &P, const Sources &S, const KeepSet &K,
                        std::set<unsigned> &Dropped) {
  bool Found = false;
  for (const Function &F : P.Functions) {
    if (!K.Fn[F.Id] || !F.Static || F.Unnamed || Dropped.count(F.Id))
      continue;
    bool Named = false, Known = false;
    for (auto &[G, Ids] : S.FunctionOfGroup)
      if (Ids.count(F.Id)) {
        Known = true;
        Named |= K.Groups.count(G) != 0;
      }
    if (Known && !Named) {
      Dropped.insert(F.Id);
      Found = true;
    }
  }
  return Found;
}

KeepSet closeOverText(const Program &P, const Sources &S, const Plan &Plan,
                      const std::vector<Hole> &Given) {
  std::vector<Hole> Holes = Given, Unread;
  auto CallOnly = callsOnly(P, Plan, Holes);
  auto NullReturn = nullReturns(P, S, Plan, CallOnly, Holes);
  std::set<unsigned> Dropped, Unused;
  const NameIndex Names(P, S);
  for (;;) {
    KeepSet K =
        Closure(Names, P, S, Plan, Holes, Dropped, Unused, CallOnly).run();
    K.CallOnly = CallOnly;
    bool Again = findUnread(P, S, Plan, K, Holes, Unread, Unused);
    Again |= dropUnnamed(P, S, K, Dropped);
    if (Again)
      continue;
    K.Unread = Unread;
    K.NullReturn = NullReturn;
    dropForward(S, K);
    return K;
  }
}

} // namespace skel
