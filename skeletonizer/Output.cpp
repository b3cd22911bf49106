//===- Output.cpp - the tree of a result on disk --------------------------===//
//
// Knows files and folders, nothing of their content but the mark by which an
// earlier result is known: skeleton.json with its schema.
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace skel {

std::string installFolder() {
  std::string Self = realPath("/proc/self/exe");
  for (int I = 0; I < 2; ++I)
    Self = Self.substr(0, Self.rfind('/'));
  return Self;
}

Size sizeOf(const std::string &Text) {
  Size S;
  S.Bytes = Text.size();
  std::istringstream In(Text);
  for (std::string Line; std::getline(In, Line);)
    S.Lines += Line.find_first_not_of(" \t\r") != std::string::npos;
  return S;
}

static bool isFolder(const std::string &Path) {
  struct stat St;
  return stat(Path.c_str(), &St) == 0 && S_ISDIR(St.st_mode);
}

template <typename Fn> static void eachEntry(const std::string &Path, Fn F) {
  DIR *D = opendir(Path.c_str());
  if (!D)
    return;
  while (struct dirent *E = readdir(D))
    if (strcmp(E->d_name, ".") && strcmp(E->d_name, ".."))
      F(std::string(E->d_name));
  closedir(D);
}

void removeTree(const std::string &Path) {
  struct stat St;
  if (lstat(Path.c_str(), &St) != 0)
    return;
  if (S_ISDIR(St.st_mode)) {
    eachEntry(Path,
              [&](const std::string &Name) { removeTree(Path + "/" + Name); });
    rmdir(Path.c_str());
  } else {
    unlink(Path.c_str());
  }
}

bool mayReplace(const std::string &Out, std::string &Error) {
  struct stat St;
  if (lstat(Out.c_str(), &St) != 0)
    return true;
  bool Empty = true;
  if (isFolder(Out))
    eachEntry(Out, [&](const std::string &) { Empty = false; });
  else
    Empty = false;
  std::ifstream In(Out + "/skeleton.json");
  std::stringstream Text;
  Text << In.rdbuf();
  if (Empty || Text.str().find("\"bsim-skeleton/1\"") != std::string::npos)
    return true;
  Error = Out + " exists and is not an earlier result of skeletonize; remove "
                "it or name another folder";
  return false;
}

static bool makeParents(const std::string &Path, std::string &Error) {
  for (size_t At = 1; (At = Path.find('/', At)) != std::string::npos; ++At) {
    std::string Folder = Path.substr(0, At);
    if (mkdir(Folder.c_str(), 0777) != 0 && errno != EEXIST) {
      Error = Folder + ": " + strerror(errno);
      return false;
    }
  }
  return true;
}

static bool writeFile(const std::string &Path, const std::string &Text,
                      std::string &Error) {
  if (!makeParents(Path, Error))
    return false;
  std::ofstream File(Path, std::ios::binary);
  File << Text;
  File.close();
  if (!File) {
    Error = Path + ": " + strerror(errno);
    return false;
  }
  return true;
}

bool writeTree(const std::string &OutArg, const Tree &Files,
               std::string &Error) {
  std::string Out = OutArg;
  while (Out.size() > 1 && Out.back() == '/')
    Out.pop_back();
  if (!mayReplace(Out, Error))
    return false;
  std::string Mark = "." + std::to_string(getpid());
  std::string Fresh = Out + ".new" + Mark, Old = Out + ".old" + Mark;
  for (auto &[Name, Text] : Files)
    if (!writeFile(Fresh + "/" + Name, Text, Error)) {
      removeTree(Fresh);
      // Told by the name that the user gave.
      if (Error.compare(0, Fresh.size(), Fresh) == 0)
        Error = Out + Error.substr(Fresh.size()) +
                "; the result cannot be written there";
      return false;
    }
  bool Moved = rename(Out.c_str(), Old.c_str()) == 0;
  if (rename(Fresh.c_str(), Out.c_str()) != 0) {
    Error = Out + ": " + strerror(errno);
    if (Moved && rename(Old.c_str(), Out.c_str()) != 0)
      Error += "; the earlier result is in " + Old;
    removeTree(Fresh);
    return false;
  }
  removeTree(Old);
  return true;
}

} // namespace skel
