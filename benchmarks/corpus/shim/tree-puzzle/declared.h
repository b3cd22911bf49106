/* declared.h - what util.c of tree-puzzle uses undeclared when it is built with its own random numbers (NOSPRNG). */
extern int PP_IamMaster;
