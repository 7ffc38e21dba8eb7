/* Records without their times: each that is new gets a number, and is written to the definitions. */
#ifndef FORETELL_SHAPES_H
#define FORETELL_SHAPES_H

#include "definitions.h"

#include <stddef.h>
#include <stdint.h>

struct ft_shapes;

/* NULL without memory. */
struct ft_shapes *ft_shapes_new(void);
void ft_shapes_free(struct ft_shapes *s);

/*
 * The number of a record without what goes into its holes; 0 if there are too many to tell them apart. The holes follow
 * from the bytes. Adds to *spent the ticks that writing a new one to the definitions took.
 */
uint32_t ft_shape(struct ft_shapes *s, const unsigned char *bytes, size_t length, const struct ft_holes *holes,
                  uint64_t *spent);

#endif
