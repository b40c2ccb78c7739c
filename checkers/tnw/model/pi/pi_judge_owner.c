/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pi: an item on inj is nobody's: which rule it breaks, by what it would have been
 * right for.
 */
#include "pi_judge.h"

#include <string.h>

/* Bytes of a fragment stand in the window somewhere. */
static bool holds(const struct tn_tnw_pi_judge *w, const struct pw_state *s,
                  const struct pw_chan *ch, const uint8_t *data)
{
    for (unsigned p = 0; p < pw_places(w); p++)
        for (unsigned f = 0; f < TN_TNW_PI_FRAGS; f++)
            if ((s->win.there[p] >> f & 1) &&
                memcmp(ch->data[s->win.from[p][f]], data, TN_TNW_PI_BEAT) == 0)
                return true;
    return false;
}

static unsigned held(const struct tn_tnw_pi_judge *w, const struct pw_chan *ch, const uint8_t *data)
{
    unsigned n = 0;
    const struct pw_state *s = &ch->state[ch->n - 1];
    for (unsigned f = 0; f < TN_TNW_PI_FRAGS; f++)
        n += holds(w, s, ch, data + f * TN_TNW_PI_BEAT);
    return n;
}

/* Its bytes are another window's: all of them, or some. */
static enum pw_rule of_others(const struct tn_tnw_pi_judge *w, unsigned id,
                              const struct tn_tnw_item *it)
{
    for (unsigned k = 0; k < TN_TNW_PI_WINDOWS; k++) {
        const unsigned n = k == id ? 0 : held(w, &w->chan[k], it->data);
        if (n == TN_TNW_PI_FRAGS)
            return PW_PUT_1;
        if (n)
            return PW_PUT_8;
    }
    return PW_PUT_11;
}

enum pw_rule tnw_pw_item_owner(const struct tn_tnw_pi_judge *w, const struct tn_tnw_item *it)
{
    const unsigned id = it->link * (unsigned)TNW_VCS + it->vc;
    const struct pw_chan *ch = &w->chan[id];
    const struct pw_state *s = &ch->state[ch->n - 1];
    const uint32_t item = it->offset / TN_TNW_PI_FRAGS;
    const unsigned n = held(w, ch, it->data);
    if (s->owed_n)
        return (enum pw_rule)s->owed[0].rule;
    if (s->win.error)
        return PW_PUT_2;
    if (n == TN_TNW_PI_FRAGS && tn_tnw_pi_window_whole(&s->win, pw_places(w)) &&
        (tn_tnw_pi_window_offset(&s->win, pw_places(w)) ^ it->offset) == TNW_LAST)
        return PW_PUT_12;
    if (n < TN_TNW_PI_FRAGS && of_others(w, id, it) != PW_PUT_11)
        return of_others(w, id, it);
    if (it->offset == ch->last_offset && ch->done)
        return PW_PUT_7;
    if (n == TN_TNW_PI_FRAGS && it->offset % TN_TNW_PI_FRAGS == 0 && item > s->win.next &&
        item < s->win.next + pw_places(w) && s->win.there[item % pw_places(w)] == 0xff)
        return PW_PUT_8;
    return n == TN_TNW_PI_FRAGS ? PW_PUT_1 : PW_PUT_11;
}
