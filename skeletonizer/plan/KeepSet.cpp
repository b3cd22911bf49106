//===- KeepSet.cpp - what C needs of the text besides the plan ------------===//
//
// A worklist over statements and declarations: the names in each kept text
// bring what they name. Runs again while results turn out to be read by nobody.
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

namespace {

class Closure {
public:
  Closure(const Program &P, const Sources &S, const Plan &Plan,
          const std::vector<Hole> &Holes, const std::set<unsigned> &Dropped,
          const std::set<unsigned> &Unused,
          const std::map<unsigned, const Call *> &CallOnly)
      : P(P), S(S), Plan(Plan), Holes(Holes), Dropped(Dropped), Unused(Unused),
        CallOnly(CallOnly) {
    index();
  }

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

  // A label or list stays for its parts, not by itself.
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

  // Whether a declarator keeps its initialiser.
  bool initialised(unsigned Id) const {
    if (P.Stmts[Id].Static)
      return true;
    char Only = Id < Plan.DeclOnly.size() ? Plan.DeclOnly[Id] : 0;
    return Only == 2 || (kept(Id) && !CallOnly.count(Id) && !Only);
  }

  void index() {
    for (const Item &I : S.Items) {
      for (unsigned G : I.Groups)
        ItemsOf[G].push_back({I.Id, -1});
      for (size_t N = 0; N < I.Names.size(); ++N) {
        for (unsigned G : I.Names[N].Groups)
          ItemsOf[G].push_back({I.Id, int(N)});
        if (I.Names[N].External)
          Definition[I.Names[N].Name].push_back({I.Id, int(N)});
      }
    }
    for (auto &[At, Groups] : S.LocalGroups) {
      int Id = stmtAtOffset(At);
      std::vector<unsigned> Ids;
      if (Id >= 0)
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

  int stmtAtOffset(Place At) const {
    for (const Function &F : P.Functions) {
      if (F.Body < 0 || F.Range.File != At.File || At.Offset < F.Range.Begin ||
          At.Offset >= F.Range.End)
        continue;
      const Stmt *St = &P.Stmts[F.Body];
      if (At.Offset < St->Range.Begin || At.Offset >= St->Range.End)
        return -1;
      for (bool Deeper = true; Deeper;) {
        Deeper = false;
        for (unsigned C : St->Children)
          if (At.Offset >= P.Stmts[C].Range.Begin &&
              At.Offset < P.Stmts[C].Range.End) {
            St = &P.Stmts[C];
            Deeper = true;
            break;
          }
      }
      return St->Id;
    }
    return -1;
  }

  //===-- Text ----------------------------------------------------------===//

  struct Piece {
    unsigned File, Begin, End;
  };

  // Names in [Begin, End) that are not in one of the parts left out.
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
    for (auto [Id, Name] : ItemsOf[G])
      keepItem(Id, Name);
    for (unsigned Id : LocalOf[G]) {
      if (P.Stmts[Id].Kind == StmtKind::Label)
        K.LabelText.insert(Id);
      keepStmt(Id);
    }
    auto V = S.ExternalVariable.find(G);
    if (V != S.ExternalVariable.end())
      for (auto [Id, Name] : Definition[V->second])
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
    for (unsigned Id : ByName[F->second])
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
      // Its prototypes stay with it.
      for (unsigned G : I.Groups)
        Prototypes.push_back(G);
    }
    if (P.Functions[Id].Body >= 0)
      keepStmt(P.Functions[Id].Body);
  }

  // What has no name (assertions, asm) stays if all that it names does.
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

  // A switch keeps its labels and the breaks between them: without one of
  // them, what is left would run in other cases. Labels may stand in a loop
  // (Duff's device), whose breaks are its own.
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
      });
  }

  void drain() {
    while (!Todo.empty() || !Specifiers.empty() || !Prototypes.empty()) {
      if (!Prototypes.empty()) {
        unsigned G = Prototypes.back();
        Prototypes.pop_back();
        for (auto [Id, Name] : ItemsOf[G])
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

  const Program &P;
  const Sources &S;
  const skel::Plan &Plan;
  const std::vector<Hole> &Holes;
  const std::set<unsigned> &Dropped, &Unused;
  const std::map<unsigned, const Call *> &CallOnly;
  KeepSet K;
  std::map<unsigned, std::vector<std::pair<unsigned, int>>> ItemsOf;
  std::map<unsigned, std::vector<unsigned>> LocalOf;
  std::map<std::string, std::vector<std::pair<unsigned, int>>> Definition;
  std::map<std::string, std::vector<unsigned>> ByName;
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

static std::map<unsigned, const Call *>
callsOnly(const Program &P, const Plan &Plan, std::vector<Hole> &Holes) {
  std::map<unsigned, const Call *> Out;
  for (const CallOnly &O : Plan.CallsOnly) {
    // Of a condition all stays: "if ((e = f(x)) != 0) { }".
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

// Returns whose value becomes a zero; not those that give a plain constant.
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

// A forward declaration of a struct is of use only to what follows it in the
// same file.
static void dropForward(const Sources &S, KeepSet &K) {
  for (const Item &I : S.Items) {
    const std::string &File = S.Text[I.Range.File];
    if (I.Kind != ItemKind::Types || !I.Names.empty() || !K.Item[I.Id])
      continue;
    std::string Text(File, I.Range.Begin, I.Range.End - I.Range.Begin);
    // A macro's text may hold a definition.
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

KeepSet closeOverText(const Program &P, const Sources &S, const Plan &Plan,
                      const std::vector<Hole> &Given) {
  std::vector<Hole> Holes = Given, Unread;
  auto CallOnly = callsOnly(P, Plan, Holes);
  auto NullReturn = nullReturns(P, S, Plan, CallOnly, Holes);
  std::set<unsigned> Dropped, Unused;
  for (;;) {
    KeepSet K = Closure(P, S, Plan, Holes, Dropped, Unused, CallOnly).run();
    K.CallOnly = CallOnly;
    bool Again = findUnread(P, S, Plan, K, Holes, Unread, Unused);
    // Static functions that no kept text names.
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
        Again = true;
      }
    }
    if (Again)
      continue;
    K.Unread = Unread;
    K.NullReturn = NullReturn;
    dropForward(S, K);
    return K;
  }
}

} // namespace skel
