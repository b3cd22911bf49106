/* exchange.h - messages through the six faces of a part, axis by axis, so that what lies in edges and corners arrives
 * by way of the faces' neighbours. What is sent is the business of the callbacks. */
#ifndef MD_EXCHANGE_H
#define MD_EXCHANGE_H

#include "cells.h"
#include "domain.h"

#include <stddef.h>

typedef struct exchange_callbacks {
    /* Most bytes of a message through the face. */
    size_t (*most_bytes)(const void *user, int face);
    /* Writes the message for the neighbour behind the face and gives its size. */
    size_t (*load_buffer)(void *user, void *data, int face, char *buffer);
    /* Takes the message that came through the face. */
    void (*unload_buffer)(void *user, void *data, int face, size_t bytes, const char *buffer);
    /* Releases the user data; may be NULL. */
    void (*destroy)(void *user);
} exchange_callbacks;

typedef struct exchange {
    exchange_callbacks call;
    void *user;
    int neighbour[FACES];
    int announce; /* sizes go ahead of the data, and buffers for receiving grow as needed */
    size_t send_capacity, receive_capacity;
    char *send_buffer[2];
    char *receive_buffer[2];
} exchange;

/* Takes the user data over. */
exchange *exchange_create(const domain *d, const exchange_callbacks *call, void *user, int announce);
void exchange_destroy(exchange **e);

/* `data` is given to the callbacks. Collective. */
void exchange_run(exchange *e, void *data);

/* Lists of cells behind the faces. */
typedef struct face_cells {
    int count[FACES];
    int *send[FACES];
    int *receive[FACES];
    double shift[FACES]; /* for the sent atoms' coordinates along the axis */
} face_cells;

/* Fills the halo: what lies in the outermost own cells goes to the neighbours' halo cells; later axes send the halo
 * cells that earlier ones have filled. */
void face_cells_halo(face_cells *f, const domain *d, const cells *c);

/* The way back: what lies in halo cells goes to the neighbours' outermost own cells. */
void face_cells_migrate(face_cells *f, const domain *d, const cells *c);

void face_cells_free(face_cells *f);

/* Copies of the atoms in the outermost cells to the neighbours' halo; `data` is the cells. */
exchange *exchange_halo_create(const domain *d, const cells *c);

/* Atoms in halo cells to the ranks that own these; `data` is the cells. */
exchange *exchange_migrate_create(const domain *d, const cells *c);

#endif
