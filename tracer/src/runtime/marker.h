/* Phases of a program. */
#ifndef FORETELL_MARKER_H
#define FORETELL_MARKER_H

#include <stdbool.h>

struct ft_thread;

/* Told before each marker that begins something, on the thread that initialised; NULL if nobody wants to know. */
extern void (*ft_marker_told)(struct ft_thread *t);

/* A marker of the calling thread, if it records. */
void ft_marker(const char *name, bool begin);

/* What MPI_Pcontrol and shmem_pcontrol ask for. */
void ft_control(int level);

#endif
