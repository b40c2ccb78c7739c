-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- Tenter's own form of a record (link type 147).

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
        if FORMS[from] then origin = from end
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

local function unknown_unit(root, tvb, off, len)
    local fabric = get(tvb, 0, "record", "fabric")
    if len > 0 then root:add(F.data, tvb(off, len)) end
    return string.format("%d bytes of fabric %d", len, fabric)
end

-- Signs of a direction. In a simulation's captures the points s_usr and m_usr are of the link usr.
local ARROWS, MALFORMED, WRONG_LENGTHS = { [1] = "^", [2] = "v" }, 3, 7

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
    local point, where, env = points[r.point], "", { dir = r.dir, port = r.port, malformed = bit_of(r.flags, MALFORMED) == 1, frame = pinfo }
    env.garbage = env.malformed and origin ~= nil
    env.fault = r.flags % 2 == 1
    env.lengths_lie = origin ~= nil and bit_of(r.flags, WRONG_LENGTHS) == 1
    if point then
        tree:add(F.point, tvb(RECORD.point.byte, RECORD.point.bytes), point):set_generated()
        where = escaped(point) .. (ARROWS[r.dir] or "") .. (r.flags % 2 == 1 and "!" or "") .. " "
        env.link = not origin and (point:match("^[sm]_(.*)") or point)
    end
    local draw = note and add_note or (UNITS[r.fabric] or {})[r.unit] or unknown_unit
    pinfo.cols.info = where .. draw(note and tree or root, tvb, RECORD.bytes, len, orig, env)
end

register_experts()
DissectorTable.get("wtap_encap"):add(wtap.USER0, p_tn)
