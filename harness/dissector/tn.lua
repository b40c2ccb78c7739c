-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- The forms of a record: Tenter's own (link type 147), NetTLP in UDP, an analyser's
-- symbols (158), and a bare TLP for whoever asks for "tn.tlp".

local RECORD = TN.headers.record
local RECORD_MAX = 262144 -- a length on the link above this is not believed
local points = {} -- names of observation points, from the file's first record

function p_tn.init() points = {} end

local function read_points(text)
    for line in text:gmatch("[^\n]+") do
        local i, name = line:match("^point%.(%d+)=(%S+)")
        if i then points[tonumber(i)] = name end
    end
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
        [V.record.unit.PACKET] = add_exa,
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

-- Signs of a direction. Points named s_usr, m_usr, usr are inside cZodiac.
local ARROWS = { [1] = "^", [2] = "v" }

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
    if note and pinfo.number == 1 and len > 0 then read_points(tvb(RECORD.bytes):raw()) end
    local point, where, env = points[r.point], "", { dir = r.dir }
    if point then
        tree:add(F.point, tvb(RECORD.point.byte, RECORD.point.bytes), point):set_generated()
        where = point .. (ARROWS[r.dir] or "") .. (r.flags % 2 == 1 and "!" or "") .. " "
        env.inside = point:match("^[sm]_(.*)") == "usr" or point == "usr"
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
local NETTLP_FIRST, NETTLP_LAST, NETTLP_HEAD = 0x3000, 0x300f, 6

function p_nettlp.dissector(tvb, pinfo, root)
    local len = tvb:len() - NETTLP_HEAD
    if pinfo.dst_port < NETTLP_FIRST or pinfo.dst_port > NETTLP_LAST or len <= 0 then return 0 end
    pinfo.cols.protocol = "NetTLP"
    local tree = root:add(p_nettlp, tvb(0, NETTLP_HEAD))
    tree:add(F.nettlp_seq, tvb(0, 2))
    tree:add(F.nettlp_time, tvb(2, 4))
    pinfo.cols.info = add_tlp(root, tvb, NETTLP_HEAD, len, tvb:reported_len() - NETTLP_HEAD, {})
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
    local flags, first = tvb(16, 4):le_uint(), tvb(ANALYSER_HEAD, 1):uint()
    local up = bit_of(flags, UPSTREAM) == 1
    local garbage = bit_of(flags, SYMBOL_ERROR) == 1 or first ~= STP and first ~= SDP and first ~= COM
    pinfo.cols.info = (up and "up^ " or "downv ") .. add_frame(root, tvb, ANALYSER_HEAD, len,
        tvb:reported_len() - ANALYSER_HEAD, { dir = up and 1 or 2, unjudged = garbage })
end

local encap = DissectorTable.get("wtap_encap")
encap:add(wtap.USER0, p_tn)
encap:add(wtap.USER11, p_analyser)
DissectorTable.get("udp.port"):add(NETTLP_FIRST .. "-" .. NETTLP_LAST, p_nettlp)
