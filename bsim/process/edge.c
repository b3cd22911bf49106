/* edge.c - what bsimcc links between a program's objects and the runtime's libraries: marks the end of the program's
 * static data, and of its thread-local variables, for shared_data.c. */
char bsim_edge_data[1] = {1};
char bsim_edge_bss[1];
__attribute__((used)) __thread char bsim_edge_thread_data[1] = {1}, bsim_edge_thread_bss[1];
