/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The CRCs of the fabrics, by their public catalogue parameters.
 * All take bytes in transmission order; running forms chain with the
 * value the previous call returned.
 */
#ifndef TN_CRC_H
#define TN_CRC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* CRC-32/ISO-HDLC of len bytes; check value CBF43926. */
uint32_t tn_crc32(const uint8_t *p, size_t len);

/* Register form of the same polynomial: start with TN_CRC32_INIT, feed,
 * and complement at the end. */
#define TN_CRC32_INIT 0xffffffffu
uint32_t tn_crc32_update(uint32_t reg, const uint8_t *p, size_t len);

/* CRC-16/IBM-3740; check value 29B1. */
uint16_t tn_crc16_ibm3740(const uint8_t *p, size_t len);

/* CRC-8 poly 07 init FF; check value FB. */
uint8_t tn_crc8(const uint8_t *p, size_t len);

/* PCIe DLLP CRC-16 (poly 100B; PCIe Base Spec 3.0 section 3.4.1) of the four
 * bytes of a DLLP, as the number whose low byte is sent first; check 0A3D. */
uint16_t tn_crc16_dllp(const uint8_t *p, size_t len);

/* LCRC (PCIe 3.5.2) over the two sequence bytes and the TLP, as the number
 * whose low byte is sent first. */
uint32_t tn_pcie_lcrc(const uint8_t *seq_and_tlp, size_t len);

/* ECRC (PCIe 2.7.1) over a TLP without its digest DW, end-to-end prefixes
 * included and local ones not; bits Type[0] and EP are read as 1. Returned as
 * the number whose low byte is sent first. hdr_off is the offset of the TLP
 * header's first byte in p (the bytes of the prefixes). */
uint32_t tn_pcie_ecrc(const uint8_t *p, size_t len, size_t hdr_off);

/* ICRC of a RoCEv2 packet (InfiniBand Architecture annex A17) over the IPv4 packet ip
 * of len bytes, from its IP head to the byte before the ICRC, as the number whose low
 * byte is sent first. What routers change is read as ones: TOS, TTL, both checksums,
 * and the BTH's resv8a. At least 20 + 8 + 12 bytes by the IP head's own length. */
uint32_t tn_rocev2_icrc(const uint8_t *ip, size_t len);

#ifdef __cplusplus
}
#endif

#endif
