//===- Output.cpp - the tree of a result on disk --------------------------===//
//
// Knows files and folders, nothing of their content but the mark by which an
// earlier result is known: skeleton.json with its schema.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/base/Output.h"
#include "skeletonizer/base/JsonText.h"
#include "llvm/ADT/StringExtras.h"
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace skel {

std::string realPath(const std::string &Path) {
  char Buffer[PATH_MAX];
  return realpath(Path.c_str(), Buffer) ? Buffer : "";
}

std::string makeAbsolute(const std::string &Directory,
                         const std::string &Path) {
  return !Path.empty() && Path[0] == '/' ? Path : Directory + "/" + Path;
}

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

//===----------------------------------------------------------------------===//
// What an earlier run has written
//===----------------------------------------------------------------------===//

static const char *const Record = "skeleton.json";

static std::string readText(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  std::stringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

// A name that stays below the folder that it belongs to.
static bool staysBelow(const std::string &Name) {
  return !Name.empty() && Name[0] != '/' &&
         ("/" + Name + "/").find("/../") == std::string::npos;
}

// Files of the earlier result in Out, as its skeleton.json says, and what make
// makes of them. False if there is no such result.
static bool earlierFiles(const std::string &Out, std::set<std::string> &Files) {
  auto Root = parseJson(utf8Text(readText(Out + "/" + Record)));
  if (!Root) {
    llvm::consumeError(Root.takeError());
    return false;
  }
  const llvm::json::Object *O = Root->getAsObject();
  if (!O || O->getString("schema") != llvm::StringRef("bsim-skeleton/1"))
    return false;
  unsigned Number = 0; // the Makefile numbers some objects
  Files = {Record,         "Makefile", "bsim_blocks.c",
           "skeleton",     "untimed",  "bsim_blocks.untimed.o",
           "bsim_blocks.o"};
  auto AddObject = [&](const std::string &Stem) {
    Files.insert(Stem + ".o");
    Files.insert(Stem + ".untimed.o");
  };
  auto Add = [&](const llvm::json::Object &File) {
    std::string Name, Hex = File.getString("name_hex").value_or("").str();
    if (Hex.empty() || !llvm::tryGetFromHex(Hex, Name))
      Name = File.getString("file").value_or("").str();
    if (!File.getBoolean("kept").value_or(false) || !staysBelow(Name))
      return;
    Files.insert(Name);
    if (llvm::StringRef(Name).ends_with(".c"))
      AddObject(Name.substr(0, Name.size() - 2));
  };
  if (const llvm::json::Array *List = O->getArray("files"))
    for (const llvm::json::Value &V : *List)
      if (const llvm::json::Object *File = V.getAsObject()) {
        Add(*File);
        AddObject("bsim_unit_" + std::to_string(++Number));
      }
  return true;
}

// Whether all folders on the way to a file of Out are folders, not links.
static bool isWithin(const std::string &Out, const std::string &Name) {
  struct stat St;
  for (size_t At = 0; (At = Name.find('/', At)) != std::string::npos; ++At)
    if (lstat((Out + "/" + Name.substr(0, At)).c_str(), &St) != 0 ||
        !S_ISDIR(St.st_mode))
      return false;
  return true;
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
  std::set<std::string> Files;
  if (Empty || earlierFiles(Out, Files))
    return true;
  Error = Out + " exists and is not an earlier result of skeletonize; name "
                "a folder that does not exist yet";
  return false;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static bool failed(const std::string &Path, std::string &Error) {
  Error = Path + ": cannot be written: " + strerror(errno);
  return false;
}

static bool writeAll(int File, const std::string &Text) {
  for (size_t Done = 0; Done < Text.size();) {
    ssize_t N = write(File, Text.data() + Done, Text.size() - Done);
    if (N < 0 && errno != EINTR)
      return false;
    Done += N > 0 ? size_t(N) : 0;
  }
  return true;
}

static bool closeAll(int File, const std::string &Text) {
  bool Ok = writeAll(File, Text);
  int Reason = errno;
  if (close(File) != 0 && Ok)
    return false;
  errno = Reason;
  return Ok;
}

static mode_t newFileMode() {
  mode_t Mask = umask(0);
  umask(Mask);
  return 0666 & ~Mask;
}

bool writeText(const std::string &PathArg, const std::string &Text,
               std::string &Error) {
  struct stat St;
  std::string Path = realPath(PathArg);
  if (Path.empty())
    Path = PathArg;
  bool Exists = stat(Path.c_str(), &St) == 0;
  if (Exists && !S_ISREG(St.st_mode)) { // a device, a pipe
    int File = open(Path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return (File >= 0 && closeAll(File, Text)) || failed(PathArg, Error);
  }
  if (Exists && access(Path.c_str(), W_OK) != 0)
    return failed(PathArg, Error);
  std::string Aside =
      Path.substr(0, Path.rfind('/') + 1) + ".skeletonize-XXXXXX";
  int File = mkostemp(Aside.data(), O_CLOEXEC);
  if (File < 0)
    return failed(PathArg, Error);
  fchmod(File, Exists ? St.st_mode & 07777 : newFileMode());
  if (closeAll(File, Text) && rename(Aside.c_str(), Path.c_str()) == 0)
    return true;
  failed(PathArg, Error);
  unlink(Aside.c_str());
  return false;
}

static bool makeParents(const std::string &Path, std::string &Error) {
  for (size_t At = 1; (At = Path.find('/', At)) != std::string::npos; ++At) {
    std::string Folder = Path.substr(0, At);
    if (mkdir(Folder.c_str(), 0777) != 0 && errno != EEXIST)
      return failed(Folder, Error);
  }
  return true;
}

// All files below a fresh folder.
static bool writeBelow(const std::string &Fresh, const Tree &Files,
                       std::string &Error) {
  for (auto &[Name, Text] : Files) {
    std::string Path = Fresh + "/" + Name;
    if (!makeParents(Path, Error))
      return false;
    int File =
        open(Path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (File < 0 || !closeAll(File, Text))
      return failed(Path, Error);
  }
  return true;
}

static std::string makeFresh(const std::string &Stem) {
  std::string Path = Stem + "XXXXXX";
  if (!mkdtemp(Path.data()))
    return "";
  mode_t Mode = newFileMode(); // who may read may enter
  chmod(Path.c_str(), Mode | ((Mode & 0444) >> 2) | 0100);
  return Path;
}

// The names go into comments and strings of C, and into rules of make.
static bool checkNames(const Tree &Files, std::string &Error) {
  for (auto &[Name, Text] : Files) {
    for (unsigned char C : Name)
      if (C < ' ' || C == 0x7f)
        Error = "a file's name holds a line end or another control character: "
                "rename it: " +
                Name;
    if (Name.find("*/") != std::string::npos)
      Error = Name + ": a folder whose name ends in * cannot be named in "
                     "comments of C: rename it";
  }
  return Error.empty();
}

// Moves the files of Fresh into Out, where those of Old are replaced or go.
// Nothing else there is touched.
static bool moveInto(const std::string &Out, const std::string &Fresh,
                     const Tree &Files, const std::set<std::string> &Old,
                     std::string &Error) {
  struct stat St;
  for (auto &[Name, Text] : Files) {
    std::string Path = Out + "/" + Name;
    bool Exists = lstat(Path.c_str(), &St) == 0;
    if (Exists && (!Old.count(Name) || S_ISDIR(St.st_mode))) {
      Error = Path + " was not written by skeletonize: move it, or name "
                     "another folder";
      return false;
    }
  }
  for (auto &[Name, Text] : Files)
    if (!makeParents(Out + "/" + Name, Error))
      return false;
  for (auto &[Name, Text] : Files)
    if (!isWithin(Out, Name)) {
      Error = Out + "/" + Name +
              ": a link is on the way to it, which "
              "skeletonize does not follow";
      return false;
    }
  for (auto &[Name, Text] : Files)
    if (rename((Fresh + "/" + Name).c_str(), (Out + "/" + Name).c_str()) != 0)
      return failed(Out + "/" + Name, Error);
  for (const std::string &Name : Old)
    if (!Files.count(Name) && isWithin(Out, Name)) {
      unlink((Out + "/" + Name).c_str());
      // Folders that are empty now.
      for (size_t At = Name.rfind('/'); At != std::string::npos && At > 0;
           At = Name.rfind('/', At - 1))
        if (rmdir((Out + "/" + Name.substr(0, At)).c_str()) != 0)
          break;
    }
  return true;
}

bool writeTree(const std::string &OutArg, const Tree &Files,
               std::string &Error) {
  std::string Out = OutArg;
  while (Out.size() > 1 && Out.back() == '/')
    Out.pop_back();
  if (!mayReplace(Out, Error) || !checkNames(Files, Error))
    return false;
  bool Exists = isFolder(Out);
  std::set<std::string> Old;
  if (Exists)
    earlierFiles(Out, Old);
  std::string Parents = Out;
  std::string Fresh;
  if (Exists || makeParents(Parents, Error))
    Fresh = makeFresh(Exists ? Out + "/.skeletonize-" : Out + ".");
  if (Fresh.empty()) {
    if (Error.empty())
      failed(Out, Error);
    return false;
  }
  bool Done = writeBelow(Fresh, Files, Error);
  // Told by the name that the user gave.
  if (!Done && Error.compare(0, Fresh.size(), Fresh) == 0)
    Error = Out + Error.substr(Fresh.size());
  if (Done && Exists)
    Done = moveInto(Out, Fresh, Files, Old, Error);
  else if (Done && rename(Fresh.c_str(), Out.c_str()) != 0)
    Done = failed(Out, Error);
  removeTree(Fresh);
  return Done;
}

} // namespace skel
