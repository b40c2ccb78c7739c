/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Waveform files of all forms.
 */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct tn_wave_file {
    const struct tn_wave_form *form;
    void *file;
    char path[4096];
};

/* The form, by the first bytes. Returns NULL, with one line in err, when the file cannot be read.
 */
static const struct tn_wave_form *form_of(const char *path, const struct tn_wave_text *err)
{
    unsigned char b[2] = {0xff, 0};
    struct stat st;
    FILE *f = fopen(path, "rb");
    size_t n;
    if (!f || fstat(fileno(f), &st) < 0) {
        tn_wave_refuse(err, "%s: %s", path, strerror(errno));
        if (f)
            fclose(f);
        return NULL;
    }
    if (!S_ISREG(st.st_mode)) {
        tn_wave_refuse(err, "%s: not a file", path);
        fclose(f);
        return NULL;
    }
    n = fread(b, 1, sizeof b, f);
    fclose(f);
    if (n == 0) {
        tn_wave_refuse(err, "%s: empty", path);
        return NULL;
    }
    /* an FST begins with its header's block, or with one that holds all others packed, or with one
     * not yet written */
    return b[0] == 0 || b[0] == 254 || b[0] == 255 ? &tn_wave_form_fst : &tn_wave_form_vcd;
}

struct tn_wave_file *tn_wave_file_open(const char *path, char *err, size_t err_size)
{
    const struct tn_wave_text text = {err, err_size};
    const struct tn_wave_form *form = form_of(path, &text);
    struct tn_wave_file *f = form ? calloc(1, sizeof *f) : NULL;
    if (!f) {
        if (form)
            tn_wave_refuse(&text, "out of memory");
        return NULL;
    }
    f->form = form;
    if ((f->file = form->open(path, &text)) != NULL)
        return f;
    free(f);
    return NULL;
}

int tn_wave_file_signals(struct tn_wave_file *f, struct tn_wave *w, char *err, size_t err_size)
{
    return f->form->signals(f->file, w, &(struct tn_wave_text){err, err_size});
}

int tn_wave_file_play(struct tn_wave_file *f, struct tn_wave *w, char *err, size_t err_size)
{
    return f->form->play(f->file, w, &(struct tn_wave_text){err, err_size});
}

void tn_wave_file_close(struct tn_wave_file *f)
{
    if (f)
        f->form->close(f->file);
    free(f);
}
