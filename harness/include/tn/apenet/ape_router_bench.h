/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a router: links and network interfaces at its ports, software, and the judge of all
 * its pins.
 */
#ifndef TN_APE_ROUTER_BENCH_H
#define TN_APE_ROUTER_BENCH_H

#include <tn/apenet/ape_router.h>
#include <tn/rng.h>

enum { TN_APR_VERDICTS = 16, TN_APR_BEFORE = 4 };

struct tn_apr_item;
/* Packets that wait at an input, in order, and the first one's words that were given. */
struct tn_apr_queue {
    struct tn_apr_item *first, **last;
    unsigned n;
    size_t at;
    bool open; /* the first packet has begun */
};
/* A packet that leaves, as far as seen. */
struct tn_apr_passing {
    uint64_t first;
    size_t len;
    uint8_t bytes[APE_PACKET_MAX];
};

/* A bench. A caller sets the members of the first part. */
struct tn_ape_router_bench {
    unsigned in_16[APR_INS];   /* cycles of 16 in which a word may come, at random */
    unsigned out_16[APR_OUTS]; /* cycles of 16 in which a link is ready; a local port has room */
    unsigned drain_16[APR_LINKS][APE_VCS]; /* cycles of 16 in which a word leaves the next buffer */
    bool fixed[APR_LINKS][APE_VCS];        /* the room is that, whatever the buffer holds */
    uint16_t room[APR_LINKS][APE_VCS][2];  /* payload words, headers and footers */
    uint8_t shut[APR_LOCALS];              /* bit v: the local port has no room of VC v */
    /* A whole packet left an output, in the form of a capture. May be NULL. */
    void (*seen)(void *ctx, unsigned out, unsigned vc, const uint8_t *bytes, size_t len,
                 uint64_t first, uint64_t last);
    void *ctx;

    struct tn_ape_router_config config;
    struct tn_ape_router_judge *judge;
    tn_verdict_fn *fn;
    void *fn_ctx;
    struct tn_verdict verdict[TN_APR_VERDICTS];
    unsigned verdicts;
    bool unknown; /* an output that counts had unknown bits */
    struct tn_rng rng;
    struct tn_ape_router_pins now; /* of the cycle that ends, part by part */
    struct tn_ape_router_pins next;
    unsigned parts; /* of now that have come */
    struct tn_apr_queue queue[APR_INS];
    struct tn_apr_passing passing[APR_OUTS];
    uint32_t filled[APR_LINKS][APE_VCS][2], drained[APR_LINKS][APE_VCS][2],
        sent[APR_LINKS][APE_VCS][2];
    unsigned vc_out[APR_LINKS]; /* of the packet under way at a link */
    bool reg_wr, reg_rd, reg_comes;
    uint16_t reg_addr;
    uint32_t reg_value;
};

/* Makes a bench with its judge and resets the DUT; verdicts go to fn. NULL on ENOMEM. */
struct tn_ape_router_bench *tn_ape_router_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx);
void tn_ape_router_bench_free(struct tn_ape_router_bench *b);
/* Queues a packet at an input. 0, or a negative errno value. */
int tn_ape_router_bench_send(struct tn_ape_router_bench *b, unsigned in, const uint8_t *packet,
                             size_t len);
/* Says whether something waits or is under way. */
bool tn_ape_router_bench_busy(const struct tn_ape_router_bench *b);
/* Forgets what has not begun, and what is under way. */
void tn_ape_router_bench_flush(struct tn_ape_router_bench *b);
/* Accesses a register of the DUT, which takes cycles. */
void tn_ape_router_bench_write(struct tn_ape_router_bench *b, uint16_t addr, uint32_t value);
uint32_t tn_ape_router_bench_read(struct tn_ape_router_bench *b, uint16_t addr);

#endif
