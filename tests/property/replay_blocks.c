/* Blocks for replay_schedule.c, so that cost models can say how much of their time goes with the memory. */
#include <bsim/bsim.h>

const char bsim_program[] = "replay_schedule";

static const char *const params[] = {"seconds"};

const bsim_block_info bsim_blocks[] = {
    {"a", "replay_schedule.c", 1, 1, 1, params, NULL, "a"},
    {"b", "replay_schedule.c", 2, 2, 1, params, NULL, "b"},
    {"c", "replay_schedule.c", 3, 3, 1, params, NULL, "c"},
    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},
};
const int bsim_nblocks = 3;
const bsim_site_info bsim_sites[] = {{NULL, NULL, 0, NULL, 0}};
const int bsim_nsites = 0;
const int bsim_skeleton = 1;
