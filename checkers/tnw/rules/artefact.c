/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Artefacts that the bytes of a TNW record show by themselves (checkers/tnw/spec/tnw.md section 7).
 */
#include "tnw.h"

#include <tn/artefact.h>

#include <string.h>

enum { AHEAD_MAX = 16, FLAGS_MAX = 15 };

static bool all_zero(const struct tn_event *ev)
{
    for (uint32_t i = 0; i < ev->len; i++)
        if (ev->bytes[i])
            return false;
    return true;
}

/* The packet that begins k bytes into the record; of its CRC at least two bytes are there. */
static bool whole_behind(const struct tn_event *ev, uint32_t k)
{
    uint8_t bytes[TNW_PACKET] = {0}, crc[TNW_WORD];
    uint32_t there = ev->len - k;
    struct tnw_packet p;
    if (there > TNW_PACKET)
        there = TNW_PACKET;
    memcpy(bytes, ev->bytes + k, there);
    tnw_decode(bytes, TNW_PACKET, TNW_PACKET, &p);
    for (unsigned i = 0; i < TNW_WORD; i++)
        crc[i] = (uint8_t)(tnw_want_crc(&p) >> 8 * (TNW_WORD - 1 - i));
    return memcmp(bytes + TNW_CRC_AT, crc, there - TNW_CRC_AT) == 0;
}

static unsigned of_packet(const struct tn_event *ev)
{
    struct tnw_packet k;
    if (ev->len >= 2 * TNW_WORD && all_zero(ev))
        return 1u << TN_ART_ZERO; /* the CRC of zeros is none */
    if (ev->len < ev->orig_len || ev->len < TNW_PACKET)
        return 0;
    tnw_decode_any(ev->bytes, ev->len, ev->orig_len, &k);
    if (k.foreign || (ev->len == TNW_PACKET && k.crc == tnw_want_crc(&k)))
        return 0;
    for (uint32_t n = 1; n <= AHEAD_MAX && ev->len - n >= TNW_CRC_AT + TNW_WORD / 2; n++)
        if (whole_behind(ev, n))
            return 1u << TN_ART_SHIFTED;
    return 0;
}

/* Flags are a number up to 15. */
static unsigned of_frame(const struct tn_event *ev)
{
    if (ev->len >= TNW_FRAME && all_zero(ev))
        return 1u << TN_ART_ZERO;
    uint8_t first[TNW_FRAME];
    if (tnw_foreign_words(ev->bytes, ev->len, first, sizeof first))
        return 0;
    for (uint32_t at = 0; at < ev->len; at += TNW_WORD_OCTETS)
        if (ev->bytes[at] > FLAGS_MAX)
            return 1u << TN_ART_SHIFTED;
    return 0;
}

unsigned tn_tnw_artefacts(const struct tn_event *ev)
{
    if (ev->unit == TN_UNIT_PACKET)
        return of_packet(ev);
    return ev->unit == TN_UNIT_FRAME ? of_frame(ev) : 0;
}
