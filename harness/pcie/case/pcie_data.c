/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * DWs as text: 8 hex digits each, in the order on the wire.
 */
#include "../../case/parse.h"

#include <tn/pcie/tlp.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int nibble(int c)
{
    return isdigit(c) ? c - '0' : isxdigit(c) ? tolower(c) - 'a' + 10 : -1;
}

/* One DW of 8 digits (x: does not count) at s. */
static int data_dw(struct tn_case_parser *p, const char *s, bool masked, uint8_t *bytes,
                   uint8_t *mask)
{
    for (unsigned k = 0; k < 8; k++) {
        int v = nibble((unsigned char)s[k]);
        bool any = s[k] == 'x';
        if (v < 0 && !any)
            return tn_case_fail(p, "data is DWs of 8 hex digits, not '%.40s'", s);
        if (any && !masked)
            return tn_case_fail(p, "'%.8s': what is sent has no don't-cares", s);
        if (k % 2 == 0) {
            bytes[k / 2] = (uint8_t)((any ? 0 : v) << 4);
            mask[k / 2] = any ? 0 : 0xf0;
        } else {
            bytes[k / 2] = (uint8_t)(bytes[k / 2] | (any ? 0 : v));
            mask[k / 2] = (uint8_t)(mask[k / 2] | (any ? 0 : 0x0f));
        }
    }
    return 0;
}

/* AA..BB at s: bytes that count up by one. Gives how many, 0 when it is none of that form. */
static size_t counted(const char *s, uint8_t *bytes, uint8_t *mask, size_t cap)
{
    if (strlen(s) < 6 || strncmp(s + 2, "..", 2) != 0)
        return 0;
    const int digit[4] = {nibble((unsigned char)s[0]), nibble((unsigned char)s[1]), nibble((unsigned char)s[4]),
                          nibble((unsigned char)s[5])};
    if (digit[0] < 0 || digit[1] < 0 || digit[2] < 0 || digit[3] < 0)
        return 0;
    const int first = digit[0] << 4 | digit[1], last = digit[2] << 4 | digit[3];
    if (last < first)
        return 0;
    const size_t n = (size_t)(last - first) + 1;
    if (n % 4 || n > cap)
        return 0;
    for (size_t k = 0; k < n; k++)
        bytes[k] = (uint8_t)(first + (int)k);
    memset(mask, 0xff, n);
    return n;
}

int tn_case_data(struct tn_case_parser *p, const char *text, bool masked, uint8_t *bytes,
                 uint8_t *mask, size_t cap, size_t *len)
{
    size_t n = 0;
    for (const char *s = text; *s;) {
        uint64_t times = 1;
        const char *star = strchr(s, '*'), *next = strchr(s, '_');
        int rc;
        const size_t range = counted(s, bytes + n, mask + n, cap - n);
        if (range) {
            n += range;
            s += 6;
            if (*s == '_' && s[1])
                s++;
            else if (*s)
                return tn_case_fail(p, "data is DWs or bytes AA..BB joined by '_', not '%.40s'",
                                    text);
            continue;
        }
        if (star && (!next || star < next)) {
            char copy[24];
            snprintf(copy, sizeof copy, "%.*s", (int)(star - s > 20 ? 20 : star - s), s);
            if ((rc = tn_case_number(p, "data", copy, TN_TLP_MAX_PAYLOAD / 4, &times)) < 0)
                return rc;
            s = star + 1;
        }
        if (times * 4 > cap - n)
            return tn_case_fail(p, "more than %d bytes of data", TN_TLP_MAX_PAYLOAD);
        for (; times; times--, n += 4)
            if ((rc = data_dw(p, s, masked, bytes + n, mask + n)) < 0)
                return rc;
        s += 8;
        if (*s == '_' && s[1])
            s++;
        else if (*s)
            return tn_case_fail(p, "data is DWs of 8 hex digits joined by '_', not '%.40s'", text);
    }
    *len = n;
    return n ? 0 : tn_case_fail(p, "data of no DW");
}
