//===- ReportText.cpp - a report for a terminal ---------------------------===//
//
// One function writes each section of the report.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/report/Report.h"

namespace skel {

namespace {

/// Regions with a smaller share are counted in one line at the end.
const double Small = 0.005;

std::string linesOf(unsigned Lines, unsigned Before) {
  return std::to_string(Lines) + " lines (" +
         percent(Before ? double(Lines) / Before : 0) + ")";
}

std::string chainText(const std::vector<Report::Link> &Chain,
                      const char *Indent) {
  std::string Out;
  for (const Report::Link &L : Chain)
    Out += Indent + L.At.place() + ": " + L.At.Text + "\n" + Indent + "  " +
           L.Reason + "\n";
  return Out;
}

/// Of a long way, only the two ends are written.
std::string wayText(const std::vector<Report::Line> &Way, const char *Indent) {
  std::string Out;
  for (size_t I = 0; I < Way.size(); ++I) {
    if (Way.size() > 12 && I == 6) {
      Out += Indent + std::to_string(Way.size() - 11) + " more\n";
      I = Way.size() - 5;
    }
    Out += Indent + Way[I].place() + ": " + Way[I].Text + "\n";
  }
  return Out;
}

std::string count(size_t N, const char *What) {
  return std::to_string(N) + " " + What + (N == 1 ? "" : "s");
}

} // namespace

static std::string setText(const Report &R, size_t I) {
  const Report::Set &S = R.Sets[I];
  std::string Out =
      "\nSet " + std::to_string(I + 1) + ": " + count(S.Hints.size(), "cut") +
      " free " + count(S.Frees.size(), "kept block") + " with " +
      percent(S.Share) + " of the time; " + linesOf(S.Lines, R.Before) +
      " are left, " + count(S.Kept, "kept block") + " (" +
      count(S.Kernels, "library kernel") + "), " + count(S.Real, "call") +
      " that move data\n";
  for (size_t H = 0; H < S.Hints.size(); ++H) {
    const Report::Hint &Hint = R.Hints[S.Hints[H]];
    Out += "  " + Hint.At.place() + ": " + Hint.At.Text + "\n";
    if (!Hint.Why.empty())
      Out += "    " + Hint.Why + "\n";
    if (S.Hints.size() > 1) {
      Out += "    alone it frees " +
             (S.Alone[H].empty() ? std::string("nothing")
                                 : count(S.Alone[H].size(), "kept block")) +
             "\n";
    }
  }
  Out += "  hints.json:\n    {\"schema\": \"bsim-hints/1\", \"hints\": [\n";
  for (size_t H = 0; H < S.Hints.size(); ++H)
    Out += "      " + R.Hints[S.Hints[H]].Text +
           (H + 1 < S.Hints.size() ? ",\n" : "\n");
  Out += "    ]}\n  frees:";
  for (size_t F = 0; F < S.Frees.size(); ++F) {
    const Report::Region &G = R.Regions[S.Frees[F]];
    if (F == 20) {
      Out += "\n    and " + std::to_string(S.Frees.size() - F) + " more";
      break;
    }
    Out += "\n    " + G.Name + ", " + G.Label + ", " + percent(G.Share);
  }
  return Out + "\n";
}

static std::string headText(const Report &R) {
  std::string Out = R.Program + ": " + std::to_string(R.Before) + " -> " +
                    linesOf(R.After, R.Before) + "\n";
  Out += "with code that may run: " + std::to_string(R.CodeBefore) + " -> " +
         linesOf(R.CodeAfter, R.CodeBefore) + ": " +
         std::to_string(R.CodeDecides) + " decide communication, " +
         std::to_string(R.CodeParams) + " give parameters of blocks\n";
  Out += count(R.Blocks, "block") + ", of which " +
         count(R.Regions.size(), "block") + " with " + percent(R.KeptShare) +
         " of the time stay as code, because communication depends on them (" +
         count(R.Kernels, "library kernel") + ")\n";
  Out += R.ShareFrom.empty()
             ? "shares of time are estimates: ten rounds for each loop, no "
               "sizes known (--times FILE gives better ones)\n"
             : "shares of time are of the blocks in " + R.ShareFrom + "\n";
  return Out;
}

static std::string setsText(const Report &R) {
  std::string Out = "\n== Sets of cuts\n";
  if (R.Sets.empty())
    Out += R.Regions.empty()
               ? "\nNone: nothing heavy stays.\n"
               : "\nNone: no cut at a number or a condition frees the kept "
                 "computation.\n";
  if (!R.Following.empty())
    Out += "\n" + R.Following + "\n";
  for (size_t I = 0; I < R.Sets.size(); ++I)
    Out += setText(R, I);
  return Out;
}

static std::string loopsText(const Report &R) {
  std::string Out = "\n== Loops that wait for communicated results\n";
  if (R.Loops.empty())
    Out += "\nNone.\n";
  for (const Report::Loop &L : R.Loops) {
    Out += "\n" + L.At.place() + ": " + L.At.Text + "\n";
    if (L.Exit.Number != L.At.Number || L.Exit.File != L.At.File)
      Out += "  ends at " + L.Exit.place() + ": " + L.Exit.Text + "\n";
    Out += "  decided by " + L.Call + " at " + L.Source.place() + ": " +
           L.Source.Text + "\n";
    for (size_t I = 0; I < L.Hints.size(); ++I)
      Out += "  " + L.Hints[I] + (I + 1 < L.Hints.size() ? ",\n" : "\n");
  }
  return Out;
}

static std::string regionText(const Report &R, const Report::Region &G) {
  std::string Out = "\n" + G.Name + ", " + G.Label + ", " + percent(G.Share) +
                    " of the time\n" + chainText(G.Chain, "  ");
  if (G.Hint >= 0)
    Out += "  on the way: " + R.Hints[G.Hint].Text + "\n";
  if (!G.Sets.empty())
    Out += "  freed by set " + std::to_string(G.Sets.front() + 1) + "\n";
  if (G.Stuck)
    Out += "  no cut at a number or a condition frees it:\n" +
           wayText(G.Way, "    ");
  return Out;
}

static std::string regionsText(const Report &R) {
  std::string Out = "\n== Kept computation, by share of the time\n";
  if (R.Regions.empty())
    Out += "\nNone.\n";
  unsigned Rest = 0;
  double RestShare = 0;
  for (const Report::Region &G : R.Regions) {
    if (G.Share < Small) {
      ++Rest;
      RestShare += G.Share;
      continue;
    }
    Out += regionText(R, G);
  }
  if (Rest)
    Out += "\nand " + count(Rest, "smaller one") + " with " +
           percent(RestShare) + " (see the JSON report)\n";
  return Out;
}

static std::string edgesText(const Report &R) {
  std::string Out =
      "\n== Where floating point becomes an integer or a branch, by what "
      "it drags in\n\n";
  for (const Report::Edge &E : R.Edges) {
    const Report::Hint &H = R.Hints[E.Hint];
    Out += H.At.place() + ": " + H.At.Text + "\n  " + H.Why + "; drags in " +
           count(E.Stmts, "statement") + ", " + count(E.Blocks, "kept block") +
           " (" + percent(E.Share) + ")\n  " + H.Text + "\n";
  }
  if (R.Edges.empty())
    Out += "None on the way from communication.\n";
  return Out;
}

static std::string callsText(const Report &R) {
  std::string Out = "\n== MPI calls\n";
  unsigned Plain = 0;
  for (const Report::Call &C : R.Calls) {
    if (C.Why == "has no buffers") {
      ++Plain;
      continue;
    }
    Out += "\n" + C.At.place() + ": " + C.Name +
           (C.Real ? " moves data: " : " is timing only: ") + C.Why + "\n";
    Out += chainText(C.Chain, "  ");
    if (C.Hint >= 0)
      Out += "  on the way: " + R.Hints[C.Hint].Text + "\n";
  }
  if (Plain)
    Out += "\nand " + count(Plain, "call") + " without buffers\n";
  return Out;
}

static std::string countsText(const Report::Incomplete &I) {
  std::string Out;
  for (const std::string &C : I.Counts)
    Out += (Out.empty() ? "  the instrumented program counts " : ", ") + C;
  return Out.empty() ? Out : Out + "\n";
}

static std::string incompleteText(const Report &R) {
  std::string Out = "\n== Blocks that lack parameters, by share of the time\n";
  if (R.Blind.empty())
    Out += "\nNone.\n";
  for (const Report::Incomplete &I : R.Blind)
    Out += "\n" + I.Name + ", " + I.Label + ", " + percent(I.Share) +
           " of the time, depends on\n" + chainText(I.Missing, "  ") +
           countsText(I);
  return Out;
}

static std::string unknownText(const Report &R) {
  std::string Out = "\n== What the analysis could not know\n\n";
  for (const std::string &U : R.Unknown)
    Out += U + "\n";
  if (R.Unknown.empty())
    Out += "Nothing.\n";
  return Out;
}

static std::string filesText(const Report &R) {
  std::string Out = "\n== Lines\n\n";
  for (const Report::File &F : R.Files) {
    char Line[64];
    snprintf(Line, sizeof Line, "%7u -> %7u  ", F.Before, F.After);
    Out += Line + F.Name + "\n";
  }
  return Out;
}

std::string reportText(const Report &R) {
  return headText(R) + setsText(R) + loopsText(R) + regionsText(R) +
         incompleteText(R) + edgesText(R) + callsText(R) + unknownText(R) +
         filesText(R);
}

} // namespace skel
