/* Call sites: return addresses, and the paths to them where those are asked for. */
#ifndef FORETELL_CALLPATH_H
#define FORETELL_CALLPATH_H

#include <stdbool.h>
#include <stdint.h>

/* Whether paths can be walked: libunwind is there. */
bool ft_call_path_available(void);

/* The number of a return address. */
uint32_t ft_call_path_single(uintptr_t address);

/* The number of the path whose innermost frame returns to this place. */
uint32_t ft_call_path_id(const void *site);

#endif
