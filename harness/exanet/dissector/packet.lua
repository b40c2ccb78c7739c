-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- ExaNet packets (checkers/exanet/spec/exanet.md): decode, the rules that one packet shows by
-- itself, the tree and the line of the info column.

local WORD, MTU, KEPT_WORDS, PERIPHERALS = 16, 256, 33, 7
local T = V.exa_hdr.type
local EXA_NAMES = {
    [T.WRITE] = "Write", [T.READ_REQ] = "ReadReq", [T.DMA_CTL] = "DmaCtl", [T.NOTIFY] = "Notify",
    [T.ZREAD_REQ] = "ZReadReq", [T.ZWRITE] = "ZWrite", [T.ZREAD_RSP] = "ZReadRsp", [T.ACK] = "Ack",
    [T.RELEASE] = "Release", [T.FLOW_RATE] = "FlowRate",
}
local add_transaction -- transaction.lua
local ALONE, MESSAGE, CHANNELS, NUMBERS, SEQS = 16, 8192, 64, 1024, 8192

local function fields_of(tvb, at, hname, into)
    for _, f in ipairs(TN.headers[hname].fields) do into[f.name] = get(tvb, at, hname, f.name) end
end

-- Bytes of the words that type, addr and size ask for
local function exa_bytes(k)
    if k.alone then return WORD end
    if k.size == 0 then return 2 * WORD end
    return WORD * (2 + math.floor((k.lane + k.size + WORD - 1) / WORD))
end

-- An acknowledgment: the fields that its header has in two parts, or that others have in the footer
local function exa_ack_fields(tvb, off, k)
    fields_of(tvb, off, "exa_ack", k)
    k.pdid, k.seq = k.pdid_hi * 16 + k.pdid_lo, k.seq_hi * 4096 + k.seq_lo
    k.rsv, k.path, k.addr_lo = k.r103, 0, 0
end

local function exa_header_fields(tvb, off, k)
    k.type = get(tvb, off, "exa_hdr", "type")
    k.alone = k.type >= ALONE or k.type == T.ACK
    if k.type == T.ACK then return exa_ack_fields(tvb, off, k) end
    fields_of(tvb, off, "exa_hdr", k)
    k.rsv = k.r104
end

local function exa_footer_fields(tvb, k)
    local f = {}
    fields_of(tvb, k.footer, "exa_ftr", f)
    for name, v in pairs(f) do
        if k.type ~= T.ACK or name ~= "tid" and name ~= "seq" then k[name] = v end
    end
    k.ftr_want = plain_crc(8, 0x07, 0xff, tvb(k.footer, 4):raw() .. tvb(k.footer + 5, WORD - 5):raw())
end

-- The packet in len bytes at off of tvb, of which there were orig on the link. short: no whole
-- header; unreadable: its CRC is wrong, so no field means anything.
local function exa_decode(tvb, off, len, orig)
    local k = { orig = orig, snapped = len < orig, words = 0 }
    if len < WORD then
        k.short, k.unreadable = true, true
        return k
    end
    exa_header_fields(tvb, off, k)
    k.hdr_want = plain_crc(16, 0x1021, 0xffff, tvb(off + 2, WORD - 2):raw())
    k.unreadable = k.hdr_crc ~= k.hdr_want
    k.lane = k.addr_lo % WORD
    k.name = EXA_NAMES[k.type]
    k.part = orig % WORD ~= 0
    local footer = orig - orig % WORD - WORD
    if footer >= WORD then
        k.words = math.floor((math.min(footer, len) - WORD) / WORD)
        if len >= footer + WORD then
            k.footer = off + footer
            exa_footer_fields(tvb, k)
        end
    end
    k.long = k.words > KEPT_WORDS
    k.numbered = k.footer or k.type == T.ACK
    k.message = k.numbered and k.tid >= MESSAGE
    k.bad_length = orig ~= exa_bytes(k)
    if k.words > 0 and not k.long then k.payload = tvb(off + WORD, k.words * WORD):raw() end
    k.pld_want = k.payload and crc32(k.payload) or 0
    return k
end

local function exa_node(tor, x, y, z, fpga)
    return (tor ~= 0 and tor .. "." or "") .. string.format("%d.%d.%d.%d", x, y, z, fpga)
end
local function exa_src(k) return k.footer and exa_node(k.src_tor, k.src_x, k.src_y, k.src_z, k.src_fpga) or "?" end
local function exa_dst(k) return exa_node(k.dst_tor, k.dst_x, k.dst_y, k.dst_z, k.dst_fpga) end

local function exa_doubts(k, len)
    local s = ""
    if k.snapped then
        s = string.format(" [%d of %d bytes kept]", len, k.orig)
    elseif k.bad_length or k.part or k.long then
        s = " [length wrong]"
    end
    if not k.footer then return s end
    if k.ftr_crc ~= k.ftr_want then return s .. " [footer CRC wrong]" end
    if not k.snapped and not k.long and k.pld_crc ~= k.pld_want then return s .. " [payload CRC wrong]" end
    return s
end

-- The line that `tenter show` prints
local function exa_text(k, len)
    if k.unreadable then
        return string.format("ExaNet packet with a wrong header CRC, %d bytes", k.orig)
    end
    if not k.name then
        return string.format("malformed ExaNet packet, type %d, %d bytes", k.type, k.orig)
    end
    local place = TN.headers.exa_hdr.addr_hi.values[k.addr_hi]
    local s = string.format("%-8s %s > %s addr %03x%08x", k.name, exa_src(k), exa_dst(k), k.addr_hi, k.addr_lo)
    if place then s = s .. " " .. place[1] end
    if k.size > 0 then s = s .. " size " .. k.size end
    if k.message then
        s = s .. string.format(" chan %d msg %d", k.tid % CHANNELS, k.seq)
    elseif k.numbered then
        s = s .. string.format(" tid %d seq %d", k.tid, k.seq)
    end
    for _, flag in ipairs { "first", "last", "notify" } do
        if k[flag] == 1 then s = s .. " " .. flag end
    end
    if k.type == T.ACK and k.resp ~= 0 then
        local why = TN.headers.exa_ack.resp.values[k.resp]
        s = s .. " nack " .. (why and why[1] or "reserved")
    elseif k.type == T.ACK then
        s = s .. " ok"
    end
    return s .. string.format(" pdid %04x", k.pdid) .. exa_doubts(k, len)
end

local EXACT = { [T.READ_REQ] = { "EXA-LEN-4", 32 }, [T.DMA_CTL] = { "EXA-LEN-5", 32 }, [T.NOTIFY] = { "EXA-LEN-6", 16 } }

local function exa_length_rules(k, fail)
    if k.alone then
        if k.size ~= 0 then fail("EXA-LEN-2", "size %d in %s", k.size, k.name) end
        return
    end
    if k.size == 0 and k.type == T.ZREAD_REQ then return end
    if k.size < 1 or k.size > MTU then return fail("EXA-LEN-3", "size %d", k.size) end
    if k.addr_lo % MTU + k.size > MTU then fail("EXA-BND-1", "%d bytes at lane %d", k.size, k.lane) end
    local exact = EXACT[k.type]
    if exact then
        if k.size ~= exact[2] then fail(exact[1], "size %d", k.size) end
        if k.lane ~= 0 then fail("EXA-LANE-3", "lane %d", k.lane) end
    elseif k.size > 64 and k.type ~= T.WRITE then
        fail("EXA-LEN-7", "size %d", k.size)
    end
end

-- The number of the transaction or message that the packet belongs to, or acknowledges
local function exa_number_rules(k, fail)
    if not k.message then
        if k.tid >= NUMBERS then fail("EXA-TID-1", "tid %04x", k.tid) end
        if k.seq >= SEQS then fail("EXA-TID-4", "seq %d", k.seq) end
        return
    end
    if k.tid - MESSAGE >= CHANNELS then fail("EXA-TID-2", "tid %04x", k.tid) end
    if k.type ~= T.WRITE and k.type ~= T.READ_REQ and k.type ~= T.ACK then
        fail("EXA-TID-3", "tid %04x in %s", k.tid, k.name)
    end
    if k.type == T.WRITE and k.size > 64 then fail("EXA-LEN-8", "size %d", k.size) end
end

local function exa_address_rules(k, fail)
    local at = math.floor(k.addr_hi / 128) == PERIPHERALS
    local p = at and k.addr_hi % 128 or -1
    local receiver = not at or p == 0
    local where = at and "peripheral " .. p or "DRAM"
    local function goes(id, good) if not good then fail(id, "%s to %s", k.name, where) end end
    if p > 5 and p ~= 127 then fail("EXA-DST-1", "peripheral %d", p) end
    if k.type == T.READ_REQ then
        goes("EXA-DST-2", p == 1)
    elseif k.type == T.DMA_CTL then
        goes("EXA-DST-3", receiver)
    elseif k.type == T.NOTIFY then
        goes("EXA-DST-4", receiver or p == 3)
    elseif k.type == T.ZREAD_REQ or k.type == T.ZWRITE or k.type == T.ZREAD_RSP then
        goes("EXA-DST-5", p == 5)
    elseif k.type == T.ACK and k.message then
        goes("EXA-DST-6", p == 2)
    elseif k.type == T.ACK then
        goes("EXA-DST-7", p == 1 or p == 5)
    end
end

-- Type, size and words against each other; false when they leave no packet
local function exa_shape_rules(k, fail)
    if not k.name then
        fail("EXA-TYP-1", "type %d", k.type)
        return false
    end
    if k.rsv ~= 0 then fail("EXA-RSV-2", "%03x in %s", k.rsv, k.name) end
    if k.alone and (k.words > 0 or k.footer) then fail("EXA-FRM-5", "%s of %d bytes", k.name, k.orig) end
    exa_length_rules(k, fail)
    if not k.part and not k.alone and (k.size > 0 or k.type == T.ZREAD_REQ) and (k.bad_length or k.long) then
        fail("EXA-LEN-1", "%d bytes, size %d at lane %d", k.orig, k.size, k.lane)
    end
    if k.type == T.ACK then
        if k.resp > 7 then fail("EXA-ERR-2", "code %d", k.resp) end
        exa_number_rules(k, fail)
    end
    exa_address_rules(k, fail)
    return true
end

-- False when the footer's fields mean nothing
local function exa_footer_rules(k, fail)
    if k.ftr_crc ~= k.ftr_want then
        fail("EXA-CRC-3", "%02x, computed %02x", k.ftr_crc, k.ftr_want)
        return false
    end
    if k.user ~= 0 or k.ttl ~= 0 or k.valid_flags ~= 0 then
        fail("EXA-RSV-1", "user %03x ttl %04x flags %02x", k.user, k.ttl, k.valid_flags)
    end
    exa_number_rules(k, fail)
    return true
end

local function exa_payload_rules(k, fail)
    if k.words == 0 then
        if k.pld_crc ~= 0 then fail("EXA-CRC-4", "%08x", k.pld_crc) end
        return
    end
    if k.pld_crc ~= k.pld_want then
        return fail("EXA-CRC-2", "%08x, computed %08x", k.pld_crc, k.pld_want)
    end
    if k.size > 0 then
        if k.payload:sub(1, k.lane):find("[^\0]") then fail("EXA-LANE-1", "not 0 before lane %d", k.lane) end
        if k.payload:sub(k.lane + k.size + 1):find("[^\0]") then fail("EXA-LANE-2", "not 0") end
    end
    if k.type == T.DMA_CTL and k.words == 2 and k.payload:sub(9, 16):find("[^\0]") then
        fail("EXA-CTL-1", "not 0")
    end
end

local function exa_judge(k, fail)
    if k.short then
        if not k.snapped then fail("EXA-FRM-1", "%d bytes", k.orig) end
        return
    end
    if k.unreadable then return fail("EXA-CRC-1", "%04x, computed %04x", k.hdr_crc, k.hdr_want) end
    if k.part then fail("EXA-FRM-2", "%d bytes", k.orig) end
    if not exa_shape_rules(k, fail) or k.part or k.alone then return end
    if k.footer and not exa_footer_rules(k, fail) then return end
    if k.footer and not k.snapped and not k.bad_length and not k.long then exa_payload_rules(k, fail) end
end

-- A control packet's first word is a number whose low byte comes first: turned before it is drawn.
local function add_place(tree, k)
    local hex = k.payload:sub(1, 8):reverse():gsub(".", function(c) return string.format("%02x", c:byte()) end)
    add_header(tree, ByteArray.new(hex):tvb("Place of the notification"), 0, 8, "exa_place")
end

-- The packet in `len` bytes at `off`, `orig` on the link, as a subtree of root; its line. unjudged:
-- no rule is asked. frame: number and visited of Wireshark's frame, or nil.
local function add_exa(root, tvb, off, len, orig, unjudged, frame)
    local k = exa_decode(tvb, off, len, orig)
    local text = exa_text(k, len)
    local all = len > 0 and tvb(off, len) or tvb()
    local tree = root:add(p_exa, all, "ExaNet, " .. text:gsub(" +", " "))
    local fail = complainer(tree, all, E.rule)
    if not k.short then
        add_header(tree, tvb, off, len, k.type == T.ACK and "exa_ack" or "exa_hdr")
        if k.words > 0 then tree:add(E.payload, tvb(off + WORD, k.words * WORD)) end
        if k.type == T.DMA_CTL and k.words == 2 and k.payload then add_place(tree, k) end
        if k.footer then add_header(tree, tvb, k.footer, WORD, "exa_ftr") end
    end
    if not k.unreadable then
        tree:add(E.type, all, k.name or "?"):set_generated()
        tree:add(E.dst, all, exa_dst(k)):set_generated()
        tree:add(E.addr, all, UInt64.new(k.addr_lo, k.addr_hi)):set_generated()
        if k.footer then tree:add(E.src, all, exa_src(k)):set_generated() end
        add_transaction(tree, all, k, frame)
    end
    if k.snapped then fail("ART-SNAP", "%d of %d bytes", len, orig) end
    if not unjudged then exa_judge(k, fail) end
    return text
end

-- These take more than one packet, or are of the on-chip channel
others [[
    EXA-BND-2 EXA-SEQ-1 EXA-SEQ-2 EXA-SEQ-3 EXA-SEQ-4 EXA-ORD-1 EXA-ORD-2 EXA-FLG-1 EXA-FLG-2 EXA-FLG-3 EXA-DUP-1 EXA-DUP-2 EXA-ACK-1
    EXA-ACK-2 EXA-ACK-3 EXA-ACK-4 EXA-ACK-5 EXA-ACK-6 EXA-ACK-7 EXA-ACK-8 EXA-ACK-9 EXA-ACK-10 EXA-NTF-1 EXA-NTF-2 EXA-NTF-3 EXA-NTF-4
    EXA-NTF-5 EXA-NTF-6 EXA-NTF-7 EXA-NTF-8
    EXA-NTF-9 EXA-ZDM-1 EXA-ZDM-2 EXA-CHN-* EXF-* ]]

function p_exa.dissector(tvb, pinfo, root)
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "ExaNet"
    pinfo.cols.info = add_exa(root, tvb, 0, tvb:len(), tvb:reported_len(), false, pinfo)
end
