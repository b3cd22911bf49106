#include "constants.h"
