-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- What a capture got wrong itself in a TLP's bytes: such bytes are not judged.

-- A string of bytes, read as a tvb is
local function view(bytes)
    return setmetatable({}, { __call = function(_, at, len)
        local range = {}
        function range.uint()
            local v = 0
            for i = at + 1, at + len do v = v * 256 + bytes:byte(i) end
            return v
        end
        function range.bitfield(_, bit, width)
            return math.floor(range.uint() / 2 ^ (8 * len - bit - width)) % 2 ^ width
        end
        return range
    end })
end

-- Fmt, Length and TD agree with the bytes, whatever the pair is worth
local function looks_whole(t, len)
    if len < 12 or t.hdr_off ~= 0 or t.fmt > 3 then return false end
    return 4 * t.hdr_dw + (t.fmt >= 2 and 4 * t.length or 0) + 4 * t.td == t.orig
end

local function clean(t)
    return t.form and not t.short and not t.bad_length and not t.bad_prefix
end

-- Nothing in the rest of DW0 and no reserved bit says anything unusual
local function plain_bits(t)
    return #t.prefix == 0 and t.r23 + t.r19 + t.r17 + t.tc + t.ido + t.th == 0 and
        t.td + t.ep + t.at + (t.ph or 0) + (t.r15 or 0) + (t.r1 or 0) + (t.r7 or 0) == 0
end

local ONE_DW = { IORd = true, IOWr = true, CfgRd0 = true, CfgRd1 = true, CfgWr0 = true, CfgWr1 = true }

-- A short TLP agrees with many bytes of its length, so more is asked of its header before it
-- counts as displaced
local function plain_header(t)
    local one, bytes = t.length == 1, 4 * t.length
    if not plain_bits(t) then return false end
    if t.name == "MRd" or t.name == "MWr" then
        return t.first_be > 0 and one == (t.last_be == 0) and t.addr_lo % 4096 + bytes <= 4096 and
            (t.hdr_dw == 3 or t.addr_hi > 0)
    end
    if ONE_DW[t.name] then return one and t.last_be == 0 and t.first_be > 0 end
    local success = t.status == V.tlp_cpl.status.SC
    if t.name == "CplD" then -- the last piece, or split at the RCB
        return success and t.bcm == 0 and (t.byte_count <= bytes or (t.lower_addr + bytes) % 64 == 0)
    end
    return t.name == "Cpl" and not success and t.bcm == 0
end

-- The header says nothing unusual where it stands: then bytes that do not fit it are missing or
-- left over at its end, and it is not displaced
local function plain_start(tvb, off, len, t)
    if #t.prefix > 0 then return true end
    if t.name == "?" or len < 8 then return t.name ~= "?" end
    if tvb(off + 1, 1):uint() ~= 0 then return false end
    if t.form == "cpl" or t.form == "msg" then return true end
    local first_be = get(tvb, off + 4, "tlp_req", "first_be")
    local last_be = get(tvb, off + 4, "tlp_req", "last_be")
    if t.length == 1 then return last_be == 0 end
    return first_be > 0 and last_be > 0
end

-- Up to eight bytes stand ahead of a TLP that is whole. Without payload they must be no
-- whole DWs: that might as well be a wrong TLP.
local function bytes_ahead(tvb, off, len, orig, plain)
    for k = 1, math.min(8, len - 12) do
        local t = decode(tvb, off + k, len - k, orig - k)
        if clean(t) and (t.payload_len > 0 or not plain and k % 4 > 0 and plain_header(t)) then
            return true
        end
    end
    return false
end

-- The first one to three bytes of the TLP are missing: with some usual first byte, and
-- zeros up to what is there, it is whole.
local function bytes_missing(tvb, off, len, orig)
    local k = (4 - orig % 4) % 4
    local n = math.min(len, 16 - k)
    if k == 0 or n <= 0 then return false end
    for _, first in ipairs { 0x00, 0x20, 0x40, 0x60, 0x4a, 0x0a, 0x02, 0x42, 0x04, 0x44 } do
        local head = string.char(first) .. ("\0"):rep(k - 1) .. tvb(off, n):raw()
        local t = decode(view(head .. ("\0"):rep(16 - #head)), 0, k + n, orig + k)
        if clean(t) and plain_header(t) then return true end
    end
    return false
end

-- Would the packet, with another first byte, be a TLP of its length whose byte enables are possible?
local function fits_as(tvb, off, len, orig, first)
    local n = math.min(len, 16)
    local head = string.char(first) .. tvb(off, n):raw():sub(2) .. ("\0"):rep(16 - n)
    local t = decode(view(head), 0, n, orig)
    if not clean(t) then return false end
    if t.form == "cpl" or t.form == "msg" then return true end
    if t.length == 1 then return t.last_be == 0 end
    return t.first_be > 0 and t.last_be > 0
end

local function some_fmt_fits(tvb, off, len, orig, found)
    for fmt = 0, 3 do
        if fits_as(tvb, off, len, orig, fmt * 32 + found.type) then return true end
    end
    return false
end

local function some_type_fits(tvb, off, len, orig)
    for first = 0, 0x7f do
        if fits_as(tvb, off, len, orig, first) then return true end
    end
    return false
end

-- Eight bytes of the TLP are missing, DW0 among them: the first byte is no Fmt and no Type, and none
-- would make a TLP of what follows.
local function head_missing(tvb, off, len, orig, t)
    if #t.prefix > 0 or len < 8 or orig % 4 ~= 0 then return false end
    if t.fmt > 4 then return not some_fmt_fits(tvb, off, len, orig, t) end
    return t.bad_fmt and not some_type_fits(tvb, off, len, orig)
end

-- Four bytes that are no prefix alone: its type is not defined, or its reserved bits are set. It is the address
-- of a TLP that lost its first eight bytes.
local function address_alone(tvb, off, len, orig, t)
    if len < 4 or orig ~= 4 or not t.bad_prefix then return false end
    local b = { tvb(off, 4):raw():byte(1, 4) }
    local kind = b[1] % 32
    if kind % 16 >= 14 or kind == 0 then return false end
    if kind == 0x10 then return b[3] + b[4] > 0 end
    if kind == 0x11 then return math.floor(b[2] / 16) % 4 > 0 end
    return true
end

-- Eight bytes of zeros, which begin no TLP, stand ahead of the first DW of one, whose header the packet's length cuts
local function zeros_ahead(tvb, off, len, orig)
    if len < 12 or tvb(off, 8):raw():find("[^\0]") then return false end
    local t = decode(tvb, off + 8, len - 8, orig - 8)
    local b = { tvb(off + 8, 4):raw():byte(1, 4) }
    local least = (t.name == "Cpl" or t.name == "CplLk") and 0 or 1
    return t.name ~= "?" and not t.bad_fmt and #t.prefix == 0 and b[2] == 0 and b[3] - b[3] % 4 - math.floor(b[3] / 16) % 4 * 16 == 0 and
        (b[3] % 4 > 0 or b[4] >= least) and orig < 8 + 4 * t.hdr_dw
end

-- nil, ART-ZERO or ART-SHIFT
local function artefact_of(tvb, off, len, orig, t)
    if len >= 12 and not tvb(off, len):raw():find("[^\0]") then return "ART-ZERO" end
    if address_alone(tvb, off, len, orig, t) then return "ART-SHIFT" end
    if zeros_ahead(tvb, off, len, orig) then return "ART-SHIFT" end
    if looks_whole(t, len) or not (t.bad_fmt or t.bad_length or t.short) then return nil end
    local plain = plain_start(tvb, off, len, t)
    if bytes_ahead(tvb, off, len, orig, plain) or not plain and bytes_missing(tvb, off, len, orig) or
            head_missing(tvb, off, len, orig, t) then
        return "ART-SHIFT"
    end
    return nil
end
