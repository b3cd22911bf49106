#ifndef F_H
#define F_H
#define ARGS(list) list
/* Both go, with their commas. */
int share(double *v, int n,
          const char *what);
void all_gone(double *v, int unused);
double old_style ARGS((
    double *,
    int,
    int *));
/* Its address is taken. */
void visit(int n, double *v);
void each(int n, double *v, void (*f)(int, double *));
/* Called by a macro. */
void traced(int n, double *v, int line);
#define TRACED(n, v) traced(n, v, __LINE__)
/* Called by text that another compiler takes. */
void portable(int n, double *v);
/* Called with any number of them. */
void many(double *v, int n, ...);
#endif
