/*
 * The records of a thread without repeating what repeats: their structure as loops over shapes (loops.h, shapes.h), and
 * their times, one after the other, in a column. Asked for by FORETELL_COMPRESS=on. Records are made in memory
 * of the thread as they are made in its window without it.
 */
#ifndef FORETELL_COMPRESS_H
#define FORETELL_COMPRESS_H

#include "file.h"

#include <stdbool.h>
#include <stdint.h>

struct ft_compressor;
struct ft_thread;

/* Once, before there are threads; false without memory. */
bool ft_compress_prepare(void);

/* Of a thread, whose records are then to be made at *records. NULL without memory or space. */
struct ft_compressor *ft_compressor_new(uint32_t stream, uint64_t first_gap, unsigned char **records);

/* The thread's records up to `end` are whole. They begin where all do. */
void ft_compress(struct ft_thread *t, unsigned char *end);

/* Ticks of the tracer, in front of the next record with a gap. */
void ft_compress_pause(struct ft_compressor *c, uint64_t ticks);

/* The gap of the last record. */
uint64_t ft_compress_last_gap(const struct ft_compressor *c);

/* As if nothing had been recorded. */
void ft_compress_restart(struct ft_compressor *c);

/* Gives windows and memory back. */
void ft_compressor_close(struct ft_compressor *c);

#endif
