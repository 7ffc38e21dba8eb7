/* Call sites of Python programs: mpi4py's calls get those of the frames of the interpreter. */
#ifndef FORETELL_PYTHON_H
#define FORETELL_PYTHON_H

#include <stdbool.h>
#include <stdint.h>

/* Whether this process runs an interpreter whose frames can be read. */
extern bool ft_python_on;

/* Looks for the interpreter; done before anything is recorded. */
void ft_python_prepare(void);

/*
 * Of a call of mpi4py, a place that stands for the frames of the calling thread, and that ft_python_site knows; any other
 * site as it is. To be asked after the call, where mpi4py takes the lock of the interpreter anyway: a thread that waited
 * for it before the call could wait for a thread that waits for the call.
 */
const void *ft_python_place(const void *site);

/* Whether it is a place of ft_python_place, with the number of its call site. */
static inline bool ft_python_site(const void *place, uint32_t *site)
{
    uintptr_t value = (uintptr_t)place;
    *site = (uint32_t)value;
    return value >> 63 != 0;
}

#endif
