/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A lane's end as text, for cases and mixes. Packets are those of ../case/cl_packet.c, and
 *   CTL FIELD=N ...: a link packet. ack, nack, plane, f0, f1, f2: freed packets; low: bits 7:0 of
 *     its last payload word; flip: bits of its CRC that are inverted
 * of side packets nack, plane and ack. Of an expected link or side packet fields that are left out
 * do not count.
 */
#include "words.h"

#include "../../case/parse.h"

#include <tn/cluster/cl_case.h>
#include <tn/cluster/cl_draw.h>
#include <tn/cluster/cl_link_peer.h>
#include <tn/cluster/cluster.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const struct tn_block_table tn_table_cl_link;

static const struct tn_bench_place places[] = {
    {"far", true}, {"wire", true}, {"wire", false}, {"ctl", false}, {"far", false}, {0}};

static const struct tn_bench_knob knobs[] = {
    [CL_LINK_KILL] = {"kill", 1, 1, "kill is 1 for a cycle."},
    [CL_LINK_DRAIN] = {"drain", 1, CL_LINK_LAST, "d_go is 1 for a cycle, with that d_ack; last: the last packet that the far end took."},
    [CL_LINK_FREE] = {"free", CL_PRIOS, 63, "So many packets of the priority leave the buffer behind m, in spite of keep."},
    [CL_LINK_KEEP] = {"keep", 1, 1, "No packet leaves the buffer behind m."},
    [CL_LINK_GREEDY] = {"greedy", 1, 1, "Packets are given at s in order, whatever s_ok says."},
    [CL_LINK_FREE_LATE] = {"free_late", 1, 10000, "Most cycles that a packet stays in the buffer behind m."},
    [CL_LINK_FAR_KEEP] = {"far_keep", 1, 1, "The far end frees no packet."},
    [CL_LINK_FAR_SILENT] = {"far_silent", 1, 1, "The far end sends no link packet."},
    [CL_LINK_FAR_NO_NACK] = {"far_no_nack", 1, 1, "The far end sends no NACK."},
    [CL_LINK_FAR_STOP] = {"far_stop", 1, 1, "The far end begins no packet of its own."},
    [CL_LINK_FAR_NO_COMMAS] = {"far_no_commas", 1, 1, "The far end sends words of no run where comma words stand."},
    [CL_LINK_FAR_GAP] = {"far_gap", 1, 1000, "Most comma words between two runs of the far end, beyond the first."},
    [CL_LINK_FAR_FREE_LATE] = {"far_free_late", 1, 10000, "Most cycles until the far end frees a packet."},
    [CL_LINK_HARM_TO] = {"harm_to", 1, TN_CL_HARMS - 1, "The next run to the block is harmed so."},
    [CL_LINK_HARM_FROM] = {"harm_from", 1, TN_CL_HARMS - 1, "The next run of the block is harmed so."},
    [CL_LINK_HARMS_TO] = {"harms_to", 1, 1000, "Of 1000 runs to the block so many are harmed."},
    [CL_LINK_HARMS_FROM] = {"harms_from", 1, 1000, "Of 1000 runs of the block so many do not arrive whole."},
    {0},
};

static const char *const fields[] = {[CL_LINK_PRIO] = "prio", [CL_LINK_TYPE] = "type",
                                     [CL_LINK_ANY] = "any",     [CL_LINK_BAD] = "bad",   [CL_LINK_NACK] = "nack",
                                     [CL_LINK_PLANE] = "plane", [CL_LINK_ACK] = "ack",   NULL};
static const char *const harms[] = {"whole", "lost", "flipped", "invalid", "short", "long", "split", "joined", NULL};
static const char *const bads[] = {[CL_LINK_SOUND] = "no",      [CL_LINK_SHORT] = "short",   [CL_LINK_LONG] = "long",
                                   [CL_LINK_LEN] = "len",       [CL_LINK_BAD_PRIO] = "prio", [CL_LINK_BAD_TYPE] = "type",
                                   [CL_LINK_CRC] = "crc",       [CL_LINK_HEADER] = "header", NULL};

static bool place_of(const char *const *list, const char *text, uint32_t *out)
{
    for (*out = 0; list[*out]; ++*out)
        if (strcmp(list[*out], text) == 0)
            return true;
    return false;
}

static bool value(const char *field, const char *text, uint32_t *out)
{
    if (strncmp(field, "harm_", 5) == 0)
        return place_of(harms, text, out);
    if (strcmp(field, "bad") == 0)
        return place_of(bads, text, out);
    *out = CL_LINK_LAST;
    if (strcmp(field, "drain") == 0 && strcmp(text, "last") == 0)
        return true;
    for (*out = 0; strcmp(field, "type") == 0 && *out < 16; ++*out)
        if (cl_type_name(*out) && strcmp(cl_type_name(*out), text) == 0)
            return true;
    return false;
}

/* Packets of cases. */

static bool has(const struct tn_case_parser *p, unsigned at, unsigned end, const char *name)
{
    const size_t n = strlen(name);
    for (unsigned k = at; k < end; k++)
        if (strncmp(p->word[k], name, n) == 0 && p->word[k][n] == '=')
            return true;
    return false;
}

/* Lets n bits of an expected word from `low` on count no more. */
static void any(struct tn_case_tlp *t, unsigned word, unsigned low, unsigned n)
{
    const uint16_t mask = (uint16_t) ~(((1u << n) - 1) << low);
    t->mask[2 * word] &= (uint8_t)(mask >> 8);
    t->mask[2 * word + 1] &= (uint8_t)mask;
}

static int link_packet(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                       struct tn_case_tlp *out)
{
    enum { ACK, NACK, PLANE, F0, F1, F2, LOW, FLIP };
    static const char *const names[] = {"ack", "nack", "plane", "f0", "f1",
                                        "f2",  "low",  "flip",  NULL};
    static const uint64_t most[] = {63, 1, 3, 255, 255, 255, 255, 0xffff};
    static const struct {
        uint8_t word, low, n;
    } where[] = {{2, 0, 6}, {2, 15, 1}, {2, 13, 2}, {3, 8, 8},
                 {3, 0, 8}, {4, 8, 8},  {4, 0, 8},  {5, 0, 16}};
    uint16_t word[CL_CTL_WORDS];
    uint64_t f[8];
    if (tn_cl_case_fields(p, at, end, names, most, f) < 0)
        return -EINVAL;
    cl_ctl_put(&(struct cl_ctl){.nack = f[NACK],
                                .plane = (uint8_t)f[PLANE],
                                .ack = (uint8_t)f[ACK],
                                .freed = {(uint8_t)f[F0], (uint8_t)f[F1], (uint8_t)f[F2]},
                                .reserved = (uint16_t)f[LOW]},
               word);
    word[CL_CTL_WORDS - 1] ^= (uint16_t)f[FLIP];
    if (tn_cl_case_words(p, word, CL_CTL_WORDS, out) < 0)
        return -EINVAL;
    for (unsigned i = 0; masked && names[i]; i++)
        if (!has(p, at, end, names[i]))
            any(out, where[i].word, where[i].low, where[i].n);
    return 0;
}

/* A side packet at x and y is the first word of its link packet's payload. */
static int side_packet(struct tn_case_parser *p, unsigned at, unsigned end, bool masked, struct tn_case_tlp *out)
{
    struct tn_case_tlp whole = {0};
    if (link_packet(p, at, end, masked, &whole) < 0 || tn_case_room(p, out, CL_WORD) < 0)
        return -EINVAL;
    memcpy(out->bytes, whole.bytes + 2 * (size_t)CL_WORD, CL_WORD);
    memcpy(out->mask, whole.mask + 2 * (size_t)CL_WORD, CL_WORD);
    free(whole.bytes);
    return 0;
}

static int packet(struct tn_case_parser *p, unsigned stream, unsigned at, unsigned end, bool masked,
                  struct tn_case_tlp *out)
{
    const bool ctl = at < end && tn_case_is(p, at, "CTL");
    if (stream == CL_LINK_X || stream == CL_LINK_Y)
        return side_packet(p, at + ctl, end, masked, out);
    if (stream == CL_LINK_FROM_CTL || ctl)
        return link_packet(p, at + ctl, end, masked, out);
    if (tn_cl_case_packet(p, at, end, masked, out) < 0)
        return -EINVAL;
    if (stream == CL_LINK_D && out->len >= 2 * (size_t)CL_WORD) {
        any(out, 1, 0, 6); /* seq and CRC may be those of the lane */
        any(out, (unsigned)(out->len / CL_WORD) - 1, 0, 16);
    }
    return 0;
}

/* Moves the plane in a payload's first word. */
static void move_plane(uint16_t *word, unsigned by)
{
    const unsigned plane = *word >> 13 & 3;
    if (plane < CL_PLANES)
        *word = (uint16_t)((*word & ~0x6000u) | (plane + by) % CL_PLANES << 13);
}

void cl_link_fit(unsigned plane, unsigned stream, uint8_t *bytes, size_t len)
{
    const unsigned n = (unsigned)(len / CL_WORD);
    uint16_t word[TN_CL_PEER_WORDS], was;
    cl_words_get(bytes, n, word);
    if (n == 1 && (stream == CL_LINK_X || stream == CL_LINK_Y))
        move_plane(word, plane);
    if (n == CL_CTL_WORDS && cl_is_link(word)) {
        was = cl_crc(word, n - 1);
        move_plane(&word[2], plane);
        word[n - 1] ^= was ^ cl_crc(word, n - 1);
    }
    cl_words_put(word, n, bytes);
}

/* Packets of mixes. */

static unsigned below(struct tn_rng *rng, unsigned n)
{
    return (unsigned)tn_rng_below(rng, n);
}

/* Makes a packet of s one that the block must drop. Returns its words. */
static unsigned spoil(struct tn_rng *rng, enum cl_link_bad bad, uint16_t word[TN_CL_PEER_WORDS], unsigned n)
{
    switch (bad) {
    case CL_LINK_SHORT: /* of 3 words len says so, too */
        word[1] &= (uint16_t)~0x0fc0u;
        cl_seal(word, 3);
        return 1 + below(rng, 3);
    case CL_LINK_LONG:
        for (unsigned i = n; i < TN_CL_PEER_WORDS; i++)
            word[i] = (uint16_t)tn_rng_next(rng);
        return CL_WORDS_MAX + 1 + below(rng, 20);
    case CL_LINK_LEN:
        n = n > CL_WORDS_MIN && below(rng, 2) ? n - 1 : n < CL_WORDS_MAX ? n + 1 : n - 1;
        cl_seal(word, n);
        return n;
    case CL_LINK_BAD_PRIO:
        word[0] |= 0x30;
        cl_seal(word, n);
        return n;
    case CL_LINK_BAD_TYPE:
        word[0] |= 0x0f;
        cl_seal(word, n);
        return n;
    case CL_LINK_CRC:
        word[below(rng, n)] ^= (uint16_t)(1u << below(rng, 16));
        return n;
    default:
        return n;
    }
}

/* A run that no far end sends: a link packet with any fields, or with a header of others. */
static unsigned draw_run(struct tn_rng *rng, unsigned plane, const uint32_t *v, uint16_t *word)
{
    const struct cl_header h = {.dst = (uint8_t)(1 + below(rng, 31)), .prio = (uint8_t)below(rng, 4),
                                .type = TN_cl_hdr_type_LINK, .len = 3, .seq = (uint8_t)below(rng, 2)};
    cl_ctl_put(&(struct cl_ctl){.nack = v[CL_LINK_NACK] & 1,
                                .plane = (uint8_t)(v[CL_LINK_PLANE] < CL_PLANES ? (plane + v[CL_LINK_PLANE]) % CL_PLANES : 3),
                                .ack = v[CL_LINK_ACK] & 63,
                                .freed = {(uint8_t)below(rng, 256)}},
               word);
    if (v[CL_LINK_BAD] == CL_LINK_HEADER)
        cl_header_put(&h, word);
    if (v[CL_LINK_BAD] == CL_LINK_BAD_PRIO)
        cl_header_put(&(struct cl_header){.prio = 3, .type = 14, .len = 3, .seq = 1}, word);
    cl_seal(word, CL_CTL_WORDS);
    return CL_CTL_WORDS;
}

/* The types of a priority, as bits. */
static unsigned types_of(unsigned prio)
{
    unsigned types = 0;
    for (unsigned t = 0; t < 16; t++)
        types |= (unsigned)(cl_type_prio(t) == (int)prio) << t;
    return types;
}

size_t cl_link_draw(struct tn_rng *rng, unsigned plane, unsigned stream, const struct tn_bench_wish *wish,
                    unsigned wishes, uint32_t number, uint8_t *bytes)
{
    uint16_t word[TN_CL_PEER_WORDS] = {0};
    uint32_t v[] = {[CL_LINK_NACK] = below(rng, 2), [CL_LINK_PLANE] = 1 + below(rng, 2), [CL_LINK_ACK] = below(rng, 64), [CL_LINK_TYPE] = 0};
    bool has_prio = false, has_type = false;
    unsigned n, types = 0;
    for (unsigned i = 0; i < wishes; i++)
        for (unsigned k = 0; fields[k]; k++)
            if (strcmp(fields[k], wish[i].field) == 0) {
                v[k] = wish[i].value;
                has_prio |= k == CL_LINK_PRIO;
                has_type |= k == CL_LINK_TYPE;
            }
    if (stream == CL_LINK_X) {
        word[0] = (uint16_t)((v[CL_LINK_NACK] & 1) << 15 | (plane + v[CL_LINK_PLANE]) % CL_PLANES << 13 | (v[CL_LINK_ACK] & 63));
        n = 1;
    } else if (stream == CL_LINK_WIRE) {
        n = wishes ? draw_run(rng, plane, v, word) : 0;
    } else if (v[CL_LINK_ANY]) { /* lengths and types that a lane does not look at */
        const struct cl_header h = {.dst = (uint8_t)below(rng, 32),
                                    .prio = (uint8_t)(has_prio ? v[CL_LINK_PRIO] % CL_PRIOS : below(rng, CL_PRIOS)),
                                    .type = (uint8_t)(has_type ? v[CL_LINK_TYPE] : below(rng, TN_cl_hdr_type_LINK)),
                                    .len = (uint8_t)(below(rng, 3) ? below(rng, 2) ? 1 : CL_LEN_MAX : 1 + below(rng, CL_LEN_MAX))};
        for (unsigned k = 0; k < CL_WORDS_MAX; k++)
            word[k] = (uint16_t)tn_rng_next(rng);
        cl_header_put(&h, word);
        n = h.len + 3u;
        cl_seal(word, n);
    } else {
        types = has_type ? 1u << (v[CL_LINK_TYPE] & 15) : has_prio ? types_of(v[CL_LINK_PRIO]) : 0;
        n = (has_prio || has_type) && !types ? 0 : cl_draw(rng, types, number, word);
    }
    if (n && stream == CL_LINK_S)
        n = spoil(rng, (enum cl_link_bad)v[CL_LINK_BAD], word, n);
    cl_words_put(word, n, bytes);
    return (size_t)n * CL_WORD;
}

const struct tn_bench_text tn_text_cl_link = {
    .table = &tn_table_cl_link,
    .places = places,
    .knobs = knobs,
    .packet = packet,
    .wishes = fields,
    .value = value,
};
