-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- ExaNet packets (checkers/exanet/spec/exanet.md): decode, the rules that one packet shows by
-- itself, the tree and the line of the info column.

local WORD, MTU, KEPT_WORDS, PERIPHERALS = 16, 256, 33, 7
local EXA_NAMES = { "Write", "ReadReq", "DmaCtl", "Notify", "ZReadReq", "ZWrite", "ZReadRsp", "Ack",
    "Release", "FlowRate" }
local T = V.exa_hdr.type
local FORM_H, FORM_HF, FORM_HPF = V.exa_hdr.form.H, V.exa_hdr.form.HF, V.exa_hdr.form.HPF

local function fields_of(tvb, at, hname, into)
    for _, f in ipairs(TN.headers[hname].fields) do into[f.name] = get(tvb, at, hname, f.name) end
end

-- Words that form, addr and len ask for, in bytes
local function exa_bytes(k)
    if k.form == FORM_HF then return 2 * WORD end
    if k.form ~= FORM_HPF then return WORD end
    return WORD * (2 + math.floor((k.lane + k.len + WORD - 1) / WORD))
end

-- The packet in len bytes at off of tvb, of which there were orig on the link. short: no whole
-- header; unreadable: its CRC is wrong, so no field means anything.
local function exa_decode(tvb, off, len, orig)
    local k = { orig = orig, snapped = len < orig, words = 0 }
    if len < WORD then
        k.short, k.unreadable = true, true
        return k
    end
    fields_of(tvb, off, "exa_hdr", k)
    k.hdr_want = plain_crc(16, 0x1021, 0xffff, tvb(off + 2, WORD - 2):raw())
    k.unreadable = k.hdr_crc ~= k.hdr_want
    k.lane, k.tag = k.addr_lo % WORD, k.tag_msg * 32768 + k.tag_chan * 512 + k.tag_num
    k.name = EXA_NAMES[k.type]
    k.part = orig % WORD ~= 0
    local footer = orig - orig % WORD - WORD
    if footer >= WORD then
        k.words = math.floor((math.min(footer, len) - WORD) / WORD)
        if len >= footer + WORD then
            k.footer = off + footer
            fields_of(tvb, k.footer, "exa_ftr", k)
            k.ftr_want = plain_crc(8, 0x07, 0xff, tvb(k.footer, WORD - 1):raw())
        end
    end
    k.long = k.words > KEPT_WORDS
    k.bad_length = k.form ~= 2 and orig ~= exa_bytes(k)
    if k.words > 0 and not k.long then k.payload = tvb(off + WORD, k.words * WORD):raw() end
    k.pld_want = k.payload and crc32(k.payload) or 0
    return k
end

local function exa_node(x, y, z, fpga)
    return string.format("%d.%d.%d.%d", x, y, z, fpga)
end
local function exa_src(k) return k.footer and exa_node(k.src_x, k.src_y, k.src_z, k.src_fpga) or "?" end
local function exa_dst(k) return exa_node(k.dst_x, k.dst_y, k.dst_z, k.dst_fpga) end

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
    if k.form == 2 or not k.name then
        return string.format("malformed ExaNet packet, type %d form %d, %d bytes", k.type, k.form, k.orig)
    end
    local place = TN.headers.exa_hdr.addr_hi.values[k.addr_hi]
    local s = string.format("%-8s %s > %s addr %03x%08x", k.name, exa_src(k), exa_dst(k), k.addr_hi, k.addr_lo)
    if place then s = s .. " " .. place[1] end
    if k.form == FORM_HPF then s = s .. " len " .. k.len end
    if k.tag_msg == 1 then
        s = s .. string.format(" chan %d msg %d", k.tag_chan, k.tag_num)
    elseif k.footer then
        s = s .. string.format(" tid %d seq %d", k.tid, k.seq)
    end
    if k.footer then
        for _, flag in ipairs { "first", "last", "notify" } do
            if k[flag] == 1 then s = s .. " " .. flag end
        end
        if k.err ~= 0 then
            local why = TN.headers.exa_ftr.err.values[k.err]
            s = s .. " nack " .. (why and why[1] or "reserved")
        elseif k.type == T.ACK then
            s = s .. " ok"
        end
    end
    return s .. string.format(" pdid %04x", k.pdid) .. exa_doubts(k, len)
end

local FORMS = { -- that a type has; all others have a payload
    [T.ZREAD_REQ] = { [FORM_HF] = true }, [T.ACK] = { [FORM_HF] = true }, [T.RELEASE] = { [FORM_HF] = true },
    [T.FLOW_RATE] = { [FORM_H] = true, [FORM_HF] = true, [FORM_HPF] = true },
}
local EXACT = { [T.READ_REQ] = { "EXA-LEN-4", 32 }, [T.DMA_CTL] = { "EXA-LEN-5", 32 }, [T.NOTIFY] = { "EXA-LEN-6", 16 } }

local function exa_length_rules(k, fail)
    if k.form ~= FORM_HPF then
        if k.len ~= 0 then fail("EXA-LEN-2", "len %d in form %d", k.len, k.form) end
        return
    end
    if k.len < 1 or k.len > MTU then return fail("EXA-LEN-3", "len %d", k.len) end
    if k.addr_lo % MTU + k.len > MTU then fail("EXA-BND-1", "%d bytes at lane %d", k.len, k.lane) end
    local exact = EXACT[k.type]
    if exact then
        if k.len ~= exact[2] then fail(exact[1], "len %d", k.len) end
        if k.lane ~= 0 then fail("EXA-LANE-3", "lane %d", k.lane) end
    elseif k.len > 64 and (k.type == T.ZWRITE or k.type == T.ZREAD_RSP) then
        fail("EXA-LEN-7", "len %d", k.len)
    elseif k.len > 64 and k.type == T.WRITE and k.tag_msg == 1 then
        fail("EXA-LEN-8", "len %d", k.len)
    end
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
    elseif k.type == T.ACK and k.tag_msg == 1 then
        goes("EXA-DST-6", p == 2)
    elseif k.type == T.ACK then
        goes("EXA-DST-7", p == 1 or p == 5)
    end
end

-- Form, type and length against each other; false when they leave no packet
local function exa_shape_rules(k, fail)
    if k.form == 2 then fail("EXA-FRM-3", "form 2") end
    if not k.name then fail("EXA-TYP-1", "type %d", k.type) end
    if k.form == 2 or not k.name then return false end
    if not (FORMS[k.type] or { [FORM_HPF] = true })[k.form] then
        fail("EXA-FRM-4", "%s in form %d", k.name, k.form)
    end
    exa_length_rules(k, fail)
    if not k.part and not (k.form == FORM_HPF and k.len == 0) and (k.bad_length or k.long) then
        fail("EXA-LEN-1", "%d bytes in form %d, len %d at lane %d", k.orig, k.form, k.len, k.lane)
    end
    if k.tag_msg == 0 and k.tag ~= 0 then fail("EXA-TAG-1", "tag %04x", k.tag) end
    if k.tag_msg == 1 and (k.type >= T.DMA_CTL and k.type <= T.ZREAD_RSP or k.type == T.FLOW_RATE) then
        fail("EXA-TAG-2", "tag %04x in %s", k.tag, k.name)
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
    if k.r40 ~= 0 or k.r8 ~= 0 then fail("EXA-RSV-1", "bits 43:8 are %x%08x", k.r40, k.r8) end
    if k.type == T.ACK then
        if k.err > 7 then fail("EXA-ERR-2", "code %d", k.err) end
    elseif k.err ~= 0 then
        fail("EXA-ERR-1", "code %d in %s", k.err, k.name)
    end
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
    if k.form == FORM_HPF and k.len > 0 then
        if k.payload:sub(1, k.lane):find("[^\0]") then fail("EXA-LANE-1", "not 0 before lane %d", k.lane) end
        if k.payload:sub(k.lane + k.len + 1):find("[^\0]") then fail("EXA-LANE-2", "not 0") end
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
    if not exa_shape_rules(k, fail) or k.part then return end
    if k.footer and not exa_footer_rules(k, fail) then return end
    if k.footer and not k.snapped and not k.bad_length and not k.long then exa_payload_rules(k, fail) end
end

-- A control packet's first word is a number whose low byte comes first: turned before it is drawn.
local function add_place(tree, k)
    local hex = k.payload:sub(1, 8):reverse():gsub(".", function(c) return string.format("%02x", c:byte()) end)
    add_header(tree, ByteArray.new(hex):tvb("Place of the notification"), 0, 8, "exa_place")
end

-- The packet in `len` bytes at `off`, `orig` on the link, as a subtree of root; its line. unjudged:
-- no rule is asked.
local function add_exa(root, tvb, off, len, orig, unjudged)
    local k = exa_decode(tvb, off, len, orig)
    local text = exa_text(k, len)
    local all = len > 0 and tvb(off, len) or tvb()
    local tree = root:add(p_exa, all, "ExaNet, " .. text:gsub(" +", " "))
    local fail = complainer(tree, all, E.rule)
    if not k.short then
        add_header(tree, tvb, off, len, "exa_hdr")
        if k.words > 0 then tree:add(E.payload, tvb(off + WORD, k.words * WORD)) end
        if k.type == T.DMA_CTL and k.words == 2 and k.payload then add_place(tree, k) end
        if k.footer then add_header(tree, tvb, k.footer, WORD, "exa_ftr") end
    end
    if not k.unreadable then
        tree:add(E.type, all, k.name or "?"):set_generated()
        tree:add(E.dst, all, exa_dst(k)):set_generated()
        tree:add(E.addr, all, UInt64.new(k.addr_lo, k.addr_hi)):set_generated()
        tree:add(E.tag, all, k.tag):set_generated()
        if k.footer then tree:add(E.src, all, exa_src(k)):set_generated() end
    end
    if k.snapped then fail("ART-SNAP", "%d of %d bytes", len, orig) end
    if not unjudged then exa_judge(k, fail) end
    return text
end

-- These take more than one packet, or are of the on-chip channel
others [[
    EXA-BND-2 EXA-SEQ-1 EXA-ORD-1 EXA-ORD-2 EXA-FLG-1 EXA-FLG-2 EXA-FLG-3 EXA-DUP-1 EXA-DUP-2 EXA-ACK-1
    EXA-ACK-2 EXA-ACK-3 EXA-ACK-4 EXA-ACK-5 EXA-ACK-6 EXA-ACK-7 EXA-NTF-1 EXA-NTF-2 EXA-NTF-3 EXA-NTF-4
    EXA-NTF-5 EXA-NTF-6 EXA-NTF-7 EXA-ZDM-1 EXA-ZDM-2 EXA-CHN-* ]]

function p_exa.dissector(tvb, pinfo, root)
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "ExaNet"
    pinfo.cols.info = add_exa(root, tvb, 0, tvb:len(), tvb:reported_len())
end
