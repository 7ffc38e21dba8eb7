/* The library that is preloaded where it is not known which MPI a program uses. */
#ifndef FORETELL_STUB_H
#define FORETELL_STUB_H

#include <stddef.h>

#define FT_EXPORT __attribute__((visibility("default")))

/* A function of any type: what it is called with is passed on as it is. */
typedef long ft_stub_function();

extern ft_stub_function *ft_stub_table[];
extern const char *const ft_stub_names[];
extern const size_t ft_stub_count;

/* Chooses the tracer's library for the MPI that is loaded, and fills the table from it. */
void ft_stub_choose(void);

#endif
