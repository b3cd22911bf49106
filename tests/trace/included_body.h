/* Text in the middle of a function, behind a comment of some length, with a statement that decides and one that does
 * not. */
n = 5;
m = 7;
