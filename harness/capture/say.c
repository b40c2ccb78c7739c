/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A message is one line and moves no terminal, though a file's name may hold
 * newlines and escapes. UTF-8 stays, but for its own control characters (c2 80 to c2 9f).
 */
#include <tn/say.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void tn_say(const char *who, const char *text)
{
    char line[8192];
    size_t n = 0;
    bool second = false;
    for (const unsigned char *p = (const unsigned char *)text; *p && n < sizeof line - 6; p++) {
        bool control = *p < 0x20 || *p == 0x7f || second;
        second = *p == 0xc2 && p[1] >= 0x80 && p[1] <= 0x9f;
        if (control || second)
            n += (size_t)snprintf(line + n, sizeof line - n, "\\x%02x", *p);
        else
            line[n++] = (char)*p;
    }
    line[n] = 0;
    fprintf(stderr, "%s: %s\n", who, line);
}
