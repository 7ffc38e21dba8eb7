#include "shmem_objects.h"

#include "map.h"
#include "communicators.h"
#include "numbers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static struct ft_map contexts = FT_MAP_EMPTY;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool *taken; /* numbers of contexts, from 1 */
static size_t numbers;

int64_t ft_context(shmem_ctx_t ctx)
{
    return ctx == NULL ? 0 : (int64_t)ft_map_get(&contexts, (uint64_t)(uintptr_t)ctx);
}

int64_t ft_context_add(shmem_ctx_t ctx)
{
    pthread_mutex_lock(&lock);
    size_t number = 1;
    while (number < numbers && taken[number])
        number++;
    if (number >= numbers) {
        size_t more = numbers == 0 ? 16 : 2 * numbers;
        bool *grown = realloc(taken, more * sizeof *taken);
        if (grown == NULL) {
            pthread_mutex_unlock(&lock);
            return 0;
        }
        for (size_t i = numbers; i < more; i++)
            grown[i] = false;
        taken = grown;
        numbers = more;
    }
    taken[number] = true;
    pthread_mutex_unlock(&lock);
    ft_map_set(&contexts, (uint64_t)(uintptr_t)ctx, number);
    return (int64_t)number;
}

void ft_context_remove(shmem_ctx_t ctx)
{
    int64_t number = ft_context(ctx);
    if (number == 0)
        return;
    ft_map_set(&contexts, (uint64_t)(uintptr_t)ctx, 0);
    pthread_mutex_lock(&lock);
    taken[number] = false;
    pthread_mutex_unlock(&lock);
}

static struct ft_map sets = FT_MAP_EMPTY;

static void record(const struct ft_call *use, int64_t communicator, int start, int stride, int size)
{
    struct ft_call c = *use;
    c.function = FT_shmem_active_set;
    c.end = c.start;
    c.post = 0;
    unsigned char *p = ft_open_list(&c, (size_t)(size + 3) * FT_VARINT);
    if (p == NULL)
        return;
    p = ft_put_signed(p, 0);
    p = ft_put_signed(p, communicator);
    p = ft_put(p, (uint64_t)size);
    for (int i = 0; i < size; i++)
        p = ft_put_signed(p, (int64_t)start + (int64_t)i * stride);
    c.thread->until_sample++; /* it ends where the call begins that uses the set, which is over by now */
    ft_close(&c, p);
}

int64_t ft_active_set(struct ft_call *c, int start, int log_stride, int size)
{
    if (start == 0 && log_stride == 0 && size == ft_world.size)
        return 0;
    int64_t stride = log_stride >= 0 && log_stride < 31 ? (int64_t)1 << log_stride : 0;
    if (size < 1 || start < 0 || stride == 0 || start + (size - 1) * stride >= ft_world.size) {
        c->other = true; /* the library refuses it */
        return FT_NONE;
    }
    if (size == 1)
        return 1;
    uint64_t key = ((uint64_t)start << 36 | (uint64_t)log_stride << 31 | (uint64_t)size) + 1;
    uint64_t known = ft_map_get(&sets, key);
    if (known == 0) {
        known = (uint64_t)ft_communicator_next();
        ft_map_set(&sets, key, known);
        record(c, (int64_t)known, start, (int)stride, size);
        c->pre = 0;
    }
    return (int64_t)known;
}
