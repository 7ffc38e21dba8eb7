#include "map.h"

#include <stdbool.h>
#include <stdlib.h>

static void insert(struct ft_map_table *table, uint64_t key, uint64_t value)
{
    uint32_t i = ft_map_hash(key);
    while (atomic_load_explicit(&table->entries[i & table->mask].key, memory_order_relaxed) != 0)
        i++;
    struct ft_map_entry *entry = &table->entries[i & table->mask];
    atomic_store_explicit(&entry->value, value, memory_order_release);
    atomic_store_explicit(&entry->key, key, memory_order_release);
}

/* A table with room, without what was removed. The old one stays: somebody may be reading it. */
static bool grow(struct ft_map *map, struct ft_map_table *old)
{
    uint32_t live = 0;
    for (uint32_t i = 0; old != NULL && i <= old->mask; i++)
        live += old->entries[i].key != 0 && old->entries[i].value != 0;
    uint32_t size = 64;
    while (size < 4 * (live + 1))
        size *= 2;
    struct ft_map_table *table = calloc(1, sizeof *table + size * sizeof table->entries[0]);
    if (table == NULL)
        return false;
    table->mask = size - 1;
    for (uint32_t i = 0; old != NULL && i <= old->mask; i++)
        if (old->entries[i].key != 0 && old->entries[i].value != 0)
            insert(table, old->entries[i].key, old->entries[i].value);
    map->used = live;
    atomic_store_explicit(&map->table, table, memory_order_release);
    return true;
}

void ft_map_set(struct ft_map *map, uint64_t key, uint64_t value)
{
    pthread_mutex_lock(&map->lock);
    struct ft_map_table *table = atomic_load_explicit(&map->table, memory_order_relaxed);
    struct ft_map_entry *found = NULL;
    for (uint32_t i = ft_map_hash(key); table != NULL && found == NULL; i++) {
        struct ft_map_entry *entry = &table->entries[i & table->mask];
        if (entry->key == key)
            found = entry;
        else if (entry->key == 0)
            break;
    }
    if (found != NULL) {
        atomic_store_explicit(&found->value, value, memory_order_release);
    } else if (value != 0) {
        bool room = table != NULL && map->used < table->mask / 4 * 3;
        if (room || grow(map, table)) {
            insert(atomic_load_explicit(&map->table, memory_order_relaxed), key, value);
            map->used++;
        }
    }
    pthread_mutex_unlock(&map->lock);
}
