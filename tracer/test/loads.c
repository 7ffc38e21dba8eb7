/* Loads a plugin that uses MPI: loads PLUGIN. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *plugin = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int (*run)(void);
    if (plugin == NULL)
        return 1;
    *(void **)&run = dlsym(plugin, "run");
    printf("sum %d\n", run());
    return 0;
}
