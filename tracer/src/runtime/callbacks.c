#define _GNU_SOURCE
#include "callbacks.h"

#include "definitions.h"
#include "settings.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool ft_callbacks_on;

static void *find(void *library, const char *prefix, const char *name, bool lower)
{
    char symbol[128];
    snprintf(symbol, sizeof symbol, "%s%s", prefix, name);
    for (char *p = symbol + strlen(prefix); lower && *p != '\0'; p++)
        *p = (char)tolower((unsigned char)*p);
    return dlsym(library, symbol);
}

void ft_callbacks_load(void)
{
    if (ft_settings.callbacks == NULL)
        return;
    void *library = dlopen(ft_settings.callbacks, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        ft_say("FORETELL_CALLBACKS cannot be loaded: %s; nothing is called", dlerror());
        return;
    }
    uint32_t found = 0;
    for (uint32_t i = 0; i < ft_function_count; i++)
        for (int fortran = 0; fortran < 2; fortran++) {
            struct ft_callback *callback = &ft_callbacks[i][fortran];
            callback->before = find(library, "PRE_", ft_functions[i].name, fortran != 0);
            callback->after = find(library, "POS_", ft_functions[i].name, fortran != 0);
            found += (callback->before != NULL) + (callback->after != NULL);
        }
    ft_callbacks_on = found != 0;
    if (found == 0)
        ft_say("%s defines no PRE_<call> or POS_<call> of a traced call", ft_settings.callbacks);
}

struct foretell_call ft_callback_info(uint32_t function, const void *site, uint64_t sequence, uint64_t ticks,
                                      int64_t result)
{
    struct foretell_call info = {
        .struct_bytes = sizeof info,
        .name = ft_functions[function].name,
        .call_site = site,
        .sequence = sequence,
        .elapsed_ns = ft_clock_to_nanoseconds(ticks),
        .result = result,
    };
    return info;
}
