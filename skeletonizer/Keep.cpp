//===- Keep.cpp - what C needs of the text besides the plan ---------------===//
//
// A worklist over statements and declarations: the names in each kept text
// bring what they name. Runs again while results turn out to be read by nobody.
//
//===----------------------------------------------------------------------===//
#include "Keep.h"
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
          const std::set<unsigned> &Unused)
      : P(P), S(S), Plan(Plan), Holes(Holes), Dropped(Dropped), Unused(Unused) {
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
      if (St.Id < Plan.Keep.size() && Plan.Keep[St.Id] && planned(St) &&
          K.Fn[St.Function] && !Unused.count(St.Id))
        keepStmt(St.Id, /*Init=*/true);
    for (const Block &B : Plan.Blocks)
      if (B.Function < 0 || K.Fn[B.Function])
        keepParams(B);
    drain();
    keepOthers();
    return std::move(K);
  }

private:
  // A label or compound stays for its parts, not by itself.
  static bool planned(const Stmt &St) {
    return St.Kind != StmtKind::Compound && St.Kind != StmtKind::Label &&
           St.Kind != StmtKind::Case;
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
      if (Id >= 0)
        for (unsigned G : Groups)
          LocalOf[G].push_back(Id);
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
      keepStmt(Id, /*Init=*/false);
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
      keepStmt(P.Functions[Id].Body, true);
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

  void keepStmt(unsigned Id, bool Init) {
    const Stmt &St = P.Stmts[Id];
    if (!K.Fn[St.Function])
      keepFunction(St.Function);
    if (St.Kind == StmtKind::Declarator && Init && K.NoInit.erase(Id)) {
      Todo.push_back({St.Range.File, St.Range.Begin, St.Range.End});
    }
    if (K.Stmt[Id])
      return;
    K.Stmt[Id] = 1;
    if (St.Kind == StmtKind::Declarator && !Init &&
        !(Id < Plan.Keep.size() && Plan.Keep[Id])) {
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
    if (St.Kind == StmtKind::Switch)
      keepCases(St);
    if (St.Parent >= 0)
      keepStmt(St.Parent, true);
  }

  // A switch keeps its labels and the breaks between them: without one of
  // them, what is left would run in other cases.
  void keepCases(const Stmt &Outer) {
    for (unsigned C : Outer.Children) {
      const Stmt &St = P.Stmts[C];
      if (St.Kind == StmtKind::Case || St.Kind == StmtKind::Compound ||
          St.Kind == StmtKind::Label) {
        if (St.Kind == StmtKind::Case)
          keepStmt(C, true);
        keepCases(St);
      } else if (St.Kind == StmtKind::Goto && St.Name == "break") {
        keepStmt(C, true);
      }
    }
  }

  void keepParams(const Block &B) {
    for (const std::string &Text : B.Params)
      eachIdentifier(Text, [&](size_t Begin, size_t End) {
        ParamName N = findParamName(P, S, B, Text.substr(Begin, End - Begin));
        if (N.Declarator >= 0)
          keepStmt(N.Declarator, false);
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

//===----------------------------------------------------------------------===//
// Results that nobody reads
//===----------------------------------------------------------------------===//

static bool inHole(const std::vector<Hole> &Holes, Place At) {
  for (const Hole &H : Holes)
    if (H.File == At.File && At.Offset >= H.Begin && At.Offset < H.End)
      return true;
  return false;
}

static const Stmt *innermost(const Program &P, const KeepSet &K, Place At) {
  for (const Function &F : P.Functions) {
    if (F.Range.File != At.File || At.Offset < F.Range.Begin ||
        At.Offset >= F.Range.End || F.Body < 0 || !K.Fn[F.Id])
      continue;
    const Stmt *St = &P.Stmts[F.Body];
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
    return St;
  }
  return nullptr;
}

// Groups of local variables that kept text reads.
static std::set<unsigned> readGroups(const Program &P, const Sources &S,
                                     const KeepSet &K,
                                     const std::vector<Hole> &Holes) {
  std::set<unsigned> Read;
  for (const Ref &R : S.Refs) {
    if (R.WriteOnly || inHole(Holes, R.At))
      continue;
    const Stmt *St = innermost(P, K, R.At);
    if (!St)
      continue;
    bool Kept = K.Stmt[St->Id];
    if (Kept && K.NoInit.count(St->Id))
      Kept = false;
    if (Kept)
      Read.insert(R.Group);
  }
  return Read;
}

static bool hasCall(const Program &P, const SourceRange &R, unsigned From) {
  for (const Call &C : P.Calls)
    if (C.NameFile == R.File && C.NameBegin >= From && C.NameBegin < R.End)
      return true;
  return false;
}

// Finds one more round of values that nobody reads; false when there are none.
static bool findUnread(const Program &P, const Sources &S, const Plan &Plan,
                       const KeepSet &K, std::vector<Hole> &Holes,
                       std::vector<Hole> &Unread,
                       std::set<unsigned> &UnusedStmts) {
  std::set<unsigned> Read = readGroups(P, S, K, Holes);
  for (const Block &B : Plan.Blocks)
    for (const std::string &Text : B.Params)
      eachIdentifier(Text, [&](size_t Begin, size_t End) {
        ParamName N = findParamName(P, S, B, Text.substr(Begin, End - Begin));
        if (N.Declarator >= 0)
          for (auto &[At, Groups] : S.LocalGroups)
            if (innermost(P, K, At) == &P.Stmts[N.Declarator])
              Read.insert(Groups.begin(), Groups.end());
      });
  auto Unused = [&](const std::set<unsigned> &Groups) {
    for (unsigned G : Groups)
      if (Read.count(G))
        return false;
    return !Groups.empty();
  };
  bool Found = false;
  auto Drop = [&](const Hole &H) {
    if (inHole(Holes, {H.File, H.Begin}))
      return;
    Holes.push_back(H);
    Unread.push_back(H);
    Found = true;
  };
  for (const Assignment &A : S.Assignments) {
    const Stmt *St = innermost(P, K, A.At);
    if (!St || St->Kind != StmtKind::Expr || !K.Stmt[St->Id] ||
        !hasCall(P, St->Range, A.ValueBegin))
      continue;
    for (const Ref &R : S.Refs)
      if (R.At == A.At && R.WriteOnly && Unused({R.Group}))
        Drop({A.At.File, A.At.Offset, A.ValueBegin});
  }
  for (auto &[At, Groups] : S.LocalGroups) {
    const Stmt *St = innermost(P, K, At);
    if (!St || St->Kind != StmtKind::Declarator || !K.Stmt[St->Id] ||
        K.NoInit.count(St->Id) || St->FromMacro || !Unused(Groups))
      continue;
    const std::string &Text = S.Text[St->Range.File];
    size_t Value = initialiserOf(S, *St);
    Value = Text.find_first_not_of("= \t\r\n", Value);
    std::string Init;
    if (Value < St->Range.End)
      Init = Text.substr(Value, St->Range.End - Value);
    bool Named = false;
    for (unsigned G : Groups)
      Named |= K.Groups.count(G) != 0;
    const Stmt &Decl = P.Stmts[St->Parent];
    if (Named || Decl.FromMacro || Decl.Kind != StmtKind::Decl)
      continue;
    if (!hasCall(P, St->Range, Value)) {
      if (Init.find("++") == std::string::npos &&
          Init.find("--") == std::string::npos &&
          UnusedStmts.insert(St->Id).second)
        Found = true;
    } else if (Decl.Children.size() == 1 && Init[0] != '{') {
      Drop({St->Range.File, Decl.Range.Begin, unsigned(Value)});
    }
  }
  return Found;
}

ParamName findParamName(const Program &P, const Sources &S, const Block &B,
                        const std::string &Name) {
  ParamName Out;
  const Stmt &First = P.Stmts[B.First];
  const Function &F = P.Functions[First.Function];
  // The innermost declaration in front of the block.
  for (int Up = First.Id; Up >= 0; Up = P.Stmts[Up].Parent) {
    int Parent = P.Stmts[Up].Parent;
    if (Parent < 0)
      break;
    for (unsigned C : P.Stmts[Parent].Children) {
      if (P.Stmts[C].Range.Begin >= P.Stmts[Up].Range.Begin)
        break;
      for (unsigned D : P.Stmts[C].Children)
        if (P.Stmts[C].Kind == StmtKind::Decl && P.Stmts[D].Name == Name)
          Out.Declarator = D;
    }
    if (Out.Declarator >= 0)
      break;
  }
  for (const StaticData &D : S.Statics) {
    if (D.Name != Name)
      continue;
    bool Mine = D.Local ? D.Range.File == F.Range.File &&
                              D.Range.Begin >= F.Range.Begin &&
                              D.Range.Begin < F.Range.End
                        : D.Range.File == First.Range.File || D.Key == Name;
    if (!Mine || (D.Local && Out.Declarator < 0) ||
        (!D.Local && Out.Declarator >= 0))
      continue;
    Out.StaticKey = D.Key;
  }
  for (const std::string &Param : F.Params)
    if (Param == Name && Out.Declarator < 0)
      return ParamName();
  if (Out.Declarator >= 0)
    return Out;
  for (const Item &I : S.Items)
    for (const Item::Declarator &N : I.Names)
      if (N.Name == Name && (I.Kind == ItemKind::Variables))
        Out.Groups.insert(N.Groups.begin(), N.Groups.end());
  return Out;
}

KeepSet closeOverText(const Program &P, const Sources &S, const Plan &Plan,
                      const std::vector<Hole> &Given) {
  std::vector<Hole> Holes = Given, Unread;
  std::set<unsigned> Dropped, Unused;
  for (;;) {
    KeepSet K = Closure(P, S, Plan, Holes, Dropped, Unused).run();
    bool Again = findUnread(P, S, Plan, K, Holes, Unread, Unused);
    // Static functions that no kept text names.
    for (const Function &F : P.Functions) {
      if (!K.Fn[F.Id] || !F.Static || Dropped.count(F.Id))
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
    if (!Again) {
      K.Unread = Unread;
      return K;
    }
  }
}

} // namespace skel
