/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * How often ExaNet's three CRCs see nothing of what a serial line did to a packet, against what theory
 * says (checkers/exanet/spec/exa_link.md section 7): figures, name, value, bound, ok or short, separated by tabs.
 *
 * A value is the number found over the number that theory expects; its bound is four standard errors to
 * each side of 1, or none at all where theory says never. CRCs are linear, so a pattern of errors is
 * judged by its remainder alone. The remainders of single bits come from the codec, and the codec judges
 * every pattern that was found unseen once more in a packet of its own.
 */
#include <tn/exanet/exa.h>
#include <tn/rng.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 128, PAYLOAD_BITS = EXA_MTU * 8, TAP_A = 39, TAP_B = 58, ALL_BITS = 2 * BITS + PAYLOAD_BITS };
enum part { HEADER, FOOTER, PAYLOAD, PARTS };

static const struct {
    const char *name;
    unsigned first, bits; /* of a packet's bits, in the order in which the line carries them */
    unsigned degree;      /* of the CRC; of CRC-32 the 16 lower bits of the remainder are looked at */
    uint64_t mask;
    unsigned even;        /* 1: the generator has the factor x + 1 */
} part[PARTS] = {
    {"header, CRC-16", 0, BITS, 16, 0xffff, 1},
    {"footer, CRC-8", BITS + PAYLOAD_BITS, BITS, 8, (uint64_t)0xff << 48, 1},
    {"payload, 16 bits of CRC-32", BITS, PAYLOAD_BITS, 16, (uint64_t)0xffff << 16, 0},
};

/* Remainder of each bit in error: CRC-16 in bits 15:0, CRC-32 in 47:16, CRC-8 in 55:48. */
static uint64_t remainder_of[ALL_BITS];
static uint64_t remainder_of_octet[ALL_BITS / 8][256];
static struct tn_rng rng;
static int wrong; /* the codec did not agree */

/* What the CRCs of the packet in those bytes say. */
static uint64_t judged(const uint8_t bytes[EXA_MAX])
{
    const uint8_t *ftr = bytes + EXA_WORD + EXA_MTU;
    uint64_t h = exa_hdr_crc(bytes) ^ (uint64_t)(bytes[0] << 8 | bytes[1]);
    uint64_t p = exa_pld_crc(bytes + EXA_WORD, EXA_WORDS) ^
                 ((uint64_t)ftr[0] << 24 | (uint64_t)ftr[1] << 16 | (uint64_t)ftr[2] << 8 | ftr[3]);
    uint64_t f = exa_ftr_crc(ftr) ^ ftr[TN_OFF_exa_ftr_ftr_crc / 8];
    return h | p << 16 | f << 48;
}

/* Inverts a bit, counted as the line carries them: words as the numbers data[127:0], bit 0 first. */
static void invert(uint8_t bytes[EXA_MAX], unsigned bit)
{
    unsigned word = bit / BITS, octet = bit % BITS / 8;
    if (word == 0 || word == EXA_WORDS + 1) /* captured with bits 127:120 first */
        octet = EXA_WORD - 1 - octet;
    bytes[word * EXA_WORD + octet] ^= (uint8_t)(1u << bit % 8);
}

static void some_packet(uint8_t bytes[EXA_MAX])
{
    struct exa_packet k = {.type = EXA_WRITE, .pdid = (uint16_t)tn_rng_next(&rng), .tid = (uint16_t)tn_rng_below(&rng, 16384)};
    uint8_t data[EXA_MTU];
    for (unsigned i = 0; i < EXA_MTU; i++)
        data[i] = (uint8_t)tn_rng_next(&rng);
    exa_set_payload(&k, tn_rng_below(&rng, 1u << 20) * EXA_WORD, data, EXA_MTU);
    exa_seal(&k);
    if (exa_encode(&k, bytes, EXA_MAX) != EXA_MAX)
        abort();
}

static void learn(void)
{
    uint8_t bytes[EXA_MAX];
    some_packet(bytes);
    for (unsigned i = 0; i < ALL_BITS; i++) {
        invert(bytes, i);
        remainder_of[i] = judged(bytes);
        invert(bytes, i);
    }
    wrong += judged(bytes) != 0;
    for (unsigned o = 0; o < ALL_BITS / 8; o++)
        for (unsigned v = 0; v < 256; v++)
            for (unsigned i = 0; i < 8; i++)
                remainder_of_octet[o][v] ^= v >> i & 1 ? remainder_of[8 * o + i] : 0;
}

/* The pattern, in a packet of its own: the codec must say the same. */
static void confirm(enum part p, const uint64_t *error, uint64_t remainder)
{
    uint8_t bytes[EXA_MAX];
    some_packet(bytes);
    for (unsigned i = 0; i < part[p].bits; i++)
        if (error[i / 64] >> i % 64 & 1)
            invert(bytes, part[p].first + i);
    wrong += judged(bytes) != remainder;
}

static uint64_t sum(enum part p, const uint64_t *error)
{
    uint64_t r = 0;
    for (unsigned o = 0; o < part[p].bits / 8; o++)
        r ^= remainder_of_octet[part[p].first / 8 + o][error[o / 8] >> o % 8 * 8 & 0xff];
    return r;
}

/* One bit wrong on the line: at that bit, and 39 and 58 bits later, behind the descrambler. */
static void strike(uint64_t *error, unsigned bit, unsigned bits)
{
    static const unsigned at[] = {0, TAP_A, TAP_B};
    for (unsigned i = 0; i < 3; i++)
        if (bit + at[i] < bits)
            error[(bit + at[i]) / 64] ^= (uint64_t)1 << (bit + at[i]) % 64;
}

static bool none(const uint64_t *error, unsigned bits)
{
    uint64_t any = 0;
    for (unsigned w = 0; w < bits / 64; w++)
        any |= error[w];
    return any == 0;
}

/* Errors of a kind: fills error, which is zero. */
typedef void kind_fn(uint64_t *error, unsigned bits, unsigned n);

/* Every bit wrong or not, as a coin falls: what is left of a word where two packets met. */
static void garbage(uint64_t *error, unsigned bits, unsigned n)
{
    (void)n;
    for (unsigned w = 0; w < bits / 64; w++)
        error[w] = tn_rng_next(&rng);
}

/* n different bits of the line, so far from the word's end that all they cause lies in it. */
static void bits_of_line(uint64_t *error, unsigned bits, unsigned n)
{
    unsigned at[16];
    for (unsigned i = 0; i < n; i++) {
        bool again;
        do {
            at[i] = (unsigned)tn_rng_below(&rng, bits - TAP_B);
            again = false;
            for (unsigned j = 0; j < i; j++)
                again |= at[i] == at[j];
        } while (again);
        strike(error, at[i], bits);
    }
}

/* n bits of the line in a row, each wrong or not, the first and the last wrong. */
static void burst_of_line(uint64_t *error, unsigned bits, unsigned n)
{
    unsigned from = (unsigned)tn_rng_below(&rng, bits - n + 1);
    for (unsigned i = 0; i < n; i++)
        if (i == 0 || i == n - 1 || tn_rng_next(&rng) & 1)
            strike(error, from + i, bits);
}

/* One of the word's blocks is another packet's: a block was lost here, and one came twice. */
static void block_of_another(uint64_t *error, unsigned bits, unsigned n)
{
    (void)n;
    error[tn_rng_below(&rng, bits / 64)] = tn_rng_next(&rng);
}

/* expected: that CRCs do not see, of a trial. 0: never. */
static void measure(enum part p, const char *what, kind_fn *kind, unsigned n, unsigned log2_trials, double expected)
{
    uint64_t trials = (uint64_t)1 << log2_trials, unseen = 0;
    for (uint64_t t = 0; t < trials; t++) {
        uint64_t error[PAYLOAD_BITS / 64] = {0}, r;
        kind(error, part[p].bits, n);
        r = sum(p, error);
        if ((r & part[p].mask) != 0 || none(error, part[p].bits))
            continue;
        if (unseen++ < 100)
            confirm(p, error, r);
    }
    double want = expected * (double)trials, off = want > 0 ? 4 / sqrt(want) : 0;
    double value = want > 0 ? (double)unseen / want : (double)unseen;
    printf("%s, %s: unseen of 2^%u trials", part[p].name, what, log2_trials);
    if (want > 0)
        printf(", over 2^%.0f of them", log2(expected));
    printf("\t%.3f\t", value);
    if (want > 0)
        printf("within %.3f %.3f\t%s\n", 1 - off, 1 + off, fabs(value - 1) <= off ? "ok" : "short");
    else
        printf("at-most 0\t%s\n", unseen ? "short" : "ok");
}

static void by_kinds(enum part p, unsigned log2_trials)
{
    double share = pow(2, -(double)part[p].degree), even = part[p].even ? 2 * share : share;
    measure(p, "garbage", garbage, 0, log2_trials, share);
    measure(p, "a block of another packet", block_of_another, 0, log2_trials, share);
    measure(p, "8 bits of the line", bits_of_line, 8, log2_trials, even);
    measure(p, "7 bits of the line", bits_of_line, 7, log2_trials, part[p].even ? 0 : share);
    measure(p, "a burst of 64 bits of the line", burst_of_line, 64, log2_trials, share);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The remainder of one wrong bit of the line; in bits 63:56 what it does to the type of a separator that
 * follows at once. */
static uint64_t left_of(unsigned bit, bool separator)
{
    static const unsigned at[] = {0, TAP_A, TAP_B};
    uint64_t r = 0;
    for (unsigned j = 0; j < 3; j++) { /* counted from TAP_B bits before the packet on */
        unsigned k = bit + at[j];
        if (k >= TAP_B && k < TAP_B + ALL_BITS)
            r ^= remainder_of[k - TAP_B];
        else if (separator && k >= TAP_B + ALL_BITS && k < TAP_B + ALL_BITS + 8)
            r ^= (uint64_t)1 << (56 + k - TAP_B - ALL_BITS);
    }
    return r;
}

/* All patterns of one and of two bits of the line that strike a packet of 256 bytes: no sample. */
static void small_weights(bool separator)
{
    enum { N = ALL_BITS + TAP_B };
    static uint64_t r[N];
    const char *by = separator ? "CRCs and separator" : "CRCs";
    unsigned long one = 0, two = 0, allowed = 0; /* pairs, by the page */
    for (unsigned i = 0; i < N; i++) {
        r[i] = left_of(i, separator);
        one += r[i] == 0;
    }
    qsort(r, N, sizeof r[0], by_value);
    for (unsigned i = 0, same = 1; i + 1 < N; i++) {
        same = r[i] == r[i + 1] ? same + 1 : 1;
        two += same - 1;
    }
    printf("packet of 256 bytes, one bit of the line: unseen by %s, of all %u\t%lu\tat-most 0\t%s\n", by, N, one,
           one ? "short" : "ok");
    printf("packet of 256 bytes, two bits of the line: unseen by %s, of all %lu\t%lu\tat-most %lu\t%s\n", by,
           (unsigned long)N * (N - 1) / 2, two, allowed, two > allowed ? "short" : "ok");
}

/* Header and footer in garbage at once, as in an acknowledgment: 2^-24. */
static void both(unsigned log2_trials)
{
    uint64_t trials = (uint64_t)1 << log2_trials, unseen = 0;
    double want = (double)trials * pow(2, -24), off = 4 / sqrt(want);
    for (uint64_t t = 0; t < trials; t++) {
        uint64_t h[2], f[2];
        garbage(f, BITS, 0);
        if ((sum(FOOTER, f) & part[FOOTER].mask) != 0)
            continue;
        garbage(h, BITS, 0);
        unseen += (sum(HEADER, h) & part[HEADER].mask) == 0;
    }
    printf("header and footer, garbage: unseen of 2^%u trials, over 2^-24 of them\t%.3f\twithin %.3f %.3f\t%s\n",
           log2_trials, (double)unseen / want, 1 - off, 1 + off, fabs((double)unseen / want - 1) <= off ? "ok" : "short");
}

int main(void)
{
    tn_rng_seed(&rng, 1, 0);
    learn();
    small_weights(false);
    small_weights(true);
    by_kinds(HEADER, 24);
    by_kinds(FOOTER, 18);
    by_kinds(PAYLOAD, 22);
    both(29);
    if (wrong)
        fprintf(stderr, "exa_crc: the codec says another remainder of %d patterns\n", wrong);
    return wrong ? 2 : 0;
}
