//===- Scratch.cpp - a folder to run a program in -------------------------===//
//
// Knows files and links; nothing of what runs there.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/verify/Scratch.h"
#include "skeletonizer/base/Output.h"
#include "skeletonizer/model/Units.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

namespace skel {

/// Of the current folder and those below it; folders behind these are links.
static constexpr size_t MostEntries = 300;
/// Folders with more are not looked through, of those above the current one.
static constexpr size_t MostBeside = 300;

/// What opens or changes files, and which of the macros below stands for it.
static const struct {
  const char *Name, *Macro;
} Functions[] = {
    {"fopen", "STREAM(fopen)"},
    {"fopen64", "STREAM(fopen64)"},
    {"freopen", "REOPEN(freopen)"},
    {"freopen64", "REOPEN(freopen64)"},
    {"open", "OPEN(open)"},
    {"open64", "OPEN(open64)"},
    {"__open_2", "OPEN_2(__open_2)"},
    {"__open64_2", "OPEN_2(__open64_2)"},
    {"openat", "OPENAT(openat)"},
    {"openat64", "OPENAT(openat64)"},
    {"creat", "ONE(creat, mode_t, 1)"},
    {"creat64", "ONE(creat64, mode_t, 1)"},
    {"truncate", "ONE(truncate, off_t, 1)"},
    {"truncate64", "ONE(truncate64, off64_t, 1)"},
    {"mkdir", "ONE(mkdir, mode_t, 0)"},
    {"rmdir", "GONE(rmdir)"},
    {"unlink", "GONE(unlink)"},
    {"remove", "GONE(remove)"},
    {"rename", "TWO(rename)"},
    {"link", "TWO(link)"},
    {"symlink", "TWO(symlink)"},
};

static const char *const Source = R"(#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
enum { MOST = 4096 };
extern const int bsim_in_scratch;
const int bsim_in_scratch = 1; // the runtime's, which then spares no files
/* Functions that are not wrapped. */
#define HERE AT_FDCWD
static int open_file(const char *path, int flags) {
    return (int)syscall(SYS_openat, HERE, path, flags | O_CLOEXEC, 0600);
}
static int aside_of(const char *path, char *aside) {
    int n = snprintf(aside, MOST, "%s.scratch-%ld", path, (long)getpid());
    return n < MOST;
}
/* A folder of links in the place of a link to a folder. */
static void own_folder(const char *path) {
    static _Thread_local char aside[MOST], from[MOST], to[MOST];
    DIR *d = aside_of(path, aside) ? opendir(path) : NULL;
    if (!d || !realpath(path, from) || mkdirat(HERE, aside, 0777)) {
        if (d)
            closedir(d);
        return;
    }
    size_t n = strlen(from), m = strlen(aside);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
            n + strlen(e->d_name) + 2 > MOST || m + strlen(e->d_name) + 2 > MOST)
            continue;
        from[n] = to[m] = '/';
        memcpy(to, aside, m);
        strcpy(from + n + 1, e->d_name);
        strcpy(to + m + 1, e->d_name);
        if (symlinkat(from, HERE, to))
            break;
    }
    closedir(d);
    /* Another process may have done it. */
    if (unlinkat(HERE, path, 0) || renameat(HERE, aside, HERE, path)) {
        d = opendir(aside);
        for (struct dirent *e; d && (e = readdir(d)) != NULL;)
            if (strlen(e->d_name) + m + 2 <= MOST && e->d_name[0] != '.') {
                to[m] = '/';
                memcpy(to, aside, m);
                strcpy(to + m + 1, e->d_name);
                unlinkat(HERE, to, 0);
            }
        if (d)
            closedir(d);
        unlinkat(HERE, aside, AT_REMOVEDIR);
    }
}
/* A copy of the file in the place of a link to it, or an empty file. */
static void own_file(const char *path, const struct stat *file, int whole) {
    static _Thread_local char old[65536], aside[MOST];
    if (!aside_of(path, aside))
        return;
    int in = whole ? open_file(path, O_RDONLY) : -1;
    int out = open_file(aside, O_WRONLY | O_CREAT | O_EXCL);
    int ok = out >= 0 && (in >= 0 || !whole);
    for (ssize_t n; ok && in >= 0 && (n = read(in, old, sizeof old)) != 0;)
        ok = n > 0 && write(out, old, (size_t)n) == n;
    if (out >= 0 && fchmod(out, file->st_mode & 07777))
        ok = 0;
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    if (out >= 0 && (!ok || renameat(HERE, aside, HERE, path)))
        unlinkat(HERE, aside, 0);
}
/* Before path is changed: the folders on the way are the run's own, and with
 * file the file at its end, with all of its text if whole. */
static void own(const char *path, int file, int whole) {
    const char *top = getenv("BSIM_SCRATCH");
    static _Thread_local char at[MOST]; /* a rank may have a small stack */
    size_t n = 0, least = top ? strlen(top) : 0;
    int saved = errno;
    if (!top || !path || !*path)
        return;
    if (*path != '/' && !getcwd(at, sizeof at))
        return;
    n = *path == '/' ? 0 : strlen(at);
    while (*path) {
        size_t len = strcspn(path, "/");
        struct stat link, target;
        int last = path[len + strspn(path + len, "/")] == 0;
        if (len == 2 && path[0] == '.' && path[1] == '.') {
            while (n > 0 && at[--n] != '/')
                ;
        } else if (len > 0 && !(len == 1 && path[0] == '.')) {
            if (n + len + 2 > sizeof at)
                break;
            at[n] = '/';
            memcpy(at + n + 1, path, len);
            n += len + 1;
        }
        at[n] = 0;
        if (n > least && !strncmp(at, top, least) && at[least] == '/' &&
            !lstat(at, &link) && S_ISLNK(link.st_mode) && !stat(at, &target)) {
            if (S_ISDIR(target.st_mode) && !last)
                own_folder(at);
            else if (S_ISREG(target.st_mode) && last && file)
                own_file(at, &target, whole);
        }
        path += len + strspn(path + len, "/");
    }
    errno = saved;
}
static void own_flags(const char *path, int flags) {
    if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_TRUNC | O_CREAT))
        own(path, 1, !(flags & O_TRUNC));
}
#define STREAM(name) \
    FILE *__real_##name(const char *path, const char *mode); \
    FILE *__wrap_##name(const char *path, const char *mode) { \
        if (strpbrk(mode, "wa+")) \
            own(path, 1, mode[0] != 'w'); \
        return __real_##name(path, mode); \
    }
FILE *bsim_freopen(const char *path, const char *mode, FILE *f)
    __attribute__((weak)); // the runtime's, which knows each rank's streams
#define REOPEN(name) \
    FILE *__real_##name(const char *path, const char *mode, FILE *f); \
    FILE *__wrap_##name(const char *path, const char *mode, FILE *f) { \
        if (strpbrk(mode, "wa+")) \
            own(path, 1, mode[0] != 'w'); \
        return (bsim_freopen ? bsim_freopen : __real_##name)(path, mode, f); \
    }
#define MODE \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { \
        va_list ap; \
        va_start(ap, flags); \
        mode = va_arg(ap, mode_t); \
        va_end(ap); \
    }
#define OPEN(name) \
    int __real_##name(const char *path, int flags, ...); \
    int __wrap_##name(const char *path, int flags, ...) { \
        MODE \
        own_flags(path, flags); \
        return __real_##name(path, flags, mode); \
    }
#define OPEN_2(name) \
    int __real_##name(const char *path, int flags); \
    int __wrap_##name(const char *path, int flags) { \
        own_flags(path, flags); \
        return __real_##name(path, flags); \
    }
#define OPENAT(name) \
    int __real_##name(int folder, const char *path, int flags, ...); \
    int __wrap_##name(int folder, const char *path, int flags, ...) { \
        MODE \
        if (folder == AT_FDCWD || path[0] == '/') \
            own_flags(path, flags); \
        return __real_##name(folder, path, flags, mode); \
    }
#define ONE(name, type, file) \
    int __real_##name(const char *path, type x); \
    int __wrap_##name(const char *path, type x) { \
        own(path, file, 1); \
        return __real_##name(path, x); \
    }
#define GONE(name) \
    int __real_##name(const char *path); \
    int __wrap_##name(const char *path) { \
        own(path, 0, 0); \
        return __real_##name(path); \
    }
#define TWO(name) \
    int __real_##name(const char *from, const char *to); \
    int __wrap_##name(const char *from, const char *to) { \
        own(from, 0, 0); \
        own(to, 0, 0); \
        return __real_##name(from, to); \
    }
)";

std::string scratchSource(const std::set<std::string> &Defined) {
  std::string Out = Source;
  for (auto &F : Functions)
    if (!Defined.count(F.Name))
      Out += std::string(F.Macro) + "\n";
  return Out;
}

std::vector<std::string> scratchOptions(const std::set<std::string> &Defined) {
  std::vector<std::string> Out;
  for (auto &F : Functions)
    if (!Defined.count(F.Name))
      Out.push_back(std::string("-Wl,--wrap=") + F.Name);
  return Out;
}

static std::vector<std::string> entriesOf(const std::string &Path) {
  std::vector<std::string> Out;
  if (DIR *D = opendir(Path.c_str())) {
    while (struct dirent *E = readdir(D))
      if (strcmp(E->d_name, ".") && strcmp(E->d_name, ".."))
        Out.push_back(E->d_name);
    closedir(D);
  }
  std::sort(Out.begin(), Out.end());
  return Out;
}

static long long changeTime(const struct stat &St) {
  return St.st_mtim.tv_sec * 1000000000ll + St.st_mtim.tv_nsec;
}

Scratch::Scratch(const std::string &UnderArg, const std::string &LeftArg)
    : Under(UnderArg), Left(realPath(LeftArg)) {
  std::string Here = realPath(".");
  if (Here.empty())
    Error = std::string("the current folder: ") + strerror(errno);
  // The folders on the way, with links to what stands beside them.
  std::string From, To = Under;
  if (!Error.empty() || !makeFolder(To))
    return;
  for (size_t At = 0; Here != "/" && At != std::string::npos;) {
    size_t Next = Here.find('/', At + 1);
    std::string Name = Here.substr(At + 1, Next - At - 1);
    std::vector<std::string> Beside = entriesOf(From + "/");
    for (const std::string &Other : Beside)
      if (Other != Name && Beside.size() <= MostBeside)
        linkTo(From + "/" + Other, To + "/" + Other);
    From += "/" + Name;
    To += "/" + Name;
    if (!makeFolder(To))
      return;
    At = Next;
  }
  mirror(Here == "/" ? "" : Here, To);
  if (Error.empty())
    Folder = To;
}

Scratch::~Scratch() { removeTree(Under); }

bool Scratch::makeFolder(const std::string &Path) {
  if (mkdir(Path.c_str(), 0777) == 0)
    return true;
  if (Error.empty())
    Error = Path + ": cannot be made: " + strerror(errno);
  return false;
}

void Scratch::linkTo(const std::string &From, const std::string &To) {
  if (symlink(From.c_str(), To.c_str()) != 0 && Error.empty())
    Error = To + ": cannot be made: " + strerror(errno);
}

// Upper folders first: there may be no room for all.
void Scratch::mirror(const std::string &From, const std::string &To) {
  std::vector<std::pair<std::string, std::string>> Folders = {{From, To}};
  struct stat Top, St;
  if (stat((From + "/").c_str(), &Top) != 0)
    return;
  size_t Entries = 0;
  for (size_t I = 0; I < Folders.size(); ++I) {
    auto [Source, Copy] = Folders[I];
    for (const std::string &Name : entriesOf(Source + "/")) {
      std::string Path = Source + "/" + Name, Mine = Copy + "/" + Name;
      if (!Error.empty() || Path == Left || lstat(Path.c_str(), &St) != 0)
        continue;
      ++Entries;
      char Target[PATH_MAX];
      ssize_t N = S_ISLNK(St.st_mode)
                      ? readlink(Path.c_str(), Target, sizeof Target)
                      : 0;
      if (N > 0) {
        linkTo(std::string(Target, size_t(N)), Mine);
      } else if (S_ISDIR(St.st_mode) && Entries <= MostEntries &&
                 Name[0] != '.' && St.st_dev == Top.st_dev &&
                 access(Path.c_str(), R_OK | X_OK) == 0) {
        if (makeFolder(Mine))
          Folders.push_back({Path, Mine});
      } else {
        linkTo(Path, Mine);
        if (S_ISREG(St.st_mode))
          Linked[Path] = {St.st_size, changeTime(St)};
      }
    }
  }
}

std::vector<std::string> Scratch::changed() const {
  std::vector<std::string> Out;
  for (auto &[Path, Was] : Linked) {
    struct stat St;
    if (stat(Path.c_str(), &St) != 0 || St.st_size != Was.first ||
        changeTime(St) != Was.second)
      Out.push_back(Path);
  }
  return Out;
}

} // namespace skel
