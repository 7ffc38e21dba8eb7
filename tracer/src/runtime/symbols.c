#define _GNU_SOURCE
#include "symbols.h"

#include "callbacks.h"
#include "clock.h"
#include "settings.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { MOST_LIBRARIES = 32 };

static void *libraries[MOST_LIBRARIES];
static int library_count;

/* Libraries of MPI and OpenSHMEM that are loaded, also those that a plugin has loaded for itself. */
static int remember_library(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *name = slash != NULL ? slash + 1 : info->dlpi_name;
    bool relevant = strncmp(name, "libmpi", 6) == 0 || strncmp(name, "liboshmem", 9) == 0;
    if (relevant && library_count < MOST_LIBRARIES) {
        void *library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
        if (library != NULL)
            libraries[library_count++] = library;
    }
    return 0;
}

void *ft_find_symbol(const char *name)
{
    /* No tool stands in the place of these names, so the first one found is the library's own. */
    void *found = dlsym(RTLD_DEFAULT, name);
    for (int i = 0; i < library_count && found == NULL; i++)
        found = dlsym(libraries[i], name);
    return found;
}

static void prepare(void)
{
    ft_settings_read();
    ft_clock_choose();
    dl_iterate_phdr(remember_library, NULL);
    for (size_t i = 0; i < ft_symbol_count; i++)
        *ft_symbols[i].place = ft_find_symbol(ft_symbols[i].name);
    for (const struct ft_symbol *data = ft_data_symbols; data->name != NULL; data++)
        *data->place = ft_find_symbol(data->name);
    ft_callbacks_load();
}

void ft_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}
