//===- ReportTimes.cpp - times of blocks, for the report ------------------===//
//
// Reads the result of a run ("bsim-result/1") or the samples of an
// instrumented program ("# bsim-samples/1"), and finds the plan's blocks in it.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/report/Report.h"
#include "skeletonizer/base/JsonText.h"
#include <fstream>
#include <map>
#include <sstream>

namespace skel {

namespace {

struct Timed {
  double Seconds = 0;
  bool Any = false;
};

using ByName = std::map<std::string, Timed>;

/// block<TAB>params<TAB>count<TAB>mean_s ...
bool readSamples(const std::string &File, const std::string &Text, ByName &Out,
                 std::string &Error) {
  std::istringstream In(Text);
  std::string Line;
  unsigned Number = 0;
  while (std::getline(In, Line)) {
    ++Number;
    if (Line.compare(0, 5, "hint\t") == 0)
      break; // of learned hints, not of blocks
    if (Line.empty() || Line[0] == '#' || Line.compare(0, 6, "block\t") == 0)
      continue;
    std::istringstream Fields(Line);
    std::string Name, Params, Count, Mean;
    std::getline(Fields, Name, '\t');
    std::getline(Fields, Params, '\t');
    std::getline(Fields, Count, '\t');
    std::getline(Fields, Mean, '\t');
    char *End = nullptr;
    double Seconds =
        std::strtod(Count.c_str(), nullptr) * std::strtod(Mean.c_str(), &End);
    if (Mean.empty() || *End) {
      Error = File + ":" + std::to_string(Number) +
              ": not a line of samples (block, params, count, mean_s, ...)";
      return false;
    }
    Out[Name].Seconds += Seconds;
    Out[Name].Any = true;
  }
  return true;
}

bool readResult(const std::string &File, const std::string &Text,
                ByName &ByPlace, ByName &Out, std::string &Error) {
  auto Root = parseJson(Text);
  const llvm::json::Object *O = Root ? Root->getAsObject() : nullptr;
  if (!Root)
    llvm::consumeError(Root.takeError());
  const llvm::json::Array *Blocks = O ? O->getArray("blocks") : nullptr;
  if (!Blocks || O->getString("schema").value_or("") != "bsim-result/1") {
    Error = File + ": neither a result of bsim run (\"bsim-result/1\") nor "
                   "samples of an instrumented program (\"# bsim-samples/1\")";
    return false;
  }
  for (const llvm::json::Value &V : *Blocks)
    if (const llvm::json::Object *B = V.getAsObject()) {
      std::string Name = B->getString("name").value_or("").str();
      std::string Place = Name + " " + B->getString("file").value_or("").str() +
                          ":" +
                          std::to_string(B->getInteger("line").value_or(0));
      double Seconds = B->getNumber("calc_s").value_or(0);
      for (Timed *T : {&ByPlace[Place], &Out[Name]}) {
        T->Seconds += Seconds;
        T->Any = true;
      }
    }
  return true;
}

} // namespace

bool readTimes(const std::string &File, const Program &P, const Plan &Plan,
               const std::vector<double> &Estimate, std::vector<double> &Out,
               std::string &Error) {
  std::ifstream In(File, std::ios::binary);
  std::stringstream Buffer;
  Buffer << In.rdbuf();
  if (!In) {
    Error = File + ": cannot be read";
    return false;
  }
  std::string Text = Buffer.str();
  ByName Named, Placed;
  if (Text.compare(0, 14, "# bsim-samples") == 0
          ? !readSamples(File, Text, Named, Error)
          : !readResult(File, Text, Placed, Named, Error))
    return false;
  // Kernels share a name: where the file does not tell their places, by
  // estimate.
  std::map<std::string, double> Sum;
  for (const Block &B : Plan.Blocks)
    Sum[B.Name] += Estimate[B.Id];
  double Found = 0;
  for (const Block &B : Plan.Blocks) {
    Timed T = Placed[B.Name + " " + P.place(P.Stmts[B.First])];
    if (!T.Any) {
      T = Named[B.Name];
      T.Seconds *= Sum[B.Name] > 0 ? Estimate[B.Id] / Sum[B.Name] : 0;
    }
    Out.push_back(T.Any ? T.Seconds : -1);
    Found += T.Seconds;
  }
  if (!(Found > 0)) {
    Error = File + ": has no times of this program's blocks";
    return false;
  }
  return true;
}

} // namespace skel
