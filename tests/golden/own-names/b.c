int pause(int n);
int pause(int n) { return 2 * n; }
