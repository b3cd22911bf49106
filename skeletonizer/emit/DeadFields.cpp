//===- DeadFields.cpp - fields that nothing names -------------------------===//
//
// Matches fields by their declaration, and by name in text that other edits
// have written.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/DeadFields.h"
#include "skeletonizer/model/TextMap.h"

namespace skel {

namespace {

class DeadFieldRemover {
public:
  DeadFieldRemover(const Sources &S, const std::set<unsigned> &Files, Edits &E)
      : S(S), Files(Files), E(E) {}

  void run() {
    for (unsigned File : Files)
      addNames(E.added(File));
    if (Written.count("sizeof") || Written.count("offsetof"))
      return;
    for (auto &[Name, Records] : S.Reaches)
      if (!S.Defined.count(Name))
        Fixed.insert(Records.begin(), Records.end());
    for (const RecordUse &U : S.LayoutUses)
      if (!Fixed.count(U.Of) && isLeft(U.At))
        Fixed.insert(U.Of);
    for (const RecordUse &U : S.FieldUses)
      if (!Used.count(U.Of) && isLeft(U.At))
        Used.insert(U.Of);
    std::map<std::string, unsigned> Named;
    for (auto &[At, R] : S.Records)
      ++Named[R.Name];
    for (auto &[At, R] : S.Records)
      if (R.Plain && !Fixed.count(At) && Named[R.Name] == 1 && isLeft(At) &&
          !Written.count(R.Name))
        record(At.File, R);
  }

private:
  void addNames(const std::string &Text) {
    eachWord(Text, [&](size_t Begin, size_t End) {
      Written.insert(Text.substr(Begin, End - Begin));
    });
  }

  bool isLeft(const Place &At) const {
    return Files.count(At.File) && !E.removed(At.File, At.Offset);
  }

  bool isDead(const Record::Field &F) const {
    return !Used.count(F.At) && !Written.count(F.Name);
  }

  void record(unsigned File, const Record &R) {
    // Declarations whose names are all dead; a struct has one member at least.
    std::vector<std::pair<unsigned, unsigned>> Dead;
    bool Any = false;
    for (size_t I = 0; I < R.Fields.size();) {
      size_t Next = I;
      bool All = true;
      for (;
           Next < R.Fields.size() && R.Fields[Next].Begin == R.Fields[I].Begin;
           ++Next)
        All &= isDead(R.Fields[Next]);
      if (All)
        Dead.push_back({R.Fields[I].Begin, R.Fields[I].End});
      Any |= !All;
      I = Next;
    }
    if (Dead.empty())
      return;
    if (!Any)
      Dead.erase(Dead.begin());
    TextMap Map(S.Text[File]);
    // No directives and no types that are defined inside.
    for (size_t At = R.Begin; (At = Map.code().find_first_of("#{", At)) < R.End;
         ++At)
      if (!E.removed(File, unsigned(At)))
        return;
    for (auto [Begin, End] : Dead) {
      unsigned Low = R.Begin, High = R.End;
      for (const Record::Field &F : R.Fields) {
        if (F.End <= Begin)
          Low = std::max(Low, F.End);
        if (F.Begin >= End)
          High = std::min(High, F.Begin);
      }
      Map.cut(E, File, Begin, End, Low, High, "");
    }
  }

  const Sources &S;
  const std::set<unsigned> &Files;
  Edits &E;
  std::set<Place> Fixed, Used;
  std::set<std::string> Written;
};

} // namespace

void cutDeadFields(const Sources &S, const std::set<unsigned> &Files,
                   Edits &E) {
  DeadFieldRemover(S, Files, E).run();
}

} // namespace skel
