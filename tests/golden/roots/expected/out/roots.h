void release(int n);
void reach(void);
void reduce(int n);
void member(int n);
