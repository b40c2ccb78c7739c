/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture's TLPs as stimulus of the I/O remapper.
 *
 * The capture shows functions of a device and the CPU of a host. Played back, all of them belong to
 * one USER: each Requester ID has an entry of the tables whose UID and OID are both that ID, so
 * that every TLP enters as it was captured and leaves with the IDs that it had; for the CPU that is
 * the host entry (checkers/czodiac/spec/cz_ioport_remap.md section 2). The windows of the first
 * entry move the addresses that the CPU uses to TN_CZ_STIM_OBAR. When each TLP is sent depends on
 * the capture and the timing alone, never on the DUT, so that a faulty DUT sees the same traffic as
 * a sound one.
 */
#ifndef TN_CZ_STIMULUS_H
#define TN_CZ_STIMULUS_H

#include <tn/stimulus.h>
#include <tn/pcie/tlp.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TN_CZ_STIM_PORT = 2,      /* port of the USER */
    TN_CZ_STIM_BAR_LOG2 = 16, /* log2 of the bytes of a window */
    TN_CZ_STIM_BARS = 6,      /* most windows; other addresses of the CPU are rejected */
    TN_CZ_STIM_IDS = 64,      /* most Requester IDs */
};
/* Address of the first window at the device; the next ones follow it. */
#define TN_CZ_STIM_OBAR 0xd0000000u

/* A TLP of the stimulus. */
struct tn_cz_stim_packet {
    bool from_device;
    enum tn_tlp_class cls;
    unsigned port; /* port of the USER, when the TLP is not from the device */
    uint64_t at;   /* cycle since the stimulus began */
    size_t len;
    uint8_t bytes[TN_TLP_MAX];
};

struct tn_cz_stimulus;

/* Opens the capture at path. Returns NULL, with one line in err, when the capture is unusable, when
 * no function of a device sends or receives in it, or when the tables cannot hold its Requester
 * IDs, because two of them agree in the nine bits that select OIDs. */
struct tn_cz_stimulus *tn_cz_stimulus_open(const char *path, const struct tn_stim_options *o,
                                           char *err, size_t err_size);

/* Gives the Requester IDs of the capture and returns their number. IDs of functions come first, so
 * that entry 0 belongs to a function. */
unsigned tn_cz_stimulus_ids(const struct tn_cz_stimulus *s, const uint16_t **ids);
/* Returns the address of the first window as the USER sees it. */
uint64_t tn_cz_stimulus_bar(const struct tn_cz_stimulus *s);

/* Calls write for each register that has to be written to set up the entries, for a USER
 * on port. */
void tn_cz_stimulus_program(const struct tn_cz_stimulus *s, unsigned port,
                            void (*write)(void *ctx, uint32_t addr, uint32_t value), void *ctx);

/* Reads the next TLP. Returns 1, 0 at the end, or negative errno when the capture is damaged
 * (tn_cz_stimulus_error() says more). */
int tn_cz_stimulus_next(struct tn_cz_stimulus *s, struct tn_cz_stim_packet *p);
/* Returns the message of the last error. */
const char *tn_cz_stimulus_error(const struct tn_cz_stimulus *s);
/* Closes the stimulus. */
void tn_cz_stimulus_close(struct tn_cz_stimulus *s);

#endif
