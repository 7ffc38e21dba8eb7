/*
 * A map from handles to numbers that are never 0. Look-ups take no lock and may run beside one change; changes take
 * one. Handles are never 0 or UINT64_MAX.
 */
#ifndef FORETELL_MAP_H
#define FORETELL_MAP_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct ft_map_entry {
    _Atomic uint64_t key;
    _Atomic uint64_t value;
};

struct ft_map_table {
    uint32_t mask;
    struct ft_map_entry entries[];
};

struct ft_map {
    _Atomic(struct ft_map_table *) table;
    uint32_t used; /* entries with a key, removed ones included */
    pthread_mutex_t lock;
};

#define FT_MAP_EMPTY {NULL, 0, PTHREAD_MUTEX_INITIALIZER}

static inline uint32_t ft_map_hash(uint64_t key)
{
    key *= 0x9e3779b97f4a7c15u;
    return (uint32_t)(key >> 32);
}

/* What the map has for a key, 0 if nothing. */
static inline uint64_t ft_map_get(struct ft_map *map, uint64_t key)
{
    struct ft_map_table *table = atomic_load_explicit(&map->table, memory_order_acquire);
    if (table == NULL)
        return 0;
    for (uint32_t i = ft_map_hash(key);; i++) {
        struct ft_map_entry *entry = &table->entries[i & table->mask];
        uint64_t found = atomic_load_explicit(&entry->key, memory_order_acquire);
        if (found == key)
            return atomic_load_explicit(&entry->value, memory_order_acquire);
        if (found == 0)
            return 0;
    }
}

/* Sets what the map has for a key; 0 removes it. Without memory nothing is set. */
void ft_map_set(struct ft_map *map, uint64_t key, uint64_t value);

#endif
