/* The functions of the library that the program calls. */
#ifndef FORETELL_SYMBOLS_H
#define FORETELL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

/* A function that wrappers forward to; the tables are generated. */
struct ft_symbol {
    const char *name;
    void **place;
};

extern const struct ft_symbol ft_symbols[];
extern const size_t ft_symbol_count;

/* Variables of the library that are wanted, up to one without a name. */
extern const struct ft_symbol ft_data_symbols[];

/* Reads the settings, chooses the clock, finds all functions and loads callbacks; does so once. */
void ft_prepare(void);

/* A function of the library, wherever it was loaded; NULL if there is none. */
void *ft_find_symbol(const char *name);

#endif
