/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture's TLPs as stimulus of the I/O remapper.
 *
 * The capture shows a device under its OWNER. Played back, the device is a
 * function of a USER: what the host sent gets the USER's Requester ID and BAR,
 * and must come out of the remapper as the capture has it. When each TLP is
 * sent depends on the capture and the timing alone, never on the DUT, so that a
 * faulty DUT sees the same traffic as a sound one.
 */
#ifndef TN_CZ_STIMULUS_H
#define TN_CZ_STIMULUS_H

#include <tn/stimulus.h>
#include <tn/tlp.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the device stands for its USER. */
enum { TN_CZ_STIM_PORT = 2, TN_CZ_STIM_UID = 0x0300, TN_CZ_STIM_BAR_LOG2 = 16, TN_CZ_STIM_MAX = 4096 };
#define TN_CZ_STIM_UBAR 0xd0000000u

struct tn_cz_stim_packet {
    bool from_device;
    enum tn_tlp_class cls;
    unsigned port;  /* of the USER, when not from the device */
    uint64_t at;    /* cycle since the stimulus began */
    size_t len;
    uint8_t bytes[TN_TLP_MAX];
};

struct tn_cz_stimulus;

/* NULL with one line in err: the capture is unusable, or no device reads in it. */
struct tn_cz_stimulus *tn_cz_stimulus_open(const char *path, const struct tn_stim_options *o, char *err,
                                     size_t err_size);

/* The device's function and BAR under its OWNER, learned from the capture. */
uint16_t tn_cz_stimulus_device(const struct tn_cz_stimulus *s);
uint64_t tn_cz_stimulus_bar(const struct tn_cz_stimulus *s);

/* The next TLP: 1, 0 at the end, or negative errno (the capture is damaged; the
 * message was given in err of open's size by tn_cz_stimulus_error()). */
int tn_cz_stimulus_next(struct tn_cz_stimulus *s, struct tn_cz_stim_packet *p);
const char *tn_cz_stimulus_error(const struct tn_cz_stimulus *s);
void tn_cz_stimulus_close(struct tn_cz_stimulus *s);

#endif
