//===- Borders.cpp - jumps over the ends of a run of statements -----------===//
//
// Labels and jumps of the run, and the jumps of its function that name them.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/Borders.h"
#include <algorithm>
#include <functional>

namespace skel {

/// The statement is one of First to Last, siblings, or a part of one.
static bool isWithin(const Program &P, int At, int First, int Last) {
  int Parent = P.Stmts[First].Parent;
  while (At >= 0 && P.Stmts[At].Parent != Parent)
    At = P.Stmts[At].Parent;
  return At >= First && At <= Last;
}

/// Whether Holds for a statement at or below one.
static bool anyAtOrBelow(const Program &P, unsigned S,
                         const std::function<bool(const Stmt &)> &Holds) {
  const Stmt &At = P.Stmts[S];
  return Holds(At) ||
         std::any_of(At.Children.begin(), At.Children.end(),
                     [&](unsigned C) { return anyAtOrBelow(P, C, Holds); });
}

static bool anyWithin(const Program &P, int First, int Last,
                      const std::function<bool(const Stmt &)> &Holds) {
  if (First == Last || P.Stmts[First].Parent < 0)
    return anyAtOrBelow(P, unsigned(First), Holds);
  for (unsigned S : P.Stmts[P.Stmts[First].Parent].Children)
    if (int(S) >= First && int(S) <= Last && anyAtOrBelow(P, S, Holds))
      return true;
  return false;
}

static bool isGoto(const Stmt &S) {
  return S.Kind == StmtKind::Goto && S.Name != "break" && S.Name != "continue";
}

bool jumpsOut(const Program &P, const Stmt &Jump, int First, int Last) {
  if (Jump.Kind == StmtKind::Return)
    return true;
  if (isGoto(Jump))
    return !anyWithin(P, First, Last, [&](const Stmt &L) {
      return L.Kind == StmtKind::Label && L.Name == Jump.Name;
    });
  for (int Up = Jump.Parent; Up >= 0; Up = P.Stmts[Up].Parent) {
    const Stmt &S = P.Stmts[Up];
    if (isLoop(S.Kind) || (S.Kind == StmtKind::Switch && Jump.Name == "break"))
      return !isWithin(P, Up, First, Last);
  }
  return true;
}

const char *whyEntered(const Program &P, int First, int Last) {
  bool Case = anyWithin(P, First, Last, [&](const Stmt &S) {
    if (S.Kind != StmtKind::Case && !S.HoldsCase)
      return false;
    int Up = S.Parent;
    while (Up >= 0 && P.Stmts[Up].Kind != StmtKind::Switch)
      Up = P.Stmts[Up].Parent;
    return Up < 0 || !isWithin(P, Up, First, Last);
  });
  if (Case)
    return "a case label stands in the block";
  unsigned Body = unsigned(P.Functions[P.Stmts[First].Function].Body);
  bool Label = anyWithin(P, First, Last, [&](const Stmt &L) {
    return L.Kind == StmtKind::Label &&
           anyAtOrBelow(P, Body, [&](const Stmt &G) {
             // A goto without a name goes where a pointer says.
             return isGoto(G) && (G.Name == L.Name || G.Name.empty()) &&
                    !isWithin(P, int(G.Id), First, Last);
           });
  });
  return Label ? "a goto leads into the block" : nullptr;
}

const char *whyOpen(const Program &P, int First, int Last) {
  if (anyWithin(P, First, Last, [&](const Stmt &J) {
        return J.Kind == StmtKind::Goto && J.FromMacro &&
               jumpsOut(P, J, First, Last);
      }))
    return "a jump in a macro leaves the block";
  return whyEntered(P, First, Last);
}

} // namespace skel
