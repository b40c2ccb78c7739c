/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the directed suites of the mailbox share: mailboxes that are bound, one packet, and what becomes of it.
 */
#ifndef ONE_PACKET_H
#define ONE_PACKET_H

#include "mbox.h"

enum { PDID = 0x77, NONE = -1 };

static inline int bound(void **state)
{
    ni_fresh(state);
    for (unsigned m = 0; m < 4; m++)
        mbox_bind(m, PDID);
    return 0;
}

static inline struct exa_packet message(unsigned number)
{
    return mbox_message(1, 0, 16, PDID, 3, number);
}

static inline void seal(struct exa_packet *k)
{
    k->hdr_crc = exa_want_hdr_crc(k);
    k->ftr_crc = exa_want_ftr_crc(k);
}

static inline struct exa_packet of_type(uint8_t type, unsigned number)
{
    return mbox_of_type(message(number), type);
}

/* Sends it, and expects one cause shown and counted, and its answer's code or none. */
static inline void expect(const struct exa_packet *k, enum ni_cause cause, int code)
{
    unsigned rx = ni.rx_n, got = ni.got_n;
    uint32_t count = ni_count(cause);
    ni_send(k);
    ni_settle();
    if (ni.rx_n != rx + 1 || ni.rx[rx].cause != cause)
        print_message("%u causes shown, first %u; expected %u\n", ni.rx_n - rx, ni.rx[rx].cause, cause);
    assert_int_equal(ni.rx_n, rx + 1);
    assert_int_equal(ni.rx[rx].cause, cause);
    assert_int_equal(ni_count(cause), count + 1);
    assert_int_equal(ni.got_n, got + (code != NONE));
    if (code != NONE)
        ni_expect_answer(&ni.got[got].k, k, (unsigned)code);
}

#endif
