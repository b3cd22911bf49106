/* edge.c - what bsimcc links between a program's objects and the runtime's libraries: marks the end of the program's
 * static data, and of its thread-local variables, for shared_data.c. Has the version of the runtime, which is a digest
 * of its sources. */
#ifndef BSIM_RUNTIME_VERSION
#define BSIM_RUNTIME_VERSION "0000000000000000"
#endif
__attribute__((used)) static const char runtime_version[] = "@bsim runtime " BSIM_RUNTIME_VERSION; /* cmd/linked.c */

char bsim_edge_data[1] = {1};
char bsim_edge_bss[1];
__attribute__((used)) __thread char bsim_edge_thread_data[1] = {1}, bsim_edge_thread_bss[1];
