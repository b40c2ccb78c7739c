-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- TNW packets and link frames (checkers/tnw/spec/tnw.md): decode, the rules that one record shows by
-- itself, the tree and the line of the info column.

local TNW = { WORD = 4, OCTETS = 5, WORDS = 35, PACKET = 136, CRC_AT = 132, PAYLOAD_WORDS = 32, AHEAD = 16,
    S = 0xfb, Q = 0x9c }
local CODE = V.tnw_ctl.code

-- The low byte of a CRC first, as a string of bytes
local function tnw_low_first(v)
    return string.char(v % 256, math.floor(v / 256) % 256, math.floor(v / 65536) % 256, math.floor(v / 16777216))
end

-- The CRC of a captured packet's bytes, most significant byte first: the header goes over the link
-- low byte first
local function tnw_crc(bytes)
    return tnw_low_first(crc32(bytes:sub(1, 4):reverse() .. bytes:sub(5, TNW.CRC_AT))):reverse()
end

local function tnw_kind(flags, lanes)
    local first = lanes:byte(1)
    if flags == 0 then return "data" end
    if flags == 1 and first == TNW.S then return "START" end
    if flags == 1 and first == TNW.Q then return "SET" end
    return flags == 15 and lanes == "\7\7\7\7" and "idle" or "bad"
end

-- The bytes of a packet as an own capture has them, when they are right in another tool's order: header and
-- CRC in lane order, or the START in front; else nil
local function tnw_foreign(bytes, orig)
    if #bytes ~= orig or (#bytes ~= TNW.PACKET and #bytes ~= TNW.PACKET + TNW.WORD) then return nil end
    local own = bytes:sub(-TNW.PACKET)
    for turned = 0, 1 do
        if tnw_crc(own) == own:sub(TNW.CRC_AT + 1) then
            return (#bytes > TNW.PACKET or turned == 1) and own or nil
        end
        own = own:sub(1, 4):reverse() .. own:sub(5, TNW.CRC_AT) .. own:sub(TNW.CRC_AT + 1):reverse()
    end
    return nil
end

-- What the bytes of a packet, as captured, hold: of orig on the link those in `bytes`
local function tnw_packet(bytes, orig, frame)
    local k = { snapped = #bytes < orig, header = #bytes >= TNW.WORD, words = 0 }
    k.bad_length = not frame and (orig % TNW.WORD ~= 0 or orig > TNW.PACKET)
    k.whole = #bytes >= TNW.WORD and not k.bad_length and orig >= TNW.PACKET
    if not k.header then return k end
    local vc_seq, high, mid, low = bytes:byte(1, 4)
    k.vc, k.seq = math.floor(vc_seq / 32), vc_seq % 32
    k.offset = high * 65536 + mid * 256 + low
    k.last = low % 2 == 1
    k.words = math.floor(math.min(#bytes, TNW.CRC_AT) / TNW.WORD) - 1
    if #bytes >= TNW.PACKET then
        k.crc, k.want = bytes:sub(TNW.CRC_AT + 1, TNW.PACKET), tnw_crc(bytes)
    end
    return k
end

local function tnw_feedback(lanes)
    local first, sum, rsv, field = lanes:byte(1, 4)
    local c = { octet = first, crc = sum, rsv = rsv, code = math.floor(field / 32), seq = field % 32 }
    c.want = plain_crc(8, 0x07, 0xff, string.char(field, rsv))
    local named = TN.headers.tnw_ctl.code.values[c.code]
    c.name = named and named[1] or "code 7"
    local alone = c.code == CODE.NONE or c.code == CODE.INIT or c.code == CODE.READY
    c.text = alone and c.seq == 0 and c.name or c.name .. " " .. c.seq
    return c
end

-- The parts of a frame: a START with the DATA behind it, a SET, a run of words of one kind
local function tnw_parts(tvb, off, len)
    local parts, part = {}, nil
    for at = off, off + len - TNW.OCTETS, TNW.OCTETS do
        local flags, lanes = tvb(at, 1):uint(), tvb(at + 1, 4):raw()
        local kind = tnw_kind(flags, lanes)
        local more = part and part.kind ~= "SET" and
            (part.kind == "START" and kind == "data" and #part < TNW.WORDS or part.kind ~= "START" and part.kind == kind)
        if not more then
            part = { kind = kind, at = at, flags = flags }
            parts[#parts + 1] = part
            if kind == "START" or kind == "SET" then part.ctl = tnw_feedback(lanes) end
        end
        part[#part + 1] = lanes
    end
    return parts
end

-- The packet of a part that begins with a START, as a captured packet's bytes
local function tnw_bytes(part)
    local words = {}
    for i = 2, #part do
        words[i - 1] = (i == 2 or i == TNW.WORDS) and part[i]:reverse() or part[i]
    end
    return table.concat(words)
end

local function tnw_packet_text(k)
    local s = "no header"
    if k.header then s = string.format("vc %d seq %d offset %06x%s", k.vc, k.seq, k.offset, k.last and " last" or "") end
    if k.bad_length then return s .. " [length wrong]" end
    if not k.whole and not k.snapped then return s .. string.format(" [broken after %d words of payload]", k.words) end
    if k.crc ~= k.want then return s .. " [CRC wrong]" end
    return k.foreign and s .. " [another tool's order]" or s
end

-- ART-ZERO, ART-SHIFT or nil
local function tnw_artefact(bytes, orig, frame)
    local zero = not bytes:find("[^\0]")
    if frame then
        if zero and #bytes >= TNW.WORDS * TNW.OCTETS then return "ART-ZERO" end
        for at = 1, #bytes, TNW.OCTETS do
            if bytes:byte(at) > 15 then return "ART-SHIFT" end
        end
        return nil
    end
    if zero and #bytes >= 2 * TNW.WORD then return "ART-ZERO" end
    if #bytes < orig or #bytes < TNW.PACKET then return nil end
    for k = (#bytes == TNW.PACKET and 0 or 1), TNW.AHEAD do -- as much of the CRC as there is, two bytes at least
        local there = bytes:sub(k + 1, k + TNW.PACKET)
        if #there < TNW.CRC_AT + 2 then return nil end
        if tnw_crc(there):sub(1, #there - TNW.CRC_AT) == there:sub(TNW.CRC_AT + 1) then return k > 0 and "ART-SHIFT" or nil end
    end
    return nil
end

local function tnw_judge_packet(k, fail)
    if k.crc and k.crc ~= k.want then
        fail("TNW-PKT-2", "%02x%02x%02x%02x", k.crc:byte(1, 4))
    end
end

-- What the link's other records would say (a number with NONE, RESTART in a START) is not judged
local function tnw_judge_feedback(c, start, fail)
    if c.crc ~= c.want then return fail("TNW-FB-1", "%02x, computed %02x", c.crc, c.want) end
    local bring_up = c.code == CODE.INIT or c.code == CODE.READY
    if c.name == "code 7" or (not start and c.code == CODE.NONE) or (bring_up and c.seq ~= 0) then
        fail("TNW-FB-2", "%s", c.text)
    end
    if start and bring_up then fail("TNW-FB-3", "%s in a START", c.text) end
    if c.rsv ~= 0 then fail("TNW-FB-4", "%02x", c.rsv) end
end

-- A word whose low byte comes first, as the fields of its number
local function tnw_number(tree, lanes, hname, what)
    local hex = lanes:reverse():gsub(".", function(ch) return string.format("%02x", ch:byte()) end)
    add_header(tree, ByteArray.new(hex):tvb(what), 0, TNW.WORD, hname)
end

local function tnw_start(root, tvb, off, len, orig, line)
    local all = len > 0 and tvb(off, len) or tvb()
    local tree = root:add(p_tnw, all, "TNW, " .. line:gsub(" +", " "))
    local fail = complainer(tree, all, W.rule)
    if len < orig then fail("ART-SNAP", "%d of %d bytes", len, orig) end
    return tree, fail
end

local function tnw_values(tree, range, k)
    if not k.header then return end
    tree:add(W.seq, range, k.seq):set_generated()
    tree:add(W.vc, range, k.vc):set_generated()
    tree:add(W.last, range, k.last):set_generated()
end

local function add_tnw(root, tvb, off, len, orig, env)
    len = math.max(len, 0)
    local bytes = len > 0 and tvb(off, len):raw() or ""
    local own = tnw_foreign(bytes, orig)
    local k = own and tnw_packet(own, #own) or tnw_packet(bytes, orig)
    k.foreign = own
    local line = "Packet " .. tnw_packet_text(k)
    if len < orig then line = line .. string.format(" [%d of %d bytes kept]", len, orig) end
    local tree, fail = tnw_start(root, tvb, off, len, orig, line)
    if own then
        tnw_number(tree, own:sub(1, 4):reverse(), "tnw_hdr", "Header of the packet")
        tnw_number(tree, own:sub(-4):reverse(), "tnw_crc", "CRC of the packet")
    elseif len >= TNW.WORD then
        add_header(tree, tvb, off, len, "tnw_hdr")
    end
    if len >= TNW.PACKET and not own then add_header(tree, tvb, off + TNW.CRC_AT, TNW.WORD, "tnw_crc") end
    if len > 0 then
        tree:add(W.type, tvb(off, len), "Packet"):set_generated()
        tnw_values(tree, tvb(off, len), k)
    end
    local artefact = not own and tnw_artefact(bytes, orig)
    if artefact then
        fail(artefact, "")
    elseif not env.fault and not k.bad_length then
        tnw_judge_packet(k, fail)
    end
    return line
end

local TNW_TYPES = { START = "Packet", SET = "Set" }

-- Another tool's frame, four octets a word, in lane order or as numbers, as an own one; else nil
local function tnw_foreign_words(bytes)
    local function begins(octet) return octet == TNW.S or octet == TNW.Q end
    if #bytes < TNW.WORD or #bytes % TNW.WORD ~= 0 then return nil end
    local numbers, out, behind = not begins(bytes:byte(1)), {}, 0
    local sum = plain_crc(8, 0x07, 0xff, bytes:sub(1, 2))
    if numbers and not (begins(bytes:byte(4)) and bytes:byte(3) == sum) then return nil end
    for at = 1, #bytes, TNW.WORD do
        local lanes, flags = bytes:sub(at, at + 3), 0
        if numbers then lanes = lanes:reverse() end
        if behind > 0 then
            behind = behind - 1
        elseif begins(lanes:byte(1)) then
            flags, behind = 1, lanes:byte(1) == TNW.S and TNW.WORDS - 1 or 0
        elseif lanes == "\7\7\7\7" then
            flags = 15
        end
        out[#out + 1] = string.char(flags) .. lanes
    end
    return table.concat(out)
end

local function tnw_frame_line(first, k, len, orig, kept)
    local s = string.format("%-6s ", first and TNW_TYPES[first.kind] or "Stray")
    if k then s = s .. tnw_packet_text(k) end
    if first and first.ctl then
        s = s .. (k and ", " or "") .. first.ctl.text .. (first.ctl.crc ~= first.ctl.want and " [feedback CRC wrong]" or "")
    elseif first then
        local a, b, c, d = first[1]:byte(1, 4)
        s = s .. string.format("%d %s words from %x %02x%02x%02x%02x", #first, first.kind, first.flags, d, c, b, a)
    end
    if len < orig then return s .. string.format(" [%d of %d bytes kept]", kept[1], kept[2]) end
    local taken = first and #first * TNW.OCTETS or 0
    local more = math.floor((len - taken) / TNW.OCTETS)
    return more > 0 and s .. string.format(", %d words more", more) or s
end

local function add_tnw_frame(root, tvb, off, len, orig, env)
    len = math.max(len, 0)
    local bytes = len > 0 and tvb(off, len):raw() or ""
    local own, kept = tnw_foreign_words(bytes), { len, orig }
    if own then
        local hex = own:gsub(".", function(ch) return string.format("%02x", ch:byte()) end)
        tvb, off, bytes, len = ByteArray.new(hex):tvb("Words of the frame"), 0, own, #own
        orig = math.floor(orig / TNW.WORD) * TNW.OCTETS
    end
    local parts, first_k = tnw_parts(tvb, off, len), nil
    local artefact = tnw_artefact(bytes, orig, true)
    for i, part in ipairs(parts) do
        if part.kind == "START" then
            local packet = tnw_bytes(part)
            part.k = tnw_packet(packet, #packet, true)
            part.k.snapped = len < orig
            part.k.whole = part.k.snapped or #part == TNW.WORDS
            if i == 1 then first_k = part.k end
        end
    end
    local line = tnw_frame_line(parts[1], first_k, len, orig, kept)
    local tree, fail = tnw_start(root, tvb, off, len, orig, line)
    if parts[1] then tree:add(W.type, tvb(off, len), TNW_TYPES[parts[1].kind] or "Stray"):set_generated() end
    if artefact then fail(artefact, "") end
    for _, part in ipairs(parts) do
        local range = tvb(part.at, #part * TNW.OCTETS)
        tree:add(W.word, range, part.kind)
        if part.ctl then tnw_number(tree, part[1], "tnw_ctl", "Control word") end
        if part.ctl and part.ctl.crc == part.ctl.want then tree:add(W.code, range, part.ctl.name):set_generated() end
        if part.k and #part > 1 then tnw_number(tree, part[2], "tnw_hdr", "Header of the packet") end
        if part.k and #part == TNW.WORDS then tnw_number(tree, part[#part], "tnw_crc", "CRC of the packet") end
        if part.k then tnw_values(tree, range, part.k) end
        if not artefact and not env.fault then
            if part.kind == "bad" then fail("TNW-WRD-1", "%d words", #part) end
            if part.ctl then tnw_judge_feedback(part.ctl, part.kind == "START", fail) end
            if part.k then tnw_judge_packet(part.k, fail) end
        end
    end
    return line
end

-- These take more than one record
others [[
    TNW-PKT-1 TNW-PKT-3 TNW-PKT-4 TNW-LNK-2 TNW-RX-9 TNW-RX-11 TNW-TX-1 TNW-TX-2 TNW-TX-3 TNW-TX-4 TNW-TX-5 ]]

UNITS[V.record.fabric.TNW] = { [V.record.unit.PACKET] = add_tnw, [V.record.unit.FRAME] = add_tnw_frame }
