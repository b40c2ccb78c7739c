/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Small things that the commands share.
 */
#include "tools.h"

#include <tn/say.h>

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int tn_usage(const char *command, const char *what, ...)
{
    char who[64], text[8192];
    va_list ap;
    va_start(ap, what);
    vsnprintf(text, sizeof text, what, ap);
    va_end(ap);
    snprintf(who, sizeof who, "tenter%s%s", *command ? " " : "", command);
    tn_say(who, text);
    return TN_EXIT_USAGE;
}

bool tn_number(const char *text, uint64_t max, uint64_t *out)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *out = strtoull(text, &end, 0);
    return errno == 0 && *end == 0 && *out <= max;
}

int tn_finish_output(const char *command, int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    return tn_usage(command, "standard output: %s", strerror(errno));
}

bool tn_event_tlp(const struct tn_event *ev, struct tn_event *tlp_ev, struct tn_tlp *t)
{
    enum { STP = 0xfb, HEAD = 3, TAIL = 5 };
    *tlp_ev = *ev;
    if (ev->fabric != TN_FABRIC_PCIE)
        return false;
    if (ev->unit == TN_UNIT_FRAME) {
        if (ev->len < HEAD + 12 + TAIL || ev->bytes[0] != STP || ev->len < ev->orig_len)
            return false;
        tlp_ev->unit = TN_UNIT_PACKET;
        tlp_ev->bytes += HEAD;
        tlp_ev->len = tlp_ev->orig_len = ev->len - HEAD - TAIL;
    } else if (ev->unit != TN_UNIT_PACKET) {
        return false;
    }
    tn_tlp_decode(tlp_ev->bytes, tlp_ev->len, tlp_ev->orig_len, t);
    return true;
}
