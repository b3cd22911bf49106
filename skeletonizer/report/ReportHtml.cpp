//===- ReportHtml.cpp - a report as one page ------------------------------===//
//
// Self-contained: style and a few lines of script in the page, nothing loaded.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/report/Report.h"

namespace skel {

namespace {

const char *const Style = R"(
:root { --ink: #1c2127; --soft: #5c6670; --line: #d9dee3; --tint: #f4f6f8;
        --bar: #2f6f9f; --paper: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e7eb; --soft: #9aa5b0; --line: #38424c; --tint: #20262d;
          --bar: #5ea3d6; --paper: #161a1f; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink);
       background: var(--paper); margin: 2rem auto; max-width: 62rem;
       padding: 0 1.2rem; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; padding-bottom: .2rem;
     border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
code, pre { font: 13px/1.45 ui-monospace, Menlo, Consolas, monospace; }
pre { background: var(--tint); border: 1px solid var(--line);
      border-radius: 4px; padding: .6rem .8rem; overflow-x: auto; margin: .4rem 0; }
table { border-collapse: collapse; width: 100%; margin: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0;
         border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); font-size: .85rem; }
td.n, th.n { text-align: right; white-space: nowrap;
             font-variant-numeric: tabular-nums; }
details { border-bottom: 1px solid var(--line); padding: .3rem 0; }
summary { cursor: pointer; display: flex; gap: .8rem; align-items: baseline; }
summary .place { color: var(--soft); flex: 1; overflow: hidden;
                 text-overflow: ellipsis; white-space: nowrap; }
ol.chain { list-style: none; margin: .4rem 0 .4rem .5rem; padding: 0 0 0 1rem;
           border-left: 2px solid var(--line); }
ol.chain li { margin: .25rem 0; }
ol.chain .why { color: var(--soft); font-size: .88rem; }
.facts { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: .8rem 0; }
.facts b { display: block; font-size: 1.35rem; font-weight: 600; }
.facts span { color: var(--soft); font-size: .88rem; }
.bar { display: inline-block; width: 7rem; height: .55rem; background: var(--tint);
       border: 1px solid var(--line); }
.bar i { display: block; height: 100%; background: var(--bar); }
button { font: inherit; font-size: .85rem; color: inherit; cursor: pointer;
         background: var(--tint); border: 1px solid var(--line);
         border-radius: 4px; padding: .1rem .6rem; }
nav a { margin-right: 1rem; color: var(--bar); }
)";

const char *const Script = R"(
for (const b of document.querySelectorAll('button[data-copy]'))
  b.onclick = () => {
    const text = document.getElementById(b.dataset.copy).textContent;
    navigator.clipboard.writeText(text).then(() => { b.textContent = 'copied'; });
  };
)";

std::string esc(const std::string &Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '&')
      Out += "&amp;";
    else if (C == '<')
      Out += "&lt;";
    else if (C == '>')
      Out += "&gt;";
    else if (C == '"')
      Out += "&quot;";
    else
      Out += C;
  }
  return Out;
}

std::string count(size_t N, const char *What) {
  return std::to_string(N) + " " + What + (N == 1 ? "" : "s");
}

std::string lineHtml(const Report::Line &L) {
  return "<code>" + esc(L.Text) + "</code> <span class=\"soft\">" +
         esc(L.place()) + "</span>";
}

std::string chainHtml(const std::vector<Report::Link> &Chain) {
  std::string Out = "<ol class=\"chain\">\n";
  for (const Report::Link &L : Chain)
    Out += "<li>" + lineHtml(L.At) + "<div class=\"why\">" + esc(L.Reason) +
           "</div></li>\n";
  return Out + "</ol>\n";
}

std::string bar(double Share) {
  char Width[32];
  snprintf(Width, sizeof Width, "%.1f", 100 * Share);
  return "<span class=\"bar\"><i style=\"width:" + std::string(Width) +
         "%\"></i></span>";
}

std::string fact(const std::string &Value, const std::string &Name) {
  return "<div><b>" + esc(Value) + "</b><span>" + esc(Name) + "</span></div>\n";
}

std::string head(const Report &R) {
  std::string Out = "<h1>" + esc(R.Program) + ": what keeps computation</h1>\n";
  double Left = R.Before ? double(R.After) / R.Before : 0;
  Out += "<div class=\"facts\">\n";
  Out += fact(std::to_string(R.Before) + " → " + std::to_string(R.After),
              "lines (" + percent(Left) + " stay)");
  Out +=
      fact(std::to_string(R.CodeBefore) + " → " + std::to_string(R.CodeAfter),
           "lines with code that may run (" +
               percent(R.CodeBefore ? double(R.CodeAfter) / R.CodeBefore : 0) +
               " stay)");
  Out +=
      fact(std::to_string(R.Regions.size()) + " of " + std::to_string(R.Blocks),
           "blocks stay as code, " + std::to_string(R.Kernels) +
               " of them library kernels");
  Out += fact(percent(R.KeptShare), "of the time is in kept blocks");
  Out += fact(std::to_string(R.Unknown.size()), "places not known");
  Out += "</div>\n<p class=\"soft\">";
  Out += R.ShareFrom.empty()
             ? "Shares of time are estimates for ordering: ten rounds for each "
               "loop, sizes not known. <code>--times FILE</code> gives better "
               "ones."
             : "Shares of time are of the blocks in <code>" + esc(R.ShareFrom) +
                   "</code>.";
  Out += "</p>\n<nav><a href=\"#sets\">Sets of cuts</a><a "
         "href=\"#loops\">Convergence</a><a href=\"#kept\">Kept "
         "computation</a><a href=\"#edges\">Floating-point edges</a><a "
         "href=\"#calls\">MPI calls</a><a href=\"#unknown\">Unknown</a><a "
         "href=\"#lines\">Lines</a></nav>\n";
  return Out;
}

std::string setHtml(const Report &R, size_t I) {
  const Report::Set &S = R.Sets[I];
  std::string Id = "set" + std::to_string(I + 1);
  std::string Out = "<h3>Set " + std::to_string(I + 1) + ": " +
                    count(S.Hints.size(), "cut") + "</h3>\n";
  Out += "<div class=\"facts\">\n";
  Out += fact(std::to_string(S.Frees.size()),
              "kept blocks freed, " + percent(S.Share) + " of the time");
  Out += fact(std::to_string(S.Lines),
              "lines left (" +
                  percent(R.Before ? double(S.Lines) / R.Before : 0) + ")");
  Out += fact(std::to_string(S.Kept), "kept blocks left, " +
                                          std::to_string(S.Kernels) +
                                          " of them library kernels");
  Out += fact(std::to_string(S.Real), "calls left that move data");
  Out += "</div>\n<table><tr><th>cut</th><th>what happens "
         "there</th><th>alone it frees</th></tr>\n";
  for (size_t H = 0; H < S.Hints.size(); ++H) {
    const Report::Hint &Hint = R.Hints[S.Hints[H]];
    Out += "<tr><td>" + lineHtml(Hint.At) + "</td><td>" + esc(Hint.Why) +
           "</td><td>" +
           (S.Alone[H].empty() ? std::string("nothing")
                               : count(S.Alone[H].size(), "block")) +
           "</td></tr>\n";
  }
  Out += "</table>\n<p>hints.json <button data-copy=\"" + Id +
         "\">copy</button></p>\n<pre id=\"" + Id +
         "\">{\"schema\": \"bsim-hints/1\", \"hints\": [\n";
  for (size_t H = 0; H < S.Hints.size(); ++H)
    Out += "  " + esc(R.Hints[S.Hints[H]].Text) +
           (H + 1 < S.Hints.size() ? ",\n" : "\n");
  Out += "]}</pre>\n<details><summary>the blocks that it frees</summary>\n"
         "<table><tr><th>block</th><th>place</th><th class=\"n\">share</th>"
         "</tr>\n";
  for (unsigned G : S.Frees)
    Out += "<tr><td>" + esc(R.Regions[G].Name) + "</td><td>" +
           lineHtml(R.Regions[G].At) + "</td><td class=\"n\">" +
           percent(R.Regions[G].Share) + "</td></tr>\n";
  return Out + "</table></details>\n";
}

std::string loopsHtml(const Report &R) {
  std::string Out = "<h2 id=\"loops\">Loops that wait for communicated "
                    "results</h2>\n";
  if (R.Loops.empty())
    return Out + "<p>None.</p>\n";
  for (const Report::Loop &L : R.Loops) {
    Out += "<p>" + lineHtml(L.At);
    if (L.Exit.Number != L.At.Number || L.Exit.File != L.At.File)
      Out += "<br>ends at " + lineHtml(L.Exit);
    Out += "<br>decided by " + esc(L.Call) + ": " + lineHtml(L.Source) +
           "</p>\n<pre>";
    for (size_t I = 0; I < L.Hints.size(); ++I)
      Out += esc(L.Hints[I]) + (I + 1 < L.Hints.size() ? ",\n" : "");
    Out += "</pre>\n";
  }
  return Out;
}

std::string regionsHtml(const Report &R) {
  std::string Out =
      "<h2 id=\"kept\">Kept computation, by share of the time</h2>\n";
  if (R.Regions.empty())
    return Out + "<p>None.</p>\n";
  for (const Report::Region &G : R.Regions) {
    Out += "<details><summary>" + bar(G.Share) + "<span>" + percent(G.Share) +
           "</span><b>" + esc(G.Name) + "</b><span class=\"place\">" +
           esc(G.At.place()) + " " + esc(G.At.Text) + "</span>";
    if (!G.Sets.empty())
      Out += "<span>set " + std::to_string(G.Sets.front() + 1) + "</span>";
    else if (G.Stuck)
      Out += "<span class=\"soft\">no cut</span>";
    Out += "</summary>\n" + chainHtml(G.Chain);
    if (G.Hint >= 0)
      Out += "<p>On the way:</p><pre>" + esc(R.Hints[G.Hint].Text) + "</pre>\n";
    if (G.Stuck) {
      Out += "<p>No cut at a number or a condition frees it; no hint can stand "
             "on this way to communication:</p><ol class=\"chain\">\n";
      for (const Report::Line &L : G.Way)
        Out += "<li>" + lineHtml(L) + "</li>\n";
      Out += "</ol>\n";
    }
    Out += "</details>\n";
  }
  return Out;
}

std::string edgesHtml(const Report &R) {
  std::string Out = "<h2 id=\"edges\">Where floating point becomes an integer "
                    "or a branch</h2>\n";
  if (R.Edges.empty())
    return Out + "<p>Nowhere on the way from communication.</p>\n";
  Out += "<p class=\"soft\">By what each drags in; others may drag in the "
         "same.</p>\n<table><tr><th>place</th><th>what happens there</th><th "
         "class=\"n\">statements</th><th class=\"n\">kept blocks</th><th "
         "class=\"n\">share</th></tr>\n";
  for (const Report::Edge &E : R.Edges) {
    const Report::Hint &H = R.Hints[E.Hint];
    Out += "<tr><td>" + lineHtml(H.At) + "</td><td>" + esc(H.Why) +
           "</td><td class=\"n\">" + std::to_string(E.Stmts) +
           "</td><td class=\"n\">" + std::to_string(E.Blocks) +
           "</td><td class=\"n\">" + percent(E.Share) + "</td></tr>\n";
  }
  return Out + "</table>\n";
}

std::string callsHtml(const Report &R) {
  std::string Out = "<h2 id=\"calls\">MPI calls</h2>\n";
  unsigned Plain = 0;
  for (const Report::Call &C : R.Calls) {
    if (C.Why == "has no buffers") {
      ++Plain;
      continue;
    }
    Out += "<details><summary><b>" + esc(C.Name) + "</b><span>" +
           (C.Real ? "moves data" : "timing only") +
           "</span><span class=\"place\">" + esc(C.At.place()) + " " +
           esc(C.Why) + "</span></summary>\n<p>" + esc(C.Why) + "</p>\n";
    if (!C.Chain.empty())
      Out += chainHtml(C.Chain);
    if (C.Hint >= 0)
      Out += "<p>On the way:</p><pre>" + esc(R.Hints[C.Hint].Text) + "</pre>\n";
    Out += "</details>\n";
  }
  if (Plain)
    Out += "<p class=\"soft\">and " + count(Plain, "call") +
           " without buffers</p>\n";
  return Out;
}

} // namespace

std::string reportHtml(const Report &R) {
  std::string Out = "<!doctype html>\n<html lang=\"en\"><head><meta "
                    "charset=\"utf-8\"><meta name=\"viewport\" "
                    "content=\"width=device-width\">\n<title>" +
                    esc(R.Program) +
                    ": report of skeletonize</title>\n<style>" + Style +
                    "</style></head><body>\n" + head(R);
  Out += "<h2 id=\"sets\">Sets of cuts</h2>\n";
  if (R.Sets.empty())
    Out += R.Regions.empty() ? "<p>None: nothing heavy stays.</p>\n"
                             : "<p>None: no cut at a number or a condition "
                               "frees the kept computation.</p>\n";
  if (!R.Following.empty())
    Out += "<p>" + R.Following + "</p>\n";
  for (size_t I = 0; I < R.Sets.size(); ++I)
    Out += setHtml(R, I);
  Out += loopsHtml(R) + regionsHtml(R) + edgesHtml(R) + callsHtml(R);
  Out += "<h2 id=\"unknown\">What the analysis could not know</h2>\n";
  if (R.Unknown.empty())
    Out += "<p>Nothing.</p>\n";
  for (const std::string &U : R.Unknown)
    Out += "<p><code>" + esc(U) + "</code></p>\n";
  Out += "<h2 id=\"lines\">Lines</h2>\n<table><tr><th>file</th><th "
         "class=\"n\">before</th><th class=\"n\">after</th><th "
         "class=\"n\">that may run</th><th class=\"n\">after</th></tr>\n";
  for (const Report::File &F : R.Files)
    Out += "<tr><td>" + esc(F.Name) + "</td><td class=\"n\">" +
           std::to_string(F.Before) + "</td><td class=\"n\">" +
           std::to_string(F.After) + "</td><td class=\"n\">" +
           std::to_string(F.CodeBefore) + "</td><td class=\"n\">" +
           std::to_string(F.CodeAfter) + "</td></tr>\n";
  return Out + "</table>\n<script>" + Script + "</script></body></html>\n";
}

} // namespace skel
