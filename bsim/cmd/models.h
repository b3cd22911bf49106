/* models.h - inside of bsim models: what its subcommands share. */
#ifndef BSIM_CMD_MODELS_H
#define BSIM_CMD_MODELS_H

#include <stdbool.h>
#include <stdio.h>

#include "bsim/base/error.h"
#include "bsim/base/json_read.h"
#include "bsim/bsim.h"

/* Blocks and learned hints, as a skeleton.json or files of models name them. Owns all of its strings. Zero it before
 * use. */
struct bsim_program {
    char *name; /* NULL: not told */
    int nblock, nhint;
    bsim_block_info *block; /* params has room for BSIM_MAX_VARS */
    const char **kind;      /* by block: what a hint says that its time goes with; NULL: none does */
    bsim_hint_info *hint;   /* learned ones only; params likewise */
    int ncount;
    bsim_count_info *count; /* what the blocks count; block is an index into block */
    char **call;            /* places of calls of MPI, "main.c:57"; ends with NULL, which may be all */
};

/* Reads the blocks of a skeleton. path is a folder that skeletonize wrote, its program, or its skeleton.json. False and
 * *err if there is none. */
bool bsim_program_read(struct bsim_program *program, const char *path, struct bsim_error *err);
/* Adds the blocks, parameters and learned values that a file of models names and the program does not have yet. The
 * places of new blocks are those of their models in the file. */
bool bsim_program_add_models(struct bsim_program *program, struct bsim_jval root);
void bsim_program_free(struct bsim_program *program);
/* Index of the block; -1 if there is none. */
int bsim_program_block(const struct bsim_program *program, const char *name);

/* A file of models that was read and found to be good. */
struct bsim_models_file {
    struct bsim_json *doc;
    struct bsim_jval root;
    struct bsim_models *models; /* of the program's blocks */
};
/* Opens a file and checks its top level. bsim_models_file_read then reads it as models of a program that has all of its
 * blocks. False and *err if it is bad. */
bool bsim_models_file_open(struct bsim_models_file *file, const char *path, struct bsim_error *err);
bool bsim_models_file_read(struct bsim_models_file *file, const char *path, const struct bsim_program *program,
                           struct bsim_error *err);
void bsim_models_file_close(struct bsim_models_file *file);

/* The formula of a model or of a learned value, as one line: "2e-9*n where n <= 64, else 1e-9*n; on nodes of kind old
 * at speed 0.5". To be freed. */
char *bsim_models_formula_text(struct bsim_jval model);
/* "n, nx = g->nx"; to be freed. */
char *bsim_models_params_text(struct bsim_jval model);
/* "n 32 to 2048, m 8"; to be freed. */
char *bsim_models_range_text(struct bsim_jval model);
/* "1.4 % (at most 6.0 %)", or "-"; to be freed. */
char *bsim_models_error_text(struct bsim_jval model);
/* The member "noise": "2.1 %", or "executions half-normal 2.0 %; runs 1.0 %"; to be freed. */
char *bsim_models_noise_text(struct bsim_jval noise);
/* One distribution: "half-normal 2.0 %"; to be freed. */
char *bsim_models_distribution_text(struct bsim_jval v);
/* What people know the model's block by: its label, place, or "-". */
const char *bsim_models_label(struct bsim_jval model);

/* Subcommands; argv[0] is "models NAME". */
int bsim_models_template(int argc, char **argv);
int bsim_models_check_file(int argc, char **argv);
int bsim_models_show(int argc, char **argv);
int bsim_models_diff(int argc, char **argv);
int bsim_models_plot(int argc, char **argv);

#endif
