-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- One TLP, and the kind of a DLLP: bytes to fields.

local MAX_PREFIX = 8 -- prefixes taken; more is hostile

-- What each Type is without and with data, and the Fmts it has (PCIe 3.0 2.2.1)
local KINDS = {
    MEM      = { "MRd", "MWr", "0123" },
    MEM_LK   = { "MRdLk", nil, "01" },
    IO       = { "IORd", "IOWr", "02" },
    CFG0     = { "CfgRd0", "CfgWr0", "02" },
    CFG1     = { "CfgRd1", "CfgWr1", "02" },
    CPL      = { "Cpl", "CplD", "02" },
    CPL_LK   = { "CplLk", "CplDLk", "02" },
    FETCHADD = { nil, "FetchAdd", "23" },
    SWAP     = { nil, "Swap", "23" },
    CAS      = { nil, "CAS", "23" },
}
local FORM = {} -- of a kind: which group of header DWs it has
for name, form in ("MRd=mem MRdLk=mem MWr=mem IORd=io IOWr=io CfgRd0=cfg CfgWr0=cfg CfgRd1=cfg " ..
        "CfgWr1=cfg Cpl=cpl CplD=cpl CplLk=cpl CplDLk=cpl FetchAdd=atomic Swap=atomic CAS=atomic " ..
        "Msg=msg MsgD=msg"):gmatch("(%w+)=(%w+)") do
    FORM[name] = form
end

local KIND_OF = {} -- Fmt * 32 + Type to the kind's name
for tname, k in pairs(KINDS) do
    for fmt in k[3]:gmatch("%d") do
        fmt = tonumber(fmt)
        KIND_OF[fmt * 32 + V.tlp_dw0.type[tname]] = k[fmt >= 2 and 2 or 1]
    end
end
for routing = 0, 7 do
    KIND_OF[1 * 32 + V.tlp_dw0.type.MSG + routing] = "Msg"
    KIND_OF[3 * 32 + V.tlp_dw0.type.MSG + routing] = "MsgD"
end

-- The groups that follow DW0, with their byte offset in the header
local function groups_of(t)
    if t.form == "cpl" then return { { "tlp_cpl", 4 } } end
    if t.form == "msg" then return { { "tlp_msg", 4 } } end
    if t.form == "cfg" then return { { "tlp_req", 4 }, { "tlp_cfg", 8 } } end
    if t.form then
        return { { "tlp_req", 4 }, { t.hdr_dw == 4 and "tlp_addr64" or "tlp_addr32", 8 } }
    end
    return {}
end

-- Fields of the groups as numbers that mean what they say
local function read_groups(tvb, h, t)
    for _, g in ipairs(groups_of(t)) do
        for _, f in ipairs(TN.headers[g[1]].fields) do
            t[f.name] = get(tvb, h + g[2], g[1], f.name)
        end
    end
    if t.addr then t.addr_lo, t.addr_hi = t.addr * 4, t.addr_hi or 0 end
    if t.reg then t.reg = t.reg * 4 end
    if t.byte_count == 0 then t.byte_count = 4096 end
    if t.form == "msg" then
        t.route = t.type % 8
        if t.route == 2 then t.dest_id = math.floor(t.dw2 / 65536) end
    end
end

-- Where payload and digest stand, given `len` bytes here of `orig` on the link
local function read_tail(tvb, off, len, orig, t)
    local want = t.payload_off + (t.data and 4 * t.length or 0) + 4 * t.td
    local digest_at = orig
    if t.td == 1 and orig >= t.payload_off + 4 then digest_at = orig - 4 end
    t.bad_length = orig ~= want
    t.payload_len = math.min(len, digest_at) - t.payload_off
    if t.td == 1 and digest_at + 4 == orig and len >= orig then
        t.digest_off = digest_at
        t.digest = tvb(off + digest_at, 4):uint()
    end
end

-- The TLP in len bytes at off of tvb, of which there were orig on the link. Offsets in the
-- answer count from off. short: the header is cut; bad_prefix: no header after the
-- prefixes; name "?": the Fmt/Type pair is not defined.
local function decode(tvb, off, len, orig)
    local t = { prefix = {}, prefix_kind = {}, name = "?", payload_len = 0, snapped = len < orig, orig = orig }
    local at, dw0 = 0, nil
    while len - at >= 4 and tvb(off + at, 1):bitfield(0, 3) == V.tlp_dw0.fmt.PREFIX do
        if #t.prefix == MAX_PREFIX then
            t.bad_prefix, t.fmt, t.type, t.payload_off = true, V.tlp_dw0.fmt.PREFIX, 0, 0
            return t
        end
        t.prefix[#t.prefix + 1] = get(tvb, off + at, "tlp_prefix", "end_end")
        t.prefix_kind[#t.prefix] = get(tvb, off + at, "tlp_prefix", "kind")
        at = at + 4
    end
    t.hdr_off = at
    if len - at < 4 then
        t.short, t.bad_prefix, t.fmt, t.type, t.payload_off = true, at > 0, 0, 0, len
        return t
    end
    dw0 = TN.headers.tlp_dw0
    for _, f in ipairs(dw0.fields) do t[f.name] = get(tvb, off + at, "tlp_dw0", f.name) end
    t.attr = t.ido * 4 + t.attr
    if t.length == 0 then t.length = 1024 end
    t.name = KIND_OF[t.fmt * 32 + t.type] or "?"
    t.bad_fmt = t.name == "?"
    t.form = FORM[t.name]
    t.data = t.form and t.fmt >= 2
    t.hdr_dw = t.fmt % 2 == 1 and 4 or 3
    if len - at < 4 * t.hdr_dw then
        t.short, t.payload_off = true, len
        return t
    end
    t.payload_off = at + 4 * t.hdr_dw
    if t.name == "?" then
        t.payload_len = len - t.payload_off
        return t
    end
    read_groups(tvb, off + at, t)
    read_tail(tvb, off, len, orig, t)
    return t
end

-- The digest that the TLP should carry, as it is read (PCIe 3.0 2.7.1): without local
-- prefixes, Type[0] and EP taken as 1, low byte of the CRC first. Inside cZodiac Dest CPU
-- (bits 23, 19, 17, 16 of DW0) counts as 0.
local function ecrc(tvb, off, t, inside)
    local from = 0
    while t.prefix[from / 4 + 1] == 0 do from = from + 4 end
    local s = tvb(off + from, t.digest_off - from):raw()
    local h = t.hdr_off - from
    local type_byte, tc_byte, ep_byte = s:byte(h + 1, h + 3)
    type_byte = type_byte - type_byte % 2 + 1
    if inside then
        for _, n in ipairs { 7, 3, 1, 0 } do tc_byte = tc_byte - bit_of(tc_byte, n) * 2 ^ n end
    end
    if bit_of(ep_byte, 6) == 0 then ep_byte = ep_byte + 64 end
    s = s:sub(1, h) .. string.char(type_byte, tc_byte, ep_byte) .. s:sub(h + 4)
    local c = crc32(s)
    return (c % 256) * 16777216 + (math.floor(c / 256) % 256) * 65536 +
        (math.floor(c / 65536) % 256) * 256 + math.floor(c / 16777216)
end

-- What a DLLP's first byte says: its name and the table of its four bytes, or neither
local function dllp_kind(tvb, at)
    local first = tvb(at, 1):uint()
    for _, hname in ipairs { "dllp_ack", "dllp_pm", "dllp_vendor" } do
        local named = TN.headers[hname].type.values[first]
        if named then return named[2], hname end
    end
    local fc = TN.headers.dllp_fc
    local named = fc.kind.values[get(tvb, at, "dllp_fc", "kind")]
    if named and fc.class.values[get(tvb, at, "dllp_fc", "class")] and
        get(tvb, at, "dllp_fc", "zero") == 0 then
        return named[2], "dllp_fc"
    end
    return nil, nil
end

local CRC16 = crc_table(0xd008) -- the reflected polynomial
local function dllp_crc(bytes) return crc(CRC16, 0xffff, bytes) end
