#ifndef COUNTER_H
#define COUNTER_H

static int calls;

static int count(void) {
    return ++calls;
}

#endif
