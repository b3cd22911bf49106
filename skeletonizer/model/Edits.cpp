//===- Edits.cpp - changes of text, collected and applied -----------------===//
//
// Knows nothing of C.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/Edits.h"
#include <algorithm>

namespace skel {

bool Edits::removed(unsigned File, unsigned At) const {
  auto It = PerFile.find(File);
  if (It == PerFile.end())
    return false;
  for (const Edit &E : It->second)
    if (E.Begin <= At && At < E.End)
      return true;
  return false;
}

bool Edits::inserted(unsigned File, unsigned At) const {
  auto It = PerFile.find(File);
  return It != PerFile.end() &&
         std::any_of(It->second.begin(), It->second.end(), [&](const Edit &E) {
           return E.Begin == At && E.End == At;
         });
}

std::string Edits::added(unsigned File) const {
  std::string Out;
  auto It = PerFile.find(File);
  if (It != PerFile.end())
    for (const Edit &E : It->second)
      Out += E.Text + "\n";
  return Out;
}

// Where two pieces of text meet after a cut: no pile of blank lines, none
// behind an opening and in front of a closing brace, none at a file's ends.
// Gives the byte of the original where copying goes on.
static unsigned joinLines(std::string &Text, const std::string &Original,
                          unsigned At, unsigned End) {
  bool Start = Text.empty() || Text.back() == '\n';
  if (!Start || (At > 0 && Original[At - 1] != '\n'))
    return At;
  size_t Last = Text.find_last_not_of(" \t\r\n");
  bool Blank = Last == std::string::npos || Text[Last] == '{' ||
               std::count(Text.begin() + Last, Text.end(), '\n') > 1;
  unsigned Next = At;
  for (unsigned Line = At; Line < End;) {
    size_t Stop = Original.find('\n', Line);
    if (Stop == std::string::npos || Stop >= End ||
        Original.find_first_not_of(" \t\r", Line) != Stop)
      break;
    Line = Next = Stop + 1;
  }
  size_t Code = Original.find_first_not_of(" \t\r\n", Next);
  bool Close = Code == std::string::npos || Original[Code] == '}';
  if (Close && Code <= End)
    while (Text.size() > 1 && Text[Text.size() - 1] == '\n' &&
           Text[Text.size() - 2] == '\n')
      Text.pop_back();
  return Blank || Close ? Next : At;
}

Edits::Result Edits::apply(unsigned File, const std::string &Original) const {
  Result R;
  std::vector<Edit> List;
  auto It = PerFile.find(File);
  if (It != PerFile.end())
    List = It->second;
  // An insertion goes in front of a range that starts at the same byte; of two
  // ranges the longer one swallows the other.
  std::stable_sort(List.begin(), List.end(), [](const Edit &A, const Edit &B) {
    if (A.Begin != B.Begin)
      return A.Begin < B.Begin;
    bool InsertA = A.Begin == A.End, InsertB = B.Begin == B.End;
    if (InsertA != InsertB)
      return InsertA;
    return A.End > B.End;
  });
  R.LineStarts.push_back(0);
  for (size_t I = 0; I < Original.size(); ++I)
    if (Original[I] == '\n')
      R.LineStarts.push_back(I + 1);
  R.Left.assign(R.LineStarts.size(), 0);
  unsigned At = 0;
  size_t Line = 0; // of At, as far as it was asked for
  auto LineOf = [&](unsigned Byte) {
    while (Line + 1 < R.LineStarts.size() && R.LineStarts[Line + 1] <= Byte)
      ++Line;
    return Line;
  };
  bool Cut = false; // something was removed since the last copied byte
  auto Copy = [&](unsigned End) {
    if (Cut)
      At = joinLines(R.Text, Original, At, End);
    Cut = false;
    if (End > At) {
      R.Pieces.push_back({At, unsigned(R.Text.size())});
      R.Sizes.push_back(End - At);
      R.Text += Original.substr(At, End - At);
      while ((At = Original.find_first_not_of(" \t\r\n{}", At)) < End) {
        R.Left[LineOf(At)] = 1;
        At = Line + 1 < R.LineStarts.size() ? R.LineStarts[Line + 1] : End;
      }
      At = End;
    }
  };
  for (const Edit &E : List) {
    if (E.Begin < At) { // inside or overlapping a removed range
      if (E.End > At)
        At = E.End;
      Cut = true;
      continue;
    }
    Copy(E.Begin);
    R.Text += E.Text;
    if (E.End > E.Begin && !E.Text.empty())
      R.Left[LineOf(E.Begin)] = 1;
    At = std::max(At, E.End);
    Cut |= E.End > E.Begin;
  }
  Copy(Original.size());
  return R;
}

unsigned Edits::Result::originalLine(unsigned Line) const {
  size_t At = 0;
  for (unsigned L = 1; L < Line && At != std::string::npos; ++L) {
    At = Text.find('\n', At);
    At += At != std::string::npos;
  }
  if (At == std::string::npos)
    return 0;
  // Past the indentation, which may be that of a removed line.
  At = std::min(Text.find_first_not_of(" \t", At), Text.size());
  unsigned Offset = 0;
  for (size_t I = 0; I < Pieces.size() && Pieces[I].second <= At; ++I)
    Offset = Pieces[I].first + (At - Pieces[I].second);
  auto It = std::upper_bound(LineStarts.begin(), LineStarts.end(), Offset);
  return It - LineStarts.begin();
}

unsigned Edits::Result::lineOf(unsigned Original) const {
  for (size_t I = 0; I < Pieces.size(); ++I) {
    unsigned Next =
        I + 1 < Pieces.size() ? Pieces[I + 1].second : unsigned(Text.size());
    unsigned Length = Next - Pieces[I].second;
    if (Original >= Pieces[I].first && Original < Pieces[I].first + Length) {
      unsigned Offset = Pieces[I].second + (Original - Pieces[I].first);
      return 1 + std::count(Text.begin(), Text.begin() + Offset, '\n');
    }
  }
  return 0;
}

} // namespace skel
