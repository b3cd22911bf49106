//===- HintFile.cpp - hints.json as data ----------------------------------===//
//
// An error names the file, the line of the hint, and the accepted values.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/HintFile.h"
#include "skeletonizer/base/JsonText.h"
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace skel {

namespace json = llvm::json;

namespace {

class ErrorReport {
public:
  ErrorReport(std::string File, std::string &Error)
      : File(std::move(File)), Error(Error) {}
  /// Always false.
  bool fail(unsigned Line, const std::string &Why) {
    Error = File + ":" + std::to_string(Line) + ": " + Why;
    return false;
  }

private:
  std::string File;
  std::string &Error;
};

/// The lines in which the elements of "hints" begin.
std::vector<unsigned> linesOfHints(llvm::StringRef Text) {
  std::vector<unsigned> Lines;
  unsigned Line = 1;
  int Depth = 0;
  size_t At = Text.find("\"hints\"");
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\n')
      ++Line;
    if (I < At)
      continue;
    if (Text[I] == '"') {
      for (++I; I < Text.size() && Text[I] != '"'; ++I)
        if (Text[I] == '\\')
          ++I;
    } else if (Text[I] == '{' || Text[I] == '[') {
      if (Text[I] == '{' && Depth == 1)
        Lines.push_back(Line);
      ++Depth;
    } else if (Text[I] == '}' || Text[I] == ']') {
      if (--Depth <= 0)
        return Lines;
    }
  }
  return Lines;
}

/// A C expression is a string or a number.
bool expression(const json::Value &V, std::string &Out) {
  if (auto S = V.getAsString()) {
    Out = S->str();
    return !Out.empty();
  }
  if (auto I = V.getAsInteger()) {
    Out = std::to_string(*I);
    return true;
  }
  if (auto D = V.getAsNumber()) {
    std::ostringstream OS;
    OS.precision(17);
    OS << *D;
    Out = OS.str();
    return true;
  }
  return false;
}

/// Reads the model of a hint: the members that tell a value.
class ModelReader {
public:
  explicit ModelReader(ErrorReport &Errors) : Errors(Errors) {}

  enum Taken { Failed, Done, NotMine };
  using Member = llvm::function_ref<Taken(const std::string &,
                                          const json::Value &, bool &)>;

  /// Reads all members of an object. Own takes those that do not belong to the
  /// model; its last argument says whether the value has the right type.
  /// Models: number of models so far.
  bool readMembers(const json::Object &O, const std::set<std::string> &Known,
                   Hint &H, int &Models, Member Own);
  bool let(const json::Value &V, Hint &H);

private:
  bool unknownKey(const std::string &K, const std::set<std::string> &Known,
                  const Hint &H);
  bool readModel(const std::string &K, const json::Value &V, Hint &H,
                 int &Models, bool &Ok);
  bool pair(const json::Value &V, const char *Key, const char *What, Hint &H);
  bool histogram(const json::Value &V, Hint &H);
  bool params(const json::Value &V, Hint &H);

  ErrorReport &Errors;
};

bool ModelReader::pair(const json::Value &V, const char *Key, const char *What,
                       Hint &H) {
  const json::Array *A = V.getAsArray();
  H.Numbers.resize(2);
  if (!A || A->size() != 2 || !expression((*A)[0], H.Numbers[0]) ||
      !expression((*A)[1], H.Numbers[1]))
    return Errors.fail(H.Line, std::string("\"") + Key + "\" must be [" + What +
                                   "], numbers or C expressions");
  return true;
}

/// "histogram": values with weights.
bool ModelReader::histogram(const json::Value &V, Hint &H) {
  const json::Array *A = V.getAsArray();
  for (size_t I = 0; A && I < A->size(); ++I) {
    const json::Array *Pair = (*A)[I].getAsArray();
    if (!Pair || Pair->size() != 2 || !(*Pair)[0].getAsNumber() ||
        !(*Pair)[1].getAsNumber() || *(*Pair)[1].getAsNumber() < 0)
      return Errors.fail(H.Line, "\"histogram\" must be an array of [value, "
                                 "weight], no weight negative");
    H.Weights.push_back({*(*Pair)[0].getAsNumber(), *(*Pair)[1].getAsNumber()});
  }
  double Sum = 0;
  for (auto &[Value, Weight] : H.Weights)
    Sum += Weight;
  if (!(Sum > 0))
    return Errors.fail(H.Line, "\"histogram\" needs a weight above 0");
  return true;
}

/// "params": the names and C expressions that a learned value, or the time of a
/// block, depends on.
bool ModelReader::params(const json::Value &V, Hint &H) {
  static const char *const Letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const json::Object *O = V.getAsObject();
  H.HasParams = true;
  if (!O || O->size() > MaxLearnedParams)
    return Errors.fail(H.Line, "\"params\" must be an object {\"name\": \"C "
                               "expression\"} of at most " +
                                   std::to_string(MaxLearnedParams));
  for (auto &[Key, Value] : *O) {
    std::string Expression;
    if (Key.str().find_first_not_of(Letters) != std::string::npos ||
        Key.str().empty() || isdigit((unsigned char)Key.str()[0]))
      return Errors.fail(H.Line,
                         "\"params\": \"" + Key.str() +
                             "\" cannot be a name: letters, digits and _");
    if (!expression(Value, Expression))
      return Errors.fail(H.Line, "\"params\": \"" + Key.str() +
                                     "\" must be a C expression");
    H.Params.push_back({Key.str(), Expression});
  }
  std::sort(H.Params.begin(), H.Params.end());
  return true;
}

bool ModelReader::unknownKey(const std::string &K,
                             const std::set<std::string> &Known,
                             const Hint &H) {
  std::string All;
  for (const std::string &N : Known)
    All += (All.empty() ? "" : ", ") + N;
  return Errors.fail(H.Line, "unknown key \"" + K + "\"; known are " + All);
}

/// A member of a model.
bool ModelReader::readModel(const std::string &K, const json::Value &V, Hint &H,
                            int &Models, bool &Ok) {
  if (K == "value" || K == "trips" || K == "probability") {
    ++Models;
    H.Model = K == "value"   ? Hint::Value
              : K == "trips" ? Hint::Trips
                             : Hint::Probability;
    H.Numbers.resize(1);
    Ok = expression(V, H.Numbers[0]);
  } else if (K == "uniform") {
    ++Models;
    H.Model = Hint::Uniform;
    if (!pair(V, "uniform", "least, greatest", H))
      return false;
  } else if (K == "normal") {
    ++Models;
    H.Model = Hint::Normal;
    if (!pair(V, "normal", "mean, standard deviation", H))
      return false;
  } else if (K == "histogram") {
    ++Models;
    H.Model = Hint::Histogram;
    if (!histogram(V, H))
      return false;
  } else if (K == "key") {
    Ok = expression(V, H.Key);
  } else if (K == "seed") {
    Ok = V.getAsInteger().has_value(); // readMembers has read it
  } else if (K == "learned") {
    ++Models;
    H.Model = Hint::Learned;
    if (!V.getAsBoolean().value_or(false))
      return Errors.fail(H.Line, "\"learned\" must be true");
  } else if (K == "params") {
    if (!params(V, H))
      return false;
  }
  return true;
}

bool ModelReader::readMembers(const json::Object &O,
                              const std::set<std::string> &Known, Hint &H,
                              int &Models, Member Own) {
  H.Seed = O.getInteger("seed").value_or(H.Seed); // also for nested hints
  for (auto &[Key, V] : O) {
    std::string K = Key.str();
    if (!Known.count(K))
      return unknownKey(K, Known, H);
    bool Ok = true;
    Taken How = Own(K, V, Ok);
    if (How == Failed || (How == NotMine && !readModel(K, V, H, Models, Ok)))
      return false;
    if (!Ok)
      return Errors.fail(H.Line, "\"" + K + "\" has a value of the wrong type");
  }
  return true;
}

/// "let": {"name": {a model}, ...}, the integers that an assignment uses.
bool ModelReader::let(const json::Value &V, Hint &H) {
  static const std::set<std::string> Known = {"value",     "uniform", "normal",
                                              "histogram", "key",     "seed"};
  const json::Object *O = V.getAsObject();
  if (!O)
    return Errors.fail(H.Line,
                       "\"let\" must be an object {\"name\": {a model}}");
  for (auto &[Name, One] : *O) {
    const json::Object *Model = One.getAsObject();
    Hint L;
    L.Line = H.Line;
    L.Seed = H.Seed;
    L.Name = Name.str();
    int Models = 0;
    auto None = [](const std::string &, const json::Value &, bool &) {
      return NotMine;
    };
    if (Model && !readMembers(*Model, Known, L, Models, None))
      return false;
    if (Models != 1)
      return Errors.fail(H.Line, "\"let\": \"" + L.Name +
                                     "\" needs an object with exactly one of "
                                     "\"value\", \"uniform\", \"normal\" and "
                                     "\"histogram\"");
    H.Let.push_back(std::move(L));
  }
  std::sort(H.Let.begin(), H.Let.end(),
            [](const Hint &A, const Hint &B) { return A.Name < B.Name; });
  return true;
}

/// Reads one hint: its place, its target and its model.
class HintReader {
public:
  explicit HintReader(ErrorReport &Errors) : Errors(Errors), Models(Errors) {}
  bool read(const json::Object &O, Hint &H);

private:
  ModelReader::Taken readOwn(const std::string &K, const json::Value &V,
                             Hint &H, bool &Ok);
  bool place(llvm::StringRef Text, Hint &H);
  bool writes(const json::Value &V, Hint &H);
  bool check(const Hint &H);
  bool checkBlock(const Hint &H);

  ErrorReport &Errors;
  ModelReader Models;
  int Targets = 0, NumModels = 0;
};

bool HintReader::place(llvm::StringRef Text, Hint &H) {
  size_t Colon = Text.rfind(':');
  llvm::StringRef Last =
      Colon == llvm::StringRef::npos ? Text : Text.substr(Colon + 1);
  if (Colon != llvm::StringRef::npos)
    H.PlaceFile = Text.substr(0, Colon).str();
  if (Last.empty())
    return Errors.fail(H.Line, "\"place\" must be FUNCTION, FILE:FUNCTION or "
                               "FILE:LINE");
  if (Last.getAsInteger(10, H.PlaceLine)) {
    H.PlaceLine = 0;
    H.Function = Last.str();
  } else if (H.PlaceFile.empty() || !H.PlaceLine) {
    return Errors.fail(H.Line, "\"place\" with a line needs a file: FILE:LINE");
  }
  return true;
}

/// "writes": [{"to": ..., a model, "for": ..., "count": ...}], the places that
/// a function writes.
bool HintReader::writes(const json::Value &V, Hint &H) {
  static const std::set<std::string> Known = {
      "to",     "for",       "count", "let",  "value",  "uniform",
      "normal", "histogram", "key",   "seed", "comment"};
  const json::Array *A = V.getAsArray();
  if (!A)
    return Errors.fail(H.Line,
                       "\"writes\" must be an array of objects with \"to\" "
                       "and a model");
  for (const json::Value &One : *A) {
    const json::Object *O = One.getAsObject();
    Hint W;
    W.Line = H.Line;
    W.Seed = H.Seed;
    int Found = 0;
    if (!O)
      return Errors.fail(H.Line, "\"writes\": each must be an object");
    auto Own = [&](const std::string &K, const json::Value &Value, bool &Ok) {
      if (K == "to" || K == "for") {
        Ok = Value.getAsString() && !Value.getAsString()->empty();
        (K == "to" ? W.Name : W.Index) = Value.getAsString().value_or("").str();
      } else if (K == "count") {
        Ok = expression(Value, W.Count);
      } else if (K == "let") {
        return Models.let(Value, W) ? ModelReader::Done : ModelReader::Failed;
      } else {
        return ModelReader::NotMine;
      }
      return ModelReader::Done;
    };
    if (!Models.readMembers(*O, Known, W, Found, Own))
      return false;
    if (W.Name.empty() || Found != 1)
      return Errors.fail(H.Line,
                         "\"writes\": each needs \"to\" and exactly one of "
                         "\"value\", \"uniform\", \"normal\" and "
                         "\"histogram\"");
    if (W.Index.empty() != W.Count.empty())
      return Errors.fail(H.Line,
                         "\"writes\": \"for\" and \"count\" go together");
    H.Written.push_back(std::move(W));
  }
  return true;
}

/// A member that every hint may have, or one that names the target.
ModelReader::Taken HintReader::readOwn(const std::string &K,
                                       const json::Value &V, Hint &H,
                                       bool &Ok) {
  if (K == "place") {
    auto S = V.getAsString();
    if (!S)
      Errors.fail(H.Line, "\"place\" must be a string");
    return S && place(*S, H) ? ModelReader::Done : ModelReader::Failed;
  }
  if (K == "exit") {
    H.Exit = unsigned(std::max<int64_t>(V.getAsInteger().value_or(0), 0));
    Ok = H.Exit > 0;
    return ModelReader::Done;
  }
  if (K == "kind") {
    H.BlockKind = V.getAsString().value_or("").str();
    if (llvm::is_contained({"compute", "memory", "io", "constant", "data"},
                           H.BlockKind))
      return ModelReader::Done;
    Errors.fail(H.Line, "\"kind\" must be \"compute\", \"memory\", \"io\", "
                        "\"constant\" or \"data\"");
    return ModelReader::Failed;
  }
  if (K == "variable" || K == "call") {
    H.What = K == "call" ? Hint::Call : Hint::Variable;
    Ok = V.getAsString().has_value();
    H.Name = V.getAsString().value_or("").str();
  } else if (K == "loop" || K == "branch" || K == "block") {
    H.What = K == "loop"     ? Hint::Loop
             : K == "branch" ? Hint::Branch
                             : Hint::Block;
    if (!V.getAsBoolean().value_or(false)) {
      Errors.fail(H.Line, "\"" + K + "\" must be true");
      return ModelReader::Failed;
    }
  } else if (K == "writes") {
    ++NumModels;
    H.What = Hint::Writes;
    if (!writes(V, H))
      return ModelReader::Failed;
  } else {
    return ModelReader::NotMine;
  }
  ++Targets;
  return ModelReader::Done;
}

bool HintReader::read(const json::Object &O, Hint &H) {
  static const std::set<std::string> Known = {
      "place",       "variable", "call",   "loop",    "branch",
      "value",       "uniform",  "normal", "trips",   "histogram",
      "probability", "key",      "seed",   "comment", "learned",
      "params",      "writes",   "exit",   "block",   "kind"};
  Targets = NumModels = 0;
  auto Own = [&](const std::string &K, const json::Value &V, bool &Ok) {
    return readOwn(K, V, H, Ok);
  };
  return Models.readMembers(O, Known, H, NumModels, Own) && check(H);
}

/// A block has parameters and a kind, and no model: that is in models.json.
bool HintReader::checkBlock(const Hint &H) {
  if (!H.HasParams && H.BlockKind.empty())
    return Errors.fail(H.Line, "\"block\" needs \"params\" or \"kind\"");
  if (NumModels || !H.Key.empty() || H.Exit)
    return Errors.fail(H.Line,
                       "\"block\" goes with \"params\" and \"kind\" alone: the "
                       "model of a block's time stands in models.json");
  if (H.BlockKind == "constant" && !H.Params.empty())
    return Errors.fail(H.Line, "a block of kind \"constant\" always takes the "
                               "same time: it has no \"params\"");
  return true;
}

/// The members of the hint go together.
bool HintReader::check(const Hint &H) {
  if (H.PlaceFile.empty() && H.Function.empty())
    return Errors.fail(H.Line, "a hint needs a \"place\"");
  if (Targets != 1)
    return Errors.fail(H.Line, "a hint needs exactly one of \"variable\", "
                               "\"call\", \"loop\", \"branch\", \"block\" and "
                               "\"writes\"");
  if (H.What == Hint::Block)
    return checkBlock(H);
  if (!H.BlockKind.empty())
    return Errors.fail(H.Line,
                       "\"kind\" goes with \"block\", and only with it");
  if (NumModels != 1)
    return Errors.fail(H.Line,
                       "a hint needs exactly one of \"value\", "
                       "\"uniform\", \"normal\", \"histogram\", \"trips\", "
                       "\"probability\" and \"learned\"");
  if (H.Exit && H.What != Hint::Loop)
    return Errors.fail(H.Line, "\"exit\" goes with \"loop\", and only with it");
  if (H.HasParams && H.Model != Hint::Learned)
    return Errors.fail(
        H.Line, "\"params\" goes with \"learned\" or \"block\", and only "
                "with these");
  if (H.Model == Hint::Learned)
    return true;
  if (H.What == Hint::Writes && H.Function.empty())
    return Errors.fail(H.Line, "\"writes\" is of a function: \"place\" must be "
                               "FUNCTION or FILE:FUNCTION");
  if ((H.What == Hint::Loop) != (H.Model == Hint::Trips))
    return Errors.fail(H.Line,
                       "\"trips\" goes with \"loop\", and only with it");
  if ((H.What == Hint::Branch) != (H.Model == Hint::Probability))
    return Errors.fail(
        H.Line, "\"probability\" goes with \"branch\", and only with it");
  return true;
}

/// The message of the parser begins with a place:
/// "[3:12, byte=40]: Expected , or ] after array element".
bool syntaxError(llvm::Error Failure, ErrorReport &Errors) {
  std::string Why;
  llvm::handleAllErrors(std::move(Failure),
                        [&](llvm::ErrorInfoBase &E) { Why = E.message(); });
  unsigned Line = 1;
  if (Why.size() > 1 && Why[0] == '[')
    Line = unsigned(std::strtoul(Why.c_str() + 1, nullptr, 10));
  size_t Close = Why.find("]: ");
  return Errors.fail(Line,
                     Close == std::string::npos ? Why : Why.substr(Close + 3));
}

/// Checks the members of the file besides the hints.
bool checkHeader(const json::Object &O, ErrorReport &Errors) {
  for (auto &[Key, Value] : O) {
    std::string K = Key.str();
    if (K != "schema" && K != "hints" && K != "seed" && K != "comment")
      return Errors.fail(1, "unknown key \"" + K +
                                "\"; known are schema, seed, hints, comment");
  }
  if (O.getString("schema").value_or("") != "bsim-hints/1")
    return Errors.fail(1, "\"schema\" must be \"bsim-hints/1\"");
  if (O.get("seed") && !O.getInteger("seed"))
    return Errors.fail(1, "\"seed\" must be an integer");
  return true;
}

bool readText(const std::string &Text, ErrorReport &Errors,
              std::vector<Hint> &Out) {
  auto Root = parseJson(Text);
  if (!Root)
    return syntaxError(Root.takeError(), Errors);
  unsigned Line;
  std::string Twice = repeatedKey(Text, Line);
  if (!Twice.empty())
    return Errors.fail(Line, "the key \"" + Twice + "\" stands here twice");
  const json::Object *O = Root->getAsObject();
  if (!O)
    return Errors.fail(1, "not an object with \"schema\" and \"hints\"");
  if (!checkHeader(*O, Errors))
    return false;
  long Seed = long(O->getInteger("seed").value_or(1));
  const json::Array *List = O->getArray("hints");
  if (!List)
    return Errors.fail(1, "\"hints\" must be an array of hints");
  std::vector<unsigned> Lines = linesOfHints(Text);
  for (size_t I = 0; I < List->size(); ++I) {
    Hint H;
    H.Line = I < Lines.size() ? Lines[I] : 1;
    H.Seed = Seed + long(I);
    const json::Object *One = (*List)[I].getAsObject();
    if (!One)
      return Errors.fail(H.Line, "a hint must be an object");
    if (!HintReader(Errors).read(*One, H))
      return false;
    Out.push_back(std::move(H));
  }
  return true;
}

} // namespace

bool readHintFile(const std::string &File, std::vector<Hint> &Out,
                  std::string &Error) {
  // Hints may be read twice, but a pipe gives its text once.
  static std::map<std::string, std::string> Texts;
  auto [It, New] = Texts.insert({File, ""});
  if (New) {
    std::ifstream In(File, std::ios::binary);
    std::stringstream Buffer;
    Buffer << In.rdbuf();
    if (!In) {
      Texts.erase(It);
      Error = File + ": cannot be read";
      return false;
    }
    It->second = Buffer.str();
  }
  ErrorReport Errors(File, Error);
  return readText(It->second, Errors, Out);
}

} // namespace skel
