/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of the cZodiac I/O remapper (checkers/czodiac/spec/cz_ioport_remap.md).
 *
 * The model has no time: the caller passes register accesses and TLPs in the order in which the DUT
 * took them, and the model gives each TLP's fate. It uses the codec, no simulator and no RTL.
 */
#ifndef TN_CZ_REMAP_H
#define TN_CZ_REMAP_H

#include <tn/pcie/tlp.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_CZ_FUNCS = 64, TN_CZ_WINDOWS = 6 };
enum tn_cz_dir { TN_CZ_U2D = 0, TN_CZ_D2U = 1 };

/* Reasons why a TLP is not forwarded; the numbers are the contract's. */
enum tn_cz_cause {
    TN_CZ_FORWARDED = 0,
    TN_CZ_RID_MISS = 1,
    TN_CZ_RID_MULTI = 2,
    TN_CZ_BAR_MISS = 3,
    TN_CZ_BAR_MULTI = 4,
    TN_CZ_BAR_PAST = 5,
    TN_CZ_UNSUPPORTED = 6,
    TN_CZ_MALFORMED = 7,
};

/* The fate of one TLP. */
struct tn_cz_fate {
    enum tn_cz_cause cause;
    bool bad_digest;         /* the TLP is forwarded, and came with a wrong digest */
    unsigned port;           /* port of out, when out goes to the user side */
    enum tn_tlp_class cls;   /* class of out */
    size_t len;              /* bytes of out; 0: the remapper sends nothing */
    uint8_t out[TN_TLP_MAX]; /* the forwarded TLP, or the UR completion that goes back */
};

struct tn_cz_remap;

/* Makes a model with 1 to 64 functions and 1 to 16 ports, as after reset. NULL on ENOMEM. */
struct tn_cz_remap *tn_cz_remap_new(unsigned funcs, unsigned ports);
/* Resets the model. */
void tn_cz_remap_reset(struct tn_cz_remap *m);
/* Copies the state of from, counters included, to `to`. Boards use copies while a TLP may be judged
 * by the old table or by the new one. */
void tn_cz_remap_copy(struct tn_cz_remap *to, const struct tn_cz_remap *from);
/* Frees the model; m may be NULL. */
void tn_cz_remap_free(struct tn_cz_remap *m);

/* Writes the register at byte address addr. */
void tn_cz_remap_write(struct tn_cz_remap *m, uint32_t addr, uint32_t value);
/* Returns the register at byte address addr. */
uint32_t tn_cz_remap_read(const struct tn_cz_remap *m, uint32_t addr);

/* Passes one TLP through the model, which counts it and fills in its fate. len is a multiple of 4
 * and at most TN_TLP_MAX - 4, because the header may grow by a DW. port is s_usr_port (U2D only).
 */
void tn_cz_remap_tlp(struct tn_cz_remap *m, enum tn_cz_dir dir, unsigned port, const uint8_t *p,
                     size_t len, struct tn_cz_fate *fate);

#ifdef __cplusplus
}
#endif

#endif
