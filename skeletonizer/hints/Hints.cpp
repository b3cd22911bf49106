//===- Hints.cpp - values that come from a model --------------------------===//
//
// Chooses, for each kind of hint, the text that the model replaces. HintPlaces
// finds the place, HintModels writes the model, Splices change the text.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/hints/Hints.h"
#include "skeletonizer/hints/HintEffects.h"
#include "skeletonizer/hints/HintModels.h"
#include "skeletonizer/hints/HintPlaces.h"
#include "skeletonizer/hints/Splices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
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

/// What the parts of this file share.
struct HintContext {
  HintContext(const std::string &HintFile, const Program &P, const Sources &S,
              const std::vector<LearnedParams> &Given, HintEdits &Out,
              std::string &Error)
      : P(P), S(S), Text(P, S), Errors(HintFile, Error), Places(P, Errors),
        Models(P, Text, Given, Out), Changes(P, S, Text) {}

  const Program &P;
  const Sources &S;
  ProgramText Text;
  HintErrors Errors;
  HintPlaces Places;
  HintModels Models;
  Splices Changes;
};

/// Replaces expressions.
class ValueReplacer {
public:
  explicit ValueReplacer(HintContext &Ctx) : Ctx(Ctx) {}

  // Replaces the expression in the bytes [Begin, End) by the model.
  bool replaceValue(const Hint &H, unsigned File, unsigned Begin, unsigned End,
                    bool Integer, const std::string &Name) {
    std::string Original = Ctx.Text.slice(File, Begin, End);
    if (Original.find('#') != std::string::npos)
      return Ctx.Errors.fail(H,
                             Ctx.P.place(File, Ctx.Text.lineOf(File, Begin)) +
                                 ": the value has preprocessor lines in it");
    int Id = Ctx.Models.add(H, File, Begin, Name);
    bool Learned = H.Model == Hint::Learned;
    if (Learned)
      Ctx.Models.addLearned(H, Integer, Id);
    auto Restore = [&](const std::string &Computed) {
      return Learned ? learnedValue(Id, Ctx.Models.learnedKind(Id), Computed,
                                    Ctx.Models.paramsOf(H, Id))
                     : Computed;
    };
    replaceBy(File, Begin, End, Ctx.Models.text(H, Id, Integer), Id,
              H.What == Hint::Branch, Restore);
    return true;
  }

  // Replaces an expression by the text of a model. Restore turns the
  // expression, or a name that holds its value, into the text of the
  // instrumented program.
  void replaceBy(unsigned File, unsigned Begin, unsigned End,
                 const std::string &Model, int Id, bool Condition,
                 llvm::function_ref<std::string(const std::string &)> Restore) {
    std::string Original = Ctx.Text.slice(File, Begin, End);
    bool Calls = Ctx.Text.hasCall(File, Begin, End);
    ConditionEffects Does(Ctx.S, File, Begin, End);
    bool Writes = Condition && Does.any();
    bool Split = Writes && Does.split(Model);
    std::vector<std::string> Fronts = Does.front(Model);
    const Stmt *St = Calls || Writes ? Ctx.Text.listStmt(File, Begin) : nullptr;
    if (!St || (Split && Fronts.empty())) {
      std::string New = Condition ? Does.with(Model)
                        : Calls   ? "((void)(" + Original + "), " + Model + ")"
                                  : Model + newlinesOf(Original);
      Ctx.Changes.add({File, Begin, End, New, Restore(Original)});
      return;
    }
    std::string Held = "bsim_value" + std::to_string(Id);
    std::string Computed = "__auto_type " + Held + " = (" + Original + ");";
    unsigned Front = St->Range.Begin;
    if (!Split)
      Fronts = {Computed};
    for (const std::string &Statement : Fronts) {
      Ctx.Changes.add({File, Front, Front, Statement, Computed});
      Ctx.Changes.add({File, Front, Front, " ", " ", Splice::Behind});
      Computed.clear();
    }
    Ctx.Changes.add({File, Begin, End, Split ? Does.with(Model, true) : Model,
                     Restore(Held)});
  }

private:
  HintContext &Ctx;
};

/// Replaces the conditions of ifs, and the rounds of loops.
class ControlReplacer {
public:
  ControlReplacer(HintContext &Ctx, ValueReplacer &Values)
      : Ctx(Ctx), Values(Values) {}

  bool apply(const Hint &H) {
    const Stmt *St = Ctx.Places.control(H);
    if (!St)
      return false;
    if (St->Kind == StmtKind::Label && H.Exit)
      return Ctx.Errors.fail(H, "\"exit\" is for loops with a keyword");
    if (St->Kind == StmtKind::Label)
      return trips(H, *St, *Ctx.Places.gotoLoop(*St));
    unsigned Begin, End;
    if (!Ctx.Text.condition(*St, Begin, End))
      return Ctx.Errors.fail(H, Ctx.P.place(*St) +
                                    ": its condition is not written out");
    if (H.What == Hint::Branch)
      return Values.replaceValue(H, St->Range.File, Begin, End, true, "if");
    bool Behind = St->Kind == StmtKind::Do;
    Rounds R;
    if (!countRounds(H, *St, St->Range.End, Begin, End, Behind, R))
      return false;
    if (H.Exit && !exitAt(H, *St, R))
      return false;
    std::string Again = Behind ? "--" + R.Left + " > 0" : R.Left + "-- > 0";
    ConditionEffects Does(Ctx.S, St->Range.File, Begin, End);
    Ctx.Changes.add(
        {St->Range.File, Begin, End, H.Exit ? R.Original : Does.with(Again),
         R.Learned ? learnedCondition(R.Id, R.Original, Behind) : R.Original});
    return true;
  }

private:
  /// The counted rounds of a loop.
  struct Rounds {
    int Id;               ///< of the hint
    std::string Left;     ///< name of the counter
    std::string Original; ///< condition
    bool Learned;
  };

  // Makes the if at the hint's exit end the loop in the last round.
  bool exitAt(const Hint &H, const Stmt &Loop, const Rounds &R) {
    for (const Stmt &St : Ctx.P.Stmts) {
      if (St.Kind != StmtKind::If || St.FromMacro ||
          St.Range.File != Loop.Range.File || St.Range.Line != H.Exit ||
          St.Range.Begin < Loop.Range.Begin || St.Range.End > Loop.Range.End)
        continue;
      unsigned Begin, End;
      if (!Ctx.Text.condition(St, Begin, End))
        return Ctx.Errors.fail(H, Ctx.P.place(St) +
                                      ": its condition is not written out");
      bool WhenTrue = !St.Children.empty() && leaves(St.Children[0]);
      Values.replaceBy(St.Range.File, Begin, End,
                       "--" + R.Left + (WhenTrue ? " <= 0" : " > 0"), R.Id,
                       true,
                       [](const std::string &Computed) { return Computed; });
      return true;
    }
    return Ctx.Errors.fail(H, "no if at line " + std::to_string(H.Exit) +
                                  " in the loop at " + Ctx.P.place(Loop));
  }

  // A jump in the statement may end a loop around it.
  bool leaves(unsigned Id) const {
    const Stmt &St = Ctx.P.Stmts[Id];
    if (St.Kind == StmtKind::Return ||
        (St.Kind == StmtKind::Goto && St.Name != "continue"))
      return true;
    return llvm::any_of(St.Children, [&](unsigned C) { return leaves(C); });
  }

  // Declares a counter in front of St, and opens a block that ends at Close.
  bool countRounds(const Hint &H, const Stmt &St, unsigned Close,
                   unsigned Begin, unsigned End, bool Behind, Rounds &R) {
    unsigned File = St.Range.File;
    R.Id = Ctx.Models.add(H, File, St.Range.Begin, "loop");
    R.Left = "bsim_trips" + std::to_string(R.Id);
    R.Original = Ctx.Text.slice(File, Begin, End);
    R.Learned = H.Model == Hint::Learned;
    if (R.Learned && R.Original.find('#') != std::string::npos)
      return Ctx.Errors.fail(H, Ctx.P.place(St) +
                                    ": its condition has preprocessor lines in "
                                    "it");
    if (R.Learned)
      Ctx.Models.addLearned(H, true, R.Id);
    Ctx.Changes.add(
        {File, St.Range.Begin, St.Range.Begin,
         "{ long " + R.Left + " = " + Ctx.Models.text(H, R.Id, true) + "; ",
         R.Learned ? learnedTrips(R.Id, Ctx.Models.paramsOf(H, R.Id), Behind)
                   : "",
         Splice::Behind});
    Ctx.Changes.add({File, Close, Close, " }", R.Learned ? " }" : "",
                     Splice::Before, false, false, St.Range.Begin});
    return true;
  }

  // Replaces the rounds of a loop that gotos make. The loop ends where its last
  // goto is not taken.
  bool trips(const Hint &H, const Stmt &Label, const GotoLoop &L) {
    unsigned File = Label.Range.File, Begin = Ctx.P.Stmts[L.Goto].Range.Begin,
             End = Begin;
    if (L.If >= 0 && !Ctx.Text.condition(Ctx.P.Stmts[L.If], Begin, End))
      return Ctx.Errors.fail(H, Ctx.P.place(Ctx.P.Stmts[L.If]) +
                                    ": its condition is not written out");
    Rounds R;
    if (!countRounds(H, Label, Ctx.P.Stmts[L.Last].Range.End, Begin, End, true,
                     R))
      return false;
    std::string Again = "--" + R.Left + (L.WhenTrue ? " > 0" : " <= 0");
    if (L.If < 0) {
      Ctx.Changes.add(
          {File, Begin, End, "if (" + Again + ") ",
           R.Learned ? "if (" + learnedCondition(R.Id, "", true) + ") " : ""});
      return true;
    }
    std::string Seen =
        L.WhenTrue
            ? learnedCondition(R.Id, R.Original, true)
            : "!" + learnedCondition(R.Id, "!(" + R.Original + ")", true);
    Ctx.Changes.add({File, Begin, End,
                     ConditionEffects(Ctx.S, File, Begin, End).with(Again),
                     R.Learned ? Seen : R.Original});
    return true;
  }

  HintContext &Ctx;
  ValueReplacer &Values;
};

/// Splices the models of all hints into the text.
class HintApplier {
public:
  HintApplier(const std::string &HintFile, const Program &P, const Sources &S,
              const std::vector<LearnedParams> &Given, HintEdits &Out,
              std::string &Error)
      : HintFile(HintFile), Out(Out), Error(Error),
        Ctx(HintFile, P, S, Given, Out, Error), Values(Ctx),
        Controls(Ctx, Values) {}

  bool run(const std::vector<Fold> &Folds) {
    std::vector<Hint> Hints;
    if (!HintFile.empty() && !readHintFile(HintFile, Hints, Error))
      return false;
    for (const Hint &H : Hints)
      if (!apply(H))
        return false;
    Ctx.Changes.addFolds(Folds);
    return Ctx.Changes.apply(HintFile, Out, Error);
  }

private:
  bool variable(const Hint &H) {
    std::string Want = withoutBlanks(H.Name);
    Nearest Near;
    bool Found = false;
    for (const AssignedText &A : Ctx.S.Assigned) {
      const Stmt *St = Ctx.Text.stmtAt(A.Lhs.File, A.Lhs.Offset);
      if (!St || !Ctx.Places.stmtFits(H, *St))
        continue;
      std::string Have =
          withoutBlanks(Ctx.Text.slice(A.Lhs.File, A.Lhs.Offset, A.LhsEnd));
      unsigned Line = Ctx.Text.lineOf(A.Lhs.File, A.Lhs.Offset);
      if (Have == Want && (!H.PlaceLine || Line == H.PlaceLine)) {
        Found = true;
        if (!Values.replaceValue(H, A.Lhs.File, A.ValueBegin, A.ValueEnd,
                                 A.Integer, Have))
          return false;
        continue;
      }
      unsigned Far = H.PlaceLine > Line ? H.PlaceLine - Line
                     : H.PlaceLine      ? Line - H.PlaceLine
                                        : 0;
      unsigned D =
          10 * llvm::StringRef(Have).edit_distance(Want) + std::min(Far, 1000u);
      if (Near.isCloser(D))
        Near.Text = Have + " at " + Ctx.P.place(A.Lhs.File, Line);
    }
    if (!Found)
      return Ctx.Errors.fail(H, "no assignment to " + H.Name + " in " +
                                    HintPlaces::text(H) + Near.suffix());
    return true;
  }

  bool call(const Hint &H) {
    Nearest Near;
    bool Found = false;
    for (const Call &C : Ctx.P.Calls) {
      if (C.Begin >= C.End || C.Stmt < 0 ||
          !Ctx.Places.stmtFits(H, Ctx.P.Stmts[C.Stmt]))
        continue;
      llvm::StringRef Written =
          llvm::StringRef(Ctx.S.Text[C.File])
              .slice(C.Begin, C.End)
              .take_while(
                  [](char X) { return isalnum((unsigned char)X) || X == '_'; });
      if ((C.Callee == H.Name || Written == H.Name) &&
          (!H.PlaceLine || C.Line == H.PlaceLine)) {
        Found = true;
        if (!Values.replaceValue(H, C.File, C.Begin, C.End, C.Integer, H.Name))
          return false;
        continue;
      }
      unsigned D =
          10 * Written.edit_distance(H.Name) +
          (H.PlaceLine ? unsigned(std::abs(int(C.Line) - int(H.PlaceLine)))
                       : 0);
      if (Near.isCloser(D))
        Near.Text = Written.str() + " at " + Ctx.P.place(C.File, C.Line);
    }
    if (!Found)
      return Ctx.Errors.fail(H, "no call of " + H.Name + " in " +
                                    HintPlaces::text(H) + Near.suffix());
    return true;
  }

  // The model's writes go to the beginning of the body. The writes of the body
  // itself reach nobody.
  bool writes(const Hint &H) {
    const Function *Of = Ctx.Places.function(H);
    if (!Of)
      return false;
    const Stmt &Body = Ctx.P.Stmts[Of->Body];
    unsigned File = Body.Range.File, At = Body.Range.Begin + 1;
    auto Add = [&](const std::string &Writes) {
      Ctx.Changes.add({File, At, At, Writes, "", Splice::Before, true});
    };
    Add(""); // a splice is needed even if the function writes nothing
    for (const Hint &W : H.Written)
      Add("     " + Ctx.Models.written(W, File, At));
    return true;
  }

  bool apply(const Hint &H) {
    if (!Ctx.Places.check(H))
      return false;
    switch (H.What) {
    case Hint::Variable:
      return variable(H);
    case Hint::Call:
      return call(H);
    case Hint::Loop:
    case Hint::Branch:
      return Controls.apply(H);
    case Hint::Writes:
      return writes(H);
    case Hint::Block:
      Out.Blocks.push_back(H);
      return true;
    }
    return false;
  }

  const std::string &HintFile;
  HintEdits &Out;
  std::string &Error;
  HintContext Ctx;
  ValueReplacer Values;
  ControlReplacer Controls;
};

} // namespace

bool readHints(const std::string &File, const Program &P, const Sources &S,
               const std::vector<LearnedParams> &Params,
               const std::vector<Fold> &Folds, HintEdits &Out,
               std::string &Error) {
  return HintApplier(File, P, S, Params, Out, Error).run(Folds);
}

} // namespace skel
