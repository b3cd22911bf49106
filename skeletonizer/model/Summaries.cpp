//===- Summaries.cpp - the table of library functions ---------------------===//
//
// libc, libm, POSIX, BLAS. Summaries are sorted by header; Fortran BLAS passes
// addresses. Facts stand behind them.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/Summaries.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <cstring>
#include <initializer_list>
#include <vector>

namespace skel {

using L = LibrarySummary;

/// What functions do that look at the variable TZ of the environment first.
#define SETS_ZONE "zone @tzname @timezone @daylight <env <@environ"

static const LibrarySummary Table[] = {
    // stdlib.h
    {"malloc", "v", 'h', "", 0},
    {"calloc", "vv", 'h', "", 0},
    {"valloc", "v", 'h', "", 0},
    {"memalign", "vv", 'h', "", 0},
    {"aligned_alloc", "vv", 'h', "", 0},
    {"realloc", "xv", 'R', "", 0},
    {"reallocarray", "xvv", 'R', "", 0},
    {"posix_memalign", "dvv", 'v', "", 0},
    {"bsim.piece", "p", 'h', "", 0}, // see Arenas.h
    {"free", "p", '-', "", L::Frees},
    {"cfree", "p", '-', "", L::Frees},
    {"malloc_usable_size", "p", 'v', "", 0},
    {"mallopt", "vv", 'v', "", L::Output},
    {"malloc_trim", "v", 'v', "", L::Output},
    {"drand48_r", "xw", 'v', "<rand48_factors", 0},
    {"lrand48_r", "xw", 'v', "<rand48_factors", 0},
    {"mrand48_r", "xw", 'v', "<rand48_factors", 0},
    {"srand48_r", "vw", 'v', "", 0},
    {"atoi", "r", 'v', "", 0},
    {"atol", "r", 'v', "", 0},
    {"atoll", "r", 'v', "", 0},
    {"atof", "r", 'v', "<locale", 0},
    {"strtol", "rev", 'v', "", 0},
    {"strtoll", "rev", 'v', "", 0},
    {"strtoul", "rev", 'v', "", 0},
    {"strtoull", "rev", 'v', "", 0},
    {"__isoc23_strtol", "rev", 'v', "", 0},
    {"__isoc23_strtoll", "rev", 'v', "", 0},
    {"__isoc23_strtoul", "rev", 'v', "", 0},
    {"__isoc23_strtoull", "rev", 'v', "", 0},
    {"strtoimax", "rev", 'v', "", 0},
    {"strtoumax", "rev", 'v', "", 0},
    {"__isoc23_strtoimax", "rev", 'v', "", 0},
    {"__isoc23_strtoumax", "rev", 'v', "", 0},
    {"strtod", "re", 'v', "<locale", 0},
    {"strtof", "re", 'v', "<locale", 0},
    {"strtold", "re", 'v', "<locale", 0},
    {"abs", "v", 'v', "", 0},
    {"ffs", "v", 'v', "", 0},
    {"ffsl", "v", 'v', "", 0},
    {"ffsll", "v", 'v', "", 0},
    {"htons", "v", 'v', "", 0},
    {"ntohs", "v", 'v', "", 0},
    {"htonl", "v", 'v', "", 0},
    {"ntohl", "v", 'v', "", 0},
    {"labs", "v", 'v', "", 0},
    {"llabs", "v", 'v', "", 0},
    {"div", "vv", 'v', "", 0},
    {"ldiv", "vv", 'v', "", 0},
    {"lldiv", "vv", 'v', "", 0},
    {"a64l", "r", 'v', "", 0},
    {"getloadavg", "wv", 'v', "", 0},
    {"getrandom", "wvv", 'v', "", 0},
    {"getentropy", "wv", 'v', "", 0},
    {"malloc_stats", "", '-', "", L::Output},
    {"rand", "", 'v', "rand", 0},
    {"srand", "v", '-', "rand", 0},
    {"random", "", 'v', "rand", 0},
    {"srandom", "v", '-', "rand", 0},
    {"rand_r", "x", 'v', "", 0},
    {"drand48", "", 'v', "rand48 <rand48_factors", 0},
    {"erand48", "x", 'v', "<rand48_factors", 0},
    {"lrand48", "", 'v', "rand48 <rand48_factors", 0},
    {"nrand48", "x", 'v', "<rand48_factors", 0},
    {"mrand48", "", 'v', "rand48 <rand48_factors", 0},
    {"jrand48", "x", 'v', "<rand48_factors", 0},
    {"srand48", "v", '-', "rand48 rand48_factors", 0},
    {"seed48", "r", 'S', "rand48 rand48_factors", 0},
    {"lcong48", "r", '-', "rand48 rand48_factors", 0},
    {"qsort", "xvvc", '-', "", 0},
    {"qsort_r", "xvvca", '-', "", 0},
    {"bsearch", "rrvvc", '1', "", 0},
    {"getenv", "r", 'o', "<env <@environ", 0},
    {"secure_getenv", "r", 'o', "<env <@environ", 0},
    {"setenv", "rrv", 'v', "env @environ", 0},
    {"unsetenv", "r", 'v', "env @environ", 0},
    {"clearenv", "", 'v', "env @environ", 0},
    {"putenv", "r", 'v', "env @environ", L::Keeps},
    {"system", "r", 'v', "<cwd <env files #*", L::Output},
    {"exit", "v", '-', "", L::NoReturn},
    {"_exit", "v", '-', "", L::NoReturn},
    {"_Exit", "v", '-', "", L::NoReturn},
    {"abort", "", '-', "", L::NoReturn},
    {"__assert_fail", "rrvr", '-', "", L::NoReturn},
    {"__assert", "rvr", '-', "", L::NoReturn},
    {"__stack_chk_fail", "", '-', "", L::NoReturn},
    {"longjmp", "rv", '-', "", L::NoReturn},
    {"_longjmp", "rv", '-', "", L::NoReturn},
    {"siglongjmp", "rv", '-', "", L::NoReturn},
    {"setjmp", "w", 'v', "", 0},
    {"_setjmp", "w", 'v', "", 0},
    {"__sigsetjmp", "wv", 'v', "", 0},
    // What they call stands in the code that is analysed (Implicit.h).
    {"atexit", "p", 'v', "", 0},
    {"on_exit", "pp", 'v', "", 0},
    {"at_quick_exit", "p", 'v', "", 0},
    {"quick_exit", "v", '-', "", L::NoReturn},
    {"mkstemp", "x", 'v', "files <cwd #", 0},
    {"mkostemp", "xv", 'v', "files <cwd #", 0},
    {"mkstemps", "xv", 'v', "files <cwd #", 0},
    {"mkdtemp", "x", '0', "<cwd #", 0},
    // string.h, strings.h
    {"memcpy", "wrv", '0', "", 0},
    {"memmove", "wrv", '0', "", 0},
    {"mempcpy", "wrv", '0', "", 0},
    {"memset", "wvv", '0', "", 0},
    {"bzero", "wv", '-', "", 0},
    {"bcopy", "rwv", '-', "", 0},
    {"memcmp", "rrv", 'v', "", 0},
    {"bcmp", "rrv", 'v', "", 0},
    {"memchr", "rvv", '0', "", 0},
    {"memmem", "rvrv", '0', "", 0},
    {"memrchr", "rvv", '0', "", 0},
    {"rawmemchr", "rv", '0', "", 0},
    {"swab", "rwv", '-', "", 0},
    {"memccpy", "wrvv", '0', "", 0},
    {"strcpy", "wr", '0', "", 0},
    {"stpcpy", "wr", '0', "", 0},
    {"strncpy", "wrv", '0', "", 0},
    {"stpncpy", "wrv", '0', "", 0},
    {"strcat", "xr", '0', "", 0},
    {"strncat", "xrv", '0', "", 0},
    {"strlcpy", "wrv", 'v', "", 0},
    {"strlcat", "xrv", 'v', "", 0},
    {"strcmp", "rr", 'v', "", 0},
    {"strncmp", "rrv", 'v', "", 0},
    {"strcasecmp", "rr", 'v', "<locale", 0},
    {"strncasecmp", "rrv", 'v', "<locale", 0},
    {"strcoll", "rr", 'v', "<locale", 0},
    {"strxfrm", "wrv", 'v', "<locale", 0},
    {"strverscmp", "rr", 'v', "", 0},
    {"strlen", "r", 'v', "", 0},
    {"strnlen", "rv", 'v', "", 0},
    {"strchr", "rv", '0', "", 0},
    {"strchrnul", "rv", '0', "", 0},
    {"strrchr", "rv", '0', "", 0},
    {"index", "rv", '0', "", 0},
    {"rindex", "rv", '0', "", 0},
    {"strstr", "rr", '0', "", 0},
    {"strcasestr", "rr", '0', "", 0},
    {"strpbrk", "rr", '0', "", 0},
    {"strspn", "rr", 'v', "", 0},
    {"strcspn", "rr", 'v', "", 0},
    {"strtok", "xr", '0', "strtok", L::Keeps},
    {"strtok_r", "xrk", '0', "", 0},
    {"strsep", "kr", 'K', "", 0},
    {"strdup", "r", 'h', "", 0},
    {"strndup", "rv", 'h', "", 0},
    {"strerror", "v", 'S', "error_text", 0},
    {"strsignal", "v", 'S', "signal_text", 0},
    // fnmatch.h, regex.h
    {"fnmatch", "rrv", 'v', "<locale", 0},
    {"regcomp", "wrv", 'v', "<locale", 0},
    {"regexec", "rrvwv", 'v', "<locale", 0},
    {"regerror", "vrwv", 'v', "", 0},
    {"regfree", "x", '-', "", 0},
    // ctype.h, errno, locale
    {"__ctype_b_loc", "", 'o', "<locale", 0},
    {"__ctype_tolower_loc", "", 'o', "<locale", 0},
    {"__ctype_toupper_loc", "", 'o', "<locale", 0},
    {"tolower", "v", 'v', "<locale", 0},
    {"toupper", "v", 'v', "<locale", 0},
    {"isalpha", "v", 'v', "<locale", 0},
    {"isdigit", "v", 'v', "<locale", 0},
    {"isalnum", "v", 'v', "<locale", 0},
    {"isspace", "v", 'v', "<locale", 0},
    {"isupper", "v", 'v', "<locale", 0},
    {"islower", "v", 'v', "<locale", 0},
    {"isprint", "v", 'v', "<locale", 0},
    {"ispunct", "v", 'v', "<locale", 0},
    {"isxdigit", "v", 'v', "<locale", 0},
    {"__errno_location", "", 'E', "", 0},
    {"setlocale", "vr", 'o', "locale <env <@environ", 0},
    // fenv.h; ModRef knows what arithmetic reads
    {"fesetround", "v", 'v', "rounding", 0},
    {"fegetround", "", 'v', "<rounding", 0},
    {"fesetenv", "r", 'v', "rounding", 0},
    {"fegetenv", "w", 'v', "<rounding", 0},
    {"feholdexcept", "w", 'v', "rounding", 0},
    {"feupdateenv", "r", 'v', "rounding", 0},
    // math.h
    {"lgamma", "v", 'v', "@signgam", 0},
    {"lgammaf", "v", 'v', "@signgam", 0},
    {"lgammal", "v", 'v', "@signgam", 0},
    {"lgamma_r", "vw", 'v', "", 0},
    {"lgammaf_r", "vw", 'v', "", 0},
    {"lgammal_r", "vw", 'v', "", 0},
    // stdio.h
    {"fopen", "rr", 'f', "<cwd #", L::Opens},
    {"fdopen", "vr", 'f', "files", 0},
    {"freopen", "rrs", '2', "<cwd #", L::Opens},
    {"tmpfile", "", 'f', "", 0},
    {"popen", "rr", 'f', "<cwd <env files #*", 0},
    {"fmemopen", "xvr", 'f', "", L::Keeps},
    {"open_memstream", "dw", 'f', "", L::Keeps},
    {"fclose", "s", 'v', "", L::Frees},
    {"pclose", "s", 'v', "files #*", L::Frees},
    {"fflush", "s", 'v', "", L::Output},
    {"fread", "wvvs", 'v', "", 0},
    {"fwrite", "rvvs", 'v', "", L::Output},
    {"fgets", "wvs", '0', "", 0},
    {"fgetc", "s", 'v', "", 0},
    {"getc", "s", 'v', "", 0},
    {"_IO_getc", "s", 'v', "", 0},
    {"getchar", "", 'v', "@stdin", 0},
    {"gets", "w", '0', "@stdin", 0},
    {"ungetc", "vs", 'v', "", 0},
    {"getline", "gxs", 'v', "", 0},
    {"getdelim", "gxvs", 'v', "", 0},
    {"__getdelim", "gxvs", 'v', "", 0},
    {"fseek", "svv", 'v', "", 0},
    {"fseeko", "svv", 'v', "", 0},
    {"ftell", "s", 'v', "", 0},
    {"ftello", "s", 'v', "", 0},
    {"rewind", "s", '-', "", 0},
    {"fgetpos", "sw", 'v', "", 0},
    {"fsetpos", "sr", 'v', "", 0},
    {"feof", "s", 'v', "", 0},
    {"ferror", "s", 'v', "", 0},
    {"clearerr", "s", '-', "", 0},
    {"fileno", "s", 'v', "", 0},
    {"setbuf", "sp", '-', "", L::Output | L::Keeps},
    {"setvbuf", "spvv", 'v', "", L::Output | L::Keeps},
    {"setlinebuf", "s", '-', "", L::Output},
    {"scanf", "r*w", 'v', "@stdin <locale", 0},
    {"__isoc99_scanf", "r*w", 'v', "@stdin <locale", 0},
    {"__isoc23_scanf", "r*w", 'v', "@stdin <locale", 0},
    {"fscanf", "sr*w", 'v', "<locale", 0},
    {"__isoc99_fscanf", "sr*w", 'v', "<locale", 0},
    {"__isoc23_fscanf", "sr*w", 'v', "<locale", 0},
    {"sscanf", "rr*w", 'v', "<locale", 0},
    {"__isoc99_sscanf", "rr*w", 'v', "<locale", 0},
    {"__isoc23_sscanf", "rr*w", 'v', "<locale", 0},
    {"vsscanf", "rra", 'v', "<locale", 0},
    {"__isoc99_vsscanf", "rra", 'v', "<locale", 0},
    {"vfscanf", "sra", 'v', "<locale", 0},
    {"__isoc99_vfscanf", "sra", 'v', "<locale", 0},
    {"printf", "r*r", 'v', "<locale >@stdout", L::Output},
    {"fprintf", "sr*r", 'v', "<locale", L::Output},
    {"dprintf", "vr*r", 'v', "files <locale", L::Output},
    {"vdprintf", "vrq", 'v', "files <locale", L::Output},
    {"vprintf", "rq", 'v', "<locale >@stdout", L::Output},
    {"vfprintf", "srq", 'v', "<locale", L::Output},
    {"puts", "r", 'v', ">@stdout", L::Output},
    {"putchar", "v", 'v', ">@stdout", L::Output},
    {"fputs", "rs", 'v', "", L::Output},
    {"fputc", "vs", 'v', "", L::Output},
    {"putc", "vs", 'v', "", L::Output},
    {"_IO_putc", "vs", 'v', "", L::Output},
    {"perror", "r", '-', ">@stderr <errno", L::Output},
    // err.h, error.h, syslog.h
    {"error", "vvr*r", '-', "<locale >@stdout >@stderr", L::Output},
    {"error_at_line", "vvrvr*r", '-', "<locale >@stdout >@stderr", L::Output},
    {"warn", "r*r", '-', "<locale <errno >@stderr", L::Output},
    {"warnx", "r*r", '-', "<locale >@stderr", L::Output},
    {"vwarn", "rq", '-', "<locale <errno >@stderr", L::Output},
    {"vwarnx", "rq", '-', "<locale >@stderr", L::Output},
    {"err", "vr*r", '-', "<locale <errno >@stderr", L::NoReturn},
    {"errx", "vr*r", '-', "<locale >@stderr", L::NoReturn},
    {"verr", "vrq", '-', "<locale <errno >@stderr", L::NoReturn},
    {"verrx", "vrq", '-', "<locale >@stderr", L::NoReturn},
    {"openlog", "rvv", '-', "", L::Output},
    {"syslog", "vr*r", '-', "<locale", L::Output},
    {"vsyslog", "vrq", '-', "<locale", L::Output},
    {"closelog", "", '-', "", L::Output},
    // libgen.h
    {"__xpg_basename", "x", '0', "", 0},
    {"basename", "r", '0', "", 0},
    {"dirname", "x", '0', "", 0},
    {"sprintf", "wr*r", 'v', "<locale", 0},
    {"snprintf", "wvr*r", 'v', "<locale", 0},
    {"vsprintf", "wrq", 'v', "<locale", 0},
    {"vsnprintf", "wvrq", 'v', "<locale", 0},
    {"asprintf", "dr*r", 'v', "<locale", 0},
    {"vasprintf", "drq", 'v', "<locale", 0},
    {"remove", "r", 'v', "<cwd #", 0},
    {"rename", "rr", 'v', "<cwd ##", 0},
    {"link", "rr", 'v', "<cwd ##", 0},
    {"symlink", "rr", 'v', "<cwd ##", 0},
    {"truncate", "rv", 'v', "<cwd #", 0},
    // unistd.h, getopt.h, sys/*.h, time.h, signal.h
    {"getopt", "var", 'v',
     "getopt @optarg @optind @opterr @optopt <env <@environ", 0},
    {"__posix_getopt", "var", 'v',
     "getopt @optarg @optind @opterr @optopt <env <@environ", 0},
    {"getopt_long", "varaw", 'v',
     "getopt @optarg @optind @opterr @optopt <env <@environ", 0},
    {"getopt_long_only", "varaw", 'v',
     "getopt @optarg @optind @opterr @optopt <env <@environ", 0},
    {"unlink", "r", 'v', "<cwd #", 0},
    {"access", "rv", 'v', "<cwd <#", 0},
    {"open", "rv*v", 'v', "files <cwd #", 0},
    {"openat", "vrv*v", 'v', "files <cwd #1", 0},
    {"creat", "rv", 'v', "files <cwd #", 0},
    {"close", "v", 'v', "files", 0},
    {"dup", "v", 'v', "files", 0},
    {"dup2", "vv", 'v', "files", 0},
    {"dup3", "vvv", 'v', "files", 0},
    {"pipe", "w", 'v', "files", 0},
    {"pipe2", "wv", 'v', "files", 0},
    {"fcntl", "vv*v", 'v', "files", 0},
    {"isatty", "v", 'v', "<files", 0},
    {"read", "vwv", 'v', "files", 0},
    {"write", "vrv", 'v', "files", L::Output},
    {"pread", "vwvv", 'v', "<files", 0},
    {"pwrite", "vrvv", 'v', "files", L::Output},
    {"ftruncate", "vv", 'v', "files", L::Output},
    {"fsync", "v", 'v', "", L::Output},
    {"fdatasync", "v", 'v', "", L::Output},
    {"sync", "", '-', "", L::Output},
    {"posix_fadvise", "vvvv", 'v', "", L::Output},
    {"posix_fallocate", "vvv", 'v', "files", L::Output},
    {"fallocate", "vvvv", 'v', "files", L::Output},
    {"select", "vxxxx", 'v', "files", 0},
    {"poll", "xvv", 'v', "files", 0},
    // Processes. A child works on all files, and what it does is known to its
    // parent at the latest where that waits for it.
    {"fork", "", 'v', "children <files #*", 0},
    {"vfork", "", 'v', "children <files #*", 0},
    {"_Fork", "", 'v', "children <files #*", 0},
    {"wait", "w", 'v', "children files #*", 0},
    {"waitpid", "vwv", 'v', "children files #*", 0},
    {"waitid", "vvwv", 'v', "children files #*", 0},
    {"wait3", "wvw", 'v', "children files #*", 0},
    {"wait4", "vwvw", 'v', "children files #*", 0},
    {"execv", "rq", 'v', "<cwd <env <@environ children files #*", 0},
    {"execve", "rqq", 'v', "<cwd children files #*", 0},
    {"execvp", "rq", 'v', "<cwd <env <@environ children files #*", 0},
    {"execvpe", "rqq", 'v', "<cwd <env children files #*", 0},
    {"execl", "r*r", 'v', "<cwd <env <@environ children files #*", 0},
    {"execlp", "r*r", 'v', "<cwd <env <@environ children files #*", 0},
    {"execle", "r*q", 'v', "<cwd children files #*", 0},
    {"fexecve", "vqq", 'v', "<cwd children files #*", 0},
    {"execveat", "vrqqv", 'v', "<cwd children files #*", 0},
    {"posix_spawn", "wrqqqq", 'v', "<cwd children files #*", 0},
    {"posix_spawnp", "wrqqqq", 'v', "<cwd <env children files #*", 0},
    {"posix_spawnattr_init", "w", 'v', "", 0},
    {"posix_spawnattr_destroy", "p", 'v', "", L::Output},
    {"posix_spawnattr_setflags", "xv", 'v', "", 0},
    {"posix_spawnattr_setpgroup", "xv", 'v', "", 0},
    {"posix_spawnattr_setsigmask", "xr", 'v', "", 0},
    {"posix_spawnattr_setsigdefault", "xr", 'v', "", 0},
    {"posix_spawn_file_actions_init", "w", 'v', "", 0},
    {"posix_spawn_file_actions_destroy", "p", 'v', "", L::Output},
    {"posix_spawn_file_actions_addopen", "avrvv", 'v', "", 0},
    {"posix_spawn_file_actions_addclose", "av", 'v', "", 0},
    {"posix_spawn_file_actions_adddup2", "avv", 'v', "", 0},
    // sys/mman.h. The memory of a file is what calls on descriptors read and
    // write; givesFreshBlock() tells memory of its own. Advice may empty
    // memory, and what is protected may not be touched.
    {"mmap", "xvvvvv", 'S', "files", 0},
    {"munmap", "pv", 'v', "", L::Frees},
    {"mremap", "xvvv*p", 'R', "", 0},
    {"msync", "rvv", 'v', "", L::Output},
    {"madvise", "xvv", 'v', "", 0},
    {"posix_madvise", "pvv", 'v', "", L::Output},
    {"mprotect", "xvv", 'v', "", 0},
    {"mlock", "pv", 'v', "", L::Output},
    {"munlock", "pv", 'v', "", L::Output},
    {"mlockall", "v", 'v', "", L::Output},
    {"munlockall", "", 'v', "", L::Output},
    // sys/resource.h, sched.h
    {"getrlimit", "vw", 'v', "<limits", 0},
    {"setrlimit", "vr", 'v', "limits", 0},
    {"sched_getaffinity", "vvw", 'v', "<affinity", 0},
    {"sched_setaffinity", "vvr", 'v', "affinity", 0},
    {"sched_getcpu", "", 'v', "<affinity", 0},
    {"lseek", "vvv", 'v', "files", 0},
    {"stat", "rw", 'v', "<cwd <#", 0},
    {"fstat", "vw", 'v', "<files", 0},
    {"lstat", "rw", 'v', "<cwd <#", 0},
    {"statvfs", "rw", 'v', "<cwd <#", 0},
    {"statfs", "rw", 'v', "<cwd <#", 0},
    {"fstatvfs", "vw", 'v', "<files", 0},
    {"fstatfs", "vw", 'v', "<files", 0},
    {"readlink", "rwv", 'v', "<cwd <#", 0},
    {"chmod", "rv", 'v', "<cwd #", 0},
    {"fchmod", "vv", 'v', "files", 0},
    {"umask", "v", 'v', "umask", 0},
    {"opendir", "r", 'f', "<cwd <#*", 0},
    {"readdir", "s", 'S', "folder_entry <#*", 0},
    {"rewinddir", "s", '-', "", 0},
    {"closedir", "s", 'v', "", L::Frees},
    {"dirfd", "s", 'v', "", 0},
    {"mkdir", "rv", 'v', "<cwd #", 0},
    {"rmdir", "r", 'v', "<cwd # <#*", 0},
    {"chdir", "r", 'v', "cwd <#", 0},
    {"fchdir", "v", 'v', "cwd <files", 0},
    {"getcwd", "wv", 'n', "<cwd", 0},
    {"getpid", "", 'v', "", 0},
    {"getppid", "", 'v', "", 0},
    {"gethostname", "wv", 'v', "", 0},
    {"sysconf", "v", 'v', "", 0},
    {"getpagesize", "", 'v', "", 0},
    {"sleep", "v", 'v', "", L::Output},
    {"usleep", "v", 'v', "", L::Output},
    {"pause", "", 'v', "", L::Output},
    {"nanosleep", "rw", 'v', "", L::Output},
    {"clock_nanosleep", "vvrw", 'v', "", L::Output},
    {"thrd_sleep", "rw", 'v', "", L::Output},
    {"sched_yield", "", 'v', "", L::Output},
    {"getuid", "", 'v', "", 0},
    {"geteuid", "", 'v', "", 0},
    {"getgid", "", 'v', "", 0},
    {"getegid", "", 'v', "", 0},
    {"getpgrp", "", 'v', "", 0},
    {"getlogin", "", 'o', "", 0},
    {"getdtablesize", "", 'v', "", 0},
    {"getpriority", "vv", 'v', "", 0},
    {"setpriority", "vvv", 'v', "", L::Output},
    {"nice", "v", 'v', "", L::Output},
    {"get_nprocs", "", 'v', "<affinity", 0},
    {"get_nprocs_conf", "", 'v', "", 0},
    {"sysinfo", "w", 'v', "", 0},
    {"backtrace", "wv", 'v', "", 0},
    {"backtrace_symbols_fd", "rvv", '-', "", L::Output},
    {"uname", "w", 'v', "", 0},
    {"getrusage", "vw", 'v', "", 0},
    {"gettimeofday", "ww", 'v', "", 0},
    {"clock_gettime", "vw", 'v', "", 0},
    {"clock_getres", "vw", 'v', "", 0},
    {"timespec_get", "wv", 'v', "", 0},
    {"time", "w", 'v', "", 0},
    {"times", "w", 'v', "", 0},
    {"clock", "", 'v', "", 0},
    {"difftime", "vv", 'v', "", 0},
    {"ctime", "r", 'S', "time_text broken_down_time " SETS_ZONE, 0},
    {"asctime", "r", 'S', "time_text", 0},
    {"localtime", "r", 'S', "broken_down_time " SETS_ZONE, 0},
    {"gmtime", "r", 'S', "broken_down_time", 0},
    {"localtime_r", "rw", '1', SETS_ZONE, 0},
    {"ctime_r", "rw", '1', SETS_ZONE, 0},
    {"asctime_r", "rw", '1', "", 0},
    {"gmtime_r", "rw", '1', "", 0},
    {"mktime", "x", 'v', SETS_ZONE, 0},
    {"timelocal", "x", 'v', SETS_ZONE, 0},
    {"timegm", "x", 'v', "", 0},
    {"strptime", "rrx", '0', "<locale", 0},
    {"tzset", "", '-', SETS_ZONE, 0},
    {"strftime", "wvrr", 'v', "<locale " SETS_ZONE, 0},
    {"signal", "vp", 'o', "signals", L::Keeps},
    {"__sysv_signal", "vp", 'o', "signals", L::Keeps},
    {"sigaction", "vrw", 'v', "signals", 0},
    {"raise", "v", 'v', "signals", 0},
    {"kill", "vv", 'v', "signals", 0},
    {"pthread_kill", "vv", 'v', "signals", 0},
    {"sigemptyset", "w", 'v', "", 0},
    {"sigfillset", "w", 'v', "", 0},
    {"sigaddset", "xv", 'v', "", 0},
    {"sigdelset", "xv", 'v', "", 0},
    {"sigismember", "rv", 'v', "", 0},
    {"sigprocmask", "vrw", 'v', "signals", 0},
    {"pthread_sigmask", "vrw", 'v', "signals", 0},
    {"sigpending", "w", 'v', "<signals", 0},
    {"sigsuspend", "r", 'v', "signals", 0},
    {"siginterrupt", "vv", 'v', "signals", 0},
    {"setitimer", "vrw", 'v', "timers", 0},
    {"alarm", "v", 'v', "timers", 0},
    {"ualarm", "vv", 'v', "timers", 0},
    {"timer_create", "vpw", 'v', "timers", 0},
    {"timer_settime", "vvrw", 'v', "timers", 0},
    {"timer_delete", "v", 'v', "timers", 0},
    // Hints (bsim.h): models of values
    {"BSIM_uniform", "vvvv", 'v', "", 0},
    {"BSIM_uniform_int", "vvvv", 'v', "", 0},
    {"BSIM_normal", "vvvv", 'v', "", 0},
    {"BSIM_histogram", "vv", 'v', "", 0},
    {"BSIM_branch", "vvv", 'v', "", 0},
    {"BSIM_learned", "vv*v", 'v', "", 0},
    {"BSIM_learned_int", "vv*v", 'v', "", 0},
    // omp.h, with one thread
    {"omp_get_thread_num", "", 'v', "", 0},
    {"omp_get_num_threads", "", 'v', "", 0},
    {"omp_get_max_threads", "", 'v', "omp", 0},
    {"omp_set_num_threads", "v", '-', "omp", 0},
    {"omp_get_num_procs", "", 'v', "", 0},
    {"omp_get_thread_limit", "", 'v', "", 0},
    {"omp_in_parallel", "", 'v', "", 0},
    {"omp_get_level", "", 'v', "", 0},
    {"omp_get_dynamic", "", 'v', "", 0},
    {"omp_set_dynamic", "v", '-', "", L::Output},
    {"omp_get_nested", "", 'v', "", 0},
    {"omp_set_nested", "v", '-', "", L::Output},
    {"omp_set_max_active_levels", "v", '-', "", L::Output},
    {"omp_set_schedule", "vv", '-', "", L::Output},
    {"omp_get_wtime", "", 'v', "", 0},
    {"omp_get_wtick", "", 'v', "", 0},
    {"omp_init_lock", "p", '-', "", L::Output},
    {"omp_destroy_lock", "p", '-', "", L::Output},
    {"omp_set_lock", "p", '-', "", L::Output},
    {"omp_unset_lock", "p", '-', "", L::Output},
    {"omp_test_lock", "p", 'v', "", 0},
    {"omp_init_nest_lock", "p", '-', "", L::Output},
    {"omp_destroy_nest_lock", "p", '-', "", L::Output},
    {"omp_set_nest_lock", "p", '-', "", L::Output},
    {"omp_unset_nest_lock", "p", '-', "", L::Output},
    // BLAS: CBLAS
    {"cblas_dgemm", "vvvvvvvrvrvvxv", '-', "", L::Costly, "def", "mnk"},
    {"cblas_sgemm", "vvvvvvvrvrvvxv", '-', "", L::Costly, "def", "mnk"},
    {"cblas_dsyrk", "vvvvvvrvvxv", '-', "", L::Costly, "de", "nk"},
    {"cblas_dsymm", "vvvvvvrvrvvxv", '-', "", L::Costly, "de", "mn"},
    {"cblas_dtrsm", "vvvvvvvvrvxv", '-', "", L::Costly, "fg", "mn"},
    {"cblas_dtrmm", "vvvvvvvvrvxv", '-', "", L::Costly, "fg", "mn"},
    {"cblas_dgemv", "vvvvvrvrvvxv", '-', "", L::Costly, "cd", "mn"},
    {"cblas_dtrsv", "vvvvvrvxv", '-', "", L::Costly, "e", "n"},
    {"cblas_dtrmv", "vvvvvrvxv", '-', "", L::Costly, "e", "n"},
    {"cblas_dger", "vvvvrvrvxv", '-', "", L::Costly, "bc", "mn"},
    {"cblas_dscal", "vvxv", '-', "", L::Costly, "a", "n"},
    {"cblas_dcopy", "vrvwv", '-', "", L::Costly, "a", "n"},
    {"cblas_daxpy", "vvrvxv", '-', "", L::Costly, "a", "n"},
    {"cblas_dswap", "vxvxv", '-', "", L::Costly, "a", "n"},
    {"cblas_ddot", "vrvrv", 'v', "", L::Costly, "a", "n"},
    {"cblas_dnrm2", "vrv", 'v', "", L::Costly, "a", "n"},
    {"cblas_dasum", "vrv", 'v', "", L::Costly, "a", "n"},
    {"cblas_idamax", "vrv", 'v', "", L::Costly, "a", "n"},
    // BLAS: Fortran-77; every argument is an address, hidden lengths may follow
    {"dgemm_", "rrrrrrrrrrrxr*v", '-', "", L::Costly, "cde", "mnk"},
    {"sgemm_", "rrrrrrrrrrrxr*v", '-', "", L::Costly, "cde", "mnk"},
    {"dsyrk_", "rrrrrrrrxr*v", '-', "", L::Costly, "cd", "nk"},
    {"dtrsm_", "rrrrrrrrrxr*v", '-', "", L::Costly, "ef", "mn"},
    {"dtrmm_", "rrrrrrrrrxr*v", '-', "", L::Costly, "ef", "mn"},
    {"dgemv_", "rrrrrrrrrxr*v", '-', "", L::Costly, "bc", "mn"},
    {"dtrsv_", "rrrrrrxr*v", '-', "", L::Costly, "d", "n"},
    {"dger_", "rrrrrrrxr", '-', "", L::Costly, "ab", "mn"},
    {"dscal_", "rrxr", '-', "", L::Costly, "a", "n"},
    {"dcopy_", "rrrwr", '-', "", L::Costly, "a", "n"},
    {"daxpy_", "rrrrxr", '-', "", L::Costly, "a", "n"},
    {"dswap_", "rxrxr", '-', "", L::Costly, "a", "n"},
    {"ddot_", "rrrrr", 'v', "", L::Costly, "a", "n"},
    {"dnrm2_", "rrr", 'v', "", L::Costly, "a", "n"},
    {"dasum_", "rrr", 'v', "", L::Costly, "a", "n"},
    {"idamax_", "rrr", 'v', "", L::Costly, "a", "n"},
};

/// Functions of numbers, without any effect but that they may set errno; with
/// f and l as suffixes too.
static const char *const MayFail[] = {
    "acos",    "acosh",  "asin",    "atan2",     "atanh", "cos",       "cosh",
    "erfc",    "exp",    "exp2",    "exp10",     "expm1", "fdim",      "fma",
    "fmod",    "hypot",  "ilogb",   "j0",        "j1",    "jn",        "ldexp",
    "lgamma",  "llrint", "llround", "log",       "log10", "log1p",     "log2",
    "logb",    "lrint",  "lround",  "nextafter", "pow",   "remainder", "scalbn",
    "scalbln", "sin",    "sinh",    "sqrt",      "tan",   "tgamma",    "y0",
    "y1",      "yn"};

/// Those that do not even that.
static const char *const NeverFail[] = {
    "asinh",    "atan",     "cbrt",     "ceil",   "copysign",     "erf",
    "fabs",     "floor",    "fmax",     "fmin",   "nan",          "nearbyint",
    "rint",     "round",    "tanh",     "trunc",  "cabs",         "carg",
    "cexp",     "clog",     "cpow",     "csqrt",  "csin",         "ccos",
    "conj",     "creal",    "cimag",    "cproj",  "__isnan",      "__isinf",
    "__finite", "isnan",    "isinf",    "finite", "__fpclassify", "__signbit",
    "__muldc3", "__divdc3", "__powidf2"};

using F = LibraryFact;

/// Functions by fact. '*' at the begin or the end of a name is for any letters:
/// headers and libraries have further functions of such names.
static const struct {
  LibraryFact Fact;
  std::initializer_list<const char *> Names;
} Facts[] = {
    {F::Aborts,
     {"abort", "__assert_fail", "__assert", "err", "errx", "verr", "verrx"}},
    {F::AbortsByStatus, {"error", "error_at_line"}},
    {F::Exits, {"exit", "_exit", "_Exit"}},
    {F::RunsAtExit, {"exit", "quick_exit"}},
    {F::AtExit, {"atexit", "on_exit", "at_quick_exit", "__cxa_atexit"}},
    {F::SetsHandler,
     {"signal", "sigset", "bsd_signal", "sysv_signal", "__sysv_signal"}},
    {F::SetsAction, {"sigaction"}},
    // A change of the mask may let a signal through that was raised before.
    // What a timer's signal does later counts as done when the timer is set.
    {F::MayRaise,
     {"raise", "kill", "killpg", "pthread_kill", "sigqueue", "abort",
      "sigsuspend", "sigprocmask", "pthread_sigmask", "sigsetmask", "sigrelse",
      "alarm", "ualarm", "setitimer", "timer_settime"}},
    {F::SavesPlace, {"*setjmp*"}},
    {F::Forks, {"fork", "vfork", "_Fork"}},
    {F::Replaces,
     {"execv", "execve", "execvp", "execvpe", "execl", "execlp", "execle",
      "fexecve", "execveat"}},
    {F::StartsProgram,
     {"execv", "execve", "execvp", "execvpe", "execl", "execlp", "execle",
      "fexecve", "execveat", "system", "popen", "posix_spawn", "posix_spawnp"}},
    {F::StartsThread, {"pthread_create", "thrd_create"}},
    {F::OpensDescriptor, {"open*", "creat*", "mkstemp*", "mkostemp*"}},
    {F::ClosesDescriptor, {"close"}},
    {F::MakesFolder, {"mkdir", "mkdtemp", "symlink"}},
    {F::DeletesFile, {"remove", "unlink"}},
    {F::GivesErrno,
     {"__errno_location", "perror", "warn", "vwarn", "err", "verr"}},
    {F::WrapsDescriptor, {"fdopen"}},
    {F::GivesDescriptor, {"fileno*"}},
    {F::DuplicatesDescriptor, {"dup*"}},
    {F::MapsDescriptor, {"mmap"}},
    {F::PrintsText,
     {"printf", "fprintf", "dprintf", "vdprintf", "vprintf",      "vfprintf",
      "puts",   "putchar", "fputs",   "fputc",    "putc",         "_IO_putc",
      "perror", "warn",    "warnx",   "vwarn",    "vwarnx",       "err",
      "errx",   "verr",    "verrx",   "error",    "error_at_line"}},
    {F::ReadsStream,
     {"fread",
      "read",
      "pread",
      "fgets",
      "fgetc",
      "getc",
      "_IO_getc",
      "getchar",
      "gets",
      "getline",
      "getdelim",
      "__getdelim",
      "scanf",
      "__isoc99_scanf",
      "__isoc23_scanf",
      "fscanf",
      "__isoc99_fscanf",
      "__isoc23_fscanf",
      "vfscanf",
      "__isoc99_vfscanf"}},
    {F::MovesBytes, {"fread", "fwrite", "read", "write", "pread", "pwrite"}},
    {F::CopiesText,
     {"strcpy", "strncpy", "stpcpy", "stpncpy", "memcpy", "memmove"}},
    {F::AppendsText, {"strcat"}},
    {F::CopiedText, {"strdup", "strndup"}},
    {F::Fills, {"memset", "bzero"}},
    {F::Environment, {"getenv", "secure_getenv"}},
    {F::Scans,
     {"scanf", "__isoc99_scanf", "__isoc23_scanf", "fscanf", "__isoc99_fscanf",
      "__isoc23_fscanf", "sscanf", "__isoc99_sscanf", "__isoc23_sscanf",
      "vsscanf", "__isoc99_vsscanf", "vfscanf", "__isoc99_vfscanf"}},
    {F::Formats,
     {"printf",   "fprintf",   "dprintf",  "vdprintf",     "vprintf",
      "vfprintf", "sprintf",   "snprintf", "vsprintf",     "vsnprintf",
      "asprintf", "vasprintf", "warn",     "warnx",        "vwarn",
      "vwarnx",   "err",       "errx",     "verr",         "verrx",
      "syslog",   "vsyslog",   "error",    "error_at_line"}},
    {F::ParsesInteger,
     {"strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax",
      "__isoc23_strtoimax", "__isoc23_strtoumax", "__isoc23_strtol",
      "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull"}},
    {F::ParsesOptions,
     {"getopt", "__posix_getopt", "getopt_long", "getopt_long_only"}},
    {F::LosesArgument0,
     {"vsscanf", "__isoc99_vsscanf", "vfscanf", "__isoc99_vfscanf"}},
    {F::Malloc, {"malloc", "calloc", "realloc"}},
    {F::TakesBack, {"free", "realloc"}},
    {F::Unset,
     {"malloc", "valloc", "memalign", "aligned_alloc", "posix_memalign",
      "realloc", "reallocarray"}},
    {F::Zeroed, {"calloc"}},
    {F::Piece, {"bsim.piece"}},
    {F::CopiesBytes, {"memcpy", "memmove", "mempcpy", "bcopy"}},
    {F::CopiesVector, {"cblas_dcopy"}},
    {F::CountsBytes,
     {"memcpy", "memmove", "mempcpy", "memset", "memcmp", "memchr", "bcopy",
      "fread", "fwrite"}},
    {F::CountsElements,
     {"qsort", "qsort_r", "bsearch", "read", "write", "pread", "pwrite"}},
    {F::PassesBytes, {"memcmp", "bcmp", "memchr", "mempcpy", "bcopy", "bzero"}},
    {F::Sorts, {"qsort", "qsort_r"}},
    {F::TakesTime,
     {"qsort",
      "qsort_r",
      "bsearch",
      "memcpy",
      "memset",
      "memmove",
      "fread",
      "fwrite",
      "read",
      "write",
      "pread",
      "pwrite",
      "fsync",
      "fdatasync",
      "sync",
      "msync",
      "posix_fallocate",
      "fallocate",
      "system",
      "sleep",
      "usleep",
      "nanosleep",
      "clock_nanosleep",
      "thrd_sleep",
      "select",
      "poll",
      "fork",
      "vfork",
      "wait",
      "waitpid",
      "waitid",
      "wait3",
      "wait4",
      "popen",
      "pclose",
      "posix_spawn",
      "posix_spawnp"}},
    {F::Pauses,
     {"sleep", "usleep", "nanosleep", "clock_nanosleep", "thrd_sleep"}},
    {F::PausesForNothing, {"select", "poll"}},
    {F::AsksSystem,
     {"gettimeofday",
      "clock*",
      "timespec_get",
      "time",
      "times",
      "getrusage",
      "getpid",
      "getppid",
      "getuid",
      "geteuid",
      "getgid",
      "getegid",
      "getpgrp",
      "getlogin",
      "getdtablesize",
      "getpriority",
      "setpriority",
      "nice",
      "get_nprocs",
      "get_nprocs_conf",
      "sysinfo",
      "getloadavg",
      "getrandom",
      "getentropy",
      "backtrace",
      "umask",
      "gethostname",
      "sysconf",
      "getpagesize",
      "uname",
      "malloc_usable_size",
      "mallopt",
      "malloc_trim",
      "getrlimit",
      "setrlimit",
      "sched_getaffinity",
      "sched_setaffinity",
      "sched_getcpu",
      "*setjmp*",
      "atexit",
      "on_exit",
      "at_quick_exit",
      "omp_*",
      "BSIM_uniform",
      "BSIM_uniform_int",
      "BSIM_normal",
      "BSIM_histogram",
      "BSIM_branch",
      "BSIM_learned",
      "BSIM_learned_int"}},
    {F::Mathematics,
     {"lgamma", "lgammaf", "lgammal", "lgamma_r", "lgammaf_r", "lgammal_r"}},
    {F::Arithmetic,
     {"abs", "labs", "ffs", "ffsl", "ffsll", "htons", "ntohs", "htonl",
      "ntohl"}},
    {F::MeasuresTexts, {"strlen"}},
    {F::ComparesTexts, {"strcmp", "strncmp", "strcasecmp", "strncasecmp"}},
    {F::Draws,
     {"rand", "random", "rand_r", "drand48", "erand48", "lrand48", "nrand48",
      "mrand48", "jrand48"}},
    {F::SetsRounding, {"fe*"}},
    {F::SetsErrno,
     {"opendir",         "readlink",   "realpath",     "sysconf",
      "readdir",         "chmod",      "getpriority",  "getrandom",
      "getentropy",      "sysinfo",    "statvfs",      "statfs",
      "setenv",          "unsetenv",   "putenv",       "usleep",
      "nanosleep",       "kill",       "raise",        "mmap",
      "remquo",          "remquof",    "remquol",      "*strto*",
      "*scanf*",         "*signal",    "sigaction",    "sigprocmask",
      "pthread_sigmask", "sigaddset",  "sigdelset",    "sigismember",
      "sigpending",      "sigsuspend", "siginterrupt", "setitimer",
      "ualarm",          "timer_*",    "fsync",        "gethostname",
      "getrusage",       "times",      "uname",        "gettimeofday",
      "clock_*",         "mktime",     "setlocale",    "system",
      "munmap",          "mremap",     "madvise",      "mprotect",
      "mlock*",          "munlock*",   "msync",        "getrlimit",
      "setrlimit",       "sched_*",    "fdatasync"}},
};

static const LibrarySummary PureNumber = {"", "*v", 'v', "", 0};
static const LibrarySummary WritesThroughPointers = {"", "v*w", 'v', "", 0};

static const llvm::StringMap<const LibrarySummary *> &summaries() {
  static const llvm::StringMap<const LibrarySummary *> Map = [] {
    llvm::StringMap<const LibrarySummary *> M;
    for (const LibrarySummary &Row : Table)
      M[Row.Name] = &Row;
    auto AddNumbers = [&](llvm::ArrayRef<const char *> Bases) {
      for (const char *Base : Bases)
        for (const char *Suffix : {"", "f", "l"})
          M.try_emplace(std::string(Base) + Suffix, &PureNumber);
    };
    AddNumbers(MayFail);
    AddNumbers(NeverFail);
    for (const char *Base : {"frexp", "modf", "sincos", "remquo"})
      for (const char *Suffix : {"", "f", "l"})
        M.try_emplace(std::string(Base) + Suffix, &WritesThroughPointers);
    return M;
  }();
  return Map;
}

const LibrarySummary *findLibraryCall(llvm::StringRef Name) {
  auto &Map = summaries();
  auto It = Map.find(Name);
  // Headers call fseeko fseeko64 where _FILE_OFFSET_BITS is 64.
  if (It == Map.end() && Name.consume_back("64"))
    It = Map.find(Name);
  return It == Map.end() ? nullptr : It->second;
}

llvm::SmallVector<llvm::StringRef, 4> allStateWords(const LibrarySummary &S) {
  llvm::SmallVector<llvm::StringRef, 4> Words;
  llvm::StringRef(S.State).split(Words, ' ', -1, false);
  return Words;
}

llvm::SmallVector<unsigned, 2> fileArguments(llvm::StringRef Word) {
  llvm::SmallVector<unsigned, 2> Result;
  unsigned First = Word.consume_back("1") ? 1 : 0;
  if (!Word.empty() && Word.trim('#').empty())
    for (unsigned A = 0; A < Word.size(); ++A)
      Result.push_back(First + A);
  return Result;
}

llvm::SmallVector<unsigned, 2> fileArguments(const LibrarySummary &S) {
  llvm::SmallVector<unsigned, 2> Result;
  for (llvm::StringRef W : allStateWords(S)) {
    W.consume_front("<");
    for (unsigned A : fileArguments(W))
      if (!llvm::is_contained(Result, A))
        Result.push_back(A);
  }
  return Result;
}

llvm::SmallVector<llvm::StringRef, 4> stateWords(const LibrarySummary &S) {
  auto Words = allStateWords(S);
  llvm::erase_if(Words, [](llvm::StringRef W) {
    return W.contains('@') || W.contains('#');
  });
  for (llvm::StringRef &W : Words)
    W.consume_front("<");
  return Words;
}

llvm::StringRef keptIn(const LibrarySummary &S) {
  auto Words = stateWords(S);
  return Words.empty() ? llvm::StringRef(S.Name) : Words.front();
}

static bool changesState(const LibrarySummary &S) {
  return llvm::any_of(allStateWords(S),
                      [](llvm::StringRef W) { return !W.starts_with("<"); });
}

/// The names of Facts, with those of the lists of functions of numbers.
static const llvm::StringMap<uint64_t> &factsByName() {
  static const llvm::StringMap<uint64_t> Map = [] {
    llvm::StringMap<uint64_t> M;
    auto Add = [&](llvm::StringRef Name, LibraryFact Fact) {
      M[Name] |= uint64_t(1) << unsigned(Fact);
    };
    for (auto &[Fact, Names] : Facts)
      for (llvm::StringRef Name : Names)
        Add(Name, Fact);
    for (const auto &[Name, Summary] : summaries())
      if (Summary == &PureNumber || Summary == &WritesThroughPointers)
        Add(Name, F::Mathematics);
    for (const char *Base : MayFail)
      for (const char *Suffix : {"", "f", "l"})
        Add(std::string(Base) + Suffix, F::SetsErrno);
    return M;
  }();
  return Map;
}

/// Name is one of those for which Pattern stands, which has a '*'.
static bool matches(llvm::StringRef Name, llvm::StringRef Pattern) {
  bool Front = Pattern.consume_front("*"), Back = Pattern.consume_back("*");
  if (Front && Back)
    return Name.contains(Pattern);
  return Front ? Name.ends_with(Pattern) : Back && Name.starts_with(Pattern);
}

bool hasFact(llvm::StringRef Name, LibraryFact Fact) {
  if (Name.empty())
    return false;
  auto &Map = factsByName();
  auto It = Map.find(Name);
  if (llvm::StringRef Short = Name;
      It == Map.end() && findLibraryCall(Name) && Short.consume_back("64"))
    It = Map.find(Short);
  if (It != Map.end() && It->second >> unsigned(Fact) & 1)
    return true;
  static const auto Patterns = [] {
    std::vector<std::pair<LibraryFact, llvm::StringRef>> List;
    for (auto &[Of, Names] : Facts)
      for (llvm::StringRef Pattern : Names)
        if (Pattern.contains('*'))
          List.push_back({Of, Pattern});
    return List;
  }();
  return llvm::any_of(Patterns, [&](auto &P) {
    return P.first == Fact && matches(Name, P.second);
  });
}

/// Clang calls no function for the short ones; names with "__" are what it
/// makes of operators and macros.
bool isLongMathematics(llvm::StringRef Name) {
  return hasFact(Name, LibraryFact::Mathematics) && !Name.starts_with("__");
}

llvm::StringRef nameInC(llvm::StringRef Intrinsic) {
  return Intrinsic == "minnum"   ? "fmin"
         : Intrinsic == "maxnum" ? "fmax"
                                 : Intrinsic;
}

llvm::SmallVector<llvm::StringRef, 16> namesWith(LibraryFact Fact) {
  llvm::SmallVector<llvm::StringRef, 16> Result;
  for (auto &[Of, Names] : Facts)
    if (Of == Fact)
      Result.append(Names.begin(), Names.end());
  return Result;
}

bool setsErrno(llvm::StringRef Name) {
  if (hasFact(Name, F::SetsErrno))
    return true;
  // Streams, descriptors, the working directory.
  const LibrarySummary *S = findLibraryCall(Name);
  return S && (llvm::StringRef(S->Args).contains('s') || S->Returns == 'f' ||
               llvm::StringRef(S->State).contains("@stdin") ||
               llvm::any_of(stateWords(*S), [](llvm::StringRef W) {
                 return W == "files" || W == "cwd";
               }));
}

bool takesTime(llvm::StringRef Name) {
  const LibrarySummary *S = findLibraryCall(Name);
  return !S || S->Flags & LibrarySummary::Costly || hasFact(Name, F::TakesTime);
}

bool onlyGivesValue(llvm::StringRef Name) {
  const LibrarySummary *S = findLibraryCall(Name);
  return S && !changesState(*S) && !(S->Flags & ~LibrarySummary::Costly) &&
         S->Returns == 'v' &&
         llvm::StringRef(S->Args).find_first_not_of("*vpra") ==
             llvm::StringRef::npos;
}

bool onlyUsesMemory(llvm::StringRef Name) {
  const LibrarySummary *S = findLibraryCall(Name);
  if (!S || S->Flags & ~(LibrarySummary::Frees | LibrarySummary::Keeps) ||
      llvm::StringRef(S->Args).contains('s') || S->Returns == 'f' ||
      hasFact(Name, F::AsksSystem))
    return false;
  static const llvm::StringRef Own[] = {
      "<locale",    "<env",      "<@environ",        "rand",
      "rand48",     "strtok",    "rand48_factors",   "<rand48_factors",
      "error_text", "time_text", "broken_down_time", "zone",
      "@tzname",    "@timezone", "@daylight"};
  return llvm::all_of(allStateWords(*S), [](llvm::StringRef W) {
    return llvm::is_contained(Own, W);
  });
}

unsigned formatArgument(const LibrarySummary &S) {
  size_t Rest = std::strcspn(S.Args, "*qa");
  return S.Args[Rest] && Rest ? unsigned(Rest) - 1 : ~0u;
}

char summaryArg(const LibrarySummary &S, unsigned I) {
  const char *Star = std::strchr(S.Args, '*');
  size_t Fixed = Star ? size_t(Star - S.Args) : std::strlen(S.Args);
  if (I < Fixed)
    return S.Args[I];
  return Star ? Star[1] : 'v';
}

} // namespace skel
