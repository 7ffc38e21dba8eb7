#define _GNU_SOURCE
#include "stub.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LIBRARIES = 32 };

static void *libraries[MOST_LIBRARIES];
static int library_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool chosen;

static void say(const char *text, const char *more)
{
    char line[PATH_MAX + 256];
    int length = snprintf(line, sizeof line, "foretell-trace: %s%s\n", text, more);
    if (length > 0 && write(STDERR_FILENO, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1) < 0)
        return;
}

static int remember_library(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *name = slash != NULL ? slash + 1 : info->dlpi_name;
    if ((strncmp(name, "libmpi", 6) == 0 || strncmp(name, "liboshmem", 9) == 0) && library_count < MOST_LIBRARIES) {
        void *library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
        if (library != NULL)
            libraries[library_count++] = library;
    }
    return 0;
}

static void *find(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    for (int i = 0; i < library_count && found == NULL; i++)
        found = dlsym(libraries[i], name);
    return found;
}

static long missing(void)
{
    say("the program calls a function that its MPI library does not have", "");
    abort();
}

static long nothing(void)
{
    return 0;
}

/* What the program would have called without the tracer. */
static void *untraced(const char *name)
{
    char twin[128];
    if (strncmp(name, "foretell_", 9) == 0)
        return (void *)nothing;
    snprintf(twin, sizeof twin, "%s%s", name[0] == 'M' ? "P" : "p", name);
    void *found = find(twin);
    if (found == NULL && strncmp(name, "mpi_", 4) == 0) {
        snprintf(twin, sizeof twin, "pmpir_%s", name + 4);
        found = find(twin);
    }
    return found;
}

/* Rank 0, as far as its starter says. */
static bool is_first(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *rank = getenv(names[i]);
        if (rank != NULL)
            return strcmp(rank, "0") == 0;
    }
    return true;
}

/* The tracer's library lies beside this one. */
static void *load(const char *flavour)
{
    Dl_info own;
    char path[PATH_MAX];
    if (dladdr((void *)ft_stub_choose, &own) == 0 || own.dli_fname == NULL)
        return NULL;
    const char *slash = strrchr(own.dli_fname, '/');
    int folder = slash == NULL ? 0 : (int)(slash - own.dli_fname) + 1;
    int length = snprintf(path, sizeof path, "%.*slibforetell-trace-%s.so", folder, own.dli_fname, flavour);
    if (length < 0 || (size_t)length >= sizeof path)
        return NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL && is_first())
        say(strcmp(flavour, "openmpi") == 0
                ? "this program uses Open MPI, for which the tracer was not built; it runs untraced: "
                : "this program uses MPICH or a library like it, for which the tracer was not built; it runs untraced: ",
            dlerror());
    return library;
}

/* The wrapper of a name. */
static void *wrapper(void *library, const char *name)
{
    char own[160];
    snprintf(own, sizeof own, "traced_%s", name);
    void *found = dlsym(library, own);
    return found != NULL ? found : dlsym(library, name);
}

void ft_stub_choose(void)
{
    pthread_mutex_lock(&lock);
    if (!chosen) {
        library_count = 0;
        dl_iterate_phdr(remember_library, NULL);
        const char *flavour = find("ompi_mpi_comm_world") != NULL ? "openmpi" : find("PMPI_Init") != NULL ? "mpich" : NULL;
        void *library = flavour == NULL ? NULL : load(flavour);
        for (size_t i = 0; i < ft_stub_count && flavour != NULL; i++) {
            void *function = library == NULL ? NULL : wrapper(library, ft_stub_names[i]);
            if (function == NULL)
                function = untraced(ft_stub_names[i]);
            ft_stub_table[i] = function == NULL ? (ft_stub_function *)missing : (ft_stub_function *)function;
        }
        chosen = flavour != NULL;
    }
    bool found = chosen;
    pthread_mutex_unlock(&lock);
    if (!found)
        missing();
}

/* A program that is linked with MPI has it by now; one that loads it later comes here with its first call. */
__attribute__((constructor)) static void at_start(void)
{
    if (dlsym(RTLD_DEFAULT, "PMPI_Init") != NULL)
        ft_stub_choose();
}
