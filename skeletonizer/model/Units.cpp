//===- Units.cpp - which sources, compiled how ----------------------------===//
//
// Reads the compilation database or the command line into a list of units
// with cleaned flags. Knows nothing of C.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/Units.h"
#include "skeletonizer/base/JsonText.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <set>

namespace skel {

bool isBelow(const std::string &Path, const std::string &Folder) {
  if (Folder == "/")
    return !Path.empty() && Path[0] == '/';
  return Path.compare(0, Folder.size(), Folder) == 0 &&
         (Path.size() == Folder.size() || Path[Folder.size()] == '/');
}

static std::string parentOf(const std::string &Path) {
  size_t Slash = Path.rfind('/');
  return Slash == 0 || Slash == std::string::npos ? "/" : Path.substr(0, Slash);
}

static std::string commonFolder(std::string A, const std::string &B) {
  while (!isBelow(B, A))
    A = parentOf(A);
  return A;
}

static bool startsWith(const std::string &S, const char *Prefix) {
  return S.compare(0, std::string(Prefix).size(), Prefix) == 0;
}

static bool isOneOf(const std::string &S,
                    std::initializer_list<const char *> List) {
  for (const char *E : List)
    if (S == E)
      return true;
  return false;
}

static bool isSystemFolder(const std::string &Path) {
  return Path == "/" || isBelow(Path, "/usr") || isBelow(Path, "/opt") ||
         isBelow(Path, "/lib");
}

// A folder of headers by its real path, where a symbolic link leads to it:
// files have one name, whatever way the compiler is shown to them.
static std::string withoutLinks(const std::string &Directory,
                                const std::string &Dir) {
  std::string Path = makeAbsolute(Directory, Dir), Real = realPath(Path);
  std::string Plain = std::filesystem::path(Path).lexically_normal();
  while (Plain.size() > 1 && Plain.back() == '/')
    Plain.pop_back();
  return Real.empty() || Real == Plain || isSystemFolder(Real) ? Dir : Real;
}

// The option, of those that take a folder of headers, that the flag begins
// with; "" if none.
static std::string folderOption(const std::string &Flag) {
  for (const char *Name : {"-isystem", "-iquote", "-idirafter", "-I"})
    if (startsWith(Flag, Name))
      return Name;
  return "";
}

// Sorts a compiler's arguments into what the unit needs and what the linker
// needs. Source is the unit's file as it may be named there.
static void cleanFlags(const std::vector<std::string> &Args,
                       const std::string &Directory, const std::string &Source,
                       std::vector<std::string> &Flags,
                       std::vector<std::string> &Link) {
  for (size_t I = 0; I < Args.size(); ++I) {
    const std::string &A = Args[I];
    if (isOneOf(A, {"-o", "-MF", "-MT", "-MQ", "-MJ", "--serialize-diagnostics",
                    "-Xlinker"})) {
      ++I;
    } else if (isOneOf(A, {"-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP",
                           "-MG", "-pipe", "-save-temps", "--", "-v"}) ||
               startsWith(A, "-o")) {
      continue;
    } else if (startsWith(A, "-l") || startsWith(A, "-L") ||
               startsWith(A, "-Wl,") || A == "-static" || A == "-rdynamic") {
      Link.push_back(A);
      if ((A == "-l" || A == "-L") && I + 1 < Args.size())
        Link.push_back(Args[++I]);
    } else if (isOneOf(A, {"-I", "-D", "-U", "-include", "-isystem", "-iquote",
                           "-idirafter", "-imacros", "-x", "-Xpreprocessor",
                           "-Xclang", "--param"}) &&
               I + 1 < Args.size()) {
      Flags.push_back(A);
      ++I;
      Flags.push_back(
          folderOption(A).empty() ? Args[I] : withoutLinks(Directory, Args[I]));
    } else if (!A.empty() && A[0] != '-') {
      // The source itself, objects or libraries.
      if (realPath(makeAbsolute(Directory, A)) != Source)
        Link.push_back(A);
    } else if (std::string Option = folderOption(A); !Option.empty()) {
      Flags.push_back(Option +
                      withoutLinks(Directory, A.substr(Option.size())));
    } else {
      Flags.push_back(A);
    }
  }
}

// The folders named by -I and its like, absolute.
static std::vector<std::string> includeFolders(const Unit &U) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < U.Flags.size(); ++I) {
    std::string Option = folderOption(U.Flags[I]);
    // The folders of other options hold headers of the system.
    if (Option != "-I" && Option != "-iquote")
      continue;
    std::string Dir = U.Flags[I].substr(Option.size());
    if (Dir.empty() && I + 1 < U.Flags.size())
      Dir = U.Flags[++I];
    Dir = realPath(makeAbsolute(U.Directory, Dir));
    if (!Dir.empty())
      Out.push_back(Dir);
  }
  return Out;
}

bool isOpenMpFlag(const std::string &Flag) {
  return Flag == "-fopenmp" || startsWith(Flag, "-fopenmp=") ||
         isOneOf(Flag, {"-qopenmp", "-fiopenmp", "-openmp", "-xopenmp", "-mp"});
}

bool usesOpenMp(const Unit &U) {
  return std::any_of(U.Flags.begin(), U.Flags.end(), isOpenMpFlag);
}

// What makes a compiler take the source for C++: its name, a flag, its own
// name; empty if nothing does.
static std::string sayCxx(const std::string &Ending, const Unit &U,
                          const std::string &Compiler) {
  for (size_t I = 0; I < U.Flags.size(); ++I) {
    const std::string &F = U.Flags[I];
    std::string Kind = F == "-x" && I + 1 < U.Flags.size() ? U.Flags[I + 1]
                       : startsWith(F, "-x")               ? F.substr(2)
                                                           : "";
    if (startsWith(Kind, "c++"))
      return "-x " + Kind;
    if (Kind == "c")
      return "";
    if (startsWith(F, "-std=c++") || startsWith(F, "-std=gnu++"))
      return F;
  }
  if (isOneOf(Ending, {".cc", ".cpp", ".cxx", ".C", ".c++", ".cp", ".CPP"}))
    return Ending;
  std::string Name = Compiler.substr(Compiler.rfind('/') + 1);
  return Name.find("++") != std::string::npos ||
                 Name.find("cxx") != std::string::npos || Name == "mpiCC"
             ? Name
             : "";
}

static bool checkSource(const std::string &Name, const Unit &U,
                        const std::string &Compiler, std::string &Error) {
  if (U.File.empty()) {
    Error = Name + ": no such file";
    return false;
  }
  size_t Dot = Name.rfind('.');
  std::string Ending = Dot == std::string::npos ? "" : Name.substr(Dot);
  std::string Cxx = sayCxx(Ending, U, Compiler);
  if (!Cxx.empty())
    Error = Name + ": is C++ (" + Cxx + "), and only C can be skeletonized";
  else if (Ending != ".c")
    Error = Name + ": only C sources (.c) can be skeletonized";
  return Error.empty();
}

static bool readDatabase(const Options &O, UnitList &Out, std::string &Error) {
  std::string Path = O.DatabaseDir + "/compile_commands.json", Message;
  if (realPath(Path).empty()) {
    Error = Path + ": no such file; make one with cmake "
                   "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON or with bear";
    return false;
  }
  // Clang's reader takes what comes before a mistake, as if that were all.
  if (auto Text = llvm::MemoryBuffer::getFile(Path)) {
    auto Json = parseJson((*Text)->getBuffer());
    if (!Json) {
      Error = Path + ": is not valid JSON: " + toString(Json.takeError());
      return false;
    }
  }
  auto Database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      Path, Message, clang::tooling::JSONCommandLineSyntax::Gnu);
  if (!Database) {
    Error = Path + ": " + Message;
    return false;
  }
  std::set<std::string> Seen;
  for (auto &Command : Database->getAllCompileCommands()) {
    Unit U;
    U.Directory = realPath(Command.Directory);
    if (U.Directory.empty()) // told when it is read
      U.Directory = Command.Directory;
    U.File = realPath(makeAbsolute(Command.Directory, Command.Filename));
    std::vector<std::string> Args = Command.CommandLine, Link;
    std::string Compiler = Args.empty() ? "" : Args[0];
    if (!Args.empty())
      Args.erase(Args.begin());
    cleanFlags(Args, U.Directory, U.File, U.Flags, Link);
    if (!checkSource(Command.Filename, U, Compiler, Error)) {
      Error = Path + ": " + Error;
      return false;
    }
    if (!Seen.insert(U.File).second)
      continue;
    Out.LinkFlags.insert(Out.LinkFlags.end(), Link.begin(), Link.end());
    Out.Units.push_back(std::move(U));
  }
  if (Out.Units.empty()) {
    Error = Path + ": names no source";
    return false;
  }
  return true;
}

static bool readFiles(const Options &O, UnitList &Out, std::string &Error) {
  std::string Here = realPath(".");
  std::set<std::string> Seen;
  for (const std::string &Name : O.Files) {
    Unit U;
    U.Directory = Here;
    U.File = realPath(Name);
    std::vector<std::string> Link;
    cleanFlags(O.Flags, Here, U.File, U.Flags, Link);
    if (!checkSource(Name, U, "", Error))
      return false;
    if (!Seen.insert(U.File).second)
      continue;
    if (Out.Units.empty())
      Out.LinkFlags = Link;
    Out.Units.push_back(std::move(U));
  }
  return true;
}

// The program's own headers often stand beside the sources' folder: at most
// two levels up.
static std::string wider(const std::string &Sources, const std::string &Root,
                         const std::string &Dir) {
  if (isSystemFolder(Dir) ||
      !isBelow(commonFolder(Sources, Dir), parentOf(parentOf(Sources))))
    return Root;
  std::string Wider = commonFolder(Root, Dir);
  bool Users = isSystemFolder(Wider) || Wider == "/home" || Wider == "/tmp";
  return Users ? Root : Wider;
}

// A line of a Makefile cannot hold a line end.
static bool checkFlags(const UnitList &List, std::string &Error) {
  auto Check = [&](const std::vector<std::string> &Flags,
                   const std::string &Of) {
    for (const std::string &F : Flags)
      if (F.find_first_of("\n\r") != std::string::npos)
        Error = Of + ": a flag holds a line end, which a Makefile cannot: " + F;
  };
  for (const Unit &U : List.Units)
    Check(U.Flags, U.File);
  Check(List.LinkFlags, "the link line");
  return Error.empty();
}

bool readUnits(const Options &O, UnitList &Out, std::string &Error) {
  if (!(O.DatabaseDir.empty() ? readFiles(O, Out, Error)
                              : readDatabase(O, Out, Error)) ||
      !checkFlags(Out, Error))
    return false;
  if (!O.Root.empty()) {
    Out.Root = realPath(O.Root);
    if (Out.Root.empty()) {
      Error = "--root " + O.Root + ": no such folder";
      return false;
    }
    for (const Unit &U : Out.Units)
      if (!isBelow(U.File, Out.Root)) {
        Error = U.File + ": is not below --root " + O.Root;
        return false;
      }
    return true;
  }
  Out.Root = parentOf(Out.Units[0].File);
  for (const Unit &U : Out.Units)
    Out.Root = commonFolder(Out.Root, U.File);
  const std::string Sources = Out.Root;
  for (const Unit &U : Out.Units)
    for (const std::string &Dir : includeFolders(U))
      Out.Root = wider(Sources, Out.Root, Dir);
  return true;
}

bool widenRoot(const Options &O, const std::string &Header, UnitList &Out) {
  if (!O.Root.empty() || isBelow(Header, Out.Root))
    return false;
  std::string Sources = parentOf(Out.Units[0].File);
  for (const Unit &U : Out.Units)
    Sources = commonFolder(Sources, U.File);
  std::string Old = Out.Root;
  Out.Root = wider(Sources, Old, parentOf(Header));
  return Out.Root != Old;
}

} // namespace skel
