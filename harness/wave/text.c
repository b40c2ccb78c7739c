/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Texts of waveform files: messages.
 */
#include "file.h"

#include <stdarg.h>
#include <stdio.h>

int tn_wave_refuse(const struct tn_wave_text *err, const char *text, ...)
{
    va_list ap;
    va_start(ap, text);
    vsnprintf(err->at, err->size, text, ap);
    va_end(ap);
    return -1;
}
