/* The file of a process: a header, and windows that are mapped one by one. The kernel keeps what was written, also
 * when the process is killed. */
#ifndef FORETELL_FILE_H
#define FORETELL_FILE_H

#include "clock.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    FT_FLAG_MPI = 1,
    FT_FLAG_SHMEM = 2,
    FT_FLAG_COUNTER = 4,
    FT_FLAG_ENDED = 8,
    FT_FLAG_NO_SPACE = 16,
    FT_FLAG_TOO_MANY_THREADS = 32,
    FT_FLAG_HEAP = 64,
    FT_FLAG_PROCESSOR_BURSTS = 128
};

enum { FT_HEADER_BYTES = 4096, FT_EXCHANGES = 64 };

struct ft_exchange {
    uint64_t before, rank0_nanoseconds, after, at_finalize;
};

struct ft_header {
    unsigned char magic[8];
    uint16_t major, minor;
    uint32_t window_bytes;
    uint64_t run;
    uint32_t rank, ranks;
    uint64_t process;
    _Atomic uint32_t flags;
    uint32_t empty_pair_ticks;
    struct ft_moment start, end;
    uint64_t involuntary_switches;
    uint64_t init_end;
    uint32_t exchanges;
    uint32_t cores; /* of the host that are online, 0 unknown */
    uint32_t cache_line_bytes; /* of the last level of caches, 0 unknown */
    unsigned char reserved[4];
    char host[64];
    char library[256];
    char executable[512];
    char tracer[32];
    unsigned char reserved2[32];
    struct ft_exchange exchange[FT_EXCHANGES];
    unsigned char reserved3[1024];
};

_Static_assert(sizeof(struct ft_header) == FT_HEADER_BYTES, "the header is a page");
_Static_assert(__builtin_offsetof(struct ft_header, host) == 128, "as docs/design/raw-trace.md has it");
_Static_assert(__builtin_offsetof(struct ft_header, exchange) == 1024, "as docs/design/raw-trace.md has it");

struct ft_window {
    unsigned char magic[4];
    uint32_t stream;
    uint32_t number;
    _Atomic uint32_t used;
    struct {
        uint64_t ticks, monotonic;
    } opened;
    uint64_t first_gap;
    unsigned char reserved[24];
    unsigned char records[];
};

_Static_assert(sizeof(struct ft_window) == 64, "as docs/design/raw-trace.md has it");

/* The mapped header, NULL before there is a file. */
extern struct ft_header *ft_header;

/* Makes the file. False, with a message on stderr, if that cannot be done. */
bool ft_file_create(uint64_t run, uint32_t rank, uint32_t ranks, uint32_t flags);

/* A new window, empty, or NULL when there is no space. */
struct ft_window *ft_window_open(uint32_t stream, uint32_t number, uint64_t first_gap);

/* The same for another kind of window, which begins with these four characters. */
struct ft_window *ft_window_open_as(const char *magic, uint32_t stream, uint32_t number, uint64_t first_gap);

/* Gives back the mapping of a window. What was not used is given back to the disk if that is possible. */
void ft_window_close(struct ft_window *window, bool for_good);

/* What the header counts counts from here on. */
void ft_file_start_counts(void);

/* Brings what the header counts up to date. */
void ft_file_update_counts(void);

/* The same for the last time: what finalize does is not of the program. */
void ft_file_end_counts(void);

/* Says if somebody has cut the file. */
void ft_file_say_if_cut(void);

/* Says in the header that there are records of work. */
void ft_file_has_work(void);

/* The same of places in source files. */
void ft_file_has_places(void);

/* The same of records of floating-point operations. */
void ft_file_has_flops(void);

#endif
