/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * RoCEv2 records (UDP 4791): a source of real RDMA operations. What can be
 * judged of them without a fabric is the ICRC that ends each packet.
 */
#include "../../capture/reader.h"

#include <tn/crc.h>

static unsigned be16(const uint8_t *p)
{
    return (unsigned)p[0] << 8 | p[1];
}

enum tn_parsed tn_parse_roce(struct tn_reader *r, const uint8_t *ip, size_t len, size_t orig,
                             struct tn_event *ev, unsigned *art)
{
    enum { UDP = 8, BTH = 12, ICRC = 4 };
    size_t ihl = 4u * (ip[0] & 15u), ip_len = be16(ip + 2);
    r->roce_n++;
    if (ip_len < ihl + UDP + BTH + ICRC)
        return TN_PARSED_FOREIGN;
    if (len < ihl + UDP + BTH)
        return len < orig ? TN_PARSED_CUT : TN_PARSED_FOREIGN;
    if (ip_len > orig || be16(ip + ihl + 4) + ihl != ip_len)
        *art |= 1u << TN_ART_SHORT_IP;
    ev->fabric = TN_FABRIC_ROCEV2;
    ev->bytes = ip;
    ev->orig_len = (uint32_t)ip_len;
    ev->len = (uint32_t)(len < ip_len ? len : ip_len);
    if (ev->len == ev->orig_len) {
        const uint8_t *at = ip + ip_len - ICRC;
        uint32_t found =
            (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        r->icrc_n++;
        if (found != tn_rocev2_icrc(ip, ip_len - ICRC))
            *art |= 1u << TN_ART_ICRC;
    }
    return r->keep_roce ? TN_PARSED_EVENT : TN_PARSED_FOREIGN;
}
