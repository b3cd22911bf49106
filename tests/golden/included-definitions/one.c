#define NAME exchange_one
#include "body.h"
