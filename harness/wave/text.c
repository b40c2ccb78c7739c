/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Texts of waveform files: messages, names of signals.
 */
#include "file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int tn_wave_refuse(const struct tn_wave_text *err, const char *text, ...)
{
    va_list ap;
    va_start(ap, text);
    vsnprintf(err->at, err->size, text, ap);
    va_end(ap);
    return -1;
}

void tn_wave_cut_range(char *name)
{
    char *bracket = strrchr(name, '[');
    if (bracket && strchr(bracket, ':')) {
        while (bracket > name && bracket[-1] == ' ')
            bracket--;
        *bracket = 0;
    }
}
