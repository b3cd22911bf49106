/* p4est_config.h - what p4est's configure would write for a build with MPI and nothing else. */
#ifndef P4EST_CONFIG_H
#define P4EST_CONFIG_H
#define P4EST_ENABLE_MPI 1
#define P4EST_ENABLE_BUILD_2D 1
#define P4EST_HAVE_UNISTD_H 1
#define P4EST_HAVE_ARPA_INET_H 1
#define P4EST_HAVE_NETINET_IN_H 1
#define P4EST_PACKAGE_STRING "p4est"
#define P4EST_PACKAGE_VERSION "2.8"
#define P4EST_VERSION "2.8"
#define P4EST_VERSION_MAJOR 2
#define P4EST_VERSION_MINOR 8
#define P4EST_CC "mpicc"
#define P4EST_CFLAGS ""
#define P4EST_CPP ""
#define P4EST_CPPFLAGS ""
#define P4EST_LDFLAGS ""
#define P4EST_LIBS ""
#endif
