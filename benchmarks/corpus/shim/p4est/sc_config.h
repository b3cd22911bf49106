/* sc_config.h - what libsc's configure would write for a build with MPI and nothing else. */
#ifndef SC_CONFIG_H
#define SC_CONFIG_H
#define SC_ENABLE_MPI 1
#define SC_ENABLE_USE_REALLOC 1
#define SC_ENABLE_USE_COUNTERS 1
#define SC_F77_FUNC(small, CAPS) small##_
#define SC_F77_FUNC_(small, CAPS) small##_
#define SC_HAVE_SIGNAL_H 1
#define SC_HAVE_STRTOLL 1
#define SC_HAVE_SYS_TIME_H 1
#define SC_HAVE_SYS_TYPES_H 1
#define SC_HAVE_TIME_H 1
#define SC_HAVE_UNISTD_H 1
#define SC_PACKAGE_STRING "libsc"
#define SC_PACKAGE_VERSION "2.8"
#define SC_VERSION "2.8"
#define SC_VERSION_MAJOR 2
#define SC_VERSION_MINOR 8
#define SC_CC "mpicc"
#define SC_CFLAGS ""
#define SC_CPP ""
#define SC_CPPFLAGS ""
#define SC_F77 ""
#define SC_LDFLAGS ""
#define SC_LIBS ""
#endif
