#define _GNU_SOURCE
#include "definitions.h"

#include "file.h"
#include "modules.h"
#include "recording.h"
#include "settings.h"
#include "varint.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FUNCTION = 1, SITE = 2, MODULE = 3, NAME = 4, NOTE = 5, SEGMENT = 6, SHAPE = 7, PLACE = 8, SITE_OF_PLACES = 9 };
enum { LONGEST_TEXT = 4096, LONGEST = 2 * LONGEST_TEXT };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ft_window *window;
static uint32_t windows;

static char **names;
static uint32_t name_count;
static uint32_t site_count;
static uint64_t *site_hashes; /* for clusters only */
static uint32_t site_room;
static uint32_t shape_count;
static uint64_t *place_hashes; /* for clusters only */
static uint32_t place_count, place_room;

/* Room for a definition, under the lock; NULL when there is no space. */
static unsigned char *room_of(size_t bytes)
{
    size_t most = ft_settings.window_bytes - sizeof *window;
    if (window == NULL || bytes > most)
        return NULL;
    if (most - window->used < bytes) {
        struct ft_window *next = ft_window_open(0, windows, 0);
        if (next == NULL) {
            ft_recording_stop(FT_FLAG_NO_SPACE);
            return NULL;
        }
        windows++;
        ft_window_close(window, false);
        window = next;
    }
    return window->records + window->used;
}

static unsigned char *room(void)
{
    return room_of(LONGEST);
}

static void commit(const unsigned char *end)
{
    atomic_store_explicit(&window->used, (uint32_t)(end - window->records), memory_order_release);
}

bool ft_definitions_open(void)
{
    window = ft_window_open(0, 0, 0);
    windows = 1;
    return window != NULL;
}

void ft_definitions_close(void)
{
    pthread_mutex_lock(&lock);
    if (window != NULL)
        ft_window_close(window, true);
    window = NULL;
    pthread_mutex_unlock(&lock);
}

void ft_define_function(uint32_t function, bool without_effect)
{
    const struct ft_function *f = &ft_functions[function];
    uint32_t id = 2 * function + without_effect;
    pthread_mutex_lock(&lock);
    unsigned char *p = ft_defined[id] ? NULL : room();
    if (p != NULL) {
        const char *fields = without_effect ? "" : f->fields;
        uint32_t count = *fields != '\0';
        for (const char *c = fields; *c != '\0'; c++)
            count += *c == ' ';
        *p++ = FUNCTION;
        p = ft_put(p, id);
        p = ft_put_text(p, f->name, LONGEST_TEXT);
        p = ft_put_text(p, without_effect ? "" : f->op, LONGEST_TEXT);
        p = ft_put(p, count);
        while (*fields != '\0') {
            size_t length = strcspn(fields, " ");
            p = ft_put_text(p, fields, length);
            fields += length;
            fields += *fields == ' ';
        }
        commit(p);
        ft_defined[id] = true;
    }
    pthread_mutex_unlock(&lock);
}

/* The number of the module of an address, under the lock. */
static int64_t module(uintptr_t address, uint64_t *offset)
{
    bool is_new;
    const struct ft_module *found = ft_module_of(address, &is_new);
    if (found == NULL) {
        *offset = address;
        return -1;
    }
    *offset = address - found->base;
    unsigned char *p = is_new ? room() : NULL;
    if (p != NULL) {
        *p++ = MODULE;
        p = ft_put(p, found->number);
        p = ft_put_text(p, found->path, LONGEST_TEXT);
        p = ft_put_text(p, found->build_id, sizeof found->build_id);
        commit(p);
    }
    return found->number;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

static void put_hash(uint64_t **hashes, uint32_t *room, uint32_t number, uint64_t hash)
{
    if (number >= *room) {
        uint32_t more = 2 * number + 64;
        uint64_t *grown = realloc(*hashes, more * sizeof *grown);
        if (grown == NULL)
            return;
        *hashes = grown;
        *room = more;
    }
    (*hashes)[number] = hash;
}

/* The same in all processes, wherever their modules lie and in whatever order they meet them. Under the lock. */
static void keep_hash(uint32_t site, const uintptr_t *frames, uint32_t depth)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < depth; i++) {
        bool is_new;
        const struct ft_module *found = ft_module_of(frames[i], &is_new);
        if (found != NULL)
            hash = hash_text(hash, *found->build_id != '\0' ? found->build_id : found->path);
        hash = (hash ^ (found == NULL ? 0 : frames[i] - found->base)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    put_hash(&site_hashes, &site_room, site, hash);
}

uint64_t ft_site_hash(uint32_t site)
{
    pthread_mutex_lock(&lock);
    uint64_t hash = site < site_count && site < site_room ? site_hashes[site] : 0;
    pthread_mutex_unlock(&lock);
    return hash;
}

uint64_t ft_name_hash(uint32_t number)
{
    pthread_mutex_lock(&lock);
    uint64_t hash = number < name_count ? hash_text(UINT64_C(0xcbf29ce484222325), names[number]) : 0;
    pthread_mutex_unlock(&lock);
    return hash;
}

int64_t ft_define_module(uintptr_t address, uint64_t *offset)
{
    pthread_mutex_lock(&lock);
    int64_t number = module(address, offset);
    pthread_mutex_unlock(&lock);
    return number;
}

uint32_t ft_define_site(const uintptr_t *frames, uint32_t depth)
{
    int64_t modules[FT_DEEPEST_PATH];
    uint64_t offsets[FT_DEEPEST_PATH];
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < depth; i++)
        modules[i] = module(frames[i], &offsets[i]);
    uint32_t site = site_count;
    unsigned char *p = room();
    if (p != NULL) {
        site_count++;
        *p++ = SITE;
        p = ft_put(p, site);
        p = ft_put(p, depth);
        for (uint32_t i = 0; i < depth; i++) {
            p = ft_put(p, (uint64_t)(modules[i] + 1));
            p = ft_put(p, offsets[i]);
        }
        commit(p);
        if (ft_settings.clusters != 0)
            keep_hash(site, frames, depth);
    }
    pthread_mutex_unlock(&lock);
    return site;
}

uint32_t ft_define_place(const char *function, const char *file, uint32_t line)
{
    enum { LONGEST_FUNCTION = 1024 };
    pthread_mutex_lock(&lock);
    uint32_t number = place_count;
    unsigned char *p = room();
    if (p != NULL) {
        place_count++;
        *p++ = PLACE;
        p = ft_put(p, number);
        p = ft_put_text(p, function, LONGEST_FUNCTION);
        p = ft_put_text(p, file, LONGEST_TEXT);
        commit(ft_put(p, line));
        ft_file_has_places();
        if (ft_settings.clusters != 0) {
            uint64_t hash = hash_text(hash_text(UINT64_C(0xcbf29ce484222325), function), file);
            put_hash(&place_hashes, &place_room, number, (hash ^ line) * UINT64_C(0x9e3779b97f4a7c15));
        }
    }
    pthread_mutex_unlock(&lock);
    return number;
}

uint32_t ft_define_site_of_places(const uint32_t *places, uint32_t depth)
{
    pthread_mutex_lock(&lock);
    uint32_t site = site_count;
    unsigned char *p = room();
    if (p != NULL) {
        site_count++;
        *p++ = SITE_OF_PLACES;
        p = ft_put(p, site);
        p = ft_put(p, depth);
        uint64_t hash = UINT64_C(0xcbf29ce484222325);
        for (uint32_t i = 0; i < depth; i++) {
            p = ft_put(p, places[i]);
            hash = (hash ^ (places[i] < place_room ? place_hashes[places[i]] : 0)) * UINT64_C(0x9e3779b97f4a7c15);
        }
        commit(p);
        if (ft_settings.clusters != 0)
            put_hash(&site_hashes, &site_room, site, hash);
    }
    pthread_mutex_unlock(&lock);
    return site;
}

uint32_t ft_define_name(const char *name)
{
    pthread_mutex_lock(&lock);
    uint32_t number = 0;
    while (number < name_count && strcmp(names[number], name) != 0)
        number++;
    if (number == name_count) {
        char **more = realloc(names, (name_count + 1) * sizeof *names);
        char *copy = strndup(name, LONGEST_TEXT);
        unsigned char *p = room();
        if (more != NULL)
            names = more;
        if (more != NULL && copy != NULL && p != NULL) {
            names[name_count++] = copy;
            *p++ = NAME;
            p = ft_put(p, number);
            p = ft_put_text(p, name, LONGEST_TEXT);
            commit(p);
        } else {
            free(copy);
        }
    }
    pthread_mutex_unlock(&lock);
    return number;
}

void ft_note(const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&lock);
    unsigned char *p = room();
    if (p != NULL) {
        *p++ = NOTE;
        commit(ft_put_text(p, text, sizeof text));
    }
    pthread_mutex_unlock(&lock);
}

void ft_define_segment(uint32_t segment, int64_t module_number, uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    unsigned char *p = room();
    if (p != NULL) {
        *p++ = SEGMENT;
        p = ft_put(p, segment);
        p = ft_put_signed(p, module_number);
        commit(ft_put(p, bytes));
    }
    pthread_mutex_unlock(&lock);
}

unsigned char *ft_put_shape(unsigned char *p, const unsigned char *bytes, size_t length, const struct ft_holes *holes)
{
    p = ft_put(p, holes->count);
    for (uint32_t i = 0; i < holes->count; i++)
        p = ft_put(p, (uint64_t)holes->at[i] << 1 | (i == 0 && holes->first_is_gap));
    p = ft_put(p, length);
    memcpy(p, bytes, length);
    return p + length;
}

size_t ft_shape_room(size_t length, const struct ft_holes *holes)
{
    return length + (2 + (size_t)holes->count) * FT_VARINT;
}

uint32_t ft_define_shape(const unsigned char *bytes, size_t length, const struct ft_holes *holes)
{
    uint32_t number = 0;
    pthread_mutex_lock(&lock);
    unsigned char *p = room_of(ft_shape_room(length, holes) + 1 + FT_VARINT);
    if (p != NULL) {
        number = ++shape_count;
        *p++ = SHAPE;
        p = ft_put(p, number);
        commit(ft_put_shape(p, bytes, length, holes));
    }
    pthread_mutex_unlock(&lock);
    return number;
}
