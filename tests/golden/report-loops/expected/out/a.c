/* Loops that end when communicated results say so, in every form; and two that
   do not. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <lmpi/lmpi.h>

BSIM_PRIVATE static int rank, max = 500;

static double all(void) {
    LMPI_Allreduce(NULL, NULL, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 0;
}

struct state {
    int it, done;
    double res;
};

static void step(void) {
    BSIM_Add_time(BSIM_cost(0)); /* step.1: a.c:31 */
    all();
}

static void forms(void) {
    int it;
    struct state s = {0, 0, 1};
    { long bsim_trips0 = (3);
    while (bsim_trips0-- > 0) { /* while */
        BSIM_Add_time(BSIM_cost(1)); /* forms.1: a.c:43 */
        all();
    }
    }
    { long bsim_trips1 = BSIM_learned_int(1, BSIM_NO_KEY, BSIM_G(max));
    for (it = 0;bsim_trips1-- > 0; it++) { /* for with a limit */
        BSIM_Add_time(BSIM_cost(2)); /* forms.2: a.c:46 */
        all();
    }
    }
    { long bsim_trips2 = BSIM_learned_int(2, BSIM_NO_KEY, BSIM_G(max));
    while (bsim_trips2-- > 0) { /* while with a limit */
        BSIM_Add_time(BSIM_cost(3)); /* forms.3: a.c:49 */
        all();
    }
    }
    { long bsim_trips3 = BSIM_learned_int(3, BSIM_NO_KEY);
    do { /* do that ends in an if */
        BSIM_Add_time(BSIM_cost(4)); /* forms.4: a.c:53 */
        all();
    } while (--bsim_trips3 > 0);
    }
    { long bsim_trips19 = BSIM_learned_int(19, BSIM_NO_KEY, BSIM_G(max));
    do { /* do with a break and a limit */
        BSIM_Add_time(BSIM_cost(5)); /* forms.5: a.c:59 */
        all();
    } while ((++it, --bsim_trips19 > 0));
    }
    { long bsim_trips5 = BSIM_learned_int(5, BSIM_NO_KEY, BSIM_G(max));
    do { /* do that counts in its condition */
        BSIM_Add_time(BSIM_cost(6)); /* forms.6: a.c:65 */
        all();
        if (BSIM_G(rank) < 0)
            LMPI_Reduce(NULL, NULL, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    } while (--bsim_trips5 > 0 && (it++, 1));
    }
    { long bsim_trips6 = BSIM_learned_int(6, BSIM_NO_KEY);
    while (bsim_trips6-- > 0) { /* a flag */
        BSIM_Add_time(BSIM_cost(7)); /* forms.7: a.c:71 */
        all();
    }
    }
    { long bsim_trips7 = BSIM_learned_int(7, BSIM_NO_KEY, BSIM_G(max));
    for (it = 0;bsim_trips7-- > 0; it++) { /* a flag that an if sets */
        BSIM_Add_time(BSIM_cost(8)); /* forms.8: a.c:76 */
        all();
    }
    }
    { long bsim_trips8 = BSIM_learned_int(8, BSIM_NO_KEY, BSIM_G(max));
    for (it = 0;bsim_trips8-- > 0; it++) { /* the counter is set */
        BSIM_Add_time(BSIM_cost(9)); /* forms.9: a.c:81 */
        all();
    }
    }
    { long bsim_trips9 = BSIM_learned_int(9, BSIM_NO_KEY);
    while (bsim_trips9-- > 0) { /* a flag that a switch sets */
        BSIM_Add_time(BSIM_cost(10)); /* forms.10: a.c:87 */
        all();
    }
    }
    { long bsim_trips20 = BSIM_learned_int(20, BSIM_NO_KEY);
    for (;bsim_trips20-- > 0;) { /* break */
        BSIM_Add_time(BSIM_cost(11)); /* forms.11: a.c:97 */
        all();
    }
    }
    { long bsim_trips21 = BSIM_learned_int(21, BSIM_NO_KEY);
    while (bsim_trips21-- > 0) { /* break in an else */
        BSIM_Add_time(BSIM_cost(12)); /* forms.12: a.c:103 */
        all();
    }
    }
    { long bsim_trips22 = BSIM_learned_int(22, BSIM_NO_KEY);
    while (bsim_trips22-- > 0) { /* break with a limit that counts */
        BSIM_Add_time(BSIM_cost(13)); /* forms.13: a.c:111 */
        all();
    }
    }
    { long bsim_trips23 = BSIM_learned_int(23, BSIM_NO_KEY);
    while (bsim_trips23-- > 0) { /* break behind a continue */
        BSIM_Add_time(BSIM_cost(14)); /* forms.14: a.c:116 */
        all();
        continue;
    }
    }
    { long bsim_trips24 = BSIM_learned_int(24, BSIM_NO_KEY, BSIM_G(max));
    for (it = 0;bsim_trips24-- > 0; it++) /* goto out of two */
        { long bsim_trips25 = BSIM_learned_int(25, BSIM_NO_KEY);
        for (int k = 0;bsim_trips25-- > 0; k++) { /* the inner one of these */
            BSIM_Add_time(BSIM_cost(15)); /* forms.15: a.c:123 */
            all();
        }
    }
        }
    { long bsim_trips15 = BSIM_learned_int(15, BSIM_NO_KEY);
    while ((all(), bsim_trips15-- > 0)) { }
    }
    { long bsim_trips16 = BSIM_learned_int(16, BSIM_NO_KEY, BSIM_G(max));
    while ((all(), bsim_trips16-- > 0 && (it++, 1))) { }
    }
    { long bsim_trips17 = BSIM_learned_int(17, BSIM_NO_KEY, s.done, s.it, BSIM_G(max));
    while (bsim_trips17-- > 0) /* in a structure */
        step();
    }
    { long bsim_trips18 = BSIM_learned_int(18, BSIM_NO_KEY);
    do { /* the change of the result */
        BSIM_Add_time(BSIM_cost(16)); /* forms.16: a.c:138 */
        all();
    } while (--bsim_trips18 > 0);
    }
    for (it = 0; it < BSIM_G(max); it++) { /* not one: all rounds run */
        BSIM_Add_time(BSIM_cost(17)); /* forms.17: a.c:141 */
        all();
    }
    it = 0;
    do { /* not one: a count from before */
        BSIM_Add_time(BSIM_cost(18)); /* forms.18: a.c:147 */
        all();
    } while (++it < BSIM_G(max));
}

int main(int argc, char **argv) {
    BSIM_G(max) = argc > 1 ? atoi(argv[1]) : 500;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &BSIM_G(rank));
    MPI_Bcast(&BSIM_G(max), 1, MPI_INT, 0, MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(19)); /* main.1: a.c:158-159 */
    forms();
    MPI_Finalize();
    return 0;
}
