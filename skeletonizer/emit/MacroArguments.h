//===- MacroArguments.h - names of static data in arguments -----*- C++ -*-===//
//
// Decides where BSIM_G is written for a name that is an argument of a macro: at
// the argument, or, if the macro also makes text or a declaration of it, at the
// parameter in the macro's body. Edits nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MACROARGUMENTS_H
#define BSIM_SKELETONIZER_MACROARGUMENTS_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/model/Sources.h"
#include <map>
#include <set>
#include <string>

namespace skel {

class MacroArguments {
public:
  /// Removed text in E does not count.
  MacroArguments(const Sources &S, const std::set<std::string> &Private,
                 const Edits &E);

  /// BSIM_G goes to the parameter of each use of this name.
  bool atParameter(const Place &Spelled) const { return Moved.count(Spelled); }
  /// BSIM_G would have to go to a parameter and cannot, since a macro declares
  /// the name of the argument.
  bool declared(const Place &Spelled) const {
    return !Moved.count(Spelled) && Declared.count(Spelled);
  }
  /// The macro that makes text of the name, in which BSIM_G will stand; null if
  /// there is none.
  const NameInText *text(const Place &Spelled) const;

private:
  bool moves(const StaticUse &U) const;
  bool stays(const StaticUse &U) const;
  void tryToMove(const Place &Spelled);

  const Sources &S;
  const std::set<std::string> &Private;
  std::map<Place, std::vector<const StaticUse *>> ByName, ByParameter;
  std::set<Place> Declared, Moved;
  std::map<Place, const NameInText *> Texts;
};

} // namespace skel

#endif
