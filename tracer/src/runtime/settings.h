/* What the environment asks for. */
#ifndef FORETELL_SETTINGS_H
#define FORETELL_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

enum { FT_FLOPS_EVENTS = 6 };

struct ft_settings {
    const char *folder;          /* FORETELL_OUT */
    bool start_off;              /* FORETELL_START=off */
    uint32_t window_bytes;       /* FORETELL_WINDOW */
    uint32_t call_path;          /* FORETELL_CALL_PATH, 1 to FT_DEEPEST_PATH */
    uint64_t poll_gap_ns;        /* FORETELL_POLL_GAP */
    bool compress;               /* FORETELL_COMPRESS=on */
    uint32_t clusters;           /* FORETELL_CLUSTERS; 0: every rank records */
    uint32_t clusters_every;     /* FORETELL_CLUSTERS_EVERY */
    const char *clusters_marker; /* FORETELL_CLUSTERS_MARKER, or NULL: any */
    bool counters;               /* FORETELL_COUNTERS=on */
    uint32_t flops_events;       /* FORETELL_FLOPS: how many events count floating-point operations */
    struct {
        uint64_t event;  /* as the processor has it */
        uint64_t weight; /* operations of each */
    } flops_event[FT_FLOPS_EVENTS];
    bool processor_bursts;       /* FORETELL_BURST=cpu */
    const char *callbacks;       /* FORETELL_CALLBACKS, or NULL */
};

enum { FT_DEEPEST_PATH = 64 };

extern struct ft_settings ft_settings;

/* Reads the environment; what cannot be read is said once on stderr, and the default is taken. */
void ft_settings_read(void);

/* One line on stderr that begins with "foretell-trace: ". */
void ft_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
