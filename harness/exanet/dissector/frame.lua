-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- Frames of ExaNet's serial link (checkers/spec/trace.md): their blocks, the rules that these
-- show, and the packet inside.

local BLOCK, WORDS_KEPT = 9, 36 -- octets of a block; words of a packet that are looked at

-- The kind of the block at `at`, as tenter names it; whether an octet sent as 0 is not
local function block_kind(tvb, at)
    local head, octets = tvb(at, 1):uint(), tvb(at + 1, 8):raw()
    if head == 1 then return "data", false end
    if head ~= 2 then return "invalid head", false end
    local kind, more, extra = octets:byte(1), octets:byte(2), octets:find("[^\0]", 3) ~= nil
    if kind == 0x1e then return more ~= 0 and "separator with octets" or "separator", extra end
    if kind == 0xe1 then return "separator-7", extra end
    if kind == 0x78 then return bit_of(more, 5) == 1 and "idle NR" or "idle", extra or more - more % 64 + more % 32 ~= 0 end
    if kind == 0xaa then return more >= 128 and "NFC XOFF" or "NFC XON", extra or more % 128 ~= 0 end
    return "unknown control", extra
end

local SOUND = { data = true, separator = true, idle = true, ["idle NR"] = true, ["NFC XON"] = true, ["NFC XOFF"] = true }

-- What stands in the len bytes at off: blocks by kind, the words of the packet as captures have them
local function frame_decode(tvb, off, len)
    local r = { n = 0, count = {}, beyond = 0, words = {}, part = len % BLOCK ~= 0, blocks = {} }
    local low
    for at = off, off + len - BLOCK, BLOCK do
        local kind, extra = block_kind(tvb, at)
        r.n = r.n + 1
        r.count[kind] = (r.count[kind] or 0) + 1
        r.blocks[r.n] = { at = at, kind = kind, extra = extra }
        if r.closed then
            r.beyond = r.beyond + 1
        elseif kind == "data" then
            local octets = tvb(at + 1, 8):raw()
            if low then r.words[#r.words + 1] = low .. octets end
            low = not low and octets or nil
        end
        r.closed = r.closed or kind:match("^separator") ~= nil
    end
    r.half = low ~= nil
    local last = math.min(#r.words, WORDS_KEPT)
    if last > 0 then
        r.words[1] = r.words[1]:reverse()
        if last > 1 then r.words[last] = r.words[last]:reverse() end
        r.packet = table.concat(r.words, "", 1, last)
    end
    return r
end

local function frame_text(r, len, orig)
    local s = r.n .. " blocks"
    for _, kind in ipairs { "NFC XOFF", "NFC XON", "idle NR", "idle", "unknown control", "invalid head", "separator-7" } do
        local n = r.count[kind] or 0
        if n > 0 then s = s .. ", " .. (n > 1 and n .. " " or "") .. kind end
    end
    if len < orig then return s .. string.format(" [%d of %d bytes kept]", len, orig) end
    local open = not r.closed and r.count.data
    return s .. ((r.half or r.part or r.beyond > 0 or open) and " [frame broken]" or "")
end

-- Whether the packet inside is one to be judged
local function judge_frame(r, snapped, fail)
    for i, b in ipairs(r.blocks) do
        if not SOUND[b.kind] or b.extra then
            fail("EXL-BLK-1", "block %d: %s%s", i - 1, b.kind, b.extra and ", octets not 0" or "")
        end
    end
    if snapped or not r.closed or not r.count.data then return false end
    if r.half or r.part or r.beyond > 0 then
        fail("EXL-FRM-1", "%d data blocks, %d behind the separator", r.count.data, r.beyond)
    end
    return not r.half
end

-- A header alone with a right CRC, and more words behind it
local function runs_on(words)
    local header = #words > 1 and words[1]
    local kind = header and math.floor(header:byte(TN.headers.exa_hdr.type.byte + 1) / 8)
    return header and (kind >= ALONE or kind == T.ACK) and
        header:byte(1) * 256 + header:byte(2) == plain_crc(16, 0x1021, 0xffff, header:sub(3))
end

local function add_exa_frame(root, tvb, off, len, orig, env)
    local r = frame_decode(tvb, off, math.max(len, 0))
    local text = frame_text(r, len, orig)
    local all = len > 0 and tvb(off, len) or tvb()
    local tree = root:add(p_exa, all, "ExaNet link, " .. text)
    local fail = complainer(tree, all, E.rule)
    for _, b in ipairs(r.blocks) do tree:add(E.block, tvb(b.at, BLOCK), b.kind) end
    if len < orig then fail("ART-SNAP", "%d of %d bytes", len, orig) end
    local judged = judge_frame(r, len < orig, fail)
    if judged and runs_on(r.words) then
        fail("EXL-TX-2", "%d words", #r.words)
        judged = false
    end
    if not r.packet then return text end
    local hex = r.packet:gsub(".", function(c) return string.format("%02x", c:byte()) end)
    return text .. ": " .. add_exa(root, ByteArray.new(hex):tvb("Packet of the frame"), 0, #r.packet, #r.packet, not judged, env.frame)
end

UNITS[V.record.fabric.EXANET] = {
    [V.record.unit.PACKET] = function(root, tvb, off, len, orig, env) return add_exa(root, tvb, off, len, orig, env.unjudged, env.frame) end,
    [V.record.unit.FRAME] = add_exa_frame,
}
