#include "lib.h"

void show(int n);

void draw(int n) {
    show(n);
}
