//===- MakefileWriter.cpp - the Makefile of a result ----------------------===//
//
// Every word of the text is safe for make and for the shell.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/MakefileWriter.h"
#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>
#include <unistd.h>

namespace skel {

static bool startsWith(const std::string &S, const char *Prefix) {
  return S.compare(0, std::string(Prefix).size(), Prefix) == 0;
}

// Neither the shell nor make sees more in the text than the text.
static bool isPlain(const std::string &S) {
  for (unsigned char C : S)
    if (C < 0x80 && !isalnum(C) && !strchr("_-+=./,:@^", C))
      return false;
  return !S.empty();
}

std::string shellWord(const std::string &S) {
  if (isPlain(S))
    return S;
  std::string Out = "'";
  for (char C : S)
    Out += C == '$' ? "$$" : C == '\'' ? "'\\''" : std::string(1, C);
  return Out + "'";
}

// The same in the definition of a variable, where # begins a comment.
static std::string quoted(const std::string &S) {
  std::string Out;
  size_t Backslashes = 0; // behind each other, at the end of Out
  for (char C : shellWord(S)) {
    if (C == '#')
      Out += std::string(Backslashes + 1, '\\');
    Backslashes = C == '\\' ? Backslashes + 1 : 0;
    Out += C;
  }
  return Out;
}

// A file in a rule of make; empty if make has no way to write it.
static std::string prerequisite(const std::string &S) {
  std::string Out;
  for (unsigned char C : S) {
    if (C == ' ' || C == '#')
      Out += '\\';
    else if (C == '$')
      Out += '$';
    else if (C < 0x80 && !isalnum(C) && !strchr("_-+./,@^'\"`{}!", C))
      return "";
    Out += char(C);
  }
  return Out;
}

// A file as a command names it: not as an option.
static std::string fileWord(const std::string &S) {
  return shellWord(S[0] == '-' ? "./" + S : S);
}

// A folder of headers as the result sees it; empty to leave it out. Headers of
// a System folder are none of the program's, wherever it is.
static std::string mapFolder(const std::string &Dir, const Unit &U,
                             const std::string &Root, bool System) {
  std::string Path = realPath(makeAbsolute(U.Directory, Dir));
  if (Path.empty())
    return "";
  if (Path == Root && !System)
    return ".";
  if (isBelow(Path, Root) && !System)
    return Path.substr(Root.size() + 1);
  // The runtime brings its own mpi.h.
  if (access((Path + "/mpi.h").c_str(), R_OK) == 0)
    return "";
  return Path;
}

// A header of -include as the result sees it; empty if nothing of it is left.
static std::string mapHeader(const std::string &Name, const Unit &U,
                             const Program &P, const Emission &E) {
  std::string Path = realPath(makeAbsolute(U.Directory, Name));
  if (Path.empty())
    return Name; // found in the folders of -I
  int File = P.fileByPath(Path);
  if (File < 0 || !P.Files[File].Project)
    return Path;
  return E.Files.count(File) ? P.Files[File].Relative : "";
}

static std::string flagsOf(Mode Kind, const Unit &U, const std::string &Root,
                           const Program &P, const Emission &E) {
  std::string Out;
  auto Add = [&](const std::string &F) {
    Out += (Out.empty() ? "" : " ") + quoted(F);
  };
  for (size_t I = 0; I < U.Flags.size(); ++I) {
    std::string F = U.Flags[I];
    bool Last = I + 1 >= U.Flags.size();
    bool Folder = false;
    for (const char *Name : {"-I", "-isystem", "-iquote", "-idirafter"}) {
      if (Folder || !startsWith(F, Name))
        continue;
      Folder = true;
      std::string Key = Name;
      std::string Dir =
          F == Key ? (Last ? "" : U.Flags[++I]) : F.substr(Key.size());
      bool System = Key == "-isystem" || Key == "-idirafter";
      Dir = mapFolder(Dir, U, Root, System);
      if (Dir.empty())
        continue;
      if (!System) {
        Add(Key + Dir);
      } else {
        Add(Key);
        Add(Dir);
      }
    }
    // Ranks have one thread each.
    if (Kind != Mode::Instrument && isOpenMpFlag(F)) {
      Add(openMpMacro());
      Add("-Wno-unknown-pragmas");
      continue;
    }
    if (Folder || startsWith(F, "-Werror") || startsWith(F, "-pedantic") ||
        F == "-Wpedantic" || startsWith(F, "-g"))
      continue;
    if ((F == "-include" || F == "-imacros") && !Last) {
      std::string Name = mapHeader(U.Flags[++I], U, P, E);
      if (!Name.empty()) {
        Add(F);
        Add(Name);
      }
      continue;
    }
    Add(F);
    if ((F == "-D" || F == "-U" || F == "-x" || F == "-Xclang" ||
         F == "--param" || F == "-Xpreprocessor") &&
        !Last)
      Add(U.Flags[++I]);
  }
  return Out;
}

namespace {

// The units of a result, and how each is compiled.
struct Rules {
  struct One {
    std::string Source, Object, Flags;
  };
  std::vector<One> Units;
  std::vector<std::string> Headers;
  bool Same = true; ///< all units have the same flags

  std::string common() const {
    return Same && !Units.empty() ? Units[0].Flags : "";
  }

  // Whether make and the shell may see all names as they are.
  bool plain() const {
    auto Is = [](const std::string &S) {
      return isPlain(S) && S[0] != '-' &&
             S.find_first_of("=:,^") == std::string::npos;
    };
    return std::all_of(Units.begin(), Units.end(),
                       [&](const One &U) { return Is(U.Source); }) &&
           std::all_of(Headers.begin(), Headers.end(), Is);
  }

  // One pattern for all. Ending: of the objects.
  std::string pattern(const std::string &Compile,
                      const std::string &Ending) const {
    std::string Out, All;
    if (!Same)
      for (const One &U : Units)
        if (!U.Flags.empty())
          Out += objectOf(U, Ending) + ": UNIT_FLAGS = " + U.Flags + "\n";
    for (const std::string &H : Headers)
      All += " " + H;
    return Out + "%" + Ending + ": %.c" + All + "\n\t" + Compile +
           " -c $< -o $@\n\n";
  }

  // A rule for each unit: patterns cannot hold blanks and the like. What make
  // cannot name is compiled each time.
  std::string each(const std::string &Compile,
                   const std::string &Ending) const {
    std::string Out;
    auto Rule = [&](const One &U) {
      std::string From = prerequisite(U.Source), Object = objectOf(U, Ending);
      if (!Same && !U.Flags.empty())
        Out += Object + ": UNIT_FLAGS = " + U.Flags + "\n";
      Out += Object + ": " + (From.empty() ? "FORCE" : From) +
             " $(HEADERS)\n\t" + Compile + " -c " + fileWord(U.Source) +
             " -o $@\n\n";
    };
    Rule({"bsim_blocks.c", "bsim_blocks.o", ""});
    for (const One &U : Units)
      Rule(U);
    return Out;
  }

  // What rules of units need.
  std::string headers() const {
    std::string All;
    for (const std::string &H : Headers)
      if (!prerequisite(H).empty())
        All += " " + prerequisite(H);
    return "HEADERS =" + All + "\n\n";
  }
  std::string always() const {
    bool Any = std::any_of(Units.begin(), Units.end(), [](const One &U) {
      return prerequisite(U.Source).empty();
    });
    return Any ? "FORCE:\n\n.PHONY: FORCE\n\n" : "";
  }

  static std::string objectOf(const One &U, const std::string &Ending) {
    return U.Object.substr(0, U.Object.size() - 2) + Ending;
  }
};

} // namespace

static Rules rulesOf(Mode Kind, const UnitList &List, const Program &P,
                     const Emission &E) {
  Rules Out;
  std::set<std::string> Taken;
  for (auto &[File, Text] : E.Files) {
    Taken.insert(P.Files[File].Relative);
    if (!P.Files[File].Unit)
      Out.Headers.push_back(P.Files[File].Relative);
  }
  for (const Unit &U : List.Units) {
    int File = P.fileByPath(U.File);
    if (File < 0 || !E.Files.count(File))
      continue;
    Rules::One One;
    One.Source = P.Files[File].Relative;
    One.Flags = flagsOf(Kind, U, List.Root, P, E);
    Out.Same &= Out.Units.empty() || One.Flags == Out.Units[0].Flags;
    Out.Units.push_back(One);
  }
  bool Plain = Out.plain();
  unsigned Number = 0;
  for (Rules::One &U : Out.Units) {
    U.Object = U.Source.substr(0, U.Source.size() - 2) + ".o";
    if (Plain)
      continue;
    std::string Stem;
    do
      Stem = "bsim_unit_" + std::to_string(++Number);
    while (Taken.count(Stem + ".c"));
    U.Object = Stem + ".o";
  }
  return Out;
}

static std::string linkFlags(Mode Kind, const UnitList &List) {
  std::string Link;
  for (const Unit &U : List.Units)
    for (const std::string &F : U.Flags)
      if (Kind == Mode::Instrument && isOpenMpFlag(F) && Link.empty())
        Link = " " + F;
  for (const std::string &F : List.LinkFlags)
    Link += " " + quoted(F);
  return Link;
}

static std::string untimedRule(const std::string &Compiler) {
  return "# The program as it was, without timers: how long whole runs take."
         "\nuntimed: $(UNTIMED)\n\t" +
         Compiler +
         " -o $@ $(UNTIMED) $(EXTRA) -L$(BSIM)/lib -Wl,-rpath,$(BSIM)/lib "
         "-Wl,--push-state,--no-as-needed -lbsim-untimed -Wl,--pop-state "
         "$(LIBS) -lm\n\n";
}

std::string makefileText(Mode Kind, const UnitList &List, const Program &P,
                         const Emission &E,
                         const std::vector<std::string> &Unneeded) {
  Rules R = rulesOf(Kind, List, P, E);
  bool Plain = R.plain(), Real = Kind == Mode::Instrument;
  std::string Out = "# Written by skeletonize; an edit is lost when it runs "
                    "again.\n";
  std::string Folder = quoted(installFolder());
  if (Real)
    Out += "MPICC ?= mpicc\n"
           "BSIM ?= " +
           Folder + "\n";
  else
    Out += "INSTALLED = " + Folder +
           "/bin/bsimcc\n"
           "BSIMCC ?= $(if $(shell command -v bsimcc),bsimcc,$(INSTALLED))\n"
           "# Calls of what the runtime lacks are out of main()'s reach.\n"
           "export BSIM_MISSING = stop\n";
  Out += "CFLAGS ?= " + R.common() + "\n";
  std::string Gone;
  for (const std::string &F : Unneeded)
    Gone += " " + F;
  if (!Gone.empty())
    Out += "# Of the program's libraries nothing here names what is in" + Gone +
           ".\n";
  Out += "LIBS ?=" + linkFlags(Kind, List) + "\n\n";
  std::string Sources, Objects;
  for (const Rules::One &U : R.Units) {
    Sources += " \\\n    " + U.Source;
    Objects += " " + U.Object;
  }
  Out += Plain ? "SOURCES = bsim_blocks.c" + Sources +
                     "\nOBJECTS = $(SOURCES:.c=.o)\n"
               : "OBJECTS = bsim_blocks.o" + Objects + "\n";
  if (Real)
    Out += "# What bsim adds comes last: code is where it is in the original.\n"
           "UNTIMED = $(filter-out bsim_blocks.untimed.o,"
           "$(OBJECTS:.o=.untimed.o)) bsim_blocks.untimed.o\n\n"
           "all: skeleton untimed\n";
  Out += "\n";
  std::string Compiler = Real ? "$(MPICC) -I$(BSIM)/include" : "$(BSIMCC)";
  std::string Libs =
      Real ? " -L$(BSIM)/lib -lbsim-instrument $(LIBS) -lpapi -lm" : " $(LIBS)";
  Out += "skeleton: $(OBJECTS)\n\t" + Compiler + " -o $@ $(OBJECTS) $(EXTRA)" +
         Libs + "\n\n";
  if (Real)
    Out += untimedRule(Compiler);
  // Parameters stay where only removed code used them.
  bool Extra = !R.Units.empty() &&
               (R.Units[0].Flags + " ").find("-Wextra ") != std::string::npos;
  std::string Quiet =
      Kind == Mode::Skeleton && Extra ? " -Wno-unused-parameter" : "";
  // The places of calls, which the instrumented program writes.
  std::string Lines = Real ? " -g1" : "";
  std::string Compile = Compiler + Lines + " $(CFLAGS)" +
                        (R.Same ? "" : " $(UNIT_FLAGS)") + Quiet;
  auto Rules = [&](const std::string &How, const std::string &Ending) {
    return Plain ? R.pattern(How, Ending) : R.each(How, Ending);
  };
  Out += Plain ? "" : R.headers();
  if (Real) // the first pattern that fits counts
    Out += Rules(Compile + " -DBSIM_UNTIMED", ".untimed.o");
  Out += Rules(Compile, ".o") + (Plain ? "" : R.always());
  // What was built with another version of bsim is not to be used.
  std::string Installed = Real ? "$(BSIM)" : installFolder();
  if (Installed.find_first_of(" \t#%:;*?[~\\'\"") == std::string::npos) {
    std::string Library = " " + Installed + "/lib/lib";
    Out += std::string("$(OBJECTS)") + (Real ? " $(UNTIMED)" : "") +
           ": $(wildcard" +
           (Real ? Library + "bsim-instrument.a" + Library + "bsim-untimed.so"
                 : Library + "bsim.a" + Library + "lmpi.a") +
           ")\n\n";
  }
  Out += Real ? "clean:\n\trm -f skeleton untimed $(OBJECTS) $(UNTIMED)\n\n"
                ".PHONY: all clean\n"
              : "clean:\n\trm -f skeleton $(OBJECTS)\n\n.PHONY: clean\n";
  return Out;
}

} // namespace skel
