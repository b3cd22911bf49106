#include "shared.h"

void work(int n) {
    n = twice(n;
}
