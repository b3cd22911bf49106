//===- Names.h - facts of the analyses by source names ----------*- C++ -*-===//
//
// Names of variables, places in memory and statements as a test's source has
// them, so that what a test expects does not depend on numbers of lines.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_TESTS_ANALYSIS_NAMES_H
#define BSIM_TESTS_ANALYSIS_NAMES_H

#include "skeletonizer/model/Sources.h"
#include "skeletonizer/slice/Slicer.h"
#include <map>
#include <set>

namespace skel {

using NameSet = std::set<std::string>;

class Names {
public:
  Names(const Phases &P, const Sources &Text);

  static std::string function(const llvm::Function *F);
  /// "main.x", "global", "f.parameter"; a place that has no name in the source:
  /// empty.
  std::string variable(const llvm::Value *Address) const;
  /// "main.s.field", "main.a[]" for an element of an array, "heap@12+8" for a
  /// byte of what line 12 allocates, "heap@12<30" where the function of line 12
  /// has a copy for the call in line 30; "[*]" behind a name: anywhere in it.
  /// Outer: a structure instead of its first member.
  std::string place(unsigned Object, int64_t Offset, bool Outer = false) const;
  NameSet places(const PlaceSet &Set) const;
  NameSet atoms(const AtomSet &Set) const;
  /// The text of a statement, of a control statement that of its header, in
  /// quotes; with its line where the program has another one of this text.
  std::string statement(unsigned Stmt) const;
  /// What a call enters, by name; empty if that is not known.
  NameSet callees(const llvm::CallBase *C) const;

private:
  std::string text(const Stmt &S) const;
  std::string site(const llvm::CallBase *C) const;

  const Phases &P;
  const Program &Prog;
  const Sources &Text;
  std::map<std::string, unsigned> Uses; ///< of a statement's text
};

} // namespace skel

#endif
