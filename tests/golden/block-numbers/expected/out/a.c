/* What floating-point numbers, texts and powers decide: each block names it, or tells or counts it. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <bsim/bsim.h>

struct config {
    char solver[16];
    const char *method;
    double viscosity, radius, spacing, limit;
    float weight;
    int n;
};
BSIM_PRIVATE static struct config global = {"cg", "jacobi", 0, 2.5, 0.5, 1e-6, 1.5f, 1000};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    struct config *c = &BSIM_G(global);
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1)
        c->n = atoi(argv[1]);
    if (argc > 2)
        strncpy(c->solver, argv[2], 15);
    if (argc > 3)
        c->method = argv[3];
    if (argc > 4)
        c->viscosity = atof(argv[4]);
    BSIM_Add_time(BSIM_cost(0, strcmp(BSIM_G(global).solver, "cg") == 0, BSIM_G(global).n)); /* main.1: a.c:178 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(1, strcmp(c->method, "jacobi") != 0, strncmp(c->method, "sor\"", 3) == 0, c->n)); /* main.2: a.c:180 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(2, c->n > 10, c->n)); /* main.3: a.c:182 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(3, strcasecmp(c->solver, "CG") != 0, c->n)); /* main.4: a.c:184 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(4, c->n)); /* main.5: a.c:186 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(5, c->viscosity > 0.0, c->weight < 0.1f, c->viscosity != c->limit, c->n)); /* main.6: a.c:188 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(6, c->radius * (1.0 / (double)c->n) < (0.001 * (double)ranks + -c->limit), c->n)); /* main.7: a.c:190 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(7, c->viscosity > 0.0, c->n)); /* main.8: a.c:192 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(8, c->n - 2 * (long)ceil(c->radius / c->spacing), 2 * (long)ceil(c->radius / c->spacing) + 1)); /* main.9: a.c:194 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(9, (long)log2((double)c->n) + 1)); /* main.10: a.c:196 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(10)); /* main.11: a.c:198 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(11, c->n)); /* main.12: a.c:200 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(12)); /* main.13: a.c:202 */
    MPI_Barrier(MPI_COMM_WORLD);
    int extent[3] = {c->n, ranks, argc};
    BSIM_Add_time(BSIM_cost(13, (long)c->n << argc)); /* main.14: a.c:205 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(14, (long)1 << (argc / 2))); /* main.15: a.c:207 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(15, argc)); /* main.16: a.c:209 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(16, argc, ranks)); /* main.17: a.c:211 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(17, extent[0], extent[1], extent[2])); /* main.18: a.c:213 */
    MPI_Barrier(MPI_COMM_WORLD);
    BSIM_Add_time(BSIM_cost(18, BSIM_ROUNDS_TIMES(2, c->n + 1, 2), c->n)); /* main.19: a.c:215 */
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0; step < 10; step++) {
        BSIM_Add_time(BSIM_cost(19, argc, c->n)); /* main.20: a.c:218 */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
