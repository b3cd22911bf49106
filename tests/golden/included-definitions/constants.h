static const int limit = 3;
