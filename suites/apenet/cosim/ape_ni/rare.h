/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the suites of the network interface's rare cases share: registers, a packet of a PUT.
 */
#ifndef RARE_H
#define RARE_H

#include "ni.h"

enum {
    N = 5000,
    EVQ_LOG2 = 5, /* as the bench opens its host */
    EVQ_READ = 0x1030,
    STATUS = 0x1038,
    CMD_PID = 0x1040,
    CMD_VADDR = 0x1048,
    CMD_OP = 0x1060,
    CMD_RESULT = 0x1064,
    OP_UNREGISTER = 2,
    MISS_TIMEOUT = 0x1088,
    EVQ_WAIT = 0x108c,
    GET_REFUSED = 0x3020,
    GET_DROPPED = 0x3024,
    EVQ_LOST = 0x3028,
    DMA_ERRORS = 0x3034
};

static inline struct tn_apn_packet put(unsigned f, uint32_t msg, uint16_t len, uint64_t addr)
{
    return (struct tn_apn_packet){.type = TN_APN_PUT,
                                  .pid = PID,
                                  .dst = OWN,
                                  .src = far_own[f],
                                  .len = len,
                                  .addr = addr,
                                  .msg = msg,
                                  .last = true};
}

static inline int buffer(uint16_t pid, uint64_t vaddr, uint32_t n, unsigned flags)
{
    return ape_register_buffer(ni_user(), &(struct ape_buffer){pid, vaddr, n, flags});
}

static inline void set(uint32_t addr, uint32_t value)
{
    tn_apn_judge_put(ni.b.judge, addr, value);
    assert_int_equal(tn_axi_write32(ni.b.cpu, addr, value), TN_AXI_OKAY);
}

static inline uint32_t look(uint32_t addr)
{
    uint32_t value = 0;
    assert_int_equal(tn_axi_read32(ni.b.cpu, addr, &value), TN_AXI_OKAY);
    return value;
}

#endif
