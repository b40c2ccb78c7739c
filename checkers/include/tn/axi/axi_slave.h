/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Splits bursts of an AXI4 slave port into their accesses (checkers/axi/spec/axi_slave.md sections
 * 2 and 3).
 */
#ifndef TN_AXI_SLAVE_H
#define TN_AXI_SLAVE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of the data bus, of the address space that the port decodes, and of a page in it. */
enum { TN_AXS_LANES = 16, TN_AXS_WINDOW = 1 << 20, TN_AXS_PAGE = 1 << 12 };

enum tn_axs_burst_type { TN_AXS_FIXED, TN_AXS_INCR, TN_AXS_WRAP, TN_AXS_RESERVED };
enum tn_axs_resp { TN_AXS_OKAY = 0, TN_AXS_SLVERR = 2, TN_AXS_DECERR = 3 };

struct tn_axs_burst {
    uint32_t addr;  /* byte address of the first beat */
    unsigned beats; /* awlen + 1 */
    unsigned size;  /* 0 to 4: log2 of a beat's bytes */
    enum tn_axs_burst_type type;
};

/* One access: the bytes [addr, addr + n), all in one 16-byte word; byte a in lane a mod 16. */
struct tn_axs_beat {
    uint32_t addr;
    unsigned n;
};

/* Fills in the bytes that beat i of the burst covers. Returns false for a reserved burst, whose
 * beats do nothing and are answered SLVERR. */
bool tn_axs_beat(const struct tn_axs_burst *b, unsigned i, struct tn_axs_beat *beat);

/* Returns the worse of two responses; a write burst is answered with the worst of its beats. */
enum tn_axs_resp tn_axs_worse(enum tn_axs_resp a, enum tn_axs_resp b);

#ifdef __cplusplus
}
#endif

#endif
