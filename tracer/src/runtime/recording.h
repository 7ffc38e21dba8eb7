/* Whether calls are recorded, in this process. */
#ifndef FORETELL_RECORDING_H
#define FORETELL_RECORDING_H

#include <stdint.h>

enum ft_state { FT_IDLE, FT_ON, FT_OFF, FT_STOPPED };

/* Changes when recording begins, ends, goes on or off. */
extern _Atomic uint64_t ft_generation;

enum ft_state ft_recording_state(void);
void ft_recording_change(enum ft_state to);

/* No more records, because of what the flag says; the program goes on. */
void ft_recording_stop(uint32_t flag);

#endif
