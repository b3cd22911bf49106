void kernel(void);
