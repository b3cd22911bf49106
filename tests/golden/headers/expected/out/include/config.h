#ifndef CONFIG_H
#define CONFIG_H
#define DEFAULT_SIZE 16
#endif
