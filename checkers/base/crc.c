/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Table-driven CRCs. The 32-bit one takes eight bytes a step ("slicing by 8"),
 * since every LCRC and ECRC of a capture goes through it.
 */
#include <tn/crc.h>

#include <pthread.h>
#include <string.h>

static uint32_t table32[8][256];
static uint16_t table_dllp[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* One byte's step of a reflected CRC with the reflected polynomial. */
static uint32_t reflected_step(uint32_t reg, uint32_t poly)
{
    for (int bit = 0; bit < 8; bit++)
        reg = (reg >> 1) ^ ((reg & 1) ? poly : 0);
    return reg;
}

static void make_tables(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        table32[0][i] = reflected_step(i, 0xedb88320u);       /* 04C11DB7 reflected */
        table_dllp[i] = (uint16_t)reflected_step(i, 0xd008u); /* 100B reflected */
    }
    for (uint32_t i = 0; i < 256; i++)
        for (int k = 1; k < 8; k++)
            table32[k][i] = (table32[k - 1][i] >> 8) ^ table32[0][table32[k - 1][i] & 0xff];
}

static uint32_t le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint32_t tn_crc32_update(uint32_t reg, const uint8_t *p, size_t len)
{
    pthread_once(&once, make_tables);
    for (; len >= 8; len -= 8, p += 8) {
        uint32_t a = reg ^ le32(p), b = le32(p + 4);
        reg = table32[7][a & 0xff] ^ table32[6][a >> 8 & 0xff] ^ table32[5][a >> 16 & 0xff] ^
              table32[4][a >> 24] ^ table32[3][b & 0xff] ^ table32[2][b >> 8 & 0xff] ^
              table32[1][b >> 16 & 0xff] ^ table32[0][b >> 24];
    }
    for (; len > 0; len--, p++)
        reg = (reg >> 8) ^ table32[0][(reg ^ *p) & 0xff];
    return reg;
}

uint32_t tn_crc32(const uint8_t *p, size_t len)
{
    return ~tn_crc32_update(TN_CRC32_INIT, p, len);
}

uint16_t tn_crc16_ibm3740(const uint8_t *p, size_t len)
{
    uint16_t reg = 0xffff;
    for (size_t i = 0; i < len; i++) {
        reg = (uint16_t)(reg ^ p[i] << 8);
        for (int bit = 0; bit < 8; bit++)
            reg = (uint16_t)(reg << 1 ^ ((reg & 0x8000) ? 0x1021 : 0));
    }
    return reg;
}

uint8_t tn_crc8(const uint8_t *p, size_t len)
{
    uint8_t reg = 0xff;
    for (size_t i = 0; i < len; i++) {
        reg ^= p[i];
        for (int bit = 0; bit < 8; bit++)
            reg = (uint8_t)(reg << 1 ^ ((reg & 0x80) ? 0x07 : 0));
    }
    return reg;
}

uint16_t tn_crc16_dllp(const uint8_t *p, size_t len)
{
    uint32_t reg = 0xffff;
    pthread_once(&once, make_tables);
    for (size_t i = 0; i < len; i++)
        reg = (reg >> 8) ^ table_dllp[(reg ^ p[i]) & 0xff];
    return (uint16_t)~reg;
}

uint32_t tn_pcie_lcrc(const uint8_t *seq_and_tlp, size_t len)
{
    return tn_crc32(seq_and_tlp, len);
}

uint32_t tn_pcie_ecrc(const uint8_t *p, size_t len, size_t hdr_off)
{
    uint32_t reg = TN_CRC32_INIT;
    if (hdr_off + 4 > len)
        return ~tn_crc32_update(reg, p, len);
    /* the variant bits: Type[0] in byte 0 and EP in byte 2 of the header */
    uint8_t dw0[4] = {(uint8_t)(p[hdr_off] | 0x01), p[hdr_off + 1],
                      (uint8_t)(p[hdr_off + 2] | 0x40), p[hdr_off + 3]};
    reg = tn_crc32_update(reg, p, hdr_off);
    reg = tn_crc32_update(reg, dw0, 4);
    return ~tn_crc32_update(reg, p + hdr_off + 4, len - hdr_off - 4);
}

uint32_t tn_rocev2_icrc(const uint8_t *ip, size_t len)
{
    enum {
        LRH = 8,
        IHL_MAX = 60,
        UDP = 8,
        BTH = 12,
        TOS = 1,
        TTL = 8,
        IP_SUM = 10,
        UDP_SUM = 6,
        RESV8A = 4
    };
    uint8_t head[LRH + IHL_MAX + UDP + BTH];
    size_t ihl = 4u * (ip[0] & 15u), n = ihl + UDP + BTH;
    uint8_t *p = head + LRH, *udp = p + ihl;
    if (len < n)
        return 0;
    memset(head, 0xff, LRH); /* in the place of an InfiniBand LRH */
    memcpy(p, ip, n);
    p[TOS] = p[TTL] = p[IP_SUM] = p[IP_SUM + 1] = 0xff;
    udp[UDP_SUM] = udp[UDP_SUM + 1] = 0xff;
    udp[UDP + RESV8A] = 0xff;
    return ~tn_crc32_update(tn_crc32_update(TN_CRC32_INIT, head, LRH + n), ip + n, len - n);
}
