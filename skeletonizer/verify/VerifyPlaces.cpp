//===- VerifyPlaces.cpp - source places of traced calls -------------------===//
#include "skeletonizer/verify/VerifyPlaces.h"
#include "skeletonizer/base/Command.h"
#include "skeletonizer/model/MpiTable.h"
#include <cstdlib>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace skel {

/// C: the wrappers.
static const char *const SitesSource =
    "#include <mpi.h>\n"
    "#include <stdint.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "extern const char __ehdr_start[];\n"
    "int bsim_verify_rank(void);\n"
    "static void note(void *at, int times) {\n"
    "    char path[4096];\n"
    "    snprintf(path, sizeof path, \"%s/site-%d\",\n"
    "             getenv(\"BSIM_VERIFY_SITES\"), bsim_verify_rank());\n"
    "    FILE *f = fopen(path, \"a\");\n"
    "    for (int i = 0; f && i < times; i++)\n"
    "        fprintf(f, \"0x%lx\\n\",\n"
    "                (unsigned long)((char *)at - __ehdr_start - 1));\n"
    "    if (f)\n"
    "        fclose(f);\n"
    "}\n"
    "#define ANY(kind, name, params, args, times) \\\n"
    "    int __real_##kind##_##name params; \\\n"
    "    int __wrap_##kind##_##name params { \\\n"
    "        note(__builtin_return_address(0), times); \\\n"
    "        return __real_##kind##_##name args; \\\n"
    "    }\n"
    "#define BOTH(ret, name, params, args, roles) \\\n"
    "    ANY(MPI, name, params, args, 1) ANY(LMPI, name, params, args, 1)\n"
    "#define MPI_CALL_P2P_SEND BOTH\n"
    "#define MPI_CALL_P2P_RECV BOTH\n"
    "#define MPI_CALL_P2P_SENDRECV BOTH\n"
    "#define MPI_CALL_P2P_ISENDRECV BOTH\n"
    "#define MPI_CALL_MRECV BOTH\n"
    "#define MPI_CALL_COLL BOTH\n"
    "#define MPI_CALL_ICOLL BOTH\n"
    "#include <lmpi/mpi_calls.def>\n"
    "ANY(MPI, Start, (MPI_Request *request), (request), 1)\n"
    "ANY(MPI, Startall, (int count, MPI_Request requests[]),\n"
    "    (count, requests), count)\n"
    "int bsim_verify_rank(void) {\n"
    "    int rank;\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    return rank;\n"
    "}\n";

bool VerifyPlaces::wrap(const std::string &Name) {
  if (!Wrapped.insert(Name).second)
    return true;
  std::string Object = Programs.folder() + "/sites.o",
              Log = Programs.folder() + "/sites.log";
  if (!Programs.compile(Programs.compiler(), SitesSource, Object, Log))
    return false;
  std::vector<std::string> Extra = {Object};
  for (const MpiCallInfo &Call : mpiCalls()) {
    if (!Call.isTraced() || Call.Large) // MPI_X_c calls MPI_X
      continue;
    Extra.push_back(std::string("-Wl,--wrap=") + Call.Name);
    if (Call.Family != P2P_START)
      Extra.push_back(std::string("-Wl,--wrap=L") + Call.Name);
  }
  unlink((Programs.folder() + "/" + Name + "/skeleton").c_str());
  return Programs.make(Name, Extra);
}

VerifyPlaces::Lines VerifyPlaces::sites(const std::string &Name, int NP,
                                        int Rank, size_t Count) {
  std::string Kept = Error, Log = Programs.folder() + "/sites.log";
  std::string Folder =
      Programs.folder() + "/sites-" + Name + "-" + std::to_string(NP);
  if (Noted.insert(Folder).second) {
    mkdir(Folder.c_str(), 0777);
    if (!wrap(Name) || !Programs.trace(Name, NP, Folder)) {
      Error = Kept;
      return {};
    }
  }
  Lines Addresses =
      VerifyPrograms::readLines(Folder + "/site-" + std::to_string(Rank));
  if (Addresses.size() != Count)
    return {};
  std::string List = Programs.folder() + "/addresses";
  std::ofstream Out(List);
  for (const std::string &A : Addresses)
    Out << A << "\n";
  Out.close();
  runCommand({"addr2line", "-e", Programs.folder() + "/" + Name + "/skeleton",
              "@" + List},
             Log);
  return VerifyPrograms::readLines(Log);
}

std::string VerifyPlaces::original(const std::string &Name,
                                   const VerifySide &Side, const Lines &Places,
                                   size_t At, bool Both) {
  if (At >= Places.size())
    return "";
  std::string Place = Places[At].substr(0, Places[At].find(" (discriminator"));
  size_t Colon = Place.rfind(':');
  if (Colon == std::string::npos)
    return "";
  std::string Folder = realPath(Programs.folder() + "/" + Name) + "/";
  std::string File = Place.substr(0, Colon);
  // make -C gives names relative to the tree, or absolute ones.
  if (File.compare(0, Folder.size(), Folder) == 0)
    File = File.substr(Folder.size());
  unsigned Line = atoi(Place.c_str() + Colon + 1);
  if (Line == 0) // the compiler knows none
    return "  in " + File;
  for (auto &[Id, Text] : Side.E->Files)
    if (Side.P->Files[Id].Relative == File) {
      unsigned Was = Text.originalLine(Line);
      std::string Out = "  at " + File + ":" + std::to_string(Was);
      if (Both)
        Out += " (line " + std::to_string(Line) + " of the skeleton)";
      return Out;
    }
  return "  at " + Place;
}

} // namespace skel
