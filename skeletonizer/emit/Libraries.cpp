//===- Libraries.cpp - libraries that a skeleton still needs --------------===//
//
// A library is needed if, without it, the linker misses a symbol that it does
// not miss with it. What nobody gives here, as the functions of MPI, is missed
// both times.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/Libraries.h"
#include "skeletonizer/base/Command.h"
#include "skeletonizer/base/Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace skel {

namespace {

bool isName(llvm::StringRef Text) {
  return !Text.empty() && !isdigit((unsigned char)Text[0]) &&
         llvm::all_of(Text,
                      [](unsigned char C) { return isalnum(C) || C == '_'; });
}

/// "llvm.pow.f32" becomes a call of powf.
std::string mathFunction(llvm::StringRef Intrinsic) {
  auto [Name, Type] = Intrinsic.drop_front(strlen("llvm.")).split('.');
  return Name.str() + (Type == "f32" ? "f" : Type == "f64" ? "" : "l");
}

class Trials {
public:
  Trials(const std::string &Folder, const std::string &Dir)
      : Folder(Folder), Dir(Dir) {}

  bool compile(const OuterNames &Names) {
    std::string Source = Folder + "/names.c", List;
    std::ofstream Out(Source);
    for (const std::string &N : Names.Taken)
      if (!Names.Defined.count(N) && isName(N)) {
        // By another name in C, where it may be a keyword.
        std::string Own = "bsim_" + N;
        Out << "extern char " << Own << "[] __asm__(\"" << N << "\");\n";
        List += Own + ", ";
      }
    Out << "char *bsim_names[] = {" << List << "0};\n"
        << "int main(void) { return 0; }\n";
    Out.close();
    return Out && runCommand(compilerCall({"-w", "-c", Source, "-o",
                                           Folder + "/names.o"}),
                             Folder + "/log") == 0;
  }

  /// What the linker says of symbols that it misses, by lines; false if it
  /// cannot link.
  bool link(const std::vector<std::string> &Flags,
            std::set<std::string> &Missed) const {
    std::vector<std::string> Args = {"-o", Folder + "/names",
                                     Folder + "/names.o",
                                     "-Wl,--warn-unresolved-symbols"};
    Args.insert(Args.end(), Flags.begin(), Flags.end());
    if (runCommand(compilerCall(Args), Folder + "/log", 0, Dir) != 0)
      return false;
    std::ifstream In(Folder + "/log");
    Missed.clear();
    for (std::string Line; std::getline(In, Line);)
      Missed.insert(Line);
    return true;
  }

private:
  /// A call of the compiler that bsimcc calls, which may have options.
  static std::vector<std::string>
  compilerCall(const std::vector<std::string> &Arguments) {
    const char *Given = getenv("BSIM_CC");
    llvm::SmallVector<llvm::StringRef, 4> Words;
    llvm::SplitString(Given ? Given : "", Words);
    std::vector<std::string> Args(Words.begin(), Words.end());
    if (Args.empty())
      Args.push_back("cc");
    Args.insert(Args.end(), Arguments.begin(), Arguments.end());
    return Args;
  }

  const std::string Folder, &Dir;
};

using Flags = std::vector<std::string>;

/// The library that a flag names, "-lx" or "-l" and "x"; Words: how many it is.
std::string libraryAt(const Flags &F, size_t I, size_t &Words) {
  Words = 1;
  if (F[I] == "-l" && I + 1 < F.size()) {
    Words = 2;
    return F[I + 1];
  }
  return llvm::StringRef(F[I]).starts_with("-l") ? F[I].substr(2) : "";
}

Flags without(const Flags &F, const std::string &Library) {
  Flags Out;
  for (size_t I = 0, Words; I < F.size(); I += Words) {
    std::string Name = libraryAt(F, I, Words);
    if (Name.empty() || Name != Library)
      Out.insert(Out.end(), F.begin() + long(I), F.begin() + long(I + Words));
  }
  return Out;
}

} // namespace

void OuterNames::add(const llvm::Module &M) {
  for (const llvm::GlobalValue &G : M.global_values()) {
    llvm::StringRef Name = G.getName();
    Name.consume_front("\1"); // not to be mangled
    if (Name.starts_with("llvm."))
      Taken.insert(mathFunction(Name));
    else if (G.isDeclaration())
      Taken.insert(Name.str());
    else if (!G.hasLocalLinkage())
      Defined.insert(Name.str());
  }
}

void OuterNames::add(const Emission &E) {
  auto InName = [](char C) { return isalnum((unsigned char)C) || C == '_'; };
  for (auto &[File, Result] : E.Files) {
    const std::string &T = Result.Text;
    for (size_t Open = T.find('('); Open != std::string::npos;
         Open = T.find('(', Open + 1)) {
      size_t End = Open;
      while (End > 0 && isspace((unsigned char)T[End - 1]))
        --End;
      size_t Begin = End;
      while (Begin > 0 && InName(T[Begin - 1]))
        --Begin;
      Taken.insert(T.substr(Begin, End - Begin));
    }
  }
}

std::vector<std::string>
neededLibraries(const std::vector<std::string> &LinkFlags,
                const std::string &Dir, const OuterNames &Names,
                std::vector<std::string> &Unneeded) {
  std::vector<std::string> Libraries, Left = LinkFlags;
  for (const std::string &F : LinkFlags)
    for (const char *Always : {"whole-archive", "no-as-needed"})
      if (llvm::StringRef(F).contains(Always))
        return Left; // wanted, whoever names it
  for (size_t I = 0, Words; I < LinkFlags.size(); I += Words) {
    std::string Name = libraryAt(LinkFlags, I, Words);
    if (!Name.empty() && !llvm::is_contained(Libraries, Name))
      Libraries.push_back(Name);
  }
  std::string Folder = Libraries.empty() ? "" : makeTempFolder();
  if (Folder.empty())
    return Left;
  Trials Try(Folder, Dir);
  std::set<std::string> Missed, Now;
  if (Try.compile(Names) && Try.link(Left, Missed))
    for (const std::string &L : Libraries) {
      Flags Fewer = without(Left, L);
      if (!Try.link(Fewer, Now) ||
          !std::includes(Missed.begin(), Missed.end(), Now.begin(), Now.end()))
        continue;
      Left = std::move(Fewer);
      Unneeded.push_back("-l" + L);
    }
  removeTree(Folder);
  return Left;
}

} // namespace skel
