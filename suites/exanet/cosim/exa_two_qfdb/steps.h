/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages one at a time: sent, awaited, read.
 */
#ifndef STEPS_H
#define STEPS_H

#include "boards.h"

enum { SENT_MAX = 60000 }; /* cycles until a message has come, or ended, at most */

static struct {
    uint16_t number[FPGAS][TN_EXQ_CHANNELS]; /* the channel's next */
    uint64_t ctrl;                           /* cycle of the last write of CTRL */
} st;

/* Its bytes follow from sender, channel and number. */
static inline struct tn_exq_message st_message(unsigned src, unsigned channel, unsigned dst,
                                               unsigned mailbox, unsigned offset, unsigned len)
{
    struct tn_exq_message m = {.src = src, .channel = channel, .number = st.number[src][channel],
                               .dst = dst, .mailbox = mailbox, .offset = offset, .len = len,
                               .pdid = bd_pdid(channel)};
    for (unsigned i = 0; i < len; i++)
        m.bytes[i] = (uint8_t)(0x21 + 37 * src + 11 * channel + 5 * m.number + 3 * i);
    return m;
}

static inline void st_send(const struct tn_exq_message *m)
{
    struct tn_axi_txn *t = bd_post(m);
    tn_exq_posted(bd.messages, m);
    st.number[m->src][m->channel] = (uint16_t)((m->number + 1) & 0x3fff);
    assert_int_equal(tn_axi_issue(bd.cpu[m->src], t), 0);
    assert_int_equal(tn_axi_wait(bd.cpu[m->src], t), TN_AXI_OKAY);
    st.ctrl = t->beat[4].cycle;
    tn_axi_free(t);
}

/* Waits for the channel's message to end; its STATUS. */
static inline uint32_t st_await(unsigned fpga, unsigned channel)
{
    uint64_t end = tn_sim_cycle() + SENT_MAX;
    uint32_t s;
    do
        s = bd_read(fpga, A_PKT + 0x1000 * channel + P_STATUS);
    while ((s & 15) == S_BUSY && tn_sim_cycle() < end);
    tn_exq_ended(bd.messages, fpga, channel, s >> 16 & 0x3fff, (enum tn_exq_end)(s & 15), s >> 4 & 15,
                 tn_sim_cycle());
    return s;
}

/* Reads and removes the head of a mailbox; false when it is empty. */
static inline bool st_fetch(unsigned fpga, unsigned m, struct tn_exq_message *out)
{
    uint8_t page[M_SLOT];
    assert_int_equal(tn_axi_read(bd.cpu[fpga], A_MBOX + 0x1000 * m, page, M_SLOT), TN_AXI_OKAY);
    if (!bd_taken(page, fpga, m, out))
        return false;
    tn_exq_read(bd.messages, out, tn_sim_cycle());
    bd_write(fpga, A_MBOX + 0x1000 * m + M_POP, 1);
    return true;
}

/* All that is under way comes to its end. */
static inline void st_settle(void)
{
    for (unsigned i = 0; i < SENT_MAX / 100 && tn_exq_hops_pending(bd.hops); i++)
        tn_sim_step(100);
    tn_sim_step(100);
}

#endif
