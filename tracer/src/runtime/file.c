#define _GNU_SOURCE
#include "file.h"

#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef FORETELL_TRACER_VERSION
#define FORETELL_TRACER_VERSION "unknown"
#endif

struct ft_header *ft_header;

static int file = -1;
static uint64_t file_end; /* reserved so far */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Reserves the next bytes of the file. A mapping of bytes that the disk does not have would end the program. */
static bool reserve(uint64_t bytes)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && file_end + bytes > limit.rlim_cur)
        return false; /* the kernel would send SIGXFSZ */
    int error;
    do
        error = posix_fallocate(file, (off_t)file_end, (off_t)bytes);
    while (error == EINTR);
    return error == 0;
}

/*
 * Somebody may cut the file while it is mapped: a cleaner, a quota tool, the program. Its pages are gone then, and the
 * next access would end the program with SIGBUS. Such a page becomes memory of this process instead: what it records from
 * here on is lost, and the program goes on.
 */
enum { MOST_MAPPED = 1024 };
static _Atomic uintptr_t mapped_at[MOST_MAPPED];
static _Atomic bool was_cut;
static uint32_t own_rank; /* the header may be gone */
static struct sigaction before_ours;

static bool is_ours(uintptr_t address)
{
    uintptr_t header = (uintptr_t)ft_header;
    if (header != 0 && address - header < FT_HEADER_BYTES)
        return true;
    for (int i = 0; i < MOST_MAPPED; i++) {
        uintptr_t at = atomic_load(&mapped_at[i]);
        if (at != 0 && address - at < ft_settings.window_bytes)
            return true;
    }
    return false;
}

static void on_bus_error(int number, siginfo_t *info, void *context)
{
    if (info->si_code == BUS_ADRERR && is_ours((uintptr_t)info->si_addr)) {
        uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
        void *at = (void *)((uintptr_t)info->si_addr / page * page);
        int error = errno;
        if (mmap(at, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == at) {
            atomic_store(&was_cut, true);
            errno = error;
            return;
        }
    }
    if ((before_ours.sa_flags & SA_SIGINFO) != 0) {
        before_ours.sa_sigaction(number, info, context);
    } else if (before_ours.sa_handler != SIG_DFL && before_ours.sa_handler != SIG_IGN) {
        before_ours.sa_handler(number);
    } else if (before_ours.sa_handler == SIG_DFL || info->si_code > 0) {
        /* What failed fails again, and what was sent is sent again. */
        signal(number, SIG_DFL);
        if (info->si_code <= 0)
            raise(number);
    }
}

static void survive_cuts(void)
{
    struct sigaction ours = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    ours.sa_sigaction = on_bus_error;
    if (sigaction(SIGBUS, NULL, &before_ours) == 0) {
        ours.sa_mask = before_ours.sa_mask;
        sigaction(SIGBUS, &ours, NULL);
    }
}

static void note_mapped(uintptr_t at, uintptr_t instead)
{
    for (int i = 0; i < MOST_MAPPED; i++) {
        uintptr_t expected = at;
        if (atomic_compare_exchange_strong(&mapped_at[i], &expected, instead))
            return;
    }
}

static bool make_folders(const char *path)
{
    char part[PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof part)
        return false;
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

static int open_file(const char *path)
{
    int opened = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (opened < 0 || opened > 2)
        return opened;
    /* The program has closed a standard stream: its place is not ours to take. */
    int moved = fcntl(opened, F_DUPFD_CLOEXEC, 3);
    close(opened);
    return moved;
}

/* Of the last level of caches, whose lines all levels have on the processors of today. */
static uint32_t cache_line_bytes(void)
{
    static const int levels[] = {_SC_LEVEL3_CACHE_LINESIZE, _SC_LEVEL2_CACHE_LINESIZE, _SC_LEVEL1_DCACHE_LINESIZE};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        long bytes = sysconf(levels[i]);
        if (bytes > 0 && bytes <= 1 << 16)
            return (uint32_t)bytes;
    }
    return 0;
}

static void fill_header(uint64_t run, uint32_t rank, uint32_t ranks, uint32_t flags)
{
    static const unsigned char magic[8] = {0x89, 'F', 'T', 'W', '\r', '\n', 0x1a, '\n'};
    ft_header->major = 1;
    ft_header->minor = ft_settings.clusters != 0 ? 2 : ft_settings.compress;
    ft_header->window_bytes = ft_settings.window_bytes;
    ft_header->run = run;
    ft_header->rank = rank;
    ft_header->ranks = ranks;
    ft_header->process = (uint64_t)getpid();
    ft_header->start = ft_clock_moment();
    if (gethostname(ft_header->host, sizeof ft_header->host - 1) != 0)
        ft_header->host[0] = '\0';
    ssize_t length = readlink("/proc/self/exe", ft_header->executable, sizeof ft_header->executable - 1);
    if (length < 0)
        ft_header->executable[0] = '\0';
    strncpy(ft_header->tracer, FORETELL_TRACER_VERSION, sizeof ft_header->tracer - 1);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    ft_header->cores = cores > 0 ? (uint32_t)cores : 0;
    ft_header->cache_line_bytes = ft_settings.counters ? cache_line_bytes() : 0;
    atomic_store(&ft_header->flags, flags | (ft_clock_is_counter ? FT_FLAG_COUNTER : 0) |
                                        (ft_settings.processor_bursts ? FT_FLAG_PROCESSOR_BURSTS : 0));
    memcpy(ft_header->magic, magic, sizeof magic);
}

void ft_file_has_work(void)
{
    if (ft_header->minor < 3)
        ft_header->minor = 3;
}

void ft_file_has_places(void)
{
    if (ft_header->minor < 5)
        ft_header->minor = 5;
}

void ft_file_has_flops(void)
{
    if (ft_header->minor < 4)
        ft_header->minor = 4;
}

bool ft_file_create(uint64_t run, uint32_t rank, uint32_t ranks, uint32_t flags)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/run-%016" PRIx64, ft_settings.folder, run);
    bool made = length > 0 && (size_t)length < sizeof path - 32 && make_folders(path);
    if (made) {
        snprintf(path + length, sizeof path - (size_t)length, "/rank-%07u.raw", rank);
        file = open_file(path);
    }
    if (file < 0) {
        ft_say("rank %u cannot make %s: %s; the program runs untraced", rank, path, strerror(errno));
        return false;
    }
    void *mapped = MAP_FAILED;
    if (reserve(FT_HEADER_BYTES))
        mapped = mmap(NULL, FT_HEADER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) {
        ft_say("rank %u finds no space for %s; the program runs untraced", rank, path);
        unlink(path);
        close(file);
        file = -1;
        return false;
    }
    ft_header = mapped;
    file_end = FT_HEADER_BYTES;
    own_rank = rank;
    survive_cuts();
    fill_header(run, rank, ranks, flags);
    return true;
}

struct ft_window *ft_window_open(uint32_t stream, uint32_t number, uint64_t first_gap)
{
    return ft_window_open_as("WIN1", stream, number, first_gap);
}

struct ft_window *ft_window_open_as(const char *magic, uint32_t stream, uint32_t number, uint64_t first_gap)
{
    size_t bytes = ft_settings.window_bytes;
    void *mapped = MAP_FAILED;
    pthread_mutex_lock(&lock);
    if (reserve(bytes)) {
        mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)file_end);
        if (mapped != MAP_FAILED)
            file_end += bytes;
    }
    pthread_mutex_unlock(&lock);
    if (mapped == MAP_FAILED)
        return NULL;
    struct ft_window *window = mapped;
    note_mapped(0, (uintptr_t)window);
    window->stream = stream;
    window->number = number;
    window->opened.ticks = ft_ticks();
    window->opened.monotonic = ft_nanoseconds(CLOCK_MONOTONIC_RAW);
    window->first_gap = first_gap;
    atomic_store_explicit(&window->used, 0, memory_order_release);
    memcpy(window->magic, magic, sizeof window->magic);
    return window;
}

void ft_window_close(struct ft_window *window, bool for_good)
{
    size_t bytes = ft_settings.window_bytes;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t used = (sizeof *window + window->used + page - 1) / page * page;
    /* Holes cost no space; where they cannot be made the zeros stay. */
    if (for_good && used < bytes)
        madvise((char *)window + used, bytes - used, MADV_REMOVE);
    munmap(window, bytes);
    note_mapped((uintptr_t)window, 0);
}

/* What the process had before, while it started, is not of the program. */
static uint64_t switches_before;
static bool counts_are_final;

static uint64_t involuntary_switches(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
}

void ft_file_start_counts(void)
{
    switches_before = involuntary_switches();
}

void ft_file_update_counts(void)
{
    if (ft_header != NULL && !counts_are_final)
        ft_header->involuntary_switches = involuntary_switches() - switches_before;
}

void ft_file_end_counts(void)
{
    ft_file_update_counts();
    counts_are_final = true;
}

void ft_file_say_if_cut(void)
{
    if (atomic_load(&was_cut))
        ft_say("rank %u: something cut its raw file while the program ran; what was recorded is lost in part",
               own_rank);
}
