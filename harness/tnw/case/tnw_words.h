/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words that cases of TNW's processor interface and of its reception side share: channels of links,
 * their registers, payloads, writes to memory. The functions return 0, or -EINVAL with the message
 * written.
 */
#ifndef TN_CASE_TNW_WORDS_H
#define TN_CASE_TNW_WORDS_H

#include "../../case/parse.h"

enum {
    CASE_TNW_WINDOW = 0x40, /* bytes of a channel's registers (tnw_pi.md, tnw_nwp.md) */
    CASE_TNW_WRITE = 8,     /* bytes of the address before a write's data */
};

/* Parses L.V, a link and a channel; *id receives 8 x link + channel, *rest points behind
 * the word. */
int tn_case_tnw_id(struct tn_case_parser *p, const char *text, unsigned *id, const char **rest);
/* Parses WL.V.NAME, one of the n registers of a channel; those of channel 0 begin at base. Returns
 * 1 if text is no such word. */
int tn_case_tnw_register(struct tn_case_parser *p, const struct tn_case_register *registers,
                         unsigned n, uint32_t base, const char *text, uint32_t *out);
/* Writes the n low bytes of value, highest first. */
void tn_case_tnw_put(uint8_t *out, uint64_t value, unsigned n);
/* Parses the 16 or 128 bytes of an item or write among words[at..end): fill=B (128 bytes, byte i is
 * B + i) or data=. */
int tn_case_tnw_payload(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                        uint8_t *bytes, uint8_t *mask, size_t *len);
/* Parses a write to memory, addr= and a payload; out has the address before the data. */
int tn_case_tnw_write(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                      struct tn_case_tlp *out);

#endif
