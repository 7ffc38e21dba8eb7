#include "settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct ft_settings ft_settings;

void ft_say(const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int used = snprintf(line, sizeof line, "foretell-trace: ");
    int more = vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
    va_end(arguments);
    size_t length = (size_t)used + (size_t)(more < 0 ? 0 : more);
    if (length > sizeof line - 2)
        length = sizeof line - 2;
    line[length] = '\n';
    /* One write, so that the lines of ranks do not mix. A failure has nobody left to be told. */
    if (write(STDERR_FILENO, line, length + 1) < 0)
        return;
}

/* A number with an optional unit of those given, each with its factor; the default if it is not one. */
static uint64_t number(const char *name, uint64_t least, uint64_t most, uint64_t otherwise, const char *const units[],
                       const uint64_t factors[])
{
    const char *text = getenv(name);
    if (text == NULL || *text == '\0')
        return otherwise;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    bool good = isdigit((unsigned char)*text) && errno == 0;
    uint64_t factor = *end == '\0' ? 1 : 0;
    for (int i = 0; units[i] != NULL; i++)
        if (strcmp(end, units[i]) == 0)
            factor = factors[i];
    if (good && factor != 0 && value <= most / factor && value * factor >= least)
        return value * factor;
    ft_say("%s is \"%s\", expected a number from %llu to %llu; %llu is used", name, text, (unsigned long long)least,
           (unsigned long long)most, (unsigned long long)otherwise);
    return otherwise;
}

/* Whether a switch is in its second position. */
static bool is(const char *name, const char *usual, const char *other)
{
    const char *text = getenv(name);
    if (text == NULL || *text == '\0' || strcmp(text, usual) == 0)
        return false;
    if (strcmp(text, other) == 0)
        return true;
    ft_say("%s is \"%s\", expected %s or %s; %s is used", name, text, usual, other, usual);
    return false;
}

/* One event of FORETELL_FLOPS, such as 0x4c7*2; NULL if it is none. */
static const char *flops_event(const char *text)
{
    char *end;
    errno = 0;
    unsigned long long event = strtoull(text, &end, 0), weight = 1;
    bool good = isdigit((unsigned char)*text) && errno == 0;
    if (*end == '*') {
        good &= isdigit((unsigned char)end[1]) != 0;
        weight = strtoull(end + 1, &end, 10);
    }
    good &= weight >= 1 && weight <= 64 && (*end == '\0' || *end == ' ');
    if (!good || ft_settings.flops_events == FT_FLOPS_EVENTS)
        return NULL;
    ft_settings.flops_event[ft_settings.flops_events].event = event;
    ft_settings.flops_event[ft_settings.flops_events++].weight = weight;
    return end;
}

static void read_flops_events(void)
{
    const char *all = getenv("FORETELL_FLOPS");
    for (const char *text = all; text != NULL && *text != '\0';) {
        text = *text == ' ' ? text + 1 : flops_event(text);
        if (text == NULL) {
            ft_say("FORETELL_FLOPS is \"%s\", expected up to %d events of the processor with the operations of each, like "
                   "\"0x1c7 0x4c7*2\"; floating-point operations are not counted", all, FT_FLOPS_EVENTS);
            ft_settings.flops_events = 0;
        }
    }
}

void ft_settings_read(void)
{
    static const char *const none[] = {NULL};
    static const char *const bytes[] = {"KiB", "MiB", NULL};
    static const uint64_t bytes_factors[] = {1024, 1024 * 1024};
    static const char *const times[] = {"ns", "us", "ms", NULL};
    static const uint64_t times_factors[] = {1, 1000, 1000000};
    const char *folder = getenv("FORETELL_OUT");
    ft_settings.folder = folder != NULL && *folder != '\0' ? folder : "foretell.trace";
    ft_settings.start_off = is("FORETELL_START", "on", "off");
    ft_settings.compress = is("FORETELL_COMPRESS", "off", "on");
    ft_settings.processor_bursts = is("FORETELL_BURST", "wall", "cpu");
    ft_settings.counters = is("FORETELL_COUNTERS", "off", "on");
    read_flops_events();
    ft_settings.clusters = (uint32_t)number("FORETELL_CLUSTERS", 0, 1 << 20, 0, none, NULL);
    ft_settings.clusters_every = (uint32_t)number("FORETELL_CLUSTERS_EVERY", 1, 1 << 30, 1, none, NULL);
    const char *marker = getenv("FORETELL_CLUSTERS_MARKER");
    ft_settings.clusters_marker = marker != NULL && *marker != '\0' ? marker : NULL;
    uint64_t window = number("FORETELL_WINDOW", 1 << 16, 1 << 26, 1 << 20, bytes, bytes_factors);
    if ((window & (window - 1)) != 0) {
        ft_say("FORETELL_WINDOW is %llu, expected a power of two; 1 MiB is used", (unsigned long long)window);
        window = 1 << 20;
    }
    ft_settings.window_bytes = (uint32_t)window;
    ft_settings.call_path = (uint32_t)number("FORETELL_CALL_PATH", 1, FT_DEEPEST_PATH, 1, none, NULL);
    ft_settings.poll_gap_ns = number("FORETELL_POLL_GAP", 0, 1000000000, 5000, times, times_factors);
    const char *callbacks = getenv("FORETELL_CALLBACKS");
    ft_settings.callbacks = callbacks != NULL && *callbacks != '\0' ? callbacks : NULL;
}
