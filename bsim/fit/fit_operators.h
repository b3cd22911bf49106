/* fit_operators.h - the functions that a program gives to MPI_Op_create: from sample files to the member "operators" of
 * models.json (docs/reference/models.md#operators). */
#ifndef BSIM_FIT_OPERATORS_H
#define BSIM_FIT_OPERATORS_H

#include <stdbool.h>

#include <jansson.h>

struct fit_operators;

/* A line "# operator: FILE:FUNCTION<tab>PLACE<tab>BYTES<tab>ELEMENTS<tab>CALLS<tab>SECONDS<tab>DEVIATION" or
 * "# operator missing: NUMBER<tab>WHAT", which the function changes. *of is made if it is NULL. *bad: such a line,
 * which cannot be understood. False if it is no such line. */
bool bsim_fit_operators_read(struct fit_operators **of, char *line, bool *bad);
void bsim_fit_operators_free(struct fit_operators *of);
/* The member "operators"; NULL if no operator was measured. In the order of their names. */
json_t *bsim_fit_operators_json(const struct fit_operators *of);
/* Warns of what was not measured. */
void bsim_fit_operators_warn(const struct fit_operators *of);

#endif
