#include "lib.h"

double helper(int n) {
    return n;
}
