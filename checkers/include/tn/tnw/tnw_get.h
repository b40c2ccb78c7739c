/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Nget and the way out of tnw_pi (checkers/tnw/spec/tnw_pi.md sections 3, 5 and 6): registers, and
 * a block that has these alone, with the pins of <tn/tnw/tnw_pi.h>: register writes and reads,
 * completions, tnw_rcv's writes, reads and items of Nget. It uses every freedom of the page in
 * one way. What others make of it is judged by <tn/tnw/tnw_get_judge.h>.
 */
#ifndef TN_TNW_GET_H
#define TN_TNW_GET_H

#include <tn/tnw/tnw_pi.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_TNW_GET_READ = 512,     /* bytes of a read at most */
    TN_TNW_GET_SLOTS_MAX = 32, /* reads of a link under way */
    TN_TNW_GET_DESCS_MAX = 16, /* of a link */
    TN_TNW_GET_LENGTH_MAX = 0x10000000,
    TN_TNW_GET_LENGTH_BITS = 0x1fffffff,
    TN_TNW_GET_OFFSETS = 1 << 24, /* units of 16 bytes */
    TN_TNW_GET_DEST_BITS = (int)0xe0ffffffu,
};

/* Registers of an engine, and counters; byte addresses in BAR0 (section 6). */
enum tn_tnw_get_reg {
    TN_TNW_GET_SRC_LO = 0x00,
    TN_TNW_GET_SRC_HI = 0x04,
    TN_TNW_GET_LENGTH = 0x08,
    TN_TNW_GET_TAG = 0x0c,
    TN_TNW_GET_DEST = 0x10,
    TN_TNW_GET_NOTIFY_LO = 0x14,
    TN_TNW_GET_NOTIFY_HI = 0x18,
    TN_TNW_GET_STATUS = 0x1c,
    TN_TNW_GET_FREE_TAGS = 0x20,
    TN_TNW_GET_ABORT = 0x24,
    TN_TNW_GET_ENGINE = 0x100, /* bytes of an engine's registers */
};
enum { TN_TNW_GET_RW = 7 };

/* Counters, in the order of their registers from TN_TNW_PI_R_GET on. */
enum tn_tnw_get_count {
    TN_TNW_GET_ITEMS,
    TN_TNW_GET_READS,
    TN_TNW_GET_NOTIFIED,
    TN_TNW_GET_FAILED,
    TN_TNW_GET_UNEXPECTED,
    TN_TNW_GET_BAD,
    TN_TNW_GET_NO_ROOM,
    TN_TNW_GET_LOST_TAGS,
    TN_TNW_GET_COUNTS
};

/* The address of an engine's register, and of a counter. */
static inline uint16_t tn_tnw_get_addr(unsigned link, unsigned reg)
{
    return (uint16_t)(TN_TNW_PI_R_NGET + link * TN_TNW_GET_ENGINE + reg);
}
static inline uint16_t tn_tnw_get_counter(enum tn_tnw_get_count c)
{
    return (uint16_t)(TN_TNW_PI_R_GET + 4 * (unsigned)c);
}

/* Misbehaviours, to try judges on; each breaks one rule. */
enum tn_tnw_get_bug {
    TN_TNW_GET_NO_BUG,
#define TN_TNW_GET_BUG(name, rule) TN_TNW_GET_BUG_##name,
#include <tn/tnw/tnw_get_bugs.def>
#undef TN_TNW_GET_BUG
    TN_TNW_GET_BUGS
};

struct tn_tnw_get_player;
/* NULL on ENOMEM. In reset until clocked without it. */
struct tn_tnw_get_player *tn_tnw_get_player_new(const struct tn_tnw_pi_params *p,
                                                enum tn_tnw_get_bug bug);
void tn_tnw_get_player_free(struct tn_tnw_get_player *s);
/* From now on it takes the time that the page gives to writes, first reads and timeouts, lets more
 * TLPs pass a read, uses slots again while their last bytes are being injected, and gives aborted
 * descriptors' notifications their place when it must. */
void tn_tnw_get_player_late(struct tn_tnw_get_player *s);
/* What it shows in this cycle; its inputs have no part in it. */
const struct tn_tnw_pi_out *tn_tnw_get_player_eval(struct tn_tnw_get_player *s);
/* The clock edge that ends this cycle, behind its tn_tnw_get_player_eval(). */
void tn_tnw_get_player_clock(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in);

#ifdef __cplusplus
}
#endif

#endif
