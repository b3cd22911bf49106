#define NAME exchange_two
#include "body.h"
