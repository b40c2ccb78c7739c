/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A whole node without RTL: the model of the network interface (ape_ni.h) behind the registers that
 * software uses, with its host. Software is the source that runs on RTL. The node serves as the far
 * end of a network interface under test.
 */
#ifndef TN_APE_FAR_H
#define TN_APE_FAR_H

#include <tn/apenet/ape_host.h>
#include <tn/apenet/ape_ni.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_ape_far {
    struct tn_apn ni;
    struct tn_ape_host host;
    /* Takes a packet that leaves. */
    void (*send)(void *ctx, const struct tn_apn_packet *p);
    void *ctx; /* passed to send */
    uint64_t time;
    uint32_t reg[16];     /* page 1, 1000 to 103C */
    uint32_t command[16]; /* page 1, 1040 to 107C */
    uint32_t timer[5];    /* page 1, 1080 to 1090: kept, and of no effect */
    uint32_t miss[3];     /* page 2: MISS, MISS_VPAGE */
    uint32_t answer[3];   /* page 2: ANSWER_PAGE, ANSWER */
    uint32_t lost;        /* events that found the queue full */
};

/* Makes f a node over that memory. Returns what ape_open() does. */
int tn_ape_far_open(struct tn_ape_far *f, uint16_t own, struct tn_memory *m, unsigned ring_log2,
                    unsigned queue_log2, uint64_t seed,
                    void (*send)(void *ctx, const struct tn_apn_packet *p), void *ctx);
/* Takes a packet that came. */
void tn_ape_far_packet(struct tn_ape_far *f, const struct tn_apn_packet *p);
/* The timers of all its messages and fetches that are under way run out. */
void tn_ape_far_timeout(struct tn_ape_far *f);

#ifdef __cplusplus
}
#endif

#endif
