/* fit_receives.h - calls that receive into memory that was never touched (bsim/instrument/untouched.h): from sample
 * files to the member "receives" of models.json. */
#ifndef BSIM_FIT_RECEIVES_H
#define BSIM_FIT_RECEIVES_H

#include <stdbool.h>

#include <jansson.h>

struct fit_receives;

/* A line "# touched: PLACE<tab>CALL<tab>BYTES:TOUCHED,..." or "# touch: SECONDS s for BYTES", which the function
 * changes. *of is made if it is NULL. *bad: such a line, which cannot be understood. False if it is no such line. */
bool bsim_fit_receives_read(struct fit_receives **of, char *line, bool *bad);
void bsim_fit_receives_free(struct fit_receives *of);
/* The member "receives"; NULL if nothing is touched. Places in the order of their names. */
json_t *bsim_fit_receives_json(const struct fit_receives *of);

#endif
