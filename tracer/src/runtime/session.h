/* From init to finalize: the file of this process. */
#ifndef FORETELL_SESSION_H
#define FORETELL_SESSION_H

#include <stdbool.h>
#include <stdint.h>

struct ft_start {
    uint64_t run;   /* the same in all ranks */
    uint32_t rank, ranks;
    uint32_t flags; /* of the header */
    uint64_t init_start, init_end; /* ticks */
    const char *library; /* what it says of itself */
    void (*nothing)(void); /* makes a call that is traced and does nothing; may be NULL */
};

/*
 * Makes the file of this process and begins to record; if there is one already, adds the flags. False if the program
 * runs untraced.
 */
bool ft_session_open(const struct ft_start *start);

/* No more records: the program has finalized. */
void ft_session_close(void);

/* Recording goes on or off, for all threads from their next call on. */
void ft_session_switch(bool on);

/* A number for a run that nobody else has. */
uint64_t ft_session_new_run(void);

#endif
