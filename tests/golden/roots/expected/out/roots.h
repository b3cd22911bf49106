void release(int n);
void reach(int n);
void reduce(int n);
void member(int n);
