/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block's map as its AXI port shows it (checkers/axi/spec/axi_slave.md), for the suites that
 * go through it address by address.
 */
#ifndef NI_MAP_H
#define NI_MAP_H

#include "ni.h"

/* Whether a page of 4 KiB is in the map, and whether a word of it is there for a read. */
struct ni_map {
    bool (*page)(unsigned page);
    bool (*readable)(uint32_t addr);
    bool (*strict)(unsigned page); /* a write without strobes is SLVERR there; NULL: in no page */
};

/* One transaction of the given kind; its worst response. strb 0: all bytes covered. */
static inline int ni_burst(bool write, uint32_t addr, unsigned beats, unsigned size,
                           enum tn_axi_burst burst, uint8_t *bytes, size_t n)
{
    struct tn_axi_txn *t = tn_axi_new(beats);
    int rc;
    assert_non_null(t);
    t->write = write;
    t->addr = addr;
    t->size = size;
    t->burst = burst;
    if (write)
        tn_axi_fill(t, bytes, n);
    assert_int_equal(tn_axi_issue(ni.cpu, t), 0);
    rc = ni_answered(tn_axi_wait(ni.cpu, t), addr);
    if (!write)
        tn_axi_take(t, bytes, n);
    tn_axi_free(t);
    return rc;
}

/* AXS-ACC: every page answers DECERR or not, every word of some pages OKAY or SLVERR. */
static inline void ni_sweep(const struct ni_map *map, const unsigned *pages, unsigned n)
{
    for (unsigned p = 0; p < 256; p++) {
        uint8_t line[16] = {1};
        int rc = ni_burst(false, p * 0x1000, 1, 4, TN_AXI_INCR, line, sizeof line);
        assert_int_equal(rc == TN_AXI_DECERR, !map->page(p));
        rc = ni_burst(true, p * 0x1000 + 0xff0, 1, 4, TN_AXI_INCR, line, 0); /* no strobe */
        assert_int_equal(rc, !map->page(p) ? TN_AXI_DECERR : map->strict && map->strict(p) ? TN_AXI_SLVERR : TN_AXI_OKAY);
        if (!map->page(p)) {
            rc = ni_burst(true, p * 0x1000, 1, 4, TN_AXI_INCR, line, sizeof line);
            assert_int_equal(rc, TN_AXI_DECERR);
        }
    }
    for (unsigned i = 0; i < n; i++)
        for (uint32_t a = pages[i] * 0x1000; a < pages[i] * 0x1000 + 0x1000; a += 4) {
            uint32_t v = 1;
            int rc = tn_axi_read32(ni.cpu, a, &v);
            if (rc != (map->readable(a) ? TN_AXI_OKAY : TN_AXI_SLVERR) ||
                (!map->readable(a) && v != 0))
                print_message("read of %05x: response %d, %08x\n", a, rc, v);
            RULE("AXS-ACC-4", rc == (map->readable(a) ? TN_AXI_OKAY : TN_AXI_SLVERR));
            RULE("AXS-ACC-1", map->readable(a) || v == 0);
        }
}

/* The same beside counters that are not 0: k goes in as it is, which the block takes, and with each
 * of its CRCs wrong. */
static inline void ni_sweep_counted(const struct ni_map *map, const unsigned *pages, unsigned n,
                                    const struct exa_packet *k)
{
    const enum ni_cause cause[] = {NI_TAKEN, NI_HCRC, NI_FCRC};
    const unsigned causes = exa_form(k) == EXA_H ? 2 : 3; /* a header alone has no footer's CRC */
    struct exa_packet bad[2] = {*k, *k};
    bad[0].hdr_crc ^= 1;
    bad[1].ftr_crc ^= 1;
    ni_send(k);
    ni_send(&bad[0]);
    if (causes == 3)
        ni_send(&bad[1]);
    ni_settle();
    for (unsigned i = 0; i < causes; i++)
        RULE("EXN-CNT-1", ni_count(cause[i]) == 1);
    ni_sweep(map, pages, n);
}

/* AXS-ACC on one register of 32 bits that keeps what is written (mask: its bits), and whose
 * neighbour above does, too. */
static inline void ni_register(uint32_t a, uint32_t mask)
{
    uint8_t b[16] = {0};
    uint32_t v;
    ni_write(a, 0xa5c3f00f);
    assert_int_equal(ni_read(a), 0xa5c3f00f & mask);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ni_burst(false, a + i, 1, 0, TN_AXI_INCR, b, 1), TN_AXI_OKAY);
        assert_int_equal(b[0], (0xa5c3f00f & mask) >> 8 * i & 0xff);
    }
    memset(b, 0xff, sizeof b); /* parts of it are not there for a write */
    assert_int_equal(ni_burst(true, a, 1, 1, TN_AXI_INCR, b, 2), TN_AXI_SLVERR);
    assert_int_equal(ni_burst(true, a + 1, 1, 2, TN_AXI_INCR, b, 3), TN_AXI_SLVERR);
    assert_int_equal(ni_burst(true, a, 1, 3, TN_AXI_INCR, b, 3), TN_AXI_SLVERR);
    assert_int_equal(ni_read(a), 0xa5c3f00f & mask);
    ni.ours = "AXI-BST-1";
    assert_int_equal(ni_burst(true, a, 1, 2, (enum tn_axi_burst)3, b, 4), TN_AXI_SLVERR);
    assert_int_equal(ni_burst(false, a, 2, 2, (enum tn_axi_burst)3, b, 4), TN_AXI_SLVERR);
    ni.ours = NULL;
    assert_int_equal(ni_read(a), 0xa5c3f00f & mask);
    tn_sim_kept("AXS-BST-2");
    v = 0x12345678; /* a FIXED burst: the last counts */
    memcpy(b + 8, &v, 4);
    assert_int_equal(ni_burst(true, a, 3, 2, TN_AXI_FIXED, b, 12), TN_AXI_OKAY);
    assert_int_equal(ni_read(a), 0x12345678 & mask);
    ni_write(a, 0);
}

/* AXS-LAT-1 where nothing stalls: first data of a write the cycle after its address, a beat a
 * cycle, the response the cycle after; data of a read two cycles after, a beat a cycle. */
static inline void ni_times(uint32_t addr, unsigned beats)
{
    struct tn_axi_txn *r = tn_axi_new(beats), *w = tn_axi_new(beats);
    r->addr = w->addr = addr;
    r->size = w->size = 2;
    w->write = true;
    w->order = TN_AXI_W_WITH;
    assert_int_equal(tn_axi_issue(ni.cpu, r), 0);
    assert_true(tn_axi_wait(ni.cpu, r) >= 0);
    assert_int_equal(tn_axi_issue(ni.cpu, w), 0);
    assert_true(tn_axi_wait(ni.cpu, w) >= 0);
    for (unsigned i = 0; i < beats; i++) {
        assert_int_equal(r->beat[i].cycle, r->taken + 2 + i);
        assert_int_equal(w->beat[i].cycle, w->taken + 1 + i);
    }
    assert_int_equal(w->ended, w->beat[beats - 1].cycle + 1);
    tn_axi_free(r);
    tn_axi_free(w);
}

#endif
