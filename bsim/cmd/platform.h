/* platform.h - inside of the bsim command: platforms that are found by name, and one function for each command of bsim
 * platform. */
#ifndef BSIM_CMD_PLATFORM_H
#define BSIM_CMD_PLATFORM_H

#include <stdbool.h>

#include "bsim/base/error.h"

/* The path of a platform: name itself if it has a slash, ends in .json or is a file, else NAME.json in the library
 * (share/bsim/platforms). False and *err, which lists the names, if there is none. The path is valid until the process
 * ends. */
bool bsim_platform_find(const char *name, const char **path, struct bsim_error *err);

/* argv[0] is the command's name, and a null pointer ends argv. They return the exit code. */
int bsim_platform_list(int argc, char **argv);
int bsim_platform_show(int argc, char **argv);
int bsim_platform_check(int argc, char **argv);
int bsim_platform_plot(int argc, char **argv);
int bsim_platform_import(int argc, char **argv);

#endif
