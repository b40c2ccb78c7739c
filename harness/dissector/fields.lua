-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- What is registered with Wireshark: protocols, fields, expert infos. A fabric's part begins with
-- protocol() and says in UNITS what draws its records.

-- What stands after a record head, by fabric and unit: function(root, tvb, off, len, orig, env) that
-- draws it and returns its line. env is what the record says: dir (0 unknown, 1 up, 2 down), link
-- (the name of the link in a simulation's capture), malformed, garbage and fault; frame is
-- Wireshark's pinfo.
local UNITS = {}
-- The forms of captures that a conversion names as its origin
local FORMS = {}
-- Rules that take more than one packet, or are of no packet: `tenter check` judges them, the
-- dissector does not. IDs; those that end in * are beginnings of IDs.
local OTHERS = {}

local function set(words)
    local s = {}
    for w in words:gmatch("%S+") do s[w] = true end
    return s
end

local function others(words)
    for w in pairs(set(words)) do OTHERS[#OTHERS + 1] = w end
end

-- A field of the generated tables: tn.record.unit for record.unit; the first _ of a header's name becomes a dot
local function table_field(hname, f)
    local abbr = "tn." .. hname:gsub("_", ".", 1) .. "." .. f.name
    local widths = { ftypes.UINT8, ftypes.UINT16, ftypes.UINT24, ftypes.UINT32 }
    -- of five bytes, none of them its own: add_header() hands over the value
    if f.bytes > #widths then return ProtoField.uint64(abbr, f.name, base.HEX, nil, nil, f.text) end
    local names, shown = nil, base.HEX
    if f.kind == "ENUM" then
        names = {}
        for v, named in pairs(f.values) do names[v] = named[2] end
    elseif f.kind == "DEC" or f.kind == "BOOL" or f.width == 1 then
        shown = base.DEC
    end
    local mask = (2 ^ f.width - 1) * 2 ^ (8 * f.bytes - f.bit - f.width)
    if f.width == 8 * f.bytes then mask = nil end
    return ProtoField.new(f.name, abbr, widths[f.bytes], names, shown, mask, f.text)
end

local in_order = {}
for hname, h in pairs(TN.headers) do in_order[h.order + 1] = hname end

-- A protocol whose fields are those of the generated headers with this first word, and `more`
local function protocol(abbr, text, word, more)
    local p, fields = Proto(abbr, text), {}
    for _, hname in ipairs(in_order) do
        for _, f in ipairs(hname:match("^[^_]*") == word and TN.headers[hname].fields or {}) do
            f.proto_field = table_field(hname, f)
            fields[#fields + 1] = f.proto_field
        end
    end
    for _, f in pairs(more) do fields[#fields + 1] = f end
    p.fields = fields
    return p
end

local F = { -- of a record, without a table
    note = ProtoField.string("tn.note", "Annotation"),
    point = ProtoField.string("tn.point", "Point"),
    data = ProtoField.bytes("tn.data", "Bytes"),
}
local p_tn = protocol("tn", "Tenter capture record", "record", F)
local record_rule -- the field that shows the rule of a record of no fabric

local ART = {
    ["ART-ZERO"] = "all-zero packet", ["ART-SHIFT"] = "packet displaced by some bytes",
    ["ART-SNAP"] = "record keeps fewer bytes than were on the link",
    ["ART-LEN"] = "frame, IP and UDP lengths disagree",
    ["ART-GARBAGE"] = "link symbols without framing",
    ["ART-FOREIGN"] = "not a packet of the fabric",
}
local X = {} -- expert infos by ID

local function is_others(id)
    for _, w in ipairs(OTHERS) do
        if id == w or w:sub(-1) == "*" and id:sub(1, #w - 1) == w:sub(1, -2) then return true end
    end
    return false
end

-- One expert info a rule (filter: tn.rule. and its ID with _ for -, in small letters) and one an artefact; for when all parts are there
local function register_experts()
    local experts = {}
    local function expert_info(id, text, severity)
        local abbr = "tn.rule." .. id:lower():gsub("-", "_")
        X[id] = ProtoExpert.new(abbr, id .. ": " .. text, expert.group.PROTOCOL, severity)
        experts[#experts + 1] = X[id]
    end
    for id, r in pairs(TN.rules) do
        if not is_others(id) then
            expert_info(id, r.text, r.must and expert.severity.ERROR or expert.severity.WARN)
        end
    end
    for id, text in pairs(ART) do expert_info(id, text, expert.severity.NOTE) end
    p_tn.experts = experts
end
