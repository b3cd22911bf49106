/* Not a part of the program: its text is not seen. */
#ifndef LIMIT_H
#define LIMIT_H
#ifdef SMALL
#define LIMIT 4
#else
#define LIMIT 8
#endif
#define AREA (SIDE * SIDE)
#endif
