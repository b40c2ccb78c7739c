/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words that cases of TNW's processor interface and of its reception side share: channels of links,
 * their registers, payloads, writes to memory. Each function: 0, or -EINVAL with the message written.
 */
#ifndef TN_CASE_TNW_WORDS_H
#define TN_CASE_TNW_WORDS_H

#include "../../case/parse.h"

enum {
    CASE_TNW_WINDOW = 0x40, /* bytes of a channel's registers (tnw_pi.md, tnw_nwp.md) */
    CASE_TNW_WRITE = 8,     /* bytes of the address before a write's data */
};

/* L.V: a link and channel, as 8 x link + channel; *rest is behind it. */
int tn_case_tnw_id(struct tn_case_parser *p, const char *text, unsigned *id, const char **rest);
/* WL.V.NAME of the n registers that a channel has, channel 0's at base; 1: it is no such word. */
int tn_case_tnw_register(struct tn_case_parser *p, const struct tn_case_register *registers,
                         unsigned n, uint32_t base, const char *text, uint32_t *out);
/* The n low bytes of value, highest first. */
void tn_case_tnw_put(uint8_t *out, uint64_t value, unsigned n);
/* 16 or 128 bytes of an item or write among words[at..end): fill=B (128; byte i is B + i), or data=. */
int tn_case_tnw_payload(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                        uint8_t *bytes, uint8_t *mask, size_t *len);
/* addr= and a payload: a write to memory, its address before its data. */
int tn_case_tnw_write(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                      struct tn_case_tlp *out);

#endif
