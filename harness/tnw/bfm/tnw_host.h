/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: parts of the host around TNW's processor interface.
 */
#ifndef TN_TNW_HOST_PRIVATE_H
#define TN_TNW_HOST_PRIVATE_H

#include <tn/tnw/bfm_tnw_pi.h>
#include <tn/rng.h>

enum {
    TNW_HOST_READS = TNW_LINKS * 32, /* most open reads of the DUT */
    TNW_HOST_TAGS = 256,
    TNW_HOST_ID = 0x0008, /* Requester ID of its own accesses */
};

/* A TLP that waits. */
struct tnw_host_tlp {
    uint64_t turn; /* among all classes */
    size_t len;
    uint8_t bytes[TN_TNW_HOST_TLP];
};

/* A read of the DUT that is answered piece by piece. */
struct tnw_host_read {
    bool open;
    bool held; /* the piece was delayed, so that the function for answers is not called again */
    unsigned number, piece, times;
    uint64_t due, addr;
    uint32_t left;
    struct tn_tlp cpl;
    uint8_t *data; /* of the whole read */
    uint32_t size;
};

struct tnw_host_write {
    uint64_t addr;
    unsigned beats;
    uint8_t bytes[TNW_PAYLOAD];
};

struct tn_tnw_host {
    struct tn_rng rng;
    struct tn_tnw_host_pace pace;
    uint16_t rid;
    uint64_t bar0, bar2, cycle;
    uint64_t moved_at; /* cycle of the last beat on s_tlp, m_tlp or m_wr, or of the last reset */
    struct tn_memory *memory;
    const struct tn_block_ports *ports;
    /* to the DUT */
    struct tnw_host_tlp queue[3][TN_TNW_HOST_QUEUE];
    unsigned in[3], out[3]; /* counts */
    uint64_t turn;
    struct tnw_host_tlp now; /* under way */
    size_t sent;
    struct tn_tnw_pi_in next; /* the DUT's inputs, which hold until ready */
    /* from the DUT */
    uint8_t tlp[TN_TNW_PI_TLP];
    size_t tlp_len;
    unsigned came[TN_TLP_KINDS];
    struct tnw_host_read read[TNW_HOST_READS];
    unsigned reads, reads_open;
    tn_tnw_host_answer_fn *answer;
    void *answer_ctx;
    struct {
        bool done;
        int status;
        unsigned dws;
        uint32_t data[16];
    } reply[TNW_HOST_TAGS];
    uint8_t tag;
    /* m_wr, links, registers */
    struct tnw_host_write write[TN_TNW_HOST_QUEUE];
    unsigned write_in, write_out, write_beat;
    struct tn_tnw_item item[TN_TNW_HOST_LOG];
    unsigned items, item_beat;
    struct tn_tnw_host_note note[TN_TNW_HOST_LOG];
    unsigned notes;
    uint32_t reg[TN_TNW_PI_BAR0 / 4];
};

/* Packs the inputs into the words that tnw_pi_tb.v plays. */
void tn_tnw_host_pack(const struct tn_tnw_pi_in *in, uint32_t play[TN_BLOCK_PLAY]);
/* Takes the TLP in h->tlp, which has come whole. */
void tn_tnw_host_tlp_came(struct tn_tnw_host *h);
/* Queues completions whose time has come; called once a cycle. */
void tn_tnw_host_answer_reads(struct tn_tnw_host *h);
/* Forgets all open reads. */
void tn_tnw_host_forget_reads(struct tn_tnw_host *h);

#endif
