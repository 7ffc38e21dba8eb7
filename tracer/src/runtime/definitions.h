/* Stream 0: what the records of threads refer to by number. */
#ifndef FORETELL_DEFINITIONS_H
#define FORETELL_DEFINITIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A function of an interface; the table is generated. */
struct ft_function {
    const char *name;
    const char *op;
    const char *fields; /* names with blanks between them */
};

extern const struct ft_function ft_functions[];
extern const uint32_t ft_function_count;

/* Whether a definition of the function (x2) or of it as a call without known effect (x2 + 1) is written. */
extern _Atomic bool ft_defined[];

/* Opens the stream. */
bool ft_definitions_open(void);

/* Closes its window. */
void ft_definitions_close(void);

/* Writes the definition of a function; without_effect: as a call whose time counts and whose effect is unknown. */
void ft_define_function(uint32_t function, bool without_effect);

/* The number of a call site by its addresses, innermost first. */
uint32_t ft_define_site(const uintptr_t *frames, uint32_t depth);

/* The number of a place in a source file: a new one. */
uint32_t ft_define_place(const char *function, const char *file, uint32_t line);

/* The number of a call site by such places, innermost first: a new one. */
uint32_t ft_define_site_of_places(const uint32_t *places, uint32_t depth);

/* The number of a name, which is written if it is new. */
uint32_t ft_define_name(const char *name);

/* Of a call site, while clusters are asked for, and of a name: the same in all processes of a program. */
uint64_t ft_site_hash(uint32_t site);
uint64_t ft_name_hash(uint32_t number);

/* Something that a user has to be told. */
void ft_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The number of the module that an address lies in, written if it is new, or -1; offset: where in it. */
int64_t ft_define_module(uintptr_t address, uint64_t *offset);

enum { FT_MOST_HOLES = 64 };

/* Where numbers of the column go into a record. */
struct ft_holes {
    uint32_t count;
    bool first_is_gap; /* with a pause before the record */
    uint32_t at[FT_MOST_HOLES]; /* bytes before it; ascending */
};

/* Definition 7 without its kind and number, as a column has it too. Room: ft_shape_room. */
unsigned char *ft_put_shape(unsigned char *p, const unsigned char *bytes, size_t length, const struct ft_holes *holes);
size_t ft_shape_room(size_t length, const struct ft_holes *holes);

/* Writes definition 7; the number of the shape, 0 if there is no space. */
uint32_t ft_define_shape(const unsigned char *bytes, size_t length, const struct ft_holes *holes);

/* Writes definition 6. */
void ft_define_segment(uint32_t segment, int64_t module, uint64_t bytes);

#endif
