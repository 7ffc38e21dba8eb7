#define _GNU_SOURCE
#include "places.h"

#include "definitions.h"
#include "file.h"

#include <inttypes.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct ft_segment ft_segments[FT_MOST_SEGMENTS];
_Atomic int ft_segment_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool has_heap;

struct range {
    uintptr_t base, from, to;
};

static int find_module(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    struct range *range = data;
    if (info->dlpi_addr != range->base)
        return 0;
    range->from = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD)
            continue;
        uintptr_t from = info->dlpi_addr + header->p_vaddr;
        uintptr_t to = from + header->p_memsz;
        range->from = from < range->from ? from : range->from;
        range->to = to > range->to ? to : range->to;
    }
    return 1;
}

/* The mapping of an address, with those that follow it without a gap. */
static bool find_mapping(uintptr_t address, struct range *range)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[512];
    bool found = false;
    if (maps == NULL)
        return false;
    while (fgets(line, sizeof line, maps) != NULL) {
        uintptr_t from, to;
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " rw", &from, &to) != 2)
            continue;
        if (found && from == range->to) {
            range->to = to;
        } else if (found) {
            break;
        } else if (address >= from && address < to) {
            range->from = from;
            range->to = to;
            found = true;
        }
    }
    fclose(maps);
    return found;
}

/* Under the lock. */
static void add(const struct range *range, int64_t module)
{
    int number = ft_segment_count;
    if (number == FT_MOST_SEGMENTS) {
        static bool said;
        if (!said)
            ft_note("more than %d modules have symmetric data; what lies in the others has no place", FT_MOST_SEGMENTS);
        said = true;
        return;
    }
    ft_define_segment((uint32_t)number, module, range->to - range->base);
    ft_segments[number] = (struct ft_segment){range->from, range->to, range->base};
    atomic_store_explicit(&ft_segment_count, number + 1, memory_order_release);
}

static struct ft_place look(uintptr_t address)
{
    int count = ft_segment_count;
    for (int i = 0; i < count; i++)
        if (address >= ft_segments[i].from && address < ft_segments[i].to)
            return (struct ft_place){i, (int64_t)(address - ft_segments[i].base)};
    return (struct ft_place){FT_NO_SEGMENT, 0};
}

struct ft_place ft_place_slow(struct ft_call *c, uintptr_t address)
{
    uint64_t began = ft_ticks();
    pthread_mutex_lock(&lock);
    struct ft_place found = look(address);
    if (found.segment == FT_NO_SEGMENT) {
        uint64_t offset;
        int64_t module = ft_define_module(address, &offset);
        struct range range = {address - offset, 0, 0};
        if (module >= 0 && dl_iterate_phdr(find_module, &range) != 0)
            add(&range, module);
        found = look(address);
    }
    pthread_mutex_unlock(&lock);
    c->post += ft_ticks() - began;
    return found;
}

void ft_allocated(struct ft_call *c, const void *address)
{
    if (address == NULL || atomic_load_explicit(&has_heap, memory_order_acquire))
        return;
    uint64_t began = ft_ticks();
    pthread_mutex_lock(&lock);
    struct range range;
    if (!has_heap && find_mapping((uintptr_t)address, &range)) {
        /* What the first allocation gives is at the same place of the heap on all PEs. */
        range.base = (uintptr_t)address;
        add(&range, -1);
        if (ft_header != NULL)
            atomic_fetch_or(&ft_header->flags, FT_FLAG_HEAP);
    }
    has_heap = true;
    pthread_mutex_unlock(&lock);
    c->post += ft_ticks() - began;
}
