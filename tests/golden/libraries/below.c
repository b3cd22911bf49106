int below(int n) { return n + 3; }
