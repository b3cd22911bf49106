/* codlist.c - the tables of codelets, with few of them: a part of the package's own lists. */
#include "kernel/ifftw.h"

#define EACH_DFT(DO) DO(n1_2) DO(n1_3) DO(n1_4) DO(n1_5) DO(n1_8) DO(n1_16) DO(t1_2) DO(t1_3) DO(t1_4) DO(t1_5) DO(t1_8)
#define EACH_R2CF(DO) DO(r2cf_2) DO(r2cf_4) DO(r2cf_8) DO(hf_2) DO(hf_4) DO(hc2cf_2) DO(hc2cf_4)
#define EACH_R2CB(DO) DO(r2cb_2) DO(r2cb_4) DO(r2cb_8) DO(hb_2) DO(hb_4) DO(hc2cb_2) DO(hc2cb_4)
#define EACH_R2R(DO) DO(e01_8) DO(e10_8)

#define DECLARE(name) extern void X(codelet_##name)(planner *);
#define LIST(name) SOLVTAB(X(codelet_##name)),

EACH_DFT(DECLARE)
EACH_R2CF(DECLARE)
EACH_R2CB(DECLARE)
EACH_R2R(DECLARE)

extern const solvtab X(solvtab_dft_standard), X(solvtab_rdft_r2cf), X(solvtab_rdft_r2cb), X(solvtab_rdft_r2r);
const solvtab X(solvtab_dft_standard) = {EACH_DFT(LIST) SOLVTAB_END};
const solvtab X(solvtab_rdft_r2cf) = {EACH_R2CF(LIST) SOLVTAB_END};
const solvtab X(solvtab_rdft_r2cb) = {EACH_R2CB(LIST) SOLVTAB_END};
const solvtab X(solvtab_rdft_r2r) = {EACH_R2R(LIST) SOLVTAB_END};
