/* A header that is not part of the program and declares what the program defines. */
extern int is_master;
int chosen(int rank);
