/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private, of the coverage of a network interface: the beats at its AXI ports, put together; places
 * of descriptors and packets on the axes of cover_ni.def.
 */
#ifndef APE_MODEL_COVER_NI_H
#define APE_MODEL_COVER_NI_H

#include <tn/apenet/ape_ni.h>
#include <tn/axi/axi_port.h>

enum { APE_NI_BEATS = 4096, APE_NI_BURSTS = 256, APE_NI_ID_DATA = 5, APE_NI_ID_EVENT = 6 };

/* What is told of them. */
struct ape_ni_axi_ops {
    /* Software wrote, read a register; accesses of one word. */
    void (*written)(void *ctx, uint32_t addr, uint32_t value);
    void (*was_read)(void *ctx, uint32_t addr, uint32_t value);
    /* A read of n descriptors was asked for. */
    void (*fetched)(void *ctx, unsigned n);
    /* A descriptor came, all of its beats OKAY. */
    void (*descriptor)(void *ctx, const uint64_t word[TN_APN_DESC_WORDS]);
    /* An event was written. */
    void (*event)(void *ctx, const uint64_t word[2]);
    /* An access of that ID was answered with an error. */
    void (*error)(void *ctx, unsigned id);
};

struct ape_ni_axi {
    struct {
        bool memory;
        struct tn_axi_seen seen;
    } beat[APE_NI_BEATS]; /* that wait for their cycle */
    unsigned in, out;     /* modulo 2^32 */
    /* the register port */
    bool aw, w; /* an address, data that wait for the other */
    uint32_t write_addr, read_addr, data[4];
    /* the memory port */
    uint64_t desc[TN_APN_DESC_WORDS];
    unsigned desc_n; /* words of it that came */
    bool desc_bad;
    unsigned id[APE_NI_BURSTS];       /* of write bursts whose address came */
    uint64_t first[APE_NI_BURSTS][2]; /* first beats of those whose data came */
    unsigned aws, ws, both;           /* of write bursts: addresses, data, both; modulo 2^32 */
    bool inside;                      /* the first beat of a burst has come, the last has not */
};

/* Forgets all beats. */
void ape_ni_axi_reset(struct ape_ni_axi *a);
/* Takes what a monitor saw at the register port, or at the memory port. */
void ape_ni_axi_put(struct ape_ni_axi *a, bool memory, const struct tn_axi_seen *seen);
/* Tells of all beats up to a cycle. */
void ape_ni_axi_until(struct ape_ni_axi *a, uint64_t cycle, const struct ape_ni_axi_ops *ops,
                      void *ctx);

/* Places on axes, in their order. */
enum { S_NONE, S_FULL, S_NEXT, S_AGAIN, S_OTHER, S_ANOTHER, S_FAILED, S_FAILED_ANOTHER };
enum { K_FIRST, K_LATER, K_ERR };
enum { G_PUT, G_SEND, G_GET, G_REPLY };
enum {
    U_ACCEPTED,
    U_RECEIVED,
    U_NOBUF,
    U_OVERRUN,
    U_CRC,
    U_GAP,
    U_BUSY,
    U_UNREG,
    U_GET,
    U_OOL,
    U_CROSS,
    U_DROPPED,
    U_REPEAT,
    U_REPLY
};
enum {
    REPLY_BEGINS,
    REPLY_NEXT,
    REPLY_OTHER,
    REPLY_REFUSED,
    REPLY_REFUSED_LATER,
    REPLY_ANOTHER,
    REPLY_FREE,
    REPLY_DEAD,
    REPLY_NODE,
    REPLY_PID,
    REPLY_PLACE,
    REPLY_LONG,
    REPLY_EARLY,
    REPLY_LATE,
    REPLY_EMPTY
};
enum { M_BEGINS, M_INTERRUPTS, M_GOES_ON, M_BAD, M_BAD_LAST, M_ENDED, M_ENDED_LAST, M_ASKS };
enum { D_PUT, D_SEND = 2, D_GET = 4, D_TYPE, D_LENGTH_0, D_LENGTH, D_CROSSES, D_NO_BYTES };
enum { B_ALONE, B_LEN, B_FEW, B_MANY, B_TYPE, B_DST, B_REQUEST, B_ACK_WORDS, B_ACK_LEN };

/* Returns the place of a descriptor. */
unsigned ape_ni_descriptor_at(const uint64_t word[TN_APN_DESC_WORDS]);
/* Returns how a descriptor of PUT, SEND or no type stands to the message under way. */
unsigned ape_ni_under_way_at(const struct tn_apn *m, const uint64_t word[TN_APN_DESC_WORDS],
                             bool bad);
/* Returns why a packet for that node is malformed; -1: it is not. */
int ape_ni_malformed_at(uint16_t own, const struct tn_apn_packet *p);
/* Returns the row of the message table that a packet of PUT or SEND meets. */
unsigned ape_ni_row_at(struct tn_apn *m, const struct tn_apn_packet *p);
/* Returns how a GET reply stands to its tag and its message. */
unsigned ape_ni_reply_at(struct tn_apn *m, const struct tn_apn_packet *p);

#endif
