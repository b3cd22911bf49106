/* domain.h - the periodic box and the part of it that belongs to this rank. */
#ifndef MD_DOMAIN_H
#define MD_DOMAIN_H

/* Faces of a part: axis f / 2, lower side if f is even. */
enum { X_LOWER, X_UPPER, Y_LOWER, Y_UPPER, Z_LOWER, Z_UPPER, FACES };

#define FACE_AXIS(f) ((f) / 2)
#define FACE_IS_UPPER(f) ((f) % 2)
#define OPPOSITE(f) ((f) ^ 1)

typedef struct domain {
    int grid[3];          /* processes along each axis */
    int at[3];            /* this one's place among them */
    int neighbour[FACES]; /* ranks behind the faces */
    double length[3];     /* the whole box, from 0 */
    double lower[3];      /* this rank's part */
    double upper[3];
    double extent[3];
} domain;

/* Entries of `grid` that are 0 are chosen. */
domain *domain_create(const double length[3], const int grid[3]);
void domain_destroy(domain **d);

/* What must be added to a coordinate along the face's axis when an atom goes through it: 0 inside of the box. */
double domain_shift(const domain *d, int face);

#endif
