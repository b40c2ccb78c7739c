/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of the cZodiac I/O remapper (checkers/czodiac/spec/cz_ioport_remap.md).
 *
 * Untimed: registers and TLPs go in, in the order in which the DUT took them,
 * and each TLP's fate comes out. It knows the codec, no simulator and no RTL.
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

/* Why a TLP is not forwarded; the numbers are the contract's. */
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

/* What becomes of one TLP. out is the forwarded TLP, or the UR completion that
 * goes back the other way, or nothing (len 0). */
struct tn_cz_fate {
    enum tn_cz_cause cause;
    bool bad_digest;      /* forwarded, and its digest came wrong */
    unsigned port;        /* port out belongs to, when it goes to the user side */
    enum tn_tlp_class cls; /* of out */
    size_t len;
    uint8_t out[TN_TLP_MAX];
};

struct tn_cz_remap;

/* funcs 1 to 64, ports 1 to 16. NULL on ENOMEM. */
struct tn_cz_remap *tn_cz_remap_new(unsigned funcs, unsigned ports);
void tn_cz_remap_reset(struct tn_cz_remap *m);
/* Makes to the same as from, counters included; for what may be under either table. */
void tn_cz_remap_copy(struct tn_cz_remap *to, const struct tn_cz_remap *from);
void tn_cz_remap_free(struct tn_cz_remap *m);

/* The register port; addr is a byte address. */
void tn_cz_remap_write(struct tn_cz_remap *m, uint32_t addr, uint32_t value);
uint32_t tn_cz_remap_read(const struct tn_cz_remap *m, uint32_t addr);

/* One TLP, len bytes, whole DWs and at most TN_TLP_MAX - 4 (the header may grow by a
 * DW); port is s_usr_port (U2D only). Counters follow. */
void tn_cz_remap_tlp(struct tn_cz_remap *m, enum tn_cz_dir dir, unsigned port, const uint8_t *p,
                     size_t len, struct tn_cz_fate *fate);

#ifdef __cplusplus
}
#endif

#endif
