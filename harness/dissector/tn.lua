-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- The forms of a record: Tenter's own (link type 147), NetTLP in UDP, an analyser's
-- symbols (158), and a bare TLP for whoever asks for "tn.tlp".

local RECORD = TN.headers.record
local RECORD_MAX = 262144 -- a length on the link above this is not believed
local points = {} -- names of observation points, from the file's first record
local origin -- of a conversion: the form that the packets were captured in, from there, too

function p_tn.init() points, origin = {}, nil end

-- A name is all up to the end of the line (or a NUL, where C ends it)
local function read_meta(text)
    for line in text:gmatch("[^\n]+") do
        local i, name = line:match("^point%.(%d+)=(.+)")
        name = name and name:match("^[^\0]+")
        if name then points[tonumber(i)] = name end
        local from = line:match("^from=(.*)")
        if from == "NetTLP" or from == "PCI_EXP" or from == "analyser" then origin = from end
    end
end

-- As tenter shows what a terminal might obey
local function escaped(text)
    return (text:gsub("[%c\\\128-\255]", function(c) return string.format("\\x%02x", c:byte()) end))
end

local function add_note(tree, tvb, off, len)
    if len <= 0 then return "" end
    local text = tvb(off, len):raw()
    tree:add_packet_field(F.note, tvb(off, len), ENC_UTF_8)
    return (text:gsub("\n", ";"):gsub("[^\32-\126]", "?"))
end

-- What stands after the record head, by fabric and unit: function(root, tvb, off, len, orig, env)
-- that draws it and returns its line. A new fabric adds its own.
local UNITS = {
    [V.record.fabric.PCIE] = {
        [V.record.unit.PACKET] = add_tlp,
        [V.record.unit.FRAME] = add_frame,
    },
    [V.record.fabric.EXANET] = {
        [V.record.unit.PACKET] = function(root, tvb, off, len, orig) return add_exa(root, tvb, off, len, orig) end,
        [V.record.unit.FRAME] = add_exa_frame,
    },
    [V.record.fabric.TNW] = {
        [V.record.unit.PACKET] = add_tnw,
        [V.record.unit.FRAME] = add_tnw_frame,
    },
}

local function unknown_unit(root, tvb, off, len)
    local fabric = get(tvb, 0, "record", "fabric")
    if len > 0 then root:add(F.data, tvb(off, len)) end
    return string.format("%d bytes of fabric %d", len, fabric)
end

local function foreign(tree, range, pinfo, what)
    complainer(tree, range)("ART-FOREIGN", what)
    pinfo.cols.info = what
end

-- Signs of a direction. Points named s_usr, m_usr, usr are inside cZodiac, in a simulation's
-- captures.
local ARROWS, MALFORMED = { [1] = "^", [2] = "v" }, 3

function p_tn.dissector(tvb, pinfo, root)
    local len = tvb:len() - RECORD.bytes
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "Tenter"
    local tree = root:add(p_tn, tvb())
    if len < 0 then return foreign(tree, tvb(), pinfo, "a record of " .. tvb:len() .. " bytes") end
    add_header(tree, tvb, 0, RECORD.bytes, "record")
    local r = {}
    for _, f in ipairs(RECORD.fields) do r[f.name] = get(tvb, 0, "record", f.name) end
    if r.version ~= 1 or not RECORD.fabric.values[r.fabric] or not RECORD.unit.values[r.unit] then
        return foreign(tree, tvb(), pinfo, string.format("record version %d, fabric %d, unit %d",
            r.version, r.fabric, r.unit))
    end
    local orig = r.orig_len
    if orig < len or orig > RECORD_MAX then orig = tvb:reported_len() - RECORD.bytes end
    local note = r.unit == V.record.unit.NOTE
    if note and pinfo.number == 1 and len > 0 then read_meta(tvb(RECORD.bytes):raw()) end
    local point, where, env = points[r.point], "", { dir = r.dir, malformed = bit_of(r.flags, MALFORMED) == 1 }
    env.garbage = env.malformed and origin ~= nil
    env.fault = r.flags % 2 == 1
    if point then
        tree:add(F.point, tvb(RECORD.point.byte, RECORD.point.bytes), point):set_generated()
        where = escaped(point) .. (ARROWS[r.dir] or "") .. (r.flags % 2 == 1 and "!" or "") .. " "
        env.inside = not origin and (point == "usr" or point:match("^[sm]_(.*)") == "usr")
    end
    local draw = note and add_note or (UNITS[r.fabric] or {})[r.unit] or unknown_unit
    pinfo.cols.info = where .. draw(note and tree or root, tvb, RECORD.bytes, len, orig, env)
end

function p_tlp.dissector(tvb, pinfo, root)
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "TLP"
    pinfo.cols.info = add_tlp(root, tvb, 0, tvb:len(), tvb:reported_len(), {})
end

function p_exa.dissector(tvb, pinfo, root)
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "ExaNet"
    pinfo.cols.info = add_exa(root, tvb, 0, tvb:len(), tvb:reported_len())
end

function p_frame.dissector(tvb, pinfo, root)
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "PCIe"
    pinfo.cols.info = add_frame(root, tvb, 0, tvb:len(), tvb:reported_len(), {})
end

-- UDP to ports 3000h to 300Fh: {sequence 16, time stamp 32}, then the TLP
local NETTLP_FIRST, NETTLP_LAST, NETTLP_HEAD, UDP_HEAD = 0x3000, 0x300f, 6, 8
local ip_len, ip_hdr_len, udp_len = Field.new("ip.len"), Field.new("ip.hdr_len"), Field.new("udp.length")

-- Bytes of the TLP that were sent, and whether frame, IP and UDP disagree: then the UDP
-- length says it. The innermost of each header counts.
local function nettlp_length(pinfo)
    local function last(fields) return fields[#fields] end
    local ip, head, udp = last { ip_len() }, last { ip_hdr_len() }, last { udp_len() }
    if not (ip and head and udp) then return nil, nil end
    local there, claimed = pinfo.len - (ip.offset - 2), ip.range:uint() -- its value is what Wireshark makes of 0
    return udp.value - UDP_HEAD - NETTLP_HEAD, claimed > there or udp.value + head.value ~= claimed
end

function p_nettlp.dissector(tvb, pinfo, root)
    local len, orig, lie = tvb:len() - NETTLP_HEAD, nettlp_length(pinfo)
    if pinfo.dst_port < NETTLP_FIRST or pinfo.dst_port > NETTLP_LAST or len <= 0 or not orig then return 0 end
    pinfo.cols.protocol = "NetTLP"
    local tree = root:add(p_nettlp, tvb(0, NETTLP_HEAD))
    tree:add(F.nettlp_seq, tvb(0, 2))
    tree:add(F.nettlp_time, tvb(2, 4))
    if lie then complainer(tree, tvb(0, NETTLP_HEAD))("ART-LEN", "") end
    pinfo.cols.info = add_tlp(root, tvb, NETTLP_HEAD, len, math.max(len, orig), { lengths_lie = lie })
    return tvb:len()
end

-- An analyser's record, little-endian: number 32, time 64, LFSR 16, metadata 16, flags 32
local ANALYSER_HEAD, UPSTREAM, SYMBOL_ERROR = 20, 28, 3

function p_analyser.dissector(tvb, pinfo, root)
    local len = tvb:len() - ANALYSER_HEAD
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "PCIe"
    local tree = root:add(p_analyser, tvb(0, math.min(tvb:len(), ANALYSER_HEAD)))
    if len <= 0 then return foreign(tree, tvb(), pinfo, "a record of " .. tvb:len() .. " bytes") end
    tree:add_le(F.record, tvb(0, 4))
    tree:add_le(F.time, tvb(4, 8))
    tree:add_le(F.lfsr, tvb(12, 2))
    tree:add_le(F.info, tvb(14, 2))
    tree:add_le(F.flags, tvb(16, 4))
    local flags = tvb(16, 4):le_uint()
    local up = bit_of(flags, UPSTREAM) == 1
    local garbage = bit_of(flags, SYMBOL_ERROR) == 1 or unframed(tvb(ANALYSER_HEAD, 1):uint())
    pinfo.cols.info = (up and "up^ " or "downv ") .. add_frame(root, tvb, ANALYSER_HEAD, len,
        tvb:reported_len() - ANALYSER_HEAD, { dir = up and 1 or 2, malformed = garbage, garbage = garbage })
end

local encap = DissectorTable.get("wtap_encap")
encap:add(wtap.USER0, p_tn)
encap:add(wtap.USER11, p_analyser)
DissectorTable.get("udp.port"):add(NETTLP_FIRST .. "-" .. NETTLP_LAST, p_nettlp)
