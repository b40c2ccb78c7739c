/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Files that appear when they are whole. What a signal must remove stands in a
 * table, since its handler may call little and is told nothing.
 */
#include <tn/part.h>

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPEN_AT_ONCE = 4 };

static struct open_part {
    volatile sig_atomic_t open;
    pid_t owner; /* a child that a signal ends leaves its parent's file alone */
    char part[sizeof((struct tn_part *)NULL)->part];
} parts[OPEN_AT_ONCE];

void tn_part_remove_open(void)
{
    for (int i = 0; i < OPEN_AT_ONCE; i++)
        if (parts[i].open && parts[i].owner == getpid())
            unlink(parts[i].part);
}

static void remove_parts(int sig)
{
    tn_part_remove_open();
    raise(sig); /* SA_RESETHAND: it ends us when this function returns */
}

void tn_part_remove_on_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    struct sigaction sa = {.sa_handler = remove_parts, .sa_flags = (int)SA_RESETHAND}, before;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(signals[i], &sa, NULL);
}

const char *tn_part_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard output" : path;
}

static struct open_part *find(const char *part)
{
    for (int i = 0; i < OPEN_AT_ONCE; i++)
        if (part ? parts[i].open && strcmp(parts[i].part, part) == 0 : !parts[i].open)
            return &parts[i];
    return NULL;
}

int tn_part_open(struct tn_part *p, const char *path)
{
    struct stat st;
    struct open_part *slot = find(NULL);
    bool std = strcmp(path, "-") == 0;
    p->file = NULL;
    if (!slot || strlen(path) >= sizeof p->path) {
        errno = slot ? ENAMETOOLONG : EMFILE;
        return -1;
    }
    strcpy(p->path, path);
    p->special = std || (stat(path, &st) == 0 && !S_ISREG(st.st_mode));
    snprintf(p->part, sizeof p->part, "%s%s", path, p->special ? "" : ".part");
    if (std) {
        fflush(stdout);
        int fd = dup(STDOUT_FILENO);
        p->file = fd >= 0 ? fdopen(fd, "wb") : NULL;
        if (p->file)
            return 0;
        if (fd >= 0)
            close(fd);
        errno = EBADF; /* not one to write to */
        return -1;
    }
    if (!p->special) { /* noted first: a signal finds it from its first moment */
        strcpy(slot->part, p->part);
        slot->owner = getpid();
        slot->open = 1;
    }
    p->file = fopen(p->part, "wb");
    if (!p->file)
        slot->open = 0;
    return p->file ? 0 : -1;
}

int tn_part_close(struct tn_part *p, bool keep)
{
    int rc = 0;
    errno = 0;
    if (p->file && fflush(p->file) != 0)
        rc = errno ? -errno : -EIO;
    if (p->file && (ferror(p->file) | fclose(p->file)) && rc == 0)
        rc = errno ? -errno : -EIO;
    if (p->special)
        return rc;
    if (keep && rc == 0 && rename(p->part, p->path) != 0)
        rc = -errno;
    if (!keep || rc < 0)
        unlink(p->part);
    struct open_part *slot = find(p->part);
    if (slot)
        slot->open = 0;
    return rc;
}
