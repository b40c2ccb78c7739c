/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A packet of the cluster as cases write it:
 *   P0|P1|P2|P3 FIELD=N ...: a packet of that priority. type, dst, src, seq; len: words of
 *     payload; fill: payload word i is fill + i; words: words of the run; flip: bits of the CRC
 *     that are inverted
 */
#include "../../case/parse.h"

#include <tn/cluster/cl_case.h>
#include <tn/cluster/cl_link_peer.h>
#include <tn/cluster/cluster.h>

#include <errno.h>
#include <string.h>

int tn_cl_case_fields(struct tn_case_parser *p, unsigned at, unsigned end,
                      const char *const *names, const uint64_t *most, uint64_t *f)
{
    int rc = tn_case_known(p, at, end, names);
    for (unsigned i = 0; names[i] && rc == 0; i++)
        rc = tn_case_field(p, at, end, names[i], most[i], &f[i]);
    return rc;
}

int tn_cl_case_words(struct tn_case_parser *p, const uint16_t *word, unsigned n,
                     struct tn_case_tlp *out)
{
    if (tn_case_room(p, out, (size_t)n * CL_WORD) < 0)
        return -EINVAL;
    cl_words_put(word, n, out->bytes);
    return 0;
}

int tn_cl_case_packet(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                      struct tn_case_tlp *out)
{
    enum { TYPE, DST, SRC, SEQ, LEN, FILL, WORDS, FLIP };
    static const char *const names[] = {"type", "dst",   "src",  "seq", "len",
                                        "fill", "words", "flip", NULL};
    static const uint64_t most[] = {15, 31, 31, 63, 63, 0xffff, TN_CL_PEER_WORDS, 0xffff};
    static const uint8_t types[] = {TN_cl_hdr_type_ACK, TN_cl_hdr_type_WRITE, TN_cl_hdr_type_READ,
                                    TN_cl_hdr_type_WRITE},
                         lens[] = {4, 6, 7, 6};
    const char *which = at < end ? p->word[at] : "";
    uint16_t word[TN_CL_PEER_WORDS];
    uint64_t f[8];
    (void)masked;
    if (which[0] != 'P' || which[1] < '0' || which[1] > '3' || which[2])
        return tn_case_fail(p, "no packet: P0, P1, P2 or P3, and FIELD=N");
    if (tn_cl_case_fields(p, at + 1, end, names, most, f) < 0)
        return -EINVAL;
    struct cl_header h = {.dst = (uint8_t)f[DST],
                          .src = (uint8_t)f[SRC],
                          .prio = (uint8_t)(which[1] - '0'),
                          .seq = (uint8_t)f[SEQ]};
    h.type = f[TYPE] ? (uint8_t)f[TYPE] : types[h.prio];
    h.len = f[LEN] ? (uint8_t)f[LEN] : lens[h.prio];
    const unsigned n = f[WORDS] ? (unsigned)f[WORDS] : h.len + 3u;
    for (unsigned i = 0; i < n; i++)
        word[i] = (uint16_t)(f[FILL] + i - 2);
    uint16_t header[2];
    cl_header_put(&h, header);
    memcpy(word, header, (n < 2 ? n : 2) * sizeof *word);
    if (n > 2) {
        cl_seal(word, n);
        word[n - 1] ^= (uint16_t)f[FLIP];
    }
    return tn_cl_case_words(p, word, n, out);
}
