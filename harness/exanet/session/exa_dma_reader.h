/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RDMA transactions that a capture holds whole, as descriptors and bytes for a sender.
 */
#ifndef TN_EXA_DMA_READER_H
#define TN_EXA_DMA_READER_H

#include "../../replay/session.h"

#include <tn/exanet/exa_dma.h>

struct tn_dma_reader;

/* A transaction; src and path of its fields are the caller's. */
struct tn_dma_transaction {
    struct tn_exd_fields f;
    uint8_t bytes[TN_EXD_BYTES]; /* f.length of them */
    uint64_t at;                 /* cycle of its last packet since the stimulus began */
    uint32_t from;               /* coordinates of its source, 22 bits */
};

/* Opens a session's capture and finds the first eight domains in it. Returns NULL, with one line in
 * err, on failure. */
struct tn_dma_reader *tn_dma_reader_open(const struct tn_session_options *o, char *err,
                                         size_t err_size);
/* Returns the coordinates of the FPGA that sends, 22 bits. */
uint32_t tn_dma_reader_own(const struct tn_dma_reader *r);
/* Returns how many domains there are; domain i of them. */
unsigned tn_dma_reader_domains(const struct tn_dma_reader *r);
uint16_t tn_dma_reader_domain(const struct tn_dma_reader *r, unsigned i);
/* Reads the next transaction of these domains. Returns 1, 0 at the end, or negative errno. */
int tn_dma_reader_next(struct tn_dma_reader *r, struct tn_dma_transaction *x);
/* Returns the message of the last error. */
const char *tn_dma_reader_error(const struct tn_dma_reader *r);
/* Closes the capture; r may be NULL. */
void tn_dma_reader_close(struct tn_dma_reader *r);

#endif
