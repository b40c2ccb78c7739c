/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's processor interface: an injection window (checkers/tnw/spec/tnw_pi.md section 4).
 */
#include <tn/tnw/tnw_pi.h>

#include <string.h>

enum { WHOLE = 0xff };

bool tn_tnw_pi_window_empty(const struct tn_tnw_pi_window *w)
{
    for (unsigned i = 0; i < TN_TNW_PI_ITEMS_MAX; i++)
        if (w->there[i])
            return false;
    return true;
}

bool tn_tnw_pi_window_whole(const struct tn_tnw_pi_window *w, unsigned n)
{
    return w->there[w->next % n] == WHOLE;
}

void tn_tnw_pi_window_fail(struct tn_tnw_pi_window *w, enum tn_tnw_pi_error error, uint32_t addr)
{
    if (w->error) {
        w->dropped += error != TN_TNW_PI_INCOMPLETE;
        return;
    }
    memset(w->there, 0, sizeof w->there);
    memset(w->from, 0, sizeof w->from);
    w->last = 0;
    w->error = error;
    w->err_addr = addr;
}

unsigned tn_tnw_pi_window_put(struct tn_tnw_pi_window *w, unsigned n, uint32_t item, unsigned frag,
                              bool last, uint32_t addr, uint16_t from)
{
    unsigned line = 3;
    if (w->error) {
        w->dropped++;
        return 1;
    }
    const uint8_t bit = (uint8_t)(1u << frag);
    if (item < w->next || item >= w->next + n) {
        if (!tn_tnw_pi_window_empty(w)) {
            tn_tnw_pi_window_fail(w, TN_TNW_PI_ORDER, addr);
            return 5;
        }
        w->next = item - item % n;
        line = 4;
    } else if (w->there[item % n] & bit) {
        tn_tnw_pi_window_fail(w, TN_TNW_PI_OVERWRITE, addr);
        return 2;
    }
    w->there[item % n] |= bit;
    w->last |= (uint32_t)last << item % n;
    w->from[item % n][frag] = from;
    return line;
}

void tn_tnw_pi_window_next(struct tn_tnw_pi_window *w, uint32_t data)
{
    *w = (struct tn_tnw_pi_window){.next = data & TN_TNW_PI_NEXT_BITS, .dropped = w->dropped};
}

uint32_t tn_tnw_pi_window_offset(const struct tn_tnw_pi_window *w, unsigned n)
{
    return w->next * TN_TNW_PI_FRAGS + (w->last >> w->next % n & 1) * TNW_LAST;
}

void tn_tnw_pi_window_serve(struct tn_tnw_pi_window *w, unsigned n)
{
    w->there[w->next % n] = 0;
    w->last &= ~(1u << w->next % n);
    memset(w->from[w->next % n], 0, sizeof w->from[0]);
    w->next = (w->next + 1) & TN_TNW_PI_NEXT_BITS;
}

uint32_t tn_tnw_pi_window_status(const struct tn_tnw_pi_window *w)
{
    uint32_t places = 0;
    for (unsigned i = 0; i < TN_TNW_PI_ITEMS_MAX; i++)
        places += w->there[i] != 0;
    return (uint32_t)(w->error != 0) | (uint32_t)w->error << 1 | places << 8;
}
