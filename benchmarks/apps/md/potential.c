#include "potential.h"

#include <string.h>

potential *potential_create(const char *name) {
    static const struct {
        const char *name;
        potential *(*create)(void);
    } kinds[] = {
        {"lj", lennard_jones_create},
        {"eam", eam_create},
    };

    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (strcmp(kinds[k].name, name) == 0)
            return kinds[k].create();
    return NULL;
}
