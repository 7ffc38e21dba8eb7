/*
 * The records of a thread without repeating what repeats: their structure as loops over shapes (loops.h, shapes.h), and
 * their times, one after the other, in a column. Asked for by FORETELL_COMPRESS=on. Records are made in memory
 * of the thread as they are made in its window without it.
 */
#ifndef FORETELL_COMPRESS_H
#define FORETELL_COMPRESS_H

#include "file.h"
#include "signature.h"

#include <stdbool.h>
#include <stdint.h>

struct ft_compressor;

/* Once, before there are threads; false without memory. */
bool ft_compress_prepare(void);

/* Of a thread, whose records are then to be made at *records. NULL without memory or space. */
struct ft_compressor *ft_compressor_new(uint32_t stream, uint64_t first_gap, unsigned char **records);

/*
 * The records up to `end` are whole. They begin where all do. Returns the ticks that it took for what is not done for
 * each record.
 */
uint64_t ft_compress(struct ft_compressor *c, unsigned char *end);

/* Ticks of the tracer, in front of the next record with a gap. */
void ft_compress_pause(struct ft_compressor *c, uint64_t ticks);

/* The gap of the last record. */
uint64_t ft_compress_last_gap(const struct ft_compressor *c);

/* As if nothing had been recorded. */
void ft_compress_restart(struct ft_compressor *c);

/* What a thread recorded between two marks. */
struct ft_interval {
    struct ft_signature signature;
    uint32_t window, from, to; /* of the column: number of the window, and which of its bytes */
    uint64_t gaps;             /* ticks between calls */
    bool may_be_left_out;      /* all of it stands between two marks of one window */
};

/*
 * Ends an interval, and begins the next with a mark. From here on signatures are kept; the first interval, before any
 * mark, has one too.
 */
void ft_compress_mark(struct ft_compressor *c, struct ft_interval *ended);

/*
 * Leaves out the times of an interval, which are those of rank `lead`, if it may be left out. Returns by how many bytes
 * what follows it has moved down.
 */
uint32_t ft_compress_leave_out(struct ft_compressor *c, const struct ft_interval *interval, uint32_t lead);

/* Gives windows and memory back. */
void ft_compressor_close(struct ft_compressor *c);

#endif
