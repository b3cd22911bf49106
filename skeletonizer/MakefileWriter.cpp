//===- MakefileWriter.cpp - the Makefile of a result ----------------------===//
//
// Flags as the program was compiled, with paths below the root mapped to the
// result. Knows nothing of the sources' text.
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include <unistd.h>

namespace skel {

static bool startsWith(const std::string &S, const char *Prefix) {
  return S.compare(0, std::string(Prefix).size(), Prefix) == 0;
}

static std::string quoted(const std::string &S) {
  std::string Out;
  bool Quote = S.find_first_of(" \t\"'\\()<>|&;*?#$`") != std::string::npos;
  for (char C : S) {
    if (C == '$')
      Out += "$$";
    else if (C == '\'')
      Out += "'\\''";
    else if (C == '#')
      Out += "\\#";
    else
      Out += C;
  }
  return Quote ? "'" + Out + "'" : Out;
}

// A folder of headers as the result sees it; empty to leave it out.
static std::string mapFolder(const std::string &Dir, const Unit &U,
                             const std::string &Root) {
  std::string Path = realPath(makeAbsolute(U.Directory, Dir));
  if (Path.empty())
    return "";
  if (Path == Root)
    return ".";
  if (isBelow(Path, Root))
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
      Dir = mapFolder(Dir, U, Root);
      if (Dir.empty())
        continue;
      if (Key == "-I" || Key == "-iquote") {
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

std::string makefileText(Mode Kind, const UnitList &List, const Program &P,
                         const Emission &E) {
  std::string Sources, Headers, Rules, Common;
  bool Same = true, First = true;
  std::map<std::string, std::string> Own;
  for (const Unit &U : List.Units) {
    int File = P.fileByPath(U.File);
    if (File < 0 || !E.Files.count(File))
      continue;
    std::string Flags = flagsOf(Kind, U, List.Root, P, E);
    if (First)
      Common = Flags;
    Same &= Flags == Common;
    First = false;
    std::string Name = P.Files[File].Relative;
    Own[Name] = Flags;
    Sources += " \\\n    " + Name;
  }
  for (auto &[File, Text] : E.Files)
    if (!P.Files[File].Unit)
      Headers += " " + P.Files[File].Relative;
  std::string Out = "# Written by skeletonize; an edit is lost when it runs "
                    "again.\n";
  std::string Folder = installFolder();
  bool Real = Kind == Mode::Instrument;
  if (Real)
    Out += "MPICC ?= mpicc\n"
           "BSIM ?= " +
           Folder + "\n";
  else
    Out += "BSIMCC ?= $(or $(shell command -v bsimcc)," + Folder +
           "/bin/bsimcc)\n";
  Out += "CFLAGS ?= " + (Same ? Common : "") + "\n";
  std::string Link;
  for (const Unit &U : List.Units)
    for (const std::string &F : U.Flags)
      if (Kind == Mode::Instrument && isOpenMpFlag(F) && Link.empty())
        Link = " " + F;
  for (const std::string &F : List.LinkFlags)
    Link += " " + quoted(F);
  Out += "LIBS ?=" + Link + "\n\n";
  Out += "SOURCES = bsim_blocks.c" + Sources + "\n";
  Out += "OBJECTS = $(SOURCES:.c=.o)\n\n";
  std::string Compiler = Real ? "$(MPICC) -I$(BSIM)/include" : "$(BSIMCC)";
  std::string Libs =
      Real ? " -L$(BSIM)/lib -lbsim-instrument $(LIBS) -lpapi -lm" : " $(LIBS)";
  Out += "skeleton: $(OBJECTS)\n\t" + Compiler + " -o $@ $(OBJECTS) $(EXTRA)" +
         Libs + "\n\n";
  // Parameters stay where only removed code used them.
  std::string Quiet =
      Kind == Mode::Skeleton &&
              (Common + " ").find("-Wextra ") != std::string::npos
          ? " -Wno-unused-parameter"
          : "";
  if (!Same)
    for (auto &[Name, Flags] : Own)
      if (!Flags.empty())
        Out += Name.substr(0, Name.size() - 2) + ".o: UNIT_FLAGS = " + Flags +
               "\n";
  Out += "%.o: %.c" + Headers + "\n\t" + Compiler + " $(CFLAGS)" +
         (Same ? "" : " $(UNIT_FLAGS)") + Quiet + " -c $< -o $@\n\n";
  Out += "clean:\n\trm -f skeleton $(OBJECTS)\n\n.PHONY: clean\n";
  return Out;
}

} // namespace skel
