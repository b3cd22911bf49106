//===- HintFile.cpp - hints.json as data ----------------------------------===//
//
// An error names the file, the line of the hint, and what is accepted.
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

namespace {

class Reader {
public:
  Reader(std::string File, std::string Text, std::string &Error)
      : File(std::move(File)), Text(std::move(Text)), Error(Error) {}

  bool read(std::vector<Hint> &Out) {
    auto Root = parseJson(Text);
    if (!Root) {
      std::string Why;
      llvm::handleAllErrors(Root.takeError(),
                            [&](llvm::ErrorInfoBase &E) { Why = E.message(); });
      // "[3:12, byte=40]: Expected , or ] after array element"
      unsigned Line = 1;
      if (Why.size() > 1 && Why[0] == '[')
        Line = unsigned(std::strtoul(Why.c_str() + 1, nullptr, 10));
      size_t Close = Why.find("]: ");
      return fail(Line,
                  Close == std::string::npos ? Why : Why.substr(Close + 3));
    }
    unsigned Line;
    std::string Twice = repeatedKey(Text, Line);
    if (!Twice.empty())
      return fail(Line, "the key \"" + Twice + "\" stands here twice");
    const llvm::json::Object *O = Root->getAsObject();
    if (!O)
      return fail(1, "not an object with \"schema\" and \"hints\"");
    for (auto &[Key, Value] : *O) {
      std::string K = Key.str();
      if (K != "schema" && K != "hints" && K != "seed" && K != "comment")
        return fail(1, "unknown key \"" + K +
                           "\"; known are schema, seed, hints, comment");
    }
    if (O->getString("schema").value_or("") != "bsim-hints/1")
      return fail(1, "\"schema\" must be \"bsim-hints/1\"");
    if (O->get("seed") && !O->getInteger("seed"))
      return fail(1, "\"seed\" must be an integer");
    long Seed = long(O->getInteger("seed").value_or(1));
    const llvm::json::Array *List = O->getArray("hints");
    if (!List)
      return fail(1, "\"hints\" must be an array of hints");
    findLines();
    for (size_t I = 0; I < List->size(); ++I) {
      Hint H;
      H.Line = I < Lines.size() ? Lines[I] : 1;
      H.Seed = Seed + long(I);
      const llvm::json::Object *One = (*List)[I].getAsObject();
      if (!One)
        return fail(H.Line, "a hint must be an object");
      if (!readOne(*One, H))
        return false;
      Out.push_back(std::move(H));
    }
    return true;
  }

private:
  bool fail(unsigned Line, const std::string &Why) {
    Error = File + ":" + std::to_string(Line) + ": " + Why;
    return false;
  }

  // Where each element of "hints" begins.
  void findLines() {
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
          return;
      }
    }
  }

  // A C expression may be given as a number.
  static bool expression(const llvm::json::Value &V, std::string &Out) {
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

  bool pair(const llvm::json::Value &V, const char *Key, const char *What,
            Hint &H) {
    const llvm::json::Array *A = V.getAsArray();
    H.Numbers.resize(2);
    if (!A || A->size() != 2 || !expression((*A)[0], H.Numbers[0]) ||
        !expression((*A)[1], H.Numbers[1]))
      return fail(H.Line, std::string("\"") + Key + "\" must be [" + What +
                              "], numbers or C expressions");
    return true;
  }

  bool place(llvm::StringRef Text, Hint &H) {
    size_t Colon = Text.rfind(':');
    llvm::StringRef Last =
        Colon == llvm::StringRef::npos ? Text : Text.substr(Colon + 1);
    if (Colon != llvm::StringRef::npos)
      H.PlaceFile = Text.substr(0, Colon).str();
    if (Last.empty())
      return fail(H.Line, "\"place\" must be FUNCTION, FILE:FUNCTION or "
                          "FILE:LINE");
    if (Last.getAsInteger(10, H.PlaceLine)) {
      H.PlaceLine = 0;
      H.Function = Last.str();
    } else if (H.PlaceFile.empty() || !H.PlaceLine) {
      return fail(H.Line, "\"place\" with a line needs a file: FILE:LINE");
    }
    return true;
  }

  // What a learned value depends on: names and C expressions.
  bool params(const llvm::json::Value &V, Hint &H) {
    static const char *const Letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const llvm::json::Object *O = V.getAsObject();
    H.HasParams = true;
    if (!O || O->size() > MaxLearnedParams)
      return fail(H.Line, "\"params\" must be an object {\"name\": \"C "
                          "expression\"} of at most " +
                              std::to_string(MaxLearnedParams));
    for (auto &[Key, Value] : *O) {
      std::string Expression;
      if (Key.str().find_first_not_of(Letters) != std::string::npos ||
          Key.str().empty() || isdigit((unsigned char)Key.str()[0]))
        return fail(H.Line, "\"params\": \"" + Key.str() +
                                "\" cannot be a name: letters, digits and _");
      if (!expression(Value, Expression))
        return fail(H.Line,
                    "\"params\": \"" + Key.str() + "\" must be a C expression");
      H.Params.push_back({Key.str(), Expression});
    }
    std::sort(H.Params.begin(), H.Params.end());
    return true;
  }

  bool unknownKey(const std::string &K, const std::set<std::string> &Known,
                  const Hint &H) {
    std::string All;
    for (const std::string &N : Known)
      All += (All.empty() ? "" : ", ") + N;
    return fail(H.Line, "unknown key \"" + K + "\"; known are " + All);
  }

  // The keys of a model. Ok: the value has the right type.
  bool readModel(const std::string &K, const llvm::json::Value &V, Hint &H,
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
      const llvm::json::Array *A = V.getAsArray();
      for (size_t I = 0; A && I < A->size(); ++I) {
        const llvm::json::Array *Pair = (*A)[I].getAsArray();
        if (!Pair || Pair->size() != 2 || !(*Pair)[0].getAsNumber() ||
            !(*Pair)[1].getAsNumber() || *(*Pair)[1].getAsNumber() < 0)
          return fail(H.Line, "\"histogram\" must be an array of [value, "
                              "weight], no weight negative");
        H.Weights.push_back(
            {*(*Pair)[0].getAsNumber(), *(*Pair)[1].getAsNumber()});
      }
      double Sum = 0;
      for (auto &[Value, Weight] : H.Weights)
        Sum += Weight;
      if (!(Sum > 0))
        return fail(H.Line, "\"histogram\" needs a weight above 0");
    } else if (K == "key") {
      Ok = expression(V, H.Key);
    } else if (K == "seed") {
      Ok = V.getAsInteger().has_value(); // taken before all else
    } else if (K == "learned") {
      ++Models;
      H.Model = Hint::Learned;
      if (!V.getAsBoolean().value_or(false))
        return fail(H.Line, "\"learned\" must be true");
    } else if (K == "params") {
      if (!params(V, H))
        return false;
    }
    return true;
  }

  enum Read { Failed, Done, NotMine };
  using Member = llvm::function_ref<Read(const std::string &,
                                         const llvm::json::Value &, bool &)>;

  // The members of an object: those that Own does not take are of a model.
  // Own's last argument is whether the value has the right type.
  bool members(const llvm::json::Object &O, const std::set<std::string> &Known,
               Hint &H, int &Models, Member Own) {
    H.Seed = O.getInteger("seed").value_or(H.Seed); // what is in it has it too
    for (auto &[Key, V] : O) {
      std::string K = Key.str();
      if (!Known.count(K))
        return unknownKey(K, Known, H);
      bool Ok = true;
      Read How = Own(K, V, Ok);
      if (How == Failed || (How == NotMine && !readModel(K, V, H, Models, Ok)))
        return false;
      if (!Ok)
        return fail(H.Line, "\"" + K + "\" has a value of the wrong type");
    }
    return true;
  }

  // Integers that an assignment uses: {"name": {a model}, ...}.
  bool let(const llvm::json::Value &V, Hint &H) {
    static const std::set<std::string> Known = {
        "value", "uniform", "normal", "histogram", "key", "seed"};
    const llvm::json::Object *O = V.getAsObject();
    if (!O)
      return fail(H.Line, "\"let\" must be an object {\"name\": {a model}}");
    for (auto &[Name, One] : *O) {
      const llvm::json::Object *Model = One.getAsObject();
      Hint L;
      L.Line = H.Line;
      L.Seed = H.Seed;
      L.Name = Name.str();
      int Models = 0;
      auto None = [](const std::string &, const llvm::json::Value &, bool &) {
        return NotMine;
      };
      if (Model && !members(*Model, Known, L, Models, None))
        return false;
      if (Models != 1)
        return fail(H.Line, "\"let\": \"" + L.Name +
                                "\" needs an object with exactly one of "
                                "\"value\", \"uniform\", \"normal\" and "
                                "\"histogram\"");
      H.Let.push_back(std::move(L));
    }
    std::sort(H.Let.begin(), H.Let.end(),
              [](const Hint &A, const Hint &B) { return A.Name < B.Name; });
    return true;
  }

  // What a function writes: [{"to": ..., a model, "for": ..., "count": ...}].
  bool writes(const llvm::json::Value &V, Hint &H) {
    static const std::set<std::string> Known = {
        "to",     "for",       "count", "let",  "value",  "uniform",
        "normal", "histogram", "key",   "seed", "comment"};
    const llvm::json::Array *A = V.getAsArray();
    if (!A)
      return fail(H.Line, "\"writes\" must be an array of objects with \"to\" "
                          "and a model");
    for (const llvm::json::Value &One : *A) {
      const llvm::json::Object *O = One.getAsObject();
      Hint W;
      W.Line = H.Line;
      W.Seed = H.Seed;
      int Models = 0;
      if (!O)
        return fail(H.Line, "\"writes\": each must be an object");
      auto Own = [&](const std::string &K, const llvm::json::Value &Value,
                     bool &Ok) {
        if (K == "to" || K == "for") {
          Ok = Value.getAsString() && !Value.getAsString()->empty();
          (K == "to" ? W.Name : W.Index) =
              Value.getAsString().value_or("").str();
        } else if (K == "count") {
          Ok = expression(Value, W.Count);
        } else if (K == "let") {
          return let(Value, W) ? Done : Failed;
        } else {
          return NotMine;
        }
        return Done;
      };
      if (!members(*O, Known, W, Models, Own))
        return false;
      if (W.Name.empty() || Models != 1)
        return fail(H.Line, "\"writes\": each needs \"to\" and exactly one of "
                            "\"value\", \"uniform\", \"normal\" and "
                            "\"histogram\"");
      if (W.Index.empty() != W.Count.empty())
        return fail(H.Line, "\"writes\": \"for\" and \"count\" go together");
      H.Written.push_back(std::move(W));
    }
    return true;
  }

  bool readOne(const llvm::json::Object &O, Hint &H) {
    static const std::set<std::string> Known = {
        "place",   "variable", "call",    "loop",      "branch",      "value",
        "uniform", "normal",   "trips",   "histogram", "probability", "key",
        "seed",    "comment",  "learned", "params",    "writes",      "exit"};
    int Targets = 0, Models = 0;
    auto Own = [&](const std::string &K, const llvm::json::Value &V, bool &Ok) {
      if (K == "place") {
        auto S = V.getAsString();
        if (!S)
          fail(H.Line, "\"place\" must be a string");
        return S && place(*S, H) ? Done : Failed;
      }
      if (K == "exit") {
        H.Exit = unsigned(std::max<int64_t>(V.getAsInteger().value_or(0), 0));
        Ok = H.Exit > 0;
        return Done;
      }
      if (K == "variable" || K == "call") {
        H.What = K == "call" ? Hint::Call : Hint::Variable;
        Ok = V.getAsString().has_value();
        H.Name = V.getAsString().value_or("").str();
      } else if (K == "loop" || K == "branch") {
        H.What = K == "loop" ? Hint::Loop : Hint::Branch;
        if (!V.getAsBoolean().value_or(false)) {
          fail(H.Line, "\"" + K + "\" must be true");
          return Failed;
        }
      } else if (K == "writes") {
        ++Models;
        H.What = Hint::Writes;
        if (!writes(V, H))
          return Failed;
      } else {
        return NotMine;
      }
      ++Targets;
      return Done;
    };
    if (!members(O, Known, H, Models, Own))
      return false;
    if (H.PlaceFile.empty() && H.Function.empty())
      return fail(H.Line, "a hint needs a \"place\"");
    if (Targets != 1)
      return fail(H.Line, "a hint needs exactly one of \"variable\", "
                          "\"call\", \"loop\", \"branch\" and \"writes\"");
    if (Models != 1)
      return fail(H.Line, "a hint needs exactly one of \"value\", "
                          "\"uniform\", \"normal\", \"histogram\", \"trips\", "
                          "\"probability\" and \"learned\"");
    if (H.Exit && H.What != Hint::Loop)
      return fail(H.Line, "\"exit\" goes with \"loop\", and only with it");
    if (H.HasParams && H.Model != Hint::Learned)
      return fail(H.Line, "\"params\" goes with \"learned\", and only with it");
    if (H.Model == Hint::Learned)
      return true;
    if (H.What == Hint::Writes && H.Function.empty())
      return fail(H.Line, "\"writes\" is of a function: \"place\" must be "
                          "FUNCTION or FILE:FUNCTION");
    if ((H.What == Hint::Loop) != (H.Model == Hint::Trips))
      return fail(H.Line, "\"trips\" goes with \"loop\", and only with it");
    if ((H.What == Hint::Branch) != (H.Model == Hint::Probability))
      return fail(H.Line,
                  "\"probability\" goes with \"branch\", and only with it");
    return true;
  }

  std::string File, Text;
  std::string &Error;
  std::vector<unsigned> Lines;
};

} // namespace

bool readHintFile(const std::string &File, std::vector<Hint> &Out,
                  std::string &Error) {
  // A pipe gives its text once, and hints may be read twice.
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
  return Reader(File, It->second, Error).read(Out);
}

} // namespace skel
