/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Blocks of the serial link to a packet's words (exa_link.md section 2).
 */
#include <tn/exanet/exa_frame.h>

#include <string.h>

enum { DATA = 1, CONTROL = 2 };
enum { SEPARATOR = 0x1e, SEPARATOR7 = 0xe1, IDLE = 0x78, NFC = 0xaa, NR = 0x20, XOFF = 0x80 };

static bool any(const uint8_t *p, unsigned n)
{
    while (n > 0 && p[n - 1] == 0)
        n--;
    return n > 0;
}

struct exa_block exa_block_decode(const uint8_t p[EXA_BLOCK_OCTETS])
{
    const uint8_t *octet = p + 1;
    struct exa_block b = {.kind = EXA_B_UNKNOWN};
    if (p[0] != CONTROL) {
        b.kind = p[0] == DATA ? EXA_B_DATA : EXA_B_HEAD;
        return b;
    }
    b.extra = any(octet + 2, 6);
    switch (octet[0]) {
    case SEPARATOR:
        b.kind = EXA_B_SEPARATOR;
        b.octets = octet[1] != 0;
        break;
    case SEPARATOR7:
        b.kind = EXA_B_SEPARATOR7;
        break;
    case IDLE:
        b.kind = EXA_B_IDLE;
        b.nr = (octet[1] & NR) != 0;
        b.extra |= (octet[1] & ~(unsigned)NR) != 0;
        break;
    case NFC:
        b.kind = EXA_B_NFC;
        b.xoff = (octet[1] & XOFF) != 0;
        b.extra |= (octet[1] & ~(unsigned)XOFF) != 0;
        break;
    default:
        break;
    }
    return b;
}

const char *exa_block_name(const struct exa_block *b)
{
    switch (b->kind) {
    case EXA_B_DATA: return "data";
    case EXA_B_SEPARATOR: return b->octets ? "separator with octets" : "separator";
    case EXA_B_SEPARATOR7: return "separator-7";
    case EXA_B_IDLE: return b->nr ? "idle NR" : "idle";
    case EXA_B_NFC: return b->xoff ? "NFC XOFF" : "NFC XON";
    case EXA_B_UNKNOWN: return "unknown control";
    default: return "invalid head";
    }
}

/* The next half of a word; low keeps the first. */
static void half(struct exa_frame *f, const uint8_t *octets, uint8_t low[EXA_WORD / 2])
{
    f->half = !f->half;
    if (f->half) {
        memcpy(low, octets, EXA_WORD / 2);
        return;
    }
    f->words++;
    if (f->len + EXA_WORD > sizeof f->bytes)
        return;
    memcpy(f->bytes + f->len, low, EXA_WORD / 2);
    memcpy(f->bytes + f->len + EXA_WORD / 2, octets, EXA_WORD / 2);
    f->len += EXA_WORD;
}

/* Captures have a packet's header and footer as numbers. */
static void turn(uint8_t *p)
{
    uint8_t word[EXA_WORD];
    exa_word_turn(p, word);
    memcpy(p, word, EXA_WORD);
}

void exa_frame_decode(const uint8_t *p, size_t len, struct exa_frame *f)
{
    uint8_t low[EXA_WORD / 2] = {0};
    memset(f, 0, sizeof *f);
    f->part = len % EXA_BLOCK_OCTETS != 0;
    for (; len >= EXA_BLOCK_OCTETS; p += EXA_BLOCK_OCTETS, len -= EXA_BLOCK_OCTETS) {
        const struct exa_block b = exa_block_decode(p);
        f->blocks++;
        f->count[b.kind]++;
        f->nr += b.nr;
        f->xoff += b.xoff;
        if (f->closed)
            f->beyond++;
        else if (b.kind == EXA_B_DATA)
            half(f, p + 1, low);
        f->closed |= b.kind == EXA_B_SEPARATOR || b.kind == EXA_B_SEPARATOR7;
    }
    if (f->len >= EXA_WORD)
        turn(f->bytes);
    if (f->len >= 2 * EXA_WORD)
        turn(f->bytes + f->len - EXA_WORD);
}
