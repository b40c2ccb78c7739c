/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The forms of waveform files, as a table of functions each.
 */
#ifndef TN_WAVE_FILE_H
#define TN_WAVE_FILE_H

#include <tn/wave.h>

struct tn_wave_text {
    char *at;
    size_t size;
};

struct tn_wave_form {
    /* Opens the file at path. Returns NULL, with one line in err, on failure. */
    void *(*open)(const char *path, const struct tn_wave_text *err);
    int (*signals)(void *file, struct tn_wave *w, const struct tn_wave_text *err);
    int (*play)(void *file, struct tn_wave *w, const struct tn_wave_text *err);
    void (*close)(void *file);
};

extern const struct tn_wave_form tn_wave_form_fst, tn_wave_form_vcd;

/* Writes one line to err. Returns -1. */
int tn_wave_refuse(const struct tn_wave_text *err, const char *text, ...)
    __attribute__((format(printf, 2, 3)));
/* Cuts the range off a signal's name: "data [7:0]" and "data[7:0]" become "data"; an index stays.
 */
void tn_wave_cut_range(char *name);

#endif
