#define _GNU_SOURCE
#include "modules.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct ft_module **modules;
static uint32_t module_count;

struct search {
    uintptr_t address;
    struct ft_module *found;
};

static void read_build_id(const struct dl_phdr_info *info, const ElfW(Phdr) *header, char *text, size_t size)
{
    const char *p = (const char *)(info->dlpi_addr + header->p_vaddr);
    const char *end = p + header->p_memsz;
    while ((size_t)(end - p) > sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note;
        memcpy(&note, p, sizeof note);
        const char *name = p + sizeof note;
        const unsigned char *value = (const unsigned char *)name + ((note.n_namesz + 3u) & ~3u);
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
            for (uint32_t i = 0; i < note.n_descsz && 2 * i + 2 < size; i++)
                snprintf(text + (size_t)2 * i, 3, "%02x", value[i]);
            return;
        }
        p = (const char *)value + ((note.n_descsz + 3u) & ~3u);
    }
}

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    struct search *search = data;
    uintptr_t from = UINTPTR_MAX, to = 0;
    bool inside = false;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD)
            continue;
        uintptr_t start = info->dlpi_addr + header->p_vaddr;
        uintptr_t end = start + header->p_memsz;
        inside |= search->address >= start && search->address < end;
        from = start < from ? start : from;
        to = end > to ? end : to;
    }
    if (!inside)
        return 0;
    struct ft_module *module = calloc(1, sizeof *module);
    if (module == NULL)
        return 1;
    module->base = info->dlpi_addr;
    module->from = from;
    module->to = to;
    char executable[4096] = "";
    const char *path = info->dlpi_name;
    if (path == NULL || *path == '\0') {
        ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
        executable[length < 0 ? 0 : length] = '\0';
        path = executable;
    }
    module->path = strdup(path);
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE && module->build_id[0] == '\0')
            read_build_id(info, &info->dlpi_phdr[i], module->build_id, sizeof module->build_id);
    search->found = module;
    return 1;
}

const struct ft_module *ft_module_of(uintptr_t address, bool *is_new)
{
    *is_new = false;
    for (uint32_t i = 0; i < module_count; i++)
        if (address >= modules[i]->from && address < modules[i]->to)
            return modules[i];
    struct search search = {address, NULL};
    dl_iterate_phdr(look, &search);
    if (search.found == NULL || search.found->path == NULL)
        return NULL;
    struct ft_module **more = realloc(modules, (module_count + 1) * sizeof *modules);
    if (more == NULL)
        return NULL;
    modules = more;
    search.found->number = module_count;
    modules[module_count++] = search.found;
    *is_new = true;
    return search.found;
}

bool ft_module_place(uintptr_t address, struct ft_module_place *place)
{
    struct search search = {address, NULL};
    dl_iterate_phdr(look, &search);
    if (search.found == NULL)
        return false;
    *place = (struct ft_module_place){search.found->from, search.found->to, search.found->path};
    free(search.found);
    return place->path != NULL;
}

bool ft_module_range(uintptr_t address, uintptr_t *from, uintptr_t *to)
{
    struct ft_module_place place;
    if (!ft_module_place(address, &place))
        return false;
    *from = place.from;
    *to = place.to;
    free(place.path);
    return true;
}
