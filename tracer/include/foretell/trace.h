/*
 * What a program may tell Foretell's tracer, and what callbacks are told. Nothing has to be linked: in a program that
 * runs without the tracer these calls do nothing. For C and C++; Fortran programs use MPI_Pcontrol.
 */
#ifndef FORETELL_TRACE_H
#define FORETELL_TRACE_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What PRE_<call> and POS_<call> get as their first argument; those of the call follow. */
struct foretell_call {
    uint32_t struct_bytes;  /* sizeof this, as the tracer was built */
    const char *name;       /* "MPI_Send" */
    const void *call_site;  /* the address that the call returns to */
    uint64_t sequence;      /* records of this thread before this call */
    uint64_t elapsed_ns;    /* POS: what the call took; PRE: 0 */
    int64_t result;         /* POS: what it returned, if that is a whole number; PRE: 0 */
};

static inline void foretell_tell(const char *function, const char *name)
{
    void *program = dlopen(NULL, RTLD_LAZY);
    if (program != NULL) {
        void (*tell)(const char *);
        *(void **)&tell = dlsym(program, function);
        if (tell != NULL)
            tell(name);
        dlclose(program);
    }
}

/* A phase begins; the phase that an earlier foretell_marker began on this thread ends. NULL only ends it. */
static inline void foretell_marker(const char *name)
{
    foretell_tell("foretell_trace_marker", name);
}

/* Phases that nest: each end belongs to the last begin of its thread that has none yet. */
static inline void foretell_marker_begin(const char *name)
{
    foretell_tell("foretell_trace_marker_begin", name);
}

static inline void foretell_marker_end(const char *name)
{
    foretell_tell("foretell_trace_marker_end", name);
}

/*
 * What was done since the last call of MPI or OpenSHMEM, or marker: floating-point operations, and bytes read from
 * memory and written to it. Several of these before the next call or marker add up.
 */
static inline void foretell_work(double flops, double memory_bytes)
{
    static void (*known)(double, double);
    static int asked;
    if (!__atomic_load_n(&asked, __ATOMIC_ACQUIRE)) {
        void *program = dlopen(NULL, RTLD_LAZY);
        if (program != NULL) {
            void (*found)(double, double);
            *(void **)&found = dlsym(program, "foretell_trace_work");
            __atomic_store_n(&known, found, __ATOMIC_RELAXED);
            dlclose(program);
        }
        __atomic_store_n(&asked, 1, __ATOMIC_RELEASE);
    }
    void (*tell)(double, double) = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (tell != NULL)
        tell(flops, memory_bytes);
}

/* Recording goes off, or on again, for all threads of this process. */
static inline void foretell_record(int on)
{
    foretell_tell("foretell_trace_record", on ? "on" : NULL);
}

#ifdef __cplusplus
}
#endif

#endif
