/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * 8b/10b, from IEEE 802.3 table 36-1: its 5b/6b and 3b/4b halves as printed, for negative
 * running disparity, first bit on the left.
 */
#include <tn/bug.h>
#include <tn/code8b10b.h>

#include <stddef.h>

enum { SYMBOLS = 1024, INVALID = 0xfe };

static const char *const six[32] = {
    "100111", "011101", "101101", "110001", "110101", "101001", "011001", "111000",
    "111001", "100101", "010101", "110100", "001101", "101100", "011100", "010111",
    "011011", "100011", "010011", "110010", "001011", "101010", "011010", "111010",
    "110011", "100110", "010110", "110110", "001110", "101110", "011110", "101011"};
static const char *const four[8] = {"1011", "1001", "0101", "1100", "1101", "1010", "0110", "1110"};
static const char *const four_alternative = "0111"; /* D.x.A7 */
/* Control symbols as table 36-2 has them, for negative running disparity: the others are their
 * complements. */
static const struct {
    uint8_t octet;
    const char *bits;
} controls[12] = {{0x1c, "0011110100"}, {0x3c, "0011111001"}, {0x5c, "0011110101"},
                  {0x7c, "0011110011"}, {0x9c, "0011110010"}, {0xbc, "0011111010"},
                  {0xdc, "0011110110"}, {0xfc, "0011111000"}, {0xf7, "1110101000"},
                  {0xfb, "1101101000"}, {0xfd, "1011101000"}, {0xfe, "0111101000"}};

static unsigned bits_of(const char *s, unsigned n)
{
    unsigned v = 0;
    for (unsigned i = 0; i < n; i++)
        v |= (unsigned)(s[i] == '1') << i;
    return v;
}

/* Running disparity behind n bits of a sub-block (802.3, 36.2.4.4). */
static bool after(unsigned bits, unsigned n, bool rd)
{
    const unsigned ones = (unsigned)__builtin_popcount(bits);
    if (2 * ones != n)
        return 2 * ones > n;
    if (bits == (n == 6 ? bits_of("000111", 6) : bits_of("0011", 4)))
        return true;
    if (bits == (n == 6 ? bits_of("111000", 6) : bits_of("1100", 4)))
        return false;
    return rd;
}

static bool after_symbol(unsigned symbol, bool rd)
{
    return after(symbol >> 6, 4, after(symbol & 63, 6, rd));
}

/* One half for a running disparity: those that are not balanced, and the two balanced ones that
 * come in pairs, are complemented for a positive one. */
static unsigned half(const char *s, unsigned n, bool rd)
{
    const unsigned v = bits_of(s, n);
    const bool pair =
        2 * (unsigned)__builtin_popcount(v) != n || v == bits_of(n == 6 ? "111000" : "1100", n);
    return rd && pair ? v ^ ((1u << n) - 1) : v;
}

static unsigned encode_data(uint8_t octet, bool rd)
{
    const unsigned x = octet & 31, y = octet >> 5;
    const unsigned low = half(six[x], 6, rd);
    const bool mid = after(low, 6, rd);
    const bool alternative = mid ? x == 11 || x == 13 || x == 14 : x == 17 || x == 18 || x == 20;
    return low | half(y == 7 && alternative ? four_alternative : four[y], 4, mid) << 6;
}

int tn_8b10b_encode(uint8_t octet, bool control, bool *rd)
{
    unsigned symbol = SYMBOLS;
    if (!control)
        symbol = encode_data(octet, *rd);
    for (unsigned i = 0; control && i < 12; i++)
        if (controls[i].octet == octet)
            symbol = bits_of(controls[i].bits, 10) ^ (*rd ? SYMBOLS - 1 : 0);
    if (symbol == SYMBOLS)
        return -1;
    *rd = after_symbol(symbol, *rd);
    return (int)symbol;
}

/* Meaning of each symbol in the columns RD- and RD+: octet, bit 8 control; -1 none. */
static int16_t meaning[2][SYMBOLS];

static void make_meanings(void)
{
    static bool made;
    if (made)
        return;
    for (unsigned i = 0; i < 2 * SYMBOLS; i++)
        meaning[i / SYMBOLS][i % SYMBOLS] = -1;
    for (unsigned i = 0; i < 2 * 512; i++) {
        bool rd = i & 512;
        const int symbol = tn_8b10b_encode((uint8_t)i, i & 256, &rd);
        if (symbol >= 0)
            meaning[i / 512][symbol] = (int16_t)(i & 511);
    }
    made = true;
}

enum tn_8b10b tn_8b10b_decode(unsigned symbol, bool *rd, uint8_t *octet, bool *control)
{
    make_meanings();
    tn_require(symbol < SYMBOLS);
    const int here = meaning[*rd][symbol], there = meaning[!*rd][symbol];
    *rd = after_symbol(symbol, *rd);
    *octet = here < 0 ? INVALID : (uint8_t)here;
    *control = here < 0 || here & 256;
    return here >= 0 ? TN_8B10B_VALID : there >= 0 ? TN_8B10B_DISPARITY : TN_8B10B_CODE;
}
