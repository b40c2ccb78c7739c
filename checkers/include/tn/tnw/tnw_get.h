/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Nget and the way out of tnw_pi (checkers/tnw/spec/tnw_pi.md sections 3, 5 and 6): their
 * registers, and a player of a block that has these two parts only. The player has the pins of
 * <tn/tnw/tnw_pi.h>: register accesses, completions, writes of tnw_rcv, reads and items of Nget. It
 * uses every freedom of the page in one way; DUTs that use it in other ways are judged by
 * <tn/tnw/tnw_get_judge.h>.
 */
#ifndef TN_TNW_GET_H
#define TN_TNW_GET_H

#include <tn/tnw/tnw_pi.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_TNW_GET_READ = 512,     /* most bytes of a read */
    TN_TNW_GET_SLOTS_MAX = 32, /* most reads of a link under way */
    TN_TNW_GET_DESCS_MAX = 16, /* most descriptors of a link */
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

/* Returns the address of a register of the link's engine. */
static inline uint16_t tn_tnw_get_addr(unsigned link, unsigned reg)
{
    return (uint16_t)(TN_TNW_PI_R_NGET + link * TN_TNW_GET_ENGINE + reg);
}
/* Returns the address of a counter. */
static inline uint16_t tn_tnw_get_counter(enum tn_tnw_get_count c)
{
    return (uint16_t)(TN_TNW_PI_R_GET + 4 * (unsigned)c);
}

/* Bugs that a player can have; each breaks one rule. */
enum tn_tnw_get_bug {
    TN_TNW_GET_NO_BUG,
#define TN_TNW_GET_BUG(name, rule) TN_TNW_GET_BUG_##name,
#include <tn/tnw/tnw_get_bugs.def>
#undef TN_TNW_GET_BUG
    TN_TNW_GET_BUGS
};

struct tn_tnw_get_player;
/* Makes a player, in reset until the first clock without rst. NULL on ENOMEM. */
struct tn_tnw_get_player *tn_tnw_get_player_new(const struct tn_tnw_pi_params *p,
                                                enum tn_tnw_get_bug bug);
/* Frees the player. */
void tn_tnw_get_player_free(struct tn_tnw_get_player *s);
/* Makes the player late from now on: it takes all the time that the page gives to writes, first
 * reads and timeouts, lets more TLPs pass a read, uses slots again while their last bytes are being
 * injected, and queues notifications of aborted descriptors as late as allowed. */
void tn_tnw_get_player_late(struct tn_tnw_get_player *s);
/* Returns the outputs of this cycle, which do not depend on the inputs of this cycle. */
const struct tn_tnw_pi_out *tn_tnw_get_player_eval(struct tn_tnw_get_player *s);
/* Ends this cycle with a clock edge; tn_tnw_get_player_eval() was called for the cycle before. */
void tn_tnw_get_player_clock(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in);

#ifdef __cplusplus
}
#endif

#endif
