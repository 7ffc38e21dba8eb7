/* Records without their times: each that is new gets a number, and is written to the definitions. */
#ifndef FORETELL_SHAPES_H
#define FORETELL_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FT_MOST_HOLES = 64 };

/* Where numbers of the column go into a record. */
struct ft_holes {
    uint32_t count;
    bool first_is_gap; /* with a pause before the record */
    uint32_t at[FT_MOST_HOLES]; /* bytes before it; ascending */
};

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

/* Definition 7 without its kind and number, as a column has it too. Room: ft_shape_room. */
unsigned char *ft_put_shape(unsigned char *p, const unsigned char *bytes, size_t length, const struct ft_holes *holes);
size_t ft_shape_room(size_t length, const struct ft_holes *holes);

#endif
