#include "compress.h"

#include "loops.h"
#include "recording.h"
#include "settings.h"
#include "shapes.h"
#include "varint.h"

#include <stdlib.h>
#include <string.h>

enum { MARKER_BEGIN = 2, OFF = 4, ON = 5, COUNTERS = 6, MATCHED = 7, VALUE = 8, UPDATE = 9, MARK = 10, WORK = 11, FLOPS = 12 };
enum { FIRST_CALL = 16 };

struct ft_compressor {
    uint32_t stream, structures, columns; /* windows opened */
    struct ft_window *structure, *column;
    struct ft_loops *loops;
    struct ft_shapes *shapes;
    unsigned char *records;
    uint64_t pause, last_gap;
    uint64_t spent; /* ticks of what is not done for every record */
    bool stopped;
    /* Where ranks may record for others: what shapes add to signatures, by their numbers, and the open interval. */
    struct ft_event *events;
    uint32_t event_room;
    struct ft_signature_sum sum;
    uint64_t gaps;
    uint32_t interval_window, interval_from;
    bool is_marked, has_unknown;
};

/*
 * What the fields of a function are, where its records have to be taken apart: l a list, p polls, s anything else. NULL
 * where only the times are taken out.
 */
static char **kinds_of;

static bool is_list(const char *name, size_t length)
{
    static const char *const lists[] = {"requests", "outcomes", "ranks"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (length == strlen(lists[i]) && memcmp(name, lists[i], length) == 0)
            return true;
    return length > 8 && memcmp(name + length - 8, "_by_rank", 8) == 0;
}

bool ft_compress_prepare(void)
{
    kinds_of = calloc(ft_function_count, sizeof *kinds_of);
    if (kinds_of == NULL)
        return false;
    for (uint32_t i = 0; i < ft_function_count; i++) {
        const char *fields = ft_functions[i].fields;
        if (strstr(fields, "polls") == NULL && strncmp(ft_functions[i].name, "shmem", 5) != 0)
            continue;
        char *kinds = calloc(1, strlen(fields) + 1);
        if (kinds == NULL)
            return false;
        kinds_of[i] = kinds;
        while (*fields != '\0') {
            size_t length = strcspn(fields, " ");
            *kinds++ = is_list(fields, length) ? 'l' : length == 5 && memcmp(fields, "polls", 5) == 0 ? 'p' : 's';
            fields += length;
            fields += *fields == ' ';
        }
    }
    return true;
}

static struct ft_window *open_window(struct ft_compressor *c, bool is_column, uint64_t first_gap)
{
    uint32_t *number = is_column ? &c->columns : &c->structures;
    struct ft_window *window = ft_window_open_as(is_column ? "WINC" : "WINS", c->stream, *number, first_gap);
    if (window != NULL)
        ++*number;
    return window;
}

struct ft_compressor *ft_compressor_new(uint32_t stream, uint64_t first_gap, unsigned char **records)
{
    struct ft_compressor *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->stream = stream;
    c->loops = ft_loops_new();
    c->shapes = ft_shapes_new();
    c->records = malloc(ft_settings.window_bytes);
    bool has_memory = c->loops != NULL && c->shapes != NULL && c->records != NULL;
    c->structure = has_memory ? open_window(c, false, first_gap) : NULL;
    c->column = c->structure != NULL ? open_window(c, true, first_gap) : NULL;
    if (c->column == NULL) {
        ft_compressor_close(c);
        return NULL;
    }
    ft_loops_begin(c->loops, c->structure);
    *records = c->records;
    return c;
}

void ft_compressor_close(struct ft_compressor *c)
{
    if (c->structure != NULL)
        ft_window_close(c->structure, true);
    if (c->column != NULL)
        ft_window_close(c->column, true);
    if (c->shapes != NULL)
        ft_shapes_free(c->shapes);
    free(c->events);
    free(c->loops);
    free(c->records);
    free(c);
}

void ft_compress_restart(struct ft_compressor *c)
{
    atomic_store(&c->structure->used, 0);
    atomic_store(&c->column->used, 0);
    ft_loops_begin(c->loops, c->structure);
    c->pause = 0;
    c->sum = (struct ft_signature_sum){0};
    c->gaps = 0;
}

void ft_compress_pause(struct ft_compressor *c, uint64_t ticks)
{
    c->pause += ticks;
}

uint64_t ft_compress_last_gap(const struct ft_compressor *c)
{
    return c->last_gap;
}

static unsigned char *get(unsigned char *p, uint64_t *value)
{
    *value = 0;
    for (int shift = 0;; shift += 7) {
        *value |= (uint64_t)(*p & 0x7f) << shift;
        if (*p++ < 0x80)
            return p;
    }
}

static unsigned char *skip(unsigned char *p)
{
    while (*p++ >= 0x80)
        ;
    return p;
}

/* One record: what stays of it, and what goes into the column. */
struct record {
    unsigned char *bytes, *end; /* what stays */
    struct ft_holes holes;
    bool timed;
    size_t room; /* of the column's bytes */
    const unsigned char *value[FT_MOST_HOLES]; /* each a varint; that of a gap is not used */
    uint32_t length[FT_MOST_HOLES];
    uint64_t gap;
};

/* Takes the number at p out of the record, of which so many bytes stay before it. */
static unsigned char *hole(struct record *r, unsigned char *p, size_t before)
{
    unsigned char *next = skip(p);
    r->holes.at[r->holes.count] = (uint32_t)before;
    r->value[r->holes.count] = p;
    r->length[r->holes.count] = (uint32_t)(next - p);
    r->holes.count++;
    r->room += (size_t)(next - p);
    return next;
}

/*
 * Numbers that are taken out of the middle of a record are copied here, and what stays moves together; a record has no
 * more than a few of them.
 */
struct middle {
    unsigned char values[FT_MOST_HOLES * FT_VARINT];
    uint32_t used;
};

static unsigned char *hole_in_middle(struct record *r, struct middle *m, unsigned char *p, unsigned char *to)
{
    unsigned char *next = hole(r, p, (size_t)(to - r->bytes));
    uint32_t last = r->holes.count - 1;
    memcpy(m->values + m->used, p, r->length[last]);
    r->value[last] = m->values + m->used;
    m->used += r->length[last];
    return next;
}

/* The call site at p and the fields after it, taken apart; returns where the next record begins. */
static unsigned char *take_fields(struct record *r, struct middle *m, const char *kinds, unsigned char *p)
{
    p = skip(p);
    unsigned char *to = p;
    for (; *kinds != '\0'; kinds++) {
        unsigned char *next = p;
        if (*kinds == 'p') {
            p = hole_in_middle(r, m, p, to);
            continue;
        }
        uint64_t items = 1;
        if (*kinds == 'l')
            next = get(next, &items);
        for (; items > 0; items--)
            next = skip(next);
        memmove(to, p, (size_t)(next - p));
        to += next - p;
        p = next;
    }
    r->end = to;
    return p;
}

/* The values of a wait are no structure: comparison, and three values. */
static unsigned char *take_value(struct record *r, unsigned char *p)
{
    p = skip(p);
    r->end = p;
    for (int i = 0; i < 3; i++)
        p = hole(r, p, (size_t)(r->end - r->bytes));
    return p;
}

/* Nor is what was written: offset, bytes, and value of each word. */
static unsigned char *take_words(struct record *r, struct middle *m, unsigned char *p)
{
    uint64_t words;
    p = get(p, &words);
    bool apart = words <= FT_MOST_HOLES;
    unsigned char *to = p;
    for (; words > 0; words--) {
        unsigned char *next = skip(skip(p));
        if (!apart)
            next = skip(next);
        memmove(to, p, (size_t)(next - p));
        to += next - p;
        p = apart ? hole_in_middle(r, m, next, to) : next;
    }
    r->end = to;
    return p;
}

/* Takes the record at p apart; returns where the next one begins. */
static unsigned char *take(struct record *r, struct middle *m, unsigned char *p, unsigned char *end)
{
    uint64_t kind;
    unsigned char *content = get(p, &kind);
    size_t head = (size_t)(content - p);
    r->holes.count = 0;
    r->holes.first_is_gap = false;
    r->timed = true;
    r->room = 2 * FT_VARINT; /* a gap and a pause */
    m->used = 0;
    r->bytes = p;
    if (kind >= FIRST_CALL) {
        uint32_t id = (uint32_t)(kind - FIRST_CALL);
        unsigned char *next = hole(r, hole(r, content, head), head);
        get(content, &r->gap);
        r->holes.first_is_gap = true;
        const char *kinds = id % 2 == 0 ? kinds_of[id / 2] : NULL;
        /* The kind moves to the site and the fields; the bytes of the duration that it takes are kept. */
        const unsigned char *duration = r->value[1];
        memcpy(m->values, duration, r->length[1]);
        r->value[1] = m->values;
        m->used = r->length[1];
        r->bytes = next - head;
        memmove(r->bytes, p, head);
        r->end = end;
        return kinds == NULL ? end : take_fields(r, m, kinds, next);
    }
    unsigned char *next = content;
    if (kind <= OFF) {
        get(content, &r->gap);
        r->holes.first_is_gap = true;
        next = hole(r, content, head);
        unsigned char *rest = kind == OFF ? next : skip(next);
        r->bytes = next - head;
        memmove(r->bytes, p, head);
        r->end = rest;
        return rest;
    }
    switch (kind) {
    case ON:
        r->end = content;
        return hole(r, content, head);
    case COUNTERS:
    case FLOPS:
        r->timed = false;
        r->end = content;
        for (int i = 0; i < (kind == FLOPS ? 1 : 3); i++)
            next = hole(r, next, head);
        return next;
    case VALUE:
        r->timed = false;
        return take_value(r, content);
    case UPDATE:
        r->timed = false;
        return take_words(r, m, content);
    case WORK:
        r->timed = false;
        r->end = skip(skip(content));
        return r->end;
    default: /* what a receive matched */
        r->timed = false;
        r->end = skip(skip(skip(skip(content))));
        return r->end;
    }
}

static bool out_of_space(struct ft_compressor *c)
{
    c->stopped = true;
    ft_recording_stop(FT_FLAG_NO_SPACE);
    return false;
}

static uint32_t room_of(const struct ft_compressor *c)
{
    return ft_settings.window_bytes - (uint32_t)sizeof *c->column - c->column->used;
}

/* A window more of the column, if this one has no room. */
static bool has_room(struct ft_compressor *c, size_t room)
{
    if (room_of(c) >= room)
        return true;
    uint64_t began = ft_ticks();
    struct ft_window *next = open_window(c, true, 0);
    if (next == NULL)
        return out_of_space(c);
    ft_window_close(c->column, true);
    c->column = next;
    ft_file_update_counts();
    c->spent += ft_ticks() - began;
    return true;
}

static void write_column(struct ft_compressor *c, const struct record *r, uint32_t shape)
{
    unsigned char *p = c->column->records + c->column->used;
    if (shape == 0)
        p = ft_put_shape(p, r->bytes, (size_t)(r->end - r->bytes), &r->holes);
    for (uint32_t i = 0; i < r->holes.count; i++) {
        if (i == 0 && r->holes.first_is_gap) {
            p = ft_put(p, r->gap << 1 | (c->pause != 0));
            if (c->pause != 0)
                p = ft_put(p, c->pause);
            c->pause = 0;
            c->last_gap = r->gap;
            continue;
        }
        memcpy(p, r->value[i], r->length[i]);
        p += r->length[i];
    }
    atomic_store_explicit(&c->column->used, (uint32_t)(p - c->column->records), memory_order_release);
}

static bool write_structure(struct ft_compressor *c, uint32_t shape, bool timed)
{
    if (ft_loops_add(c->loops, shape, timed))
        return true;
    uint64_t began = ft_ticks();
    struct ft_window *next = open_window(c, false, 0);
    if (next == NULL)
        return out_of_space(c);
    ft_window_close(c->structure, true);
    c->structure = next;
    ft_loops_begin(c->loops, next);
    c->spent += ft_ticks() - began;
    return ft_loops_add(c->loops, shape, timed);
}

/* Counts a shape that was recorded among what the open interval does. */
static void count_event(struct ft_compressor *c, const struct record *r, uint32_t shape)
{
    if (r->holes.first_is_gap)
        c->gaps += r->gap;
    if (shape == 0) {
        /* It stands in the column, which therefore cannot be left out; nor is it known what the next will be. */
        c->has_unknown = true;
        return;
    }
    if (shape >= c->event_room) {
        uint32_t more = 2 * shape + 64;
        struct ft_event *grown = realloc(c->events, more * sizeof *grown);
        if (grown == NULL) {
            c->has_unknown = true;
            return;
        }
        memset(grown + c->event_room, 0xff, (more - c->event_room) * sizeof *grown);
        c->events = grown;
        c->event_room = more;
    }
    struct ft_event *event = &c->events[shape];
    if (event->sources > 1) /* not yet known */
        *event = ft_event_of(r->bytes, (size_t)(r->end - r->bytes), r->holes.count);
    ft_signature_add(&c->sum, event);
}

static void write_mark(struct ft_compressor *c)
{
    static const unsigned char zero = 0;
    unsigned char kind = MARK;
    struct record r = {.bytes = &kind, .end = &kind + 1, .holes = {.count = 1, .at = {1}}, .value = {&zero},
                       .length = {1}, .room = 1};
    uint32_t shape = ft_shape(c->shapes, r.bytes, 1, &r.holes, &c->spent);
    c->is_marked = shape != 0;
    if (shape == 0 || !has_room(c, r.room))
        return;
    c->interval_window = c->columns;
    c->interval_from = c->column->used;
    write_column(c, &r, shape);
    write_structure(c, shape, false);
}

void ft_compress_mark(struct ft_compressor *c, struct ft_interval *ended)
{
    bool is_in_window = c->is_marked && c->interval_window == c->columns;
    *ended = (struct ft_interval){.signature = ft_signature_of(&c->sum), .window = c->interval_window,
                                  .from = c->interval_from, .to = c->column->used, .gaps = c->gaps,
                                  .may_be_left_out = is_in_window && !c->has_unknown && !c->stopped};
    if (c->has_unknown)
        ended->signature.path = 0;
    c->sum = (struct ft_signature_sum){0};
    c->gaps = 0;
    c->has_unknown = false;
    /* The next one and the one after it may be left out only if they are in one window. */
    size_t wanted = 3 * (size_t)(ended->to - ended->from);
    if (is_in_window && wanted < ft_settings.window_bytes - sizeof *c->column && !c->stopped)
        has_room(c, wanted);
    if (!c->stopped)
        write_mark(c);
}

uint32_t ft_compress_leave_out(struct ft_compressor *c, const struct ft_interval *interval, uint32_t lead)
{
    unsigned char mark[FT_VARINT];
    uint32_t length = (uint32_t)(ft_put(mark, (uint64_t)lead + 1) - mark);
    if (!interval->may_be_left_out || interval->window != c->columns || c->stopped ||
        length >= interval->to - interval->from)
        return 0;
    uint32_t used = c->column->used, moved = interval->to - interval->from - length;
    unsigned char *from = c->column->records + interval->from;
    /* In this order: a process that is killed between has records up to here. */
    atomic_store_explicit(&c->column->used, interval->from, memory_order_release);
    memcpy(from, mark, length);
    memmove(from + length, c->column->records + interval->to, used - interval->to);
    atomic_store_explicit(&c->column->used, used - moved, memory_order_release);
    c->interval_from -= moved;
    return moved;
}

uint64_t ft_compress(struct ft_compressor *c, unsigned char *end)
{
    struct record r;
    struct middle m;
    for (unsigned char *p = c->records; p < end && !c->stopped;) {
        p = take(&r, &m, p, end);
        size_t length = (size_t)(r.end - r.bytes);
        uint32_t shape = ft_shape(c->shapes, r.bytes, length, &r.holes, &c->spent);
        size_t room = r.room + (shape == 0 ? ft_shape_room(length, &r.holes) : 0);
        if (!has_room(c, room))
            return 0;
        write_column(c, &r, shape);
        if (!write_structure(c, shape, r.timed))
            return 0;
        if (ft_settings.clusters != 0)
            count_event(c, &r, shape);
    }
    uint64_t spent = c->spent;
    c->spent = 0;
    return spent;
}
