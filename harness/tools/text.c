/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Text from a capture on its way out: to a terminal, which obeys control
 * characters, and into JSON and XML, which hold valid UTF-8 only.
 */
#include "tools.h"

#include <string.h>

void tn_print_text(FILE *f, const char *s)
{
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c < 0x20 || c > 0x7e || c == '\\')
            fprintf(f, "\\x%02x", c);
        else
            fputc(c, f);
    }
}

/* The code point at s and its bytes in *n (RFC 3629); -1 and 1 when s is no UTF-8. */
static long utf8(const unsigned char *s, size_t *n)
{
    static const long least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t want = s[0] < 0x80       ? 1
                  : s[0] >> 5 == 6  ? 2
                  : s[0] >> 4 == 14 ? 3
                  : s[0] >> 3 == 30 ? 4
                                    : 0;
    long c = want == 1 ? s[0] : s[0] & (0x7f >> want);
    *n = 1;
    if (want == 0)
        return -1;
    for (size_t i = 1; i < want; i++) {
        if (s[i] >> 6 != 2)
            return -1;
        c = c << 6 | (s[i] & 0x3f);
    }
    if (c < least[want] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return -1;
    *n = want;
    return c;
}

void tn_json_string(FILE *f, const char *s)
{
    const unsigned char *p = (const unsigned char *)s;
    size_t n;
    fputc('"', f);
    for (; *p; p += n) {
        long c = utf8(p, &n);
        if (c < 0)
            fputs("\\ufffd", f);
        else if (c == '"' || c == '\\')
            fprintf(f, "\\%c", (int)c);
        else if (c < 0x20 || (c >= 0x7f && c < 0xa0)) /* a terminal may show it, too */
            fprintf(f, "\\u%04lx", (unsigned long)c);
        else
            fwrite(p, 1, n, f);
    }
    fputc('"', f);
}

void tn_xml_text(FILE *f, const char *s)
{
    const unsigned char *p = (const unsigned char *)s;
    size_t n;
    for (; *p; p += n) {
        long c = utf8(p, &n);
        if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xfffe || c == 0xffff)
            fputc('?', f);
        else if (c == '<' || c == '&' || c == '"')
            fprintf(f, "&#%ld;", c);
        else
            fwrite(p, 1, n, f);
    }
}
