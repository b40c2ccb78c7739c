-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- Fields by the generated tables TN, and CRCs: what the parts of all fabrics decode with.
-- Nothing here draws; nothing reads beyond the bytes that are there.

-- Values by name: V.header.field.NAME
local V = {}
for hname, h in pairs(TN.headers) do
    V[hname] = {}
    for _, f in ipairs(h.fields) do
        f.byte, f.bit = math.floor(f.off / 8), f.off % 8
        f.bytes = math.floor((f.off + f.width - 1) / 8) - f.byte + 1
        h[f.name] = f
        V[hname][f.name] = {}
        for value, named in pairs(f.values) do
            V[hname][f.name][named[1]] = value
        end
    end
end

-- The field of the header that begins at byte `at` of tvb; the caller has checked that it is there.
local function get(tvb, at, hname, fname)
    local f = TN.headers[hname][fname]
    return tvb(at + f.byte, f.bytes):bitfield(f.bit, f.width)
end

-- Bit `n` (0 is the least significant) of a number
local function bit_of(v, n)
    return math.floor(v / 2 ^ n) % 2
end

-- CRCs. Wireshark's Lua has had bit32, bit, or operators.
local bxor = bit32 and bit32.bxor or bit and function(a, b) return bit.bxor(a, b) % 4294967296 end
    or load("return function(a, b) return a ~ b end")()

local function crc_table(poly)
    local tab = {}
    for i = 0, 255 do
        local r = i
        for _ = 1, 8 do
            r = r % 2 == 1 and bxor(math.floor(r / 2), poly) or math.floor(r / 2)
        end
        tab[i] = r
    end
    return tab
end
local CRC32 = crc_table(0xedb88320) -- the reflected polynomial

-- A reflected CRC over a string of bytes, all ones before and complemented after
local function crc(tab, ones, bytes)
    local r = ones
    for i = 1, #bytes do
        r = bxor(math.floor(r / 256), tab[bxor(r % 256, bytes:byte(i))])
    end
    return ones - r
end

-- CRC-32 of Ethernet, which links have as LCRC
local function crc32(bytes) return crc(CRC32, 0xffffffff, bytes) end

-- A CRC of up to 16 bits that is not reflected, over a string of bytes
local function plain_crc(width, poly, ones, bytes)
    local r, top = ones, 2 ^ (width - 1)
    for i = 1, #bytes do
        r = bxor(r, bytes:byte(i) * 2 ^ (width - 8))
        for _ = 1, 8 do
            r = r >= top and bxor((r - top) * 2, poly) or r * 2
        end
    end
    return r
end
