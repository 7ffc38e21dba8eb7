#define _GNU_SOURCE
#include "callpath.h"

#include "definitions.h"
#include "map.h"
#include "settings.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Frames of this library that may stand before the wrapper's caller. */
enum { OWN_FRAMES = 12 };

struct path {
    struct path *next; /* with the same hash */
    uint32_t id, depth;
    uintptr_t frames[];
};

static int (*walk)(void **buffer, int size);
static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ft_map singles = FT_MAP_EMPTY;
static struct ft_map paths = FT_MAP_EMPTY; /* hash to a list of paths */

/*
 * Loaded for this library alone: linked, it would take the place of backtrace and of the unwinder of exceptions in
 * the program.
 */
static void load(void)
{
    void *library = dlopen("libunwind.so.8", RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL)
        *(void **)&walk = dlsym(library, "unw_backtrace");
}

bool ft_call_path_available(void)
{
    pthread_once(&load_once, load);
    return walk != NULL;
}

uint32_t ft_call_path_single(uintptr_t address)
{
    uint64_t known = ft_map_get(&singles, address | (address == 0));
    if (known != 0)
        return (uint32_t)known - 1;
    pthread_mutex_lock(&lock);
    known = ft_map_get(&singles, address | (address == 0));
    if (known == 0) {
        known = (uint64_t)ft_define_site(&address, 1) + 1;
        ft_map_set(&singles, address | (address == 0), known);
    }
    pthread_mutex_unlock(&lock);
    return (uint32_t)known - 1;
}

static const struct path *find(const struct path *path, const uintptr_t *frames, uint32_t depth)
{
    while (path != NULL && (path->depth != depth || memcmp(path->frames, frames, depth * sizeof *frames) != 0))
        path = path->next;
    return path;
}

static uint32_t define(uint64_t hash, const uintptr_t *frames, uint32_t depth)
{
    pthread_mutex_lock(&lock);
    struct path *first = (struct path *)(uintptr_t)ft_map_get(&paths, hash);
    const struct path *known = find(first, frames, depth);
    uint32_t id;
    if (known != NULL) {
        id = known->id;
    } else {
        id = ft_define_site(frames, depth);
        struct path *path = malloc(sizeof *path + depth * sizeof *frames);
        if (path != NULL) {
            path->next = first;
            path->id = id;
            path->depth = depth;
            memcpy(path->frames, frames, depth * sizeof *frames);
            ft_map_set(&paths, hash, (uintptr_t)path);
        }
    }
    pthread_mutex_unlock(&lock);
    return id;
}

uint32_t ft_call_path_id(const void *site)
{
    if (!ft_call_path_available())
        return ft_call_path_single((uintptr_t)site);
    void *buffer[FT_DEEPEST_PATH + OWN_FRAMES];
    int found = walk(buffer, (int)ft_settings.call_path + OWN_FRAMES);
    int first = 0;
    while (first < found && buffer[first] != site)
        first++;
    if (first >= found)
        return ft_call_path_single((uintptr_t)site);
    uintptr_t frames[FT_DEEPEST_PATH];
    uint32_t depth = 0;
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = first; i < found && depth < ft_settings.call_path; i++) {
        frames[depth] = (uintptr_t)buffer[i];
        hash = (hash ^ frames[depth]) * 0x100000001b3u;
        hash ^= hash >> 29;
        depth++;
    }
    if (hash == 0 || hash == UINT64_MAX)
        hash = 1;
    const struct path *known = find((struct path *)(uintptr_t)ft_map_get(&paths, hash), frames, depth);
    return known != NULL ? known->id : define(hash, frames, depth);
}
