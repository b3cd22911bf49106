//===- Hints.cpp - values that come from a model --------------------------===//
//
// Finds the text of each hint's value and splices the model in. All newlines
// of the original stay, so that lines keep their numbers.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/hints/Hints.h"
#include "skeletonizer/frontend/GotoLoops.h"
#include "skeletonizer/hints/HintEffects.h"
#include "skeletonizer/model/HintFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <climits>
#include <cstdlib>

namespace skel {

static const char *const HintHeader =
    "#define BSIM_EACH_RANK (-__LONG_MAX__ - 1L)\n"
    "double BSIM_uniform(int hint, long key, double least, double most);\n"
    "long BSIM_uniform_int(int hint, long key, long least, long most);\n"
    "double BSIM_normal(int hint, long key, double mean, double deviation);\n"
    "double BSIM_histogram(int hint, long key);\n"
    "int BSIM_branch(int hint, long key, double probability);\n";

std::string hintHeader() { return std::string(HintHeader) + LearnedHeader; }

namespace {

std::string withoutBlanks(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text)
    if (!isspace((unsigned char)C))
      Out += C;
  return Out;
}

bool isNumber(const std::string &Text, double Number) {
  char *End;
  double Value = strtod(Text.c_str(), &End);
  return End != Text.c_str() && !*End && Value == Number;
}

std::string newlinesOf(llvm::StringRef Text) {
  return std::string(Text.count('\n'), '\n');
}

// A piece of the original text and what the analysis reads instead.
struct Splice {
  unsigned File, Begin, End;
  std::string Text;    ///< for the analysis and the skeleton
  std::string Restore; ///< for the instrumented program
  /// The blank that Text begins or ends with is a new line in the skeleton.
  enum { None, Before, Behind } Break = None;
  bool Model = false; ///< what the rest of the function would have written
  bool Fold = false;
  /// A byte on the line that has the new line's indentation; 0: Begin.
  unsigned Level = 0;
};

class Finder {
public:
  Finder(const std::string &HintFile, const Program &P, const Sources &S,
         const std::vector<LearnedParams> &Given, HintEdits &Out,
         std::string &Error)
      : HintFile(HintFile), P(P), S(S), Given(Given), Out(Out), Error(Error),
        Gotos(findGotoLoops(P)) {}

  bool run(const std::vector<Fold> &Folds) {
    std::vector<Hint> List;
    if (!HintFile.empty() && !readHintFile(HintFile, List, Error))
      return false;
    for (const Hint &H : List)
      if (!apply(H))
        return false;
    std::vector<Splice> More;
    for (const Fold &F : Folds)
      fold(F, More);
    Splices.insert(Splices.end(), More.begin(), More.end());
    return splice();
  }

private:
  bool fail(const Hint &H, const std::string &Why) {
    Error = HintFile + ":" + std::to_string(H.Line) + ": " + Why;
    return false;
  }

  bool fileFits(const Hint &H, unsigned File) const {
    if (H.PlaceFile.empty())
      return true;
    llvm::StringRef Have = P.Files[File].Relative, Want = H.PlaceFile;
    return Have == Want ||
           (Have.ends_with(Want) && Have[Have.size() - Want.size() - 1] == '/');
  }

  // The place as the user wrote it.
  static std::string placeText(const Hint &H) {
    std::string Out = H.PlaceFile;
    if (!H.Function.empty())
      Out += (Out.empty() ? "" : ":") + H.Function;
    else
      Out += ":" + std::to_string(H.PlaceLine);
    return Out;
  }

  bool stmtFits(const Hint &H, const Stmt &St) const {
    if (!fileFits(H, St.Range.File))
      return false;
    if (!H.Function.empty())
      return P.Functions[St.Function].Name == H.Function;
    return true;
  }

  bool checkPlace(const Hint &H) {
    bool File = H.PlaceFile.empty();
    std::string Nearest;
    unsigned Best = UINT_MAX;
    auto Offer = [&](llvm::StringRef Have, llvm::StringRef Want) {
      unsigned D = Have.edit_distance(Want);
      if (D < Best) {
        Best = D;
        Nearest = Have.str();
      }
    };
    for (unsigned F = 0; F < P.Files.size() && !File; ++F)
      File = P.Files[F].Project && fileFits(H, F);
    if (!File) {
      for (const SourceFile &F : P.Files)
        if (F.Project)
          Offer(F.Relative, H.PlaceFile);
      return fail(H, "no source file " + H.PlaceFile + "; nearest: " + Nearest);
    }
    if (H.Function.empty())
      return true;
    for (const Function &F : P.Functions)
      if (F.Name == H.Function && fileFits(H, F.Range.File))
        return true;
    for (const Function &F : P.Functions)
      if (fileFits(H, F.Range.File))
        Offer(F.Name, H.Function);
    return fail(H, "no function " + placeText(H) + "; nearest: " + Nearest);
  }

  const Stmt *stmtAt(unsigned File, unsigned Offset) const {
    int Id = P.stmtAtByte(File, Offset);
    return Id < 0 ? nullptr : &P.Stmts[Id];
  }

  unsigned lineOf(unsigned File, unsigned Offset) const {
    const std::string &T = S.Text[File];
    return 1 + unsigned(std::count(T.begin(), T.begin() + Offset, '\n'));
  }

  std::string indentAt(unsigned File, unsigned Offset) const {
    const std::string &T = S.Text[File];
    size_t Line = Offset ? T.rfind('\n', Offset - 1) + 1 : 0;
    return T.substr(Line, T.find_first_not_of(" \t", Line) - Line);
  }

  std::string slice(unsigned File, unsigned Begin, unsigned End) const {
    return S.Text[File].substr(Begin, End - Begin);
  }

  bool inRange(const Hint &H, unsigned File, unsigned Offset) const {
    const Stmt *St = stmtAt(File, Offset);
    return St && stmtFits(H, *St) &&
           (!H.PlaceLine || lineOf(File, Offset) == H.PlaceLine);
  }

  std::string model(const Hint &H, int Id, bool Integer) const {
    std::string Key = H.Key.empty() ? "BSIM_EACH_RANK" : H.Key;
    std::string Front = std::to_string(Id) + ", " + Key;
    switch (H.Model) {
    case Hint::Value:
    case Hint::Trips:
      return "(" + H.Numbers[0] + ")";
    case Hint::Uniform:
      return std::string(Integer ? "BSIM_uniform_int(" : "BSIM_uniform(") +
             Front + ", " + H.Numbers[0] + ", " + H.Numbers[1] + ")";
    case Hint::Normal:
      return "BSIM_normal(" + Front + ", " + H.Numbers[0] + ", " +
             H.Numbers[1] + ")";
    case Hint::Histogram:
      return "BSIM_histogram(" + Front + ")";
    case Hint::Probability:
      // A constant: what is never run goes.
      if (isNumber(H.Numbers[0], 0) || isNumber(H.Numbers[0], 1))
        return isNumber(H.Numbers[0], 0) ? "0" : "1";
      return "BSIM_branch(" + Front + ", " + H.Numbers[0] + ")";
    case Hint::Learned:
      return learnedModel(Id, Out.Hints[Id].Learned, H.Key, paramsOf(H, Id));
    }
    return "";
  }

  // What a learned value depends on.
  LearnedParams paramsOf(const Hint &H, int Id) const {
    if (!H.HasParams)
      return size_t(Id) < Given.size() ? Given[Id] : LearnedParams();
    LearnedParams Result;
    for (auto &[Name, Expression] : H.Params)
      Result.push_back(Expression);
    return Result;
  }

  void addLearned(const Hint &H, bool Integer, int Id) {
    HintInfo &I = Out.Hints[Id];
    I.Learned = H.What == Hint::Loop     ? LearnedKind::Trips
                : H.What == Hint::Branch ? LearnedKind::Branch
                : Integer                ? LearnedKind::Integer
                                         : LearnedKind::Number;
    I.Place.Wanted = !H.HasParams;
    I.Params = paramsOf(H, Id);
    for (size_t K = 0; K < H.Params.size(); ++K)
      I.Params[K] = H.Params[K].first;
    // The name is the key in models.json.
    int Same = 1;
    for (int K = 0; K < Id; ++K)
      Same += Out.Hints[K].Learned != LearnedKind::None &&
              (Out.Hints[K].Name == I.Name ||
               llvm::StringRef(Out.Hints[K].Name).starts_with(I.Name + "."));
    if (Same > 1)
      I.Name += "." + std::to_string(Same);
  }

  bool hasCall(unsigned File, unsigned Begin, unsigned End) const {
    for (const Call &C : P.Calls)
      if (C.File == File && C.Begin >= Begin && C.Begin < End)
        return true;
    return false;
  }

  // The statement in front of which the original value can be computed: the
  // value is in it, always evaluated, and it stands in a list.
  const Stmt *listStmt(unsigned File, unsigned Begin) const {
    const Stmt *St = stmtAt(File, Begin);
    if (St && St->Kind == StmtKind::Declarator) {
      const Stmt &Decl = P.Stmts[St->Parent];
      if (Decl.Children.size() != 1 || St->Static)
        return nullptr;
      St = &Decl;
    }
    if (!St || St->FromMacro || St->Parent < 0 ||
        P.Stmts[St->Parent].Kind != StmtKind::Compound)
      return nullptr;
    if (St->Kind != StmtKind::Expr && St->Kind != StmtKind::Decl &&
        (St->Kind != StmtKind::If || Begin >= St->Header.End))
      return nullptr;
    std::string Front = slice(File, St->Range.Begin, Begin);
    for (const char *Sometimes : {"?", "&&", "||", "/*", "//", "\""})
      if (Front.find(Sometimes) != std::string::npos)
        return nullptr;
    return St;
  }

  int addInfo(const Hint &H, unsigned File, unsigned Offset,
              const std::string &Name) {
    HintInfo I;
    const Stmt *St = stmtAt(File, Offset);
    I.Name = (St ? P.Functions[St->Function].Name + ":" : "") + Name;
    I.File = P.Files[File].Relative;
    I.Line = lineOf(File, Offset);
    I.Seed = H.Seed;
    I.Histogram = H.Weights;
    I.Place.Stmt = St ? int(St->Id) : -1;
    I.Place.Control = H.What == Hint::Loop || H.What == Hint::Branch;
    Out.Hints.push_back(I);
    return int(Out.Hints.size()) - 1;
  }

  // Bytes [Begin, End) are an expression whose value comes from the model.
  bool replaceValue(const Hint &H, unsigned File, unsigned Begin, unsigned End,
                    bool Integer, const std::string &Name) {
    std::string Original = slice(File, Begin, End);
    if (Original.find('#') != std::string::npos)
      return fail(H, P.place(File, lineOf(File, Begin)) +
                         ": the value has preprocessor lines in it");
    int Id = addInfo(H, File, Begin, Name);
    bool Learned = H.Model == Hint::Learned;
    if (Learned)
      addLearned(H, Integer, Id);
    auto Restore = [&](const std::string &Computed) {
      return Learned ? learnedValue(Id, Out.Hints[Id].Learned, Computed,
                                    paramsOf(H, Id))
                     : Computed;
    };
    replaceBy(File, Begin, End, model(H, Id, Integer), Id,
              H.What == Hint::Branch, Restore);
    return true;
  }

  // Restore: what the instrumented program has for the value's text, or for a
  // name that holds it.
  void replaceBy(unsigned File, unsigned Begin, unsigned End,
                 const std::string &Model, int Id, bool Condition,
                 llvm::function_ref<std::string(const std::string &)> Restore) {
    std::string Original = slice(File, Begin, End);
    bool Calls = hasCall(File, Begin, End);
    ConditionEffects Does(S, File, Begin, End);
    bool Writes = Condition && Does.any();
    bool Split = Writes && Does.split(Model);
    std::vector<std::string> Fronts = Does.front(Model);
    const Stmt *St = Calls || Writes ? listStmt(File, Begin) : nullptr;
    if (!St || (Split && Fronts.empty())) {
      std::string Text = Condition ? Does.with(Model)
                         : Calls   ? "((void)(" + Original + "), " + Model + ")"
                                   : Model + newlinesOf(Original);
      Splices.push_back({File, Begin, End, Text, Restore(Original)});
      return;
    }
    std::string Held = "bsim_value" + std::to_string(Id);
    std::string Computed = "__auto_type " + Held + " = (" + Original + ");";
    unsigned Front = St->Range.Begin;
    if (!Split)
      Fronts = {Computed};
    for (const std::string &Text : Fronts) {
      Splices.push_back({File, Front, Front, Text, Computed});
      Splices.push_back({File, Front, Front, " ", " ", Splice::Behind});
      Computed.clear();
    }
    Splices.push_back({File, Begin, End, Split ? Does.with(Model, true) : Model,
                       Restore(Held)});
  }

  bool variable(const Hint &H) {
    std::string Want = withoutBlanks(H.Name), Nearest;
    unsigned Best = UINT_MAX;
    bool Found = false;
    for (const AssignedText &A : S.Assigned) {
      const Stmt *St = stmtAt(A.Lhs.File, A.Lhs.Offset);
      if (!St || !stmtFits(H, *St))
        continue;
      std::string Have =
          withoutBlanks(slice(A.Lhs.File, A.Lhs.Offset, A.LhsEnd));
      unsigned Line = lineOf(A.Lhs.File, A.Lhs.Offset);
      if (Have == Want && (!H.PlaceLine || Line == H.PlaceLine)) {
        Found = true;
        if (!replaceValue(H, A.Lhs.File, A.ValueBegin, A.ValueEnd, A.Integer,
                          Have))
          return false;
        continue;
      }
      unsigned Far = H.PlaceLine > Line ? H.PlaceLine - Line
                     : H.PlaceLine      ? Line - H.PlaceLine
                                        : 0;
      unsigned D =
          10 * llvm::StringRef(Have).edit_distance(Want) + std::min(Far, 1000u);
      if (D < Best) {
        Best = D;
        Nearest = Have + " at " + P.place(A.Lhs.File, Line);
      }
    }
    if (!Found)
      return fail(H, "no assignment to " + H.Name + " in " + placeText(H) +
                         (Nearest.empty() ? "" : "; nearest: " + Nearest));
    return true;
  }

  bool call(const Hint &H) {
    std::string Nearest;
    unsigned Best = UINT_MAX;
    bool Found = false;
    for (const Call &C : P.Calls) {
      if (C.Begin >= C.End || C.Stmt < 0 || !stmtFits(H, P.Stmts[C.Stmt]))
        continue;
      llvm::StringRef Text(S.Text[C.File]);
      llvm::StringRef Written =
          Text.slice(C.Begin, C.End).take_while([](char X) {
            return isalnum((unsigned char)X) || X == '_';
          });
      if ((C.Callee == H.Name || Written == H.Name) &&
          (!H.PlaceLine || C.Line == H.PlaceLine)) {
        Found = true;
        if (!replaceValue(H, C.File, C.Begin, C.End, C.Integer, H.Name))
          return false;
        continue;
      }
      unsigned D =
          10 * Written.edit_distance(H.Name) +
          (H.PlaceLine ? unsigned(std::abs(int(C.Line) - int(H.PlaceLine)))
                       : 0);
      if (D < Best) {
        Best = D;
        Nearest = Written.str() + " at " + P.place(C.File, C.Line);
      }
    }
    if (!Found)
      return fail(H, "no call of " + H.Name + " in " + placeText(H) +
                         (Nearest.empty() ? "" : "; nearest: " + Nearest));
    return true;
  }

  // The condition in a header: between the parentheses, of a for between the
  // semicolons. Comments, strings and characters may hold anything.
  bool condition(const Stmt &St, unsigned &Begin, unsigned &End) const {
    const std::string &T = S.Text[St.Range.File];
    int Depth = 0;
    unsigned Semicolons = 0;
    Begin = End = 0;
    for (unsigned I = St.Header.Begin; I < St.Header.End; ++I) {
      char C = T[I];
      if (C == '/' && I + 1 < St.Header.End && T[I + 1] == '*') {
        I = unsigned(T.find("*/", I + 2)) + 1;
      } else if (C == '/' && I + 1 < St.Header.End && T[I + 1] == '/') {
        I = unsigned(T.find('\n', I));
      } else if (C == '"' || C == '\'') {
        for (++I; I < St.Header.End && T[I] != C; ++I)
          if (T[I] == '\\')
            ++I;
      } else if (C == '(' || C == '[' || C == '{') {
        if (++Depth == 1 && St.Kind != StmtKind::For)
          Begin = I + 1;
      } else if (C == ')' || C == ']' || C == '}') {
        if (--Depth == 0) {
          if (St.Kind != StmtKind::For)
            End = I;
          break;
        }
      } else if (C == ';' && Depth == 1 && St.Kind == StmtKind::For) {
        if (Semicolons++ == 0)
          Begin = I + 1;
        else
          End = I;
      }
    }
    return Begin > 0 && End >= Begin;
  }

  // The only if or loop at the hint's place. Loops that gotos make count where
  // no other loop stands, by their labels.
  const Stmt *controlAt(const Hint &H) {
    std::vector<const Stmt *> Found, Labels;
    std::string Nearest;
    unsigned Best = UINT_MAX;
    bool Loop = H.What == Hint::Loop;
    for (const Stmt &St : P.Stmts) {
      bool Label = Loop && St.Kind == StmtKind::Label && gotoLoop(St);
      if (!stmtFits(H, St) || St.FromMacro ||
          !(Label || (Loop ? isLoop(St.Kind) : St.Kind == StmtKind::If)))
        continue;
      if (!H.PlaceLine || St.Range.Line == H.PlaceLine)
        (Label ? Labels : Found).push_back(&St);
      unsigned D = unsigned(std::abs(int(St.Range.Line) - int(H.PlaceLine)));
      if (D < Best) {
        Best = D;
        Nearest = P.place(St);
      }
    }
    if (Found.empty())
      Found = Labels;
    if (Found.size() == 1)
      return Found[0];
    fail(H, std::string(Found.empty() ? "no " : "more than one ") +
                (Loop ? "loop" : "if") + " at " + placeText(H) +
                (Nearest.empty() ? ""
                 : Found.empty() ? "; nearest: " + Nearest
                                 : "; give FILE:LINE, e.g. " + Nearest));
    return nullptr;
  }

  struct Rounds {
    int Id;
    std::string Left, Original; ///< name of the counter; condition
    bool Learned;
  };

  bool control(const Hint &H) {
    const Stmt *St = controlAt(H);
    if (!St)
      return false;
    if (St->Kind == StmtKind::Label && H.Exit)
      return fail(H, "\"exit\" is for loops with a keyword");
    if (St->Kind == StmtKind::Label)
      return trips(H, *St, *gotoLoop(*St));
    unsigned Begin, End;
    if (!condition(*St, Begin, End))
      return fail(H, P.place(*St) + ": its condition is not written out");
    if (H.What == Hint::Branch)
      return replaceValue(H, St->Range.File, Begin, End, true, "if");
    bool Behind = St->Kind == StmtKind::Do;
    Rounds R;
    if (!countRounds(H, *St, St->Range.End, Begin, End, Behind, R))
      return false;
    if (H.Exit && !exitAt(H, *St, R))
      return false;
    std::string Again = Behind ? "--" + R.Left + " > 0" : R.Left + "-- > 0";
    ConditionEffects Does(S, St->Range.File, Begin, End);
    Splices.push_back(
        {St->Range.File, Begin, End, H.Exit ? R.Original : Does.with(Again),
         R.Learned ? learnedCondition(R.Id, R.Original, Behind) : R.Original});
    return true;
  }

  // The if in the loop that the last round ends at.
  bool exitAt(const Hint &H, const Stmt &Loop, const Rounds &R) {
    for (const Stmt &St : P.Stmts) {
      if (St.Kind != StmtKind::If || St.FromMacro ||
          St.Range.File != Loop.Range.File || St.Range.Line != H.Exit ||
          St.Range.Begin < Loop.Range.Begin || St.Range.End > Loop.Range.End)
        continue;
      unsigned Begin, End;
      if (!condition(St, Begin, End))
        return fail(H, P.place(St) + ": its condition is not written out");
      bool WhenTrue = !St.Children.empty() && leaves(St.Children[0]);
      replaceBy(St.Range.File, Begin, End,
                "--" + R.Left + (WhenTrue ? " <= 0" : " > 0"), R.Id, true,
                [](const std::string &Computed) { return Computed; });
      return true;
    }
    return fail(H, "no if at line " + std::to_string(H.Exit) +
                       " in the loop at " + P.place(Loop));
  }

  // A jump in the statement may end a loop around it.
  bool leaves(unsigned Id) const {
    const Stmt &St = P.Stmts[Id];
    if (St.Kind == StmtKind::Return ||
        (St.Kind == StmtKind::Goto && St.Name != "continue"))
      return true;
    return llvm::any_of(St.Children, [&](unsigned C) { return leaves(C); });
  }

  const GotoLoop *gotoLoop(const Stmt &Label) const {
    for (const GotoLoop &L : Gotos)
      if (L.Label == Label.Id && L.Counts)
        return &L;
    return nullptr;
  }

  // Declares a counter in front of St, and opens a block that ends at Close.
  bool countRounds(const Hint &H, const Stmt &St, unsigned Close,
                   unsigned Begin, unsigned End, bool Behind, Rounds &R) {
    unsigned File = St.Range.File;
    R.Id = addInfo(H, File, St.Range.Begin, "loop");
    R.Left = "bsim_trips" + std::to_string(R.Id);
    R.Original = slice(File, Begin, End);
    R.Learned = H.Model == Hint::Learned;
    if (R.Learned && R.Original.find('#') != std::string::npos)
      return fail(H, P.place(St) + ": its condition has preprocessor lines in "
                                   "it");
    if (R.Learned)
      addLearned(H, true, R.Id);
    Splices.push_back(
        {File, St.Range.Begin, St.Range.Begin,
         "{ long " + R.Left + " = " + model(H, R.Id, true) + "; ",
         R.Learned ? learnedTrips(R.Id, paramsOf(H, R.Id), Behind) : "",
         Splice::Behind});
    Splices.push_back({File, Close, Close, " }", R.Learned ? " }" : "",
                       Splice::Before, false, false, St.Range.Begin});
    return true;
  }

  // The rounds of a loop that ends where its last goto is not taken.
  bool trips(const Hint &H, const Stmt &Label, const GotoLoop &L) {
    unsigned File = Label.Range.File, Begin = P.Stmts[L.Goto].Range.Begin,
             End = Begin;
    if (L.If >= 0 && !condition(P.Stmts[L.If], Begin, End))
      return fail(H, P.place(P.Stmts[L.If]) +
                         ": its condition is not written out");
    Rounds R;
    if (!countRounds(H, Label, P.Stmts[L.Last].Range.End, Begin, End, true, R))
      return false;
    std::string Again = "--" + R.Left + (L.WhenTrue ? " > 0" : " <= 0");
    if (L.If < 0) {
      Splices.push_back(
          {File, Begin, End, "if (" + Again + ") ",
           R.Learned ? "if (" + learnedCondition(R.Id, "", true) + ") " : ""});
      return true;
    }
    std::string Seen =
        L.WhenTrue
            ? learnedCondition(R.Id, R.Original, true)
            : "!" + learnedCondition(R.Id, "!(" + R.Original + ")", true);
    Splices.push_back({File, Begin, End,
                       ConditionEffects(S, File, Begin, End).with(Again),
                       R.Learned ? Seen : R.Original});
    return true;
  }

  // An integer's uniform draw has both ends; the type is what is written to.
  std::string writeText(const Hint &W, unsigned File, unsigned At) {
    std::string Let;
    for (const Hint &L : W.Let) {
      int Id = addInfo(L, File, At, L.Name);
      Let += "long " + L.Name + " = " + model(L, Id, true) + "; ";
    }
    int Id = addInfo(W, File, At, W.Name);
    std::string Value = model(W, Id, false);
    if (W.Model == Hint::Uniform)
      Value = "__builtin_choose_expr((__typeof__(" + W.Name + "))0.5 == 0, " +
              model(W, Id, true) + ", " + Value + ")";
    std::string Text = W.Name + " = " + Value + ";";
    if (!Let.empty())
      Text = "{ " + Let + Text + " }";
    if (W.Index.empty())
      return Text;
    return "for (long " + W.Index + " = 0; " + W.Index + " < (" + W.Count +
           "); ++" + W.Index + ") " + Text;
  }

  // What the function writes comes first; what it wrote itself reaches nobody.
  bool writes(const Hint &H) {
    const Function *Of = nullptr;
    for (const Function &F : P.Functions)
      if (F.Name == H.Function && fileFits(H, F.Range.File)) {
        if (Of)
          return fail(H, "more than one function " + H.Function +
                             "; give FILE:FUNCTION, e.g. " +
                             P.Files[Of->Range.File].Relative + ":" + F.Name);
        Of = &F;
      }
    if (!Of || Of->Body < 0 || P.Stmts[Of->Body].Kind != StmtKind::Compound ||
        P.Stmts[Of->Body].FromMacro)
      return fail(H, "the body of " + H.Function + " is not written out");
    const Stmt &Body = P.Stmts[Of->Body];
    unsigned File = Body.Range.File, At = Body.Range.Begin + 1;
    auto Add = [&](const std::string &Text) {
      Splice X{File, At, At, Text, "", Splice::Before, true};
      Splices.push_back(X);
    };
    Add(""); // also where nothing is written
    for (const Hint &W : H.Written)
      Add("     " + writeText(W, File, At));
    return true;
  }

  bool apply(const Hint &H) {
    if (!checkPlace(H))
      return false;
    switch (H.What) {
    case Hint::Variable:
      return variable(H);
    case Hint::Call:
      return call(H);
    case Hint::Loop:
    case Hint::Branch:
      return control(H);
    case Hint::Writes:
      return writes(H);
    }
    return false;
  }

  // A fold goes where no hint says something of its text.
  void fold(const Fold &F, std::vector<Splice> &More) const {
    for (const FoldRemoval &C : F.Removals)
      for (const Splice &X : Splices)
        if (X.File == F.File && X.Begin <= C.End && C.Begin <= X.End)
          return;
    for (const FoldRemoval &C : F.Removals) {
      const std::string &T = S.Text[F.File];
      std::string Text = newlinesOf(slice(F.File, C.Begin, C.End));
      size_t Line = T.rfind('\n', C.Begin) + 1;
      if (!Text.empty())
        Text += T.substr(Line, T.find_first_not_of(" \t", Line) - Line);
      std::string Restore = C.Before + slice(F.File, C.Begin, C.End) + C.Behind;
      bool Instead = *C.Text;
      if (Instead)
        More.push_back({F.File, C.Begin, C.Begin, C.Text, Restore, Splice::None,
                        false, true});
      More.push_back({F.File, C.Begin, C.End, Text, Instead ? "" : Restore,
                      Splice::None, false, true});
    }
  }

  bool splice() {
    std::stable_sort(
        Splices.begin(), Splices.end(), [](const Splice &A, const Splice &B) {
          return A.File != B.File ? A.File < B.File : A.Begin < B.Begin;
        });
    for (size_t I = 0; I < Splices.size();) {
      unsigned File = Splices[I].File, At = 0;
      const std::string &T = S.Text[File], &Path = P.Files[File].Path;
      std::string New;
      for (; I < Splices.size() && Splices[I].File == File; ++I) {
        const Splice &X = Splices[I];
        if (X.Begin < At) {
          Error = HintFile + ": two hints replace the same value at " +
                  P.place(File, lineOf(File, X.Begin));
          return false;
        }
        New += T.substr(At, X.Begin - At);
        unsigned Begin = unsigned(New.size());
        New += X.Text;
        if (X.Break != Splice::None && !X.Text.empty())
          Out.Breaks.push_back(
              {Path,
               X.Break == Splice::Before ? Begin : unsigned(New.size()) - 1,
               indentAt(File, X.Level ? X.Level : X.Begin)});
        if (X.Fold && !X.Text.empty() && X.Text[0] == '\n')
          Out.Gaps.push_back({Path, Begin, unsigned(New.size())});
        if (X.Fold)
          Out.Folded.push_back({Path, unsigned(New.size())});
        if (X.Model)
          Out.Models.push_back({Path, Begin, unsigned(New.size())});
        if (X.Text != X.Restore)
          Out.Restores.push_back(
              {Path, Begin, unsigned(New.size()), X.Restore, X.Fold});
        At = X.End;
      }
      Out.Overlay[Path] = New + T.substr(At);
    }
    return true;
  }

  const std::string &HintFile;
  const Program &P;
  const Sources &S;
  const std::vector<LearnedParams> &Given;
  HintEdits &Out;
  std::string &Error;
  const std::vector<GotoLoop> Gotos;
  std::vector<Splice> Splices;
};

} // namespace

bool readHints(const std::string &File, const Program &P, const Sources &S,
               const std::vector<LearnedParams> &Params,
               const std::vector<Fold> &Folds, HintEdits &Out,
               std::string &Error) {
  return Finder(File, P, S, Params, Out, Error).run(Folds);
}

} // namespace skel
