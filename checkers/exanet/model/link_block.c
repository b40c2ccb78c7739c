/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Blocks of the link: scrambler, block lock, framing (exa_link.md section 2).
 */
#include <tn/exanet/exa_link.h>

#include <string.h>

enum { BITS = 64, TAP_NEAR = 39, TAP_FAR = 58, LOCK_RUN = 64, LOCK_WINDOW = 64, LOCK_LOSS = 16 };
enum { NR_BIT = 8 + 5, XOFF_BIT = 8 + 7 }; /* both in octet 1 */

void tn_exl_defaults(struct tn_exl_params *p)
{
    *p = (struct tn_exl_params){.xoff_free = 72, .xon_free = 144, .refresh = 64, .slip = 8};
}

void tn_exl_scrambler_init(struct tn_exl_scrambler *s)
{
    s->line = ~(uint64_t)0;
}

/* The bit of n places ago; the last one is bit 0. */
static unsigned ago(const struct tn_exl_scrambler *s, unsigned n)
{
    return s->line >> (n - 1) & 1;
}

uint64_t tn_exl_scramble(struct tn_exl_scrambler *s, uint64_t plain)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < BITS; i++) {
        uint64_t bit = (plain >> i & 1) ^ ago(s, TAP_NEAR) ^ ago(s, TAP_FAR);
        out |= bit << i;
        s->line = s->line << 1 | bit;
    }
    return out;
}

uint64_t tn_exl_descramble(struct tn_exl_scrambler *s, uint64_t line)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < BITS; i++) {
        uint64_t bit = line >> i & 1;
        out |= (bit ^ ago(s, TAP_NEAR) ^ ago(s, TAP_FAR)) << i;
        s->line = s->line << 1 | bit;
    }
    return out;
}

static bool hunt(struct tn_exl_lock *k, const struct tn_exl_params *p, bool valid)
{
    if (k->ignore > 0) {
        k->ignore--;
        return false;
    }
    if (!valid) {
        k->seen = 0;
        k->ignore = p->slip;
        return true;
    }
    if (++k->seen == LOCK_RUN) {
        k->locked = true;
        k->seen = k->invalid = 0;
    }
    return false;
}

bool tn_exl_lock_step(struct tn_exl_lock *k, const struct tn_exl_params *p, unsigned head)
{
    const bool valid = tn_exl_head_valid(head);
    if (!k->locked)
        return hunt(k, p, valid);
    k->seen++;
    k->invalid += !valid;
    if (k->invalid == LOCK_LOSS) {
        k->locked = false;
        k->seen = 0;
    } else if (k->seen == LOCK_WINDOW) {
        k->seen = k->invalid = 0;
    }
    return false;
}

static struct tn_exl_block control(enum tn_exl_type type, uint64_t rest)
{
    return (struct tn_exl_block){.head = TN_EXL_CONTROL, .data = (uint64_t)type | rest};
}

struct tn_exl_block tn_exl_separator(void)
{
    return control(TN_EXL_SEPARATOR, 0);
}

struct tn_exl_block tn_exl_idle(bool not_ready)
{
    return control(TN_EXL_IDLE, (uint64_t)not_ready << NR_BIT);
}

struct tn_exl_block tn_exl_nfc(bool xoff)
{
    return control(TN_EXL_NFC, (uint64_t)xoff << XOFF_BIT);
}

unsigned tn_exl_frame(const struct tn_exa_word *w, unsigned n, struct tn_exl_block *out)
{
    unsigned blocks = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned half = 0; half < 2; half++) {
            struct tn_exl_block *b = &out[blocks++];
            *b = (struct tn_exl_block){.head = TN_EXL_DATA};
            for (unsigned octet = 0; octet < 8; octet++)
                b->data |= (uint64_t)w[i].data[8 * half + octet] << 8 * octet;
        }
    out[blocks++] = tn_exl_separator();
    return blocks;
}

void tn_exl_frame_words(const uint8_t header[EXA_WORD], unsigned *least, unsigned *most)
{
    struct exa_packet k;
    unsigned total;
    const bool good = tn_exa_word_header(header, &k) != 0;
    *least = 1;
    *most = TN_EXA_PACKET_WORDS;
    if (!good || tn_exa_word_count(&k, &total) > EXA_WORDS)
        return;
    *least = *most = total;
}
