static int calls = 1;
static inline int number(void) {
    return calls;
}
