#ifndef TYPES_H
#define TYPES_H

/* A body. */
typedef struct body {
    int id, steps;        /* one stays */
    /* Where to. */
    int to;
    struct body *next;
} body;

#define AGE(b) ((b)->age)
typedef struct {
    int age;
} look;

/* Its size is a message's. */
struct packet {
    int n;
    double x;
};

/* Its values are listed. */
struct pair {
    int first;
    int second;
};

/* Its bytes are sent. */
struct header {
    int version;
    int length;
};

/* In a union. */
struct half {
    short low;
    short high;
};
union whole {
    struct half h;
    int n;
};

/* One pointer becomes another. */
struct base {
    int kind;
    int steps;
};
struct derived {
    int kind;
    int steps;
    double extra;
};

/* Packed. */
struct tight {
    char c;
    int n;
} __attribute__((packed));

int last(const body *b);

#endif
