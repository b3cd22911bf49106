void exchange(void);
