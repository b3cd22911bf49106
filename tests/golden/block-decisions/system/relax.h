/* A header that is none of the program's: its text has no statements, but its loops take time. */
static inline void relax(double *x, int n) {
    for (int i = 0; i < n; i++) {
        if (x[i] > 3)
            break;
        x[i] += 1;
    }
}
