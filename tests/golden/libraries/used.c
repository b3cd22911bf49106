int below(int n); int used(int n) { return below(n) % 64; }
