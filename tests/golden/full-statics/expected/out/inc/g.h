#ifndef G_H
#define G_H
#include <mpi.h>
#include <bsim/bsim.h>
extern int counter;
extern double table[];
struct cfg { int n; double *p; };
extern struct cfg config;
#define BUMP() (BSIM_G(counter)++)
#define TAB(i) (BSIM_G(table)[(i)])
static inline int next_id(void) { BSIM_PRIVATE static int id; return ++BSIM_G(id); }
int *where(void);
#endif
