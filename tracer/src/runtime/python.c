#define _GNU_SOURCE
#include "python.h"

#include "definitions.h"
#include "map.h"
#include "modules.h"
#include "settings.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/*
 * The interpreter is not linked, and its headers are not needed: all that is used are functions of its stable interface,
 * and the names of attributes.
 */
static struct {
    int (*is_initialized)(void);
    int (*is_finalizing)(void); /* NULL if it cannot be asked */
    void *(*this_thread)(void); /* NULL for a thread that it does not know */
    int (*lock)(void);
    void (*unlock)(int);
    int (*collect_off)(void); /* NULL where frames need no memory */
    int (*collect_on)(void);
    void *(*frame_of)(void *thread);
    void *(*caller_of)(void *frame);
    void *(*code_of)(void *frame);
    int (*line_of)(void *frame);
    int (*instruction_of)(void *frame); /* NULL: the line is asked for each time */
    void *(*attribute)(void *object, const char *name);
    const char *(*text)(void *object);
    void (*take_error)(void **type, void **value, void **trace);
    void (*give_error)(void *type, void *value, void *trace);
    void (*release)(void *object);
} py;

static const struct {
    const char *name, *or_name;
    void **place;
    bool optional;
} functions[] = {
    {"Py_IsInitialized", NULL, (void **)&py.is_initialized, false},
    {"Py_IsFinalizing", "_Py_IsFinalizing", (void **)&py.is_finalizing, true},
    {"PyGILState_GetThisThreadState", NULL, (void **)&py.this_thread, false},
    {"PyGILState_Ensure", NULL, (void **)&py.lock, false},
    {"PyGILState_Release", NULL, (void **)&py.unlock, false},
    {"PyGC_Disable", NULL, (void **)&py.collect_off, true},
    {"PyGC_Enable", NULL, (void **)&py.collect_on, true},
    {"PyThreadState_GetFrame", NULL, (void **)&py.frame_of, false},
    {"PyFrame_GetBack", NULL, (void **)&py.caller_of, false},
    {"PyFrame_GetCode", NULL, (void **)&py.code_of, false},
    {"PyFrame_GetLineNumber", NULL, (void **)&py.line_of, false},
    {"PyFrame_GetLasti", NULL, (void **)&py.instruction_of, true},
    {"PyObject_GetAttrString", NULL, (void **)&py.attribute, false},
    {"PyUnicode_AsUTF8", NULL, (void **)&py.text, false},
    {"PyErr_Fetch", NULL, (void **)&py.take_error, false},
    {"PyErr_Restore", NULL, (void **)&py.give_error, false},
    {"Py_DecRef", NULL, (void **)&py.release, false},
};

bool ft_python_on;

/* Code that was seen, with a reference to it: its address stays its own. */
struct code {
    char *function, *file;
    bool is_frozen;       /* of the interpreter: what imports and starts modules */
    bool is_package;      /* of mpi4py */
    struct ft_map places; /* instructions, and lines, to the number of their place */
};

static const char FROZEN[] = "<frozen ";

enum { MOST_CODES = 1 << 16, MOST_PACKAGES = 8, NAMED = 63 };

/* A place in code, or a path of places: the number of its call site, plus 1, is in sites. */
static struct ft_map codes = FT_MAP_EMPTY;
static struct ft_map paths = FT_MAP_EMPTY; /* the number of a path and of the place that calls it, to that of the longer one */
static struct ft_map sites = FT_MAP_EMPTY; /* the number of a path to that of its call site, plus 1 */
static struct ft_map others = FT_MAP_EMPTY; /* addresses that are not mpi4py's */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* nothing of the interpreter is called under it */
static uint32_t code_count, path_count;

/* Where mpi4py's modules lie, and its folder. */
static struct {
    uintptr_t from, to;
    char *folder;
} packages[MOST_PACKAGES];
static _Atomic int package_count;

void ft_python_prepare(void)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *found = dlsym(RTLD_DEFAULT, functions[i].name);
        if (found == NULL && functions[i].or_name != NULL)
            found = dlsym(RTLD_DEFAULT, functions[i].or_name);
        if (found == NULL && !functions[i].optional) {
            /* An interpreter before version 3.9 has the first function and lacks others. */
            if (i > 0)
                ft_note("the call sites of mpi4py's calls are those in mpi4py: Python before version 3.9 has no %s",
                        functions[i].name);
            return;
        }
        *functions[i].place = found;
    }
    ft_python_on = true;
}

/* The folder of a module of mpi4py, to be freed; NULL for any other. */
static char *folder_of(const char *path)
{
    static const char package[] = "/mpi4py/";
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    if (length < sizeof package - 1 || memcmp(path + length - (sizeof package - 1), package, sizeof package - 1) != 0)
        return NULL;
    return strndup(path, length);
}

static bool is_in_package(uintptr_t address)
{
    int count = atomic_load_explicit(&package_count, memory_order_acquire);
    for (int i = 0; i < count; i++)
        if (address >= packages[i].from && address < packages[i].to)
            return true;
    return false;
}

static bool learn_address(uintptr_t address)
{
    struct ft_module_place place;
    bool is_package = false;
    pthread_mutex_lock(&lock);
    int count = package_count;
    if (count < MOST_PACKAGES && ft_module_place(address, &place)) {
        packages[count].folder = folder_of(place.path);
        packages[count].from = place.from;
        packages[count].to = place.to;
        is_package = packages[count].folder != NULL;
        if (is_package)
            atomic_store_explicit(&package_count, count + 1, memory_order_release);
        free(place.path);
    }
    pthread_mutex_unlock(&lock);
    if (!is_package)
        ft_map_set(&others, address, 1);
    return is_package;
}

/* Whether mpi4py made the call that returns to this address. */
static bool is_of_mpi4py(uintptr_t address)
{
    return is_in_package(address) || (address != 0 && ft_map_get(&others, address) == 0 && learn_address(address));
}

static bool is_of_package(const char *file)
{
    int count = atomic_load_explicit(&package_count, memory_order_acquire);
    for (int i = 0; i < count; i++)
        if (strncmp(file, packages[i].folder, strlen(packages[i].folder)) == 0)
            return true;
    return false;
}

/* A copy of an attribute that is a text; NULL if it has none. */
static char *attribute_of(void *object, const char *name)
{
    void *value = py.attribute(object, name);
    const char *text = value == NULL ? NULL : py.text(value);
    char *copy = text == NULL ? NULL : strdup(text);
    if (value != NULL)
        py.release(value);
    return copy;
}

static struct code *learn(void *object)
{
    void *type, *value, *trace;
    struct code *code = code_count < MOST_CODES ? calloc(1, sizeof *code) : NULL;
    if (code == NULL)
        return NULL;
    py.take_error(&type, &value, &trace);
    code->function = attribute_of(object, "co_qualname");
    if (code->function == NULL)
        code->function = attribute_of(object, "co_name");
    code->file = attribute_of(object, "co_filename");
    py.give_error(type, value, trace); /* of an attribute that there is not, nothing is left */
    if (code->function == NULL || code->file == NULL) {
        free(code->function);
        free(code->file);
        free(code);
        return NULL;
    }
    code->is_frozen = strncmp(code->file, FROZEN, sizeof FROZEN - 1) == 0;
    code->is_package = is_of_package(code->file);
    pthread_mutex_init(&code->places.lock, NULL);
    ft_map_set(&codes, (uintptr_t)object, (uintptr_t)code);
    code_count++;
    return code;
}

/* The number of the place that a frame is at, plus 1; 0 if it cannot be known. */
static uint64_t place_of(void *frame, struct code *code)
{
    enum { LINES = 32 };
    int instruction = py.instruction_of != NULL ? py.instruction_of(frame) : -1;
    uint64_t quick = instruction >= 0 ? (uint64_t)instruction + 1 : 0;
    uint64_t known = quick != 0 ? ft_map_get(&code->places, quick) : 0;
    if (known != 0)
        return known;
    int line = py.line_of(frame);
    uint64_t key = UINT64_C(1) << LINES | (line > 0 ? (uint32_t)line : 0);
    pthread_mutex_lock(&lock);
    known = ft_map_get(&code->places, key);
    if (known == 0) {
        known = (uint64_t)ft_define_place(code->function, code->file, line > 0 ? (uint32_t)line : 0) + 1;
        ft_map_set(&code->places, key, known);
    }
    if (quick != 0)
        ft_map_set(&code->places, quick, known);
    pthread_mutex_unlock(&lock);
    return known;
}

/* The number of the call site of a path of places, innermost first. */
static uint32_t site_of(const uint32_t *places, uint32_t depth)
{
    uint64_t path = 0;
    for (uint32_t i = 0; i < depth; i++) {
        uint64_t key = path << 32 | ((uint64_t)places[i] + 1);
        uint64_t longer = ft_map_get(&paths, key);
        if (longer == 0) {
            pthread_mutex_lock(&lock);
            longer = ft_map_get(&paths, key);
            if (longer == 0) {
                longer = ++path_count;
                ft_map_set(&paths, key, longer);
            }
            pthread_mutex_unlock(&lock);
        }
        path = longer;
    }
    uint64_t known = ft_map_get(&sites, path);
    if (known == 0) {
        pthread_mutex_lock(&lock);
        known = ft_map_get(&sites, path);
        if (known == 0) {
            known = (uint64_t)ft_define_site_of_places(places, depth) + 1;
            ft_map_set(&sites, path, known);
        }
        pthread_mutex_unlock(&lock);
    }
    return (uint32_t)known - 1;
}

/* The call site of a thread, plus 1; 0 if it has no frame. Under the lock of the interpreter. */
static uint64_t walk(void *thread)
{
    uint32_t places[FT_DEEPEST_PATH], depth = 0;
    uint64_t of_package = 0; /* the innermost place in mpi4py, plus 1 */
    void *frame = py.frame_of(thread);
    while (frame != NULL && depth < ft_settings.call_path) {
        void *object = py.code_of(frame);
        struct code *code = (struct code *)(uintptr_t)ft_map_get(&codes, (uintptr_t)object);
        bool is_new = code == NULL;
        if (is_new)
            code = learn(object);
        if (!is_new || code == NULL)
            py.release(object);
        bool is_wanted = code != NULL && !code->is_frozen && (!code->is_package || of_package == 0);
        uint64_t place = is_wanted ? place_of(frame, code) : 0;
        if (place != 0 && code->is_package)
            of_package = place;
        else if (place != 0)
            places[depth++] = (uint32_t)place - 1;
        void *caller = py.caller_of(frame);
        py.release(frame);
        frame = caller;
    }
    if (frame != NULL)
        py.release(frame);
    /* A program of mpi4py's own has no other frames. */
    if (depth == 0 && of_package != 0)
        places[depth++] = (uint32_t)of_package - 1;
    return depth == 0 ? 0 : (uint64_t)site_of(places, depth) + 1;
}

const void *ft_python_place(const void *site)
{
    if (!ft_python_on || (uintptr_t)site >> NAMED != 0 || !is_of_mpi4py((uintptr_t)site))
        return site;
    if (!py.is_initialized() || (py.is_finalizing != NULL && py.is_finalizing()))
        return site;
    void *thread = py.this_thread();
    if (thread == NULL)
        return site;
    int state = py.lock();
    /* Frames may need memory, and what is collected then may call MPI, which would be taken for the library's own. */
    int collects = py.collect_off != NULL && py.collect_on != NULL ? py.collect_off() : 0;
    uint64_t found = walk(thread);
    if (collects)
        py.collect_on();
    py.unlock(state);
    return found == 0 ? site : (const void *)(uintptr_t)(UINT64_C(1) << NAMED | (found - 1));
}
