/* Windows, files and messages that were probed. */
#include "objects.h"

#include "map.h"

#include <stdlib.h>
#include <string.h>

/* Numbers for objects, lowest free first. */
struct numbers {
    pthread_mutex_t lock;
    unsigned char *used;
    int64_t count;
};

static struct numbers window_numbers = {PTHREAD_MUTEX_INITIALIZER, NULL, 0};
static struct numbers file_numbers = {PTHREAD_MUTEX_INITIALIZER, NULL, 0};
static struct ft_map windows = FT_MAP_EMPTY; /* number + 1 */
static struct ft_map files = FT_MAP_EMPTY;   /* struct file */
static struct ft_map messages = FT_MAP_EMPTY; /* struct ft_message */

struct file {
    int64_t number, communicator;
};

static int64_t take_number(struct numbers *numbers)
{
    pthread_mutex_lock(&numbers->lock);
    int64_t number = 0;
    while (number < numbers->count && numbers->used[number])
        number++;
    if (number == numbers->count) {
        unsigned char *more = realloc(numbers->used, (size_t)number + 1);
        if (more == NULL) {
            number = FT_NONE;
        } else {
            numbers->used = more;
            numbers->count++;
        }
    }
    if (number >= 0)
        numbers->used[number] = 1;
    pthread_mutex_unlock(&numbers->lock);
    return number;
}

static void give_number(struct numbers *numbers, int64_t number)
{
    pthread_mutex_lock(&numbers->lock);
    if (number >= 0 && number < numbers->count)
        numbers->used[number] = 0;
    pthread_mutex_unlock(&numbers->lock);
}

int64_t ft_window_add(MPI_Win win)
{
    int64_t number = take_number(&window_numbers);
    ft_map_set(&windows, FT_KEY(win), (uint64_t)(number + 1));
    return number;
}

int64_t ft_window(MPI_Win win)
{
    uint64_t known = ft_map_get(&windows, FT_KEY(win));
    return known == 0 ? FT_NONE : (int64_t)known - 1;
}

void ft_window_remove(MPI_Win win)
{
    give_number(&window_numbers, ft_window(win));
    ft_map_set(&windows, FT_KEY(win), 0);
}

int64_t ft_file_add(MPI_File file, int64_t communicator)
{
    struct file *content = malloc(sizeof *content);
    if (content == NULL)
        return FT_NONE;
    content->number = take_number(&file_numbers);
    content->communicator = communicator;
    ft_map_set(&files, FT_KEY(file), (uintptr_t)content);
    return content->number;
}

static struct file *find_file(MPI_File file)
{
    return (struct file *)(uintptr_t)ft_map_get(&files, FT_KEY(file));
}

int64_t ft_file(MPI_File file)
{
    const struct file *known = find_file(file);
    return known == NULL ? FT_NONE : known->number;
}

int64_t ft_file_communicator(MPI_File file)
{
    const struct file *known = find_file(file);
    return known == NULL ? FT_NONE : known->communicator;
}

void ft_file_remove(MPI_File file)
{
    struct file *known = find_file(file);
    if (known != NULL) {
        give_number(&file_numbers, known->number);
        ft_map_set(&files, FT_KEY(file), 0);
        free(known);
    }
}

int64_t ft_file_offset(MPI_File file, MPI_Offset offset)
{
    MPI_Offset bytes = 0;
    return real_MPI_File_get_byte_offset(file, offset, &bytes) == MPI_SUCCESS ? bytes : offset;
}

void ft_message_add(MPI_Message message, const struct ft_message *content)
{
    struct ft_message *copy = malloc(sizeof *copy);
    if (copy == NULL || message == MPI_MESSAGE_NULL) {
        free(copy);
        return;
    }
    *copy = *content;
    ft_map_set(&messages, FT_KEY(message), (uintptr_t)copy);
}

bool ft_message_take(MPI_Message message, struct ft_message *content)
{
    struct ft_message *known = (struct ft_message *)(uintptr_t)ft_map_get(&messages, FT_KEY(message));
    if (message == MPI_MESSAGE_NO_PROC || known == NULL) {
        *content = (struct ft_message){FT_NOBODY, FT_ANY, 0};
        return message == MPI_MESSAGE_NO_PROC;
    }
    *content = *known;
    ft_map_set(&messages, FT_KEY(message), 0);
    free(known);
    return true;
}
