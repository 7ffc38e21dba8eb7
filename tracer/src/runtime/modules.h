/* The program and its libraries: which of them an address lies in. */
#ifndef FORETELL_MODULES_H
#define FORETELL_MODULES_H

#include <stdbool.h>
#include <stdint.h>

struct ft_module {
    uint32_t number;
    uintptr_t base; /* what its own addresses are moved by */
    uintptr_t from, to;
    char *path;
    char build_id[129]; /* in hexadecimal */
};

/* The module of an address, NULL if none; is_new: it was not asked for before. Callers hold a lock. */
const struct ft_module *ft_module_of(uintptr_t address, bool *is_new);

/* A module, as ft_module_place finds it. */
struct ft_module_place {
    uintptr_t from, to;
    char *path; /* to be freed */
};

/* The module of an address, whatever is known of it already; false if it is in none. */
bool ft_module_place(uintptr_t address, struct ft_module_place *place);

/* Where the module of an address lies; false if it is in none. */
bool ft_module_range(uintptr_t address, uintptr_t *from, uintptr_t *to);

#endif
