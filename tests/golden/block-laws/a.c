/* Remainders and bits on which no smooth law tells how long a loop runs, and those on which one does. */
#include <mpi.h>
#include <stdlib.h>

static double work[1000];

static void scale(int n) {
    for (int i = 0; i < n; i++)
        work[i % 1000] += 0.5 * work[0] + i;
}

static int divisor(int a, int b) {
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

/* told */
static void gcd(int a, int b) {
    while (b) {
        int t = a % b;
        a = b;
        b = t;
        scale(100);
    }
}

static void gcd_by_differences(int a, int b) {
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
        scale(100);
    }
}

static void to_multiple(int k, int n) {
    for (int i = k; i % n; i += 7)
        scale(100);
}

static void to_multiple_by_variable(int k, int n) {
    for (int i = k;; i += 7) {
        int rest = i % n;
        if (!rest)
            break;
        scale(100);
    }
}

static void smallest_divisor(int n) {
    int d;
    for (d = 2; n % d; d++)
        scale(100);
}

static int prime(int n) {
    for (int d = 2; d * d <= n; d++) {
        scale(100);
        if (n % d == 0)
            return 0;
    }
    return 1;
}

static void low_ones(unsigned x) {
    while (x & 1) {
        x >>= 1;
        scale(100);
    }
}

static void twos(int n) {
    while (n % 2 == 0) {
        n /= 2;
        scale(100);
    }
}

static void reversed(unsigned m) {
    unsigned r = 0;
    while (m) {
        if (m & 1)
            scale(100);
        r = r << 1 | (m & 1);
        m >>= 1;
    }
}

static void generator(unsigned x, int n) {
    for (int i = 0; i < n; i++) {
        x = x * 1103515245 + 12345;
        if (!(x & 7))
            scale(100);
    }
}

static void threshold(unsigned x, int n) {
    for (int i = 0; i < n; i++) {
        x = x * 1103515245 + 12345;
        if (x > 3000000000u)
            scale(100);
    }
}

static void divisors(int n) {
    for (int i = 1; i <= n; i++)
        if (n % i == 0)
            scale(100);
}

static void coprime(int n) {
    for (int i = 1; i <= n; i++)
        if (divisor(i, n) == 1)
            scale(100);
}

static void common_bits(int n, int k) {
    for (int i = 0; i < n; i++)
        scale(i & k);
}

static void partners(int n, int k) {
    for (int i = 0; i < n; i++)
        if ((i ^ k) < n)
            scale(100);
}

static void ones_of_rank(int rank, int size) {
    for (int mask = 1; mask < size; mask <<= 1)
        if (rank & mask)
            scale(100);
}

static void powers(int a, int n, int e) {
    for (long r = 1, b = a; e; e >>= 1) {
        if (e & 1) {
            r = r * b % n;
            scale(100);
        }
        b = b * b % n;
    }
}

static void factors(int n) {
    for (int q = 2; q * q <= n; q++)
        while (n % q == 0) {
            n /= q;
            scale(100);
        }
}

static void pairs(int n) {
    for (int i = 1; i <= n; i++)
        for (int j = i; j <= n; j++)
            if (i * j == n)
                scale(100);
}

static void rounded(int n, int k) {
    if (n / k * k == n)
        scale(1000);
    if (2 * (n / 2) != n)
        scale(1000);
}

/* parameters by themselves */
static void some_bits(int n, int k) {
    scale((n ^ k) & 255);
    scale(n >> 3 & 7);
    scale((n + k) / 4 % 5);
    scale(1 << (n + k) / 4);
}

static void whole(int n, int k) {
    if (n * k == 60)
        scale(1000);
}

static void power_of_two(int n) {
    if (!(n & (n - 1)))
        scale(1000);
}

static void by_divisor(int a, int b) {
    scale(divisor(a, b));
}

/* laws */
static void halves(int n) {
    for (; n > 1; n /= 2)
        scale(100);
    for (unsigned m = 1000; m; m >>= 1)
        scale(n);
}

static void thirds(int n) {
    for (int i = 0; i < n; i++)
        if (i % 3 == 0)
            scale(100);
}

static void rounded_rounds(int n, int block) {
    for (int i = 0; i < n / block * block; i++)
        if (i / 4 * 4 == i && i * block + 1 != n)
            scale(100);
}

static void checkerboard(int n, int m) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if ((i * m + j) % 2 == 0)
                scale(100);
}

static void tree(int n) {
    for (int s = 1; s < n; s *= 2)
        for (int i = 0; i < n; i++)
            if (i % (2 * s) == 0)
                scale(100);
}

static void cyclic(int n, int block, int rank, int size) {
    for (int i = 0; i < n; i++)
        if (i / block % size == rank) {
            int owner = (i + rank) % size;
            if (owner != rank)
                scale(100);
        }
}

static void ring(int n, int from) {
    int at = from;
    do {
        at = (at + 1) % n;
        scale(at % 2 ? 50 : 100);
    } while (at != from);
}

static void blocked(int n, int block) {
    for (int i = 0; i < n; i += block)
        scale(n - i < block ? n - i : block);
}

static void remainders(int n, int k) {
    for (int i = 0; i < n; i++)
        scale(i % k + (i & 3));
}

static void in_lines(int n) {
    for (int i = 0; i < n; i++)
        if ((i & (n - 1)) == 0)
            scale(100);
}

static void flagged(int n) {
    int found = 0;
    for (int i = 0; i < n && !(found & 4); i++) {
        if (i > n / 2)
            found |= 4;
        scale(100);
    }
}

static void step(int n) {
    static int calls;
    if (calls++ % 10 == 0)
        scale(n);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 12, k = argc > 2 ? atoi(argv[2]) : 5, rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    gcd(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    gcd_by_differences(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    to_multiple(k, n);
    MPI_Barrier(MPI_COMM_WORLD);
    to_multiple_by_variable(k, n);
    MPI_Barrier(MPI_COMM_WORLD);
    smallest_divisor(n);
    MPI_Barrier(MPI_COMM_WORLD);
    work[1] += prime(n);
    MPI_Barrier(MPI_COMM_WORLD);
    low_ones((unsigned)n);
    MPI_Barrier(MPI_COMM_WORLD);
    twos(n);
    MPI_Barrier(MPI_COMM_WORLD);
    reversed((unsigned)n);
    MPI_Barrier(MPI_COMM_WORLD);
    generator((unsigned)k, n);
    MPI_Barrier(MPI_COMM_WORLD);
    threshold((unsigned)k, n);
    MPI_Barrier(MPI_COMM_WORLD);
    divisors(n);
    MPI_Barrier(MPI_COMM_WORLD);
    coprime(n);
    MPI_Barrier(MPI_COMM_WORLD);
    common_bits(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    partners(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    ones_of_rank(rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    powers(k, n, n);
    MPI_Barrier(MPI_COMM_WORLD);
    factors(n);
    MPI_Barrier(MPI_COMM_WORLD);
    pairs(n);
    MPI_Barrier(MPI_COMM_WORLD);
    rounded(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    some_bits(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    whole(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    power_of_two(n);
    MPI_Barrier(MPI_COMM_WORLD);
    by_divisor(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    halves(n);
    MPI_Barrier(MPI_COMM_WORLD);
    thirds(n);
    MPI_Barrier(MPI_COMM_WORLD);
    rounded_rounds(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    checkerboard(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    tree(n);
    MPI_Barrier(MPI_COMM_WORLD);
    cyclic(n, k, rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    ring(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    blocked(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    remainders(n, k);
    MPI_Barrier(MPI_COMM_WORLD);
    in_lines(n);
    MPI_Barrier(MPI_COMM_WORLD);
    flagged(n);
    for (int i = 0; i < 20; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        step(n);
    }
    MPI_Finalize();
    return 0;
}
