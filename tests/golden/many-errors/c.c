#include "shared.h"

void other(int n) {
    absent(n) + ;
}
