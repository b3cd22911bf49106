//===- Hints.cpp - values that come from a model --------------------------===//
//
// Finds the text of each hint's value and splices the model in. All newlines
// of the original stay, so that lines keep their numbers.
//
//===----------------------------------------------------------------------===//
#include "Hints.h"
#include "HintFile.h"
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
  enum { None, Before, Behind } Break = None;
  bool Model = false; ///< what the rest of the function would have written
  bool Fold = false;
};

class Finder {
public:
  Finder(const std::string &HintFile, const Program &P, const Sources &S,
         const std::vector<LearnedParams> &Given, HintEdits &Out,
         std::string &Error)
      : HintFile(HintFile), P(P), S(S), Given(Given), Out(Out), Error(Error) {}

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

  // Calls and assignments in a condition, each with ", " behind it.
  std::string effects(unsigned File, unsigned Begin, unsigned End,
                      bool Guarded) const {
    std::string Out;
    for (auto It = S.Effects.lower_bound({{File, Begin}});
         It != S.Effects.end() && It->Begin.File == File && It->End <= End;
         ++It)
      if (It->Guarded == Guarded)
        Out += slice(File, It->Begin.Offset, It->End) + ", ";
    return Out;
  }

  // What stands for a condition: its calls and assignments are still made,
  // those behind && and || if the model says that it holds.
  std::string withEffects(unsigned File, unsigned Begin, unsigned End,
                          const std::string &Model) const {
    std::string Always = effects(File, Begin, End, false),
                Then = effects(File, Begin, End, true), Out = Model;
    if (!Then.empty())
      Out += " && (" + Then + "1)";
    if (!Always.empty())
      Out = "(" + Always + Out + ")";
    llvm::StringRef Original(S.Text[File].data() + Begin, End - Begin);
    size_t Have = llvm::StringRef(Out).count('\n');
    return Out + std::string(Original.count('\n') - Have, '\n');
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
    std::string Model = model(H, Id, Integer);
    bool Calls = hasCall(File, Begin, End);
    bool Writes =
        H.What == Hint::Branch && !(effects(File, Begin, End, false).empty() &&
                                    effects(File, Begin, End, true).empty());
    const Stmt *St = Calls || Writes ? listStmt(File, Begin) : nullptr;
    if (!St) {
      std::string Text = H.What == Hint::Branch
                             ? withEffects(File, Begin, End, Model)
                         : Calls ? "((void)(" + Original + "), " + Model + ")"
                                 : Model + newlinesOf(Original);
      Splices.push_back({File, Begin, End, Text,
                         Learned ? learnedValue(Id, Out.Hints[Id].Learned,
                                                Original, paramsOf(H, Id))
                                 : Original});
      return true;
    }
    std::string Held = "bsim_value" + std::to_string(Id);
    std::string Computed = "__auto_type " + Held + " = (" + Original + "); ";
    Splices.push_back({File, St->Range.Begin, St->Range.Begin, Computed,
                       Computed, Splice::Behind});
    Splices.push_back({File, Begin, End, Model,
                       Learned ? learnedValue(Id, Out.Hints[Id].Learned, Held,
                                              paramsOf(H, Id))
                               : Held});
    return true;
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

  bool control(const Hint &H) {
    std::vector<const Stmt *> Found;
    std::string Nearest;
    unsigned Best = UINT_MAX;
    bool Loop = H.What == Hint::Loop;
    for (const Stmt &St : P.Stmts) {
      if (!stmtFits(H, St) ||
          (Loop ? !isLoop(St.Kind) : St.Kind != StmtKind::If) || St.FromMacro)
        continue;
      if (!H.PlaceLine || St.Range.Line == H.PlaceLine)
        Found.push_back(&St);
      unsigned D = unsigned(std::abs(int(St.Range.Line) - int(H.PlaceLine)));
      if (D < Best) {
        Best = D;
        Nearest = P.place(St);
      }
    }
    const char *What = Loop ? "loop" : "if";
    if (Found.size() != 1)
      return fail(H,
                  std::string(Found.empty() ? "no " : "more than one ") + What +
                      " at " + placeText(H) +
                      (Nearest.empty() ? ""
                       : Found.empty() ? "; nearest: " + Nearest
                                       : "; give FILE:LINE, e.g. " + Nearest));
    const Stmt &St = *Found[0];
    unsigned Begin, End;
    if (!condition(St, Begin, End))
      return fail(H, P.place(St) + ": its condition is not written out");
    if (!Loop)
      return replaceValue(H, St.Range.File, Begin, End, true, "if");
    unsigned File = St.Range.File;
    int Id = addInfo(H, File, St.Range.Begin, "loop");
    std::string Left = "bsim_trips" + std::to_string(Id);
    std::string Original = slice(File, Begin, End);
    bool Learned = H.Model == Hint::Learned, Behind = St.Kind == StmtKind::Do;
    if (Learned && Original.find('#') != std::string::npos)
      return fail(H, P.place(St) + ": its condition has preprocessor lines in "
                                   "it");
    if (Learned)
      addLearned(H, true, Id);
    Splices.push_back({File, St.Range.Begin, St.Range.Begin,
                       "{ long " + Left + " = " + model(H, Id, true) + "; ",
                       Learned ? learnedTrips(Id, paramsOf(H, Id), Behind) : "",
                       Splice::Behind});
    Splices.push_back(
        {File, Begin, End,
         withEffects(File, Begin, End,
                     Behind ? "--" + Left + " > 0" : Left + "-- > 0"),
         Learned ? learnedCondition(Id, Original, Behind) : Original});
    Splices.push_back({File, St.Range.End, St.Range.End, " }",
                       Learned ? " }" : "", Splice::Before});
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
      Add("   " + writeText(W, File, At));
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
    for (const FoldCut &C : F.Cuts)
      for (const Splice &X : Splices)
        if (X.File == F.File && X.Begin <= C.End && C.Begin <= X.End)
          return;
    for (const FoldCut &C : F.Cuts) {
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
        if (X.Break == Splice::Before && !X.Text.empty())
          Out.Breaks.push_back({Path, Begin});
        New += X.Text;
        if (X.Fold && !X.Text.empty() && X.Text[0] == '\n')
          Out.Gaps.push_back({Path, Begin, unsigned(New.size())});
        if (X.Fold)
          Out.Folded.push_back({Path, unsigned(New.size())});
        if (X.Model)
          Out.Models.push_back({Path, Begin, unsigned(New.size())});
        if (X.Break == Splice::Behind)
          Out.Breaks.push_back({Path, unsigned(New.size())});
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
