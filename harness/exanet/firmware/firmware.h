/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the firmware: register addresses, and the functions that its files share.
 */
#ifndef TN_EXA_FIRMWARE_H
#define TN_EXA_FIRMWARE_H

#include <tn/exanet/exa_fw.h>

/* Register interface of a node: address bits 22:20 choose the block. */
enum {
    FW_PACKETIZER = 0x000000,
    FW_MAILBOX = 0x100000,
    FW_RT_MAILBOX = 0x200000,
    FW_DMA = 0x300000,
    FW_RX = 0x400000,
    FW_AXI = 0x500000,
    /* in each block */
    FW_TABLE = 0x40000, /* BIND or BANK, 4 bytes an entry */
    FW_AXI_TABLE = 0x40040, /* BANK of exa_axi */
    FW_ID = 0x40400,
    FW_PARAMS = 0x40404,
    FW_OWN = 0x40408,
    /* packetizer */
    FW_CHANNEL = 0x1000, /* bytes of a channel's page */
    FW_CH_DST = 0x40,
    FW_CH_STATUS = 0x50,
    /* RT mailbox */
    FW_RESPONSE = 0x0,
    FW_READ = 0x1000,
    /* ExaDMA */
    FW_DESC = 32, /* bytes of a descriptor */
    FW_CONTROL =
        0x8000, /* bytes of an output's region of control messages, and the address of the first */
    FW_CONTROL_SLOT = 16,
    FW_FAULT_LO = 0x40410,
    FW_FAULT_HI = 0x40414,
    FW_CTL_DROP = 0x4041c,
    /* receiver */
    FW_CTX_TIMEOUT = 0x40410,
    FW_DONE_HOLD = 0x40414,
};

enum { FW_ADDR_BITS = 42, FW_PAGE = 4096, FW_ATTEMPTS = 16, FW_VALID_BIT = 31, FW_DRAINS_BIT = 30, FW_LINGER = 16384 };

/* FW_LINGER: cycles by which a context may outlive CTX_TIMEOUT (exa_rdma_rx.md section 5: 8192),
 * and packets on their way. */

/* Registers (registers.c). Accesses that fail are counted, and read 0. */
uint32_t tn_fw_get(struct tn_fw *f, uint32_t addr);
uint64_t tn_fw_get64(struct tn_fw *f, uint32_t addr);
/* The next three return false when the access failed. */
bool tn_fw_put(struct tn_fw *f, uint32_t addr, uint32_t value);
bool tn_fw_put64(struct tn_fw *f, uint32_t addr, uint64_t value);
bool tn_fw_put128(struct tn_fw *f, uint32_t addr, uint64_t low, uint64_t high);
uint64_t tn_fw_now(struct tn_fw *f);
/* Says whether addr is in memory, with n bytes behind it. */
bool tn_fw_in_memory(uint64_t addr, uint64_t n);
/* Looks whether the node has an exa_axi. */
bool tn_fw_has_loads(struct tn_fw *f);
/* Returns the bank of a PDID, -1: none. */
int tn_fw_bank_of(const struct tn_fw *f, uint16_t pdid);

/* Owners (owners.c). */

/* Takes bank b from whoever has it. Returns as tn_fw_set_bank(). */
int tn_fw_clear_bank(struct tn_fw *f, unsigned b);

/* Transactions (transaction.c). */

/* Returns the most numbers that a page's transactions may have. */
unsigned tn_fw_share(const struct tn_fw *f);

/* Starts the next transaction of that transfer, which has one to start. Returns false when no
 * number may be used now. */
bool tn_fw_open(struct tn_fw *f, unsigned transfer);
/* Takes all responses from the RT mailbox. Returns whether a read request waits there. */
bool tn_fw_take_responses(struct tn_fw *f);
/* Takes all entries of FAULT. */
void tn_fw_take_faults(struct tn_fw *f);
/* Does what is due for some of the transactions under way. */
void tn_fw_do_timers(struct tn_fw *f);
/* The transfer has failed: ends those of its transactions that wait. */
void tn_fw_end_waiting(struct tn_fw *f, unsigned transfer);

/* Transfers (transfer.c). */

/* Takes one descriptor of the scratchpad, or starts one transaction. */
void tn_fw_do_page(struct tn_fw *f);
/* Says whether the transfer is a read whose requester may ask for it again soon. */
bool tn_fw_is_late(const struct tn_fw *f, unsigned transfer, uint64_t now);
/* Ends what is asked for in the page and what is under way there, as soon as the ExaDMA lets go. */
void tn_fw_close_page(struct tn_fw *f, unsigned p);
/* A transaction of that transfer is over: bytes were answered 0, or err says why not. */
void tn_fw_txn_ended(struct tn_fw *f, unsigned transfer, unsigned bytes, unsigned err);

/* Reads (read.c). */

/* Takes one read request from the RT mailbox, where one waits. */
void tn_fw_take_read(struct tn_fw *f);
/* The read in that transfer ended with err. */
void tn_fw_read_ended(struct tn_fw *f, unsigned transfer, unsigned err);
/* Sends one error answer when one waits and the channel is free. */
void tn_fw_send_refusal(struct tn_fw *f);

#endif
