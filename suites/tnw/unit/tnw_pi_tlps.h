/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLPs as bytes, with N = 4 items, BAR0 at F0000000, BAR2 at 40.00000000 and 1 MiB a window, and
 * their causes, by hand from checkers/tnw/spec/tnw_pi.md section 2.
 */
#ifndef TNW_PI_TLPS_H
#define TNW_PI_TLPS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <tn/tnw/tnw_pi.h>

#include <string.h>

#define BAR0 0xf0000000ull
#define BAR2 0x4000000000ull
enum { RID = 0x1200, BYTES = 400, N = 4 };

static const struct tn_tnw_pi_params par = {16, 2, 3, 3, false};

/* Writes header bytes, given in hexadecimal, and so many DWs of payload (and digest), of bytes 1,
 * 2, 3, ..., to out. Returns the length. */
static inline size_t bytes_of(const char *hex, unsigned dws, uint8_t out[BYTES])
{
    size_t n = 0;
    memset(out, 0, BYTES);
    for (; *hex; hex += *hex == ' ' ? 1 : 2) {
        const char octet[3] = {hex[0], hex[1], 0};
        if (*hex != ' ')
            out[n++] = (uint8_t)strtoul(octet, NULL, 16);
    }
    for (unsigned i = 0; i < 4 * dws; i++)
        out[n++] = (uint8_t)(i + 1);
    return n;
}

static const struct {
    const char *hex;
    unsigned dws;
    enum tn_tnw_pi_cause cause;
    bool answered;
    int window;
} tlps[] = {
    /* Malformed: undefined Fmt and Type, a prefix, a cut header, Length against payload, a missing
     * digest, more than 256 bytes. */
    {"1f000001 0008050f f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"80000000 00000001 0008050f f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000001 0008050f", 0, TN_TNW_PI_MALF, false, -1},
    {"40000002 000805ff f0000010", 1, TN_TNW_PI_MALF, false, -1},
    {"00000001 0008050f f0000010", 1, TN_TNW_PI_MALF, false, -1},
    {"00008001 0008050f f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"60000041 000805ff 00000040 00000000", 65, TN_TNW_PI_MALF, false, -1},
    /* Malformed: across 4 KiB, Last byte enables of one DW, First 0, gaps. */
    {"00000002 000805ff f0000ffc", 0, TN_TNW_PI_MALF, false, -1},
    {"00000001 000805ff f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000002 000805f0 f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000002 0008050f f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000002 00080599 f0000014", 0, TN_TNW_PI_MALF, false, -1},
    {"00000003 000805f5 f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"00000003 000805ef f0000010", 0, TN_TNW_PI_MALF, false, -1},
    {"02000001 000805ff 00000100", 0, TN_TNW_PI_MALF, false, -1},
    /* Completions, the locked completion, and requests other than memory reads and writes. */
    {"4a000001 00080004 12000500", 1, TN_TNW_PI_CPL, false, -1},
    {"0a000000 00082004 12000500", 0, TN_TNW_PI_CPL, false, -1},
    {"0b000000 00082004 12000500", 0, TN_TNW_PI_UNSUP, false, -1},
    {"02000001 0008050f 00000100", 0, TN_TNW_PI_UNSUP, true, -1},
    {"42000001 0008050f 00000100", 1, TN_TNW_PI_UNSUP, true, -1},
    {"04000001 0008050f 12000000", 0, TN_TNW_PI_UNSUP, true, -1},
    {"01000001 0008050f f0000010", 0, TN_TNW_PI_UNSUP, true, -1},
    {"4c000001 00080500 f0000010", 1, TN_TNW_PI_UNSUP, true, -1},
    {"34000000 00080500 00000000 00000000", 0, TN_TNW_PI_UNSUP, false, -1},
    /* Poisoned requests at any place; window 9 is link 1, channel 1. */
    {"40004001 0008050f f0004000", 1, TN_TNW_PI_EP, false, -1},
    {"40004001 0008050f 10000000", 1, TN_TNW_PI_EP, false, -1},
    {"60004004 000805ff 00000040 00900000", 4, TN_TNW_PI_EP, false, 9},
    /* Requests a page below and a page behind the BARs. */
    {"40000001 0008050f effffffc", 1, TN_TNW_PI_NOBAR, false, -1},
    {"40000001 0008050f f0010000", 1, TN_TNW_PI_NOBAR, false, -1},
    {"20000001 0008050f 00000040 04000000", 0, TN_TNW_PI_NOBAR, true, -1},
    /* Writes of BAR0: of single bytes, of 17 DWs, across a line. */
    {"40000001 00080507 f0004000", 1, TN_TNW_PI_REG, false, -1},
    {"40000001 00080500 f0004000", 1, TN_TNW_PI_REG, false, -1},
    {"40000002 0008057f f0004000", 2, TN_TNW_PI_REG, false, -1},
    {"40000011 000805ff f0004000", 17, TN_TNW_PI_REG, false, -1},
    {"40000002 000805ff f000403c", 2, TN_TNW_PI_REG, false, -1},
    /* Reads of BAR0 of such forms, and of BAR2. */
    {"00000011 000805ff f0004000", 0, TN_TNW_PI_REGRD, true, -1},
    {"00000002 000805ff f000403c", 0, TN_TNW_PI_REGRD, true, -1},
    {"20000001 0008050f 00000040 00900000", 0, TN_TNW_PI_REGRD, true, -1},
    /* Writes of BAR2: of single bytes, not at a fragment's beginning, of no whole fragment, of
     * links 6 and 7. */
    {"60000004 0008057f 00000040 00900000", 4, TN_TNW_PI_PPUT, false, 9},
    {"60000004 000805ff 00000040 00900008", 4, TN_TNW_PI_PPUT, false, 9},
    {"60000003 000805ff 00000040 02f00000", 3, TN_TNW_PI_PPUT, false, 47},
    {"60000001 00080500 00000040 02f00000", 1, TN_TNW_PI_PPUT, false, 47},
    {"60000004 000805ff 00000040 03000000", 4, TN_TNW_PI_PPUT, false, -1},
    {"60000004 000805ff 00000040 03f00000", 4, TN_TNW_PI_PPUT, false, -1},
    /* TLPs that the block takes. */
    {"40000010 000805ff f0004000", 16, TN_TNW_PI_FINE, false, -1},
    {"00000010 000805ff f0004000", 0, TN_TNW_PI_FINE, true, -1},
    {"00000002 00080599 f0000010", 0, TN_TNW_PI_FINE, true, -1},
    {"00000001 00080500 f0000010", 0, TN_TNW_PI_FINE, true, -1},
    {"00008001 0008050f f0000010", 1, TN_TNW_PI_FINE, true, -1},
    {"00010001 000805aa f0000010", 0, TN_TNW_PI_FINE, true, -1}, /* a steering tag */
    {"60000040 000805ff 00000040 00900000", 64, TN_TNW_PI_FINE, false, 9},
    {"60000004 000805ff 00000040 02fffff0", 4, TN_TNW_PI_FINE, false, 47},
};

#endif
