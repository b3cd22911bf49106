/* Names of the C library, for something else. */
int product(int a, int b);
int link(int a, int b);

int link(int a, int b) {
    return a * b;
}

int product(int a, int b) {
    return link(a, b);
}
