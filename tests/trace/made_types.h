/* Types that a macro makes. */
#define VECTOR(T, name)                                                                                                \
    struct name {                                                                                                      \
        T *at;                                                                                                         \
        int n;                                                                                                         \
    }
VECTOR(int, ints);
VECTOR(double, doubles);
int sum(const struct ints *v);
