/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The CRCs of the fabrics, by their public catalogue parameters. All functions take bytes in
 * transmission order. A check value is the CRC of the nine ASCII characters 123456789.
 */
#ifndef TN_CRC_H
#define TN_CRC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the CRC-32/ISO-HDLC of len bytes; check value CBF43926. */
uint32_t tn_crc32(const uint8_t *p, size_t len);

/* Feeds len bytes into a CRC-32 register and returns the register. The first call starts with
 * TN_CRC32_INIT; the caller complements the last result. */
#define TN_CRC32_INIT 0xffffffffu
uint32_t tn_crc32_update(uint32_t reg, const uint8_t *p, size_t len);

/* Returns the CRC-16/IBM-3740 of len bytes; check value 29B1. */
uint16_t tn_crc16_ibm3740(const uint8_t *p, size_t len);

/* Returns the CRC-8 with polynomial 07 and initial value FF of len bytes; check value FB. */
uint8_t tn_crc8(const uint8_t *p, size_t len);

/* Returns the CRC-16 of a DLLP (polynomial 100B; PCIe Base Spec 3.0 section 3.4.1) over its four
 * bytes, as the number whose low byte is sent first; check value 0A3D. */
uint16_t tn_crc16_dllp(const uint8_t *p, size_t len);

/* Returns the LCRC (PCIe Base Spec 3.0 section 3.5.2) over the two sequence bytes and the TLP, as
 * the number whose low byte is sent first. */
uint32_t tn_pcie_lcrc(const uint8_t *seq_and_tlp, size_t len);

/* Returns the ECRC (PCIe Base Spec 3.0 section 2.7.1) of a TLP without its digest DW, as the number
 * whose low byte is sent first. End-to-end prefixes count, local prefixes do not; the bits Type[0]
 * and EP are read as 1. The TLP's header begins at p[hdr_off], behind the prefixes. */
uint32_t tn_pcie_ecrc(const uint8_t *p, size_t len, size_t hdr_off);

/* Returns the ICRC of a RoCEv2 packet (InfiniBand Architecture annex A17) as the number whose low
 * byte is sent first. ip points to the IPv4 header; len counts from there to the byte before the
 * ICRC and covers at least the IP header (by its own length), 8 bytes of UDP and 12 of BTH. Fields
 * that routers change are read as ones: TOS, TTL, both checksums, and resv8a of the BTH. */
uint32_t tn_rocev2_icrc(const uint8_t *ip, size_t len);

#ifdef __cplusplus
}
#endif

#endif
