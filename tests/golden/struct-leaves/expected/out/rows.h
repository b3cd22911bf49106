void send(int n);
void rows(void);
