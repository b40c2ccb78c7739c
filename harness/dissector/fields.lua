-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- What is registered with Wireshark: protocols, preferences, fields, expert infos.

local p_tn = Proto("tn", "Tenter capture record")
local p_tlp = Proto("tn.tlp", "PCIe TLP")
local p_frame = Proto("tn.frame", "PCIe link frame")
local p_exa = Proto("tn.exa", "ExaNet packet")
local p_tnw = Proto("tn.tnw", "TNW packet")
local p_nettlp = Proto("tn.nettlp", "NetTLP")
local p_analyser = Proto("tn.analyser", "PCIe analyser record")

p_tlp.prefs.mps = Pref.uint("Max_Payload_Size", 0, "Bytes; 0: not checked (TLP-LEN-2)")
p_tlp.prefs.mrrs = Pref.uint("Max_Read_Request_Size", 0, "Bytes; 0: not checked (TLP-LEN-3)")
p_tlp.prefs.ext_tags = Pref.bool("Extended tags", true, "Tags have 8 bits; else 5 (TAG-2)")
p_tlp.prefs.ten_bit_tags = Pref.bool("10-bit tags", false,
    "Bits 23 and 19 of DW0 are Tag[9:8] (PCIe 4.0); not inside cZodiac")
p_tlp.prefs.inside = Pref.bool("Inside cZodiac", false, "Reserved bits of DW0 and TH hold Dest CPU")

-- A field of the generated tables: tn.tlp.dw0.length for tlp_dw0.length, tn.record.unit
local function table_field(hname, f)
    local abbr = "tn." .. hname:gsub("_", ".", 1) .. "." .. f.name
    local widths = { ftypes.UINT8, ftypes.UINT16, ftypes.UINT24, ftypes.UINT32 }
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
local tn_fields, tlp_fields, frame_fields, exa_fields, tnw_fields = {}, {}, {}, {}, {}
-- by first word; others are tn's
local FIELDS_OF = { record = tn_fields, tlp = tlp_fields, dllp = frame_fields, exa = exa_fields, tnw = tnw_fields }
for _, hname in ipairs(in_order) do
    for _, f in ipairs(TN.headers[hname].fields) do
        f.proto_field = table_field(hname, f)
        local list = FIELDS_OF[hname:match("^[^_]*")] or tn_fields
        list[#list + 1] = f.proto_field
    end
end

-- Decoded values, named as `tenter show --json` and --filter name them
local D = {}
local function decoded(list, name, make, text, shown)
    D[name] = make("tn.tlp." .. name, text, shown)
    list[#list + 1] = D[name]
end
decoded(tlp_fields, "type", ProtoField.string, "TLP")
decoded(tlp_fields, "addr", ProtoField.uint64, "Address", base.HEX)
for name, text in pairs { len = "Length, DW", tag = "Tag", tc = "Traffic Class", attr = "Attr",
    first_be = "First BE", last_be = "Last BE", byte_count = "Byte Count",
    lower_addr = "Lower Address", status = "Status", code = "Message code", route = "Routing",
    td = "Digest present", ep = "Poisoned", reg = "Register, byte offset", orig_len = "Bytes on the link",
    dest_cpu = "Dest CPU" } do
    decoded(tlp_fields, name, ProtoField.uint32, text, base.DEC)
end
for name, text in pairs { requester = "Requester", completer = "Completer", dest_id = "Destination" } do
    decoded(tlp_fields, name, ProtoField.uint16, text, base.HEX)
end
decoded(tlp_fields, "payload", ProtoField.bytes, "Payload")
decoded(tlp_fields, "digest", ProtoField.uint32, "Digest", base.HEX)
decoded(tlp_fields, "rule", ProtoField.string, "Rule")

local E = { -- decoded values of ExaNet packets
    type = ProtoField.string("tn.exa.type", "Packet"),
    src = ProtoField.string("tn.exa.src", "Source"),
    dst = ProtoField.string("tn.exa.dst", "Destination"),
    addr = ProtoField.uint64("tn.exa.addr", "Address", base.HEX),
    tag = ProtoField.uint16("tn.exa.tag", "Tag", base.HEX),
    payload = ProtoField.bytes("tn.exa.payload", "Payload words"),
    block = ProtoField.string("tn.exa.block", "Block"),
    rule = ProtoField.string("tn.exa.rule", "Rule"),
}
for _, f in pairs(E) do exa_fields[#exa_fields + 1] = f end

local W = { -- decoded values of TNW records
    type = ProtoField.string("tn.tnw.type", "Record"),
    word = ProtoField.string("tn.tnw.word", "Words"),
    code = ProtoField.string("tn.tnw.code", "Feedback"),
    vc = ProtoField.uint8("tn.tnw.vc", "Virtual channel"),
    seq = ProtoField.uint8("tn.tnw.seq", "Number"),
    rule = ProtoField.string("tn.tnw.rule", "Rule"),
}
for _, f in pairs(W) do tnw_fields[#tnw_fields + 1] = f end

local F = { -- fields without a table
    note = ProtoField.string("tn.note", "Annotation"),
    point = ProtoField.string("tn.point", "Point"),
    data = ProtoField.bytes("tn.data", "Bytes"),
    seq = ProtoField.uint16("tn.frame.seq", "Sequence number"),
    r4 = ProtoField.uint8("tn.frame.r4", "Reserved", base.HEX),
    lcrc = ProtoField.uint32("tn.frame.lcrc", "LCRC, the byte sent first on the left", base.HEX),
    lcrc_ok = ProtoField.bool("tn.frame.lcrc_ok", "LCRC right"),
    dllp = ProtoField.string("tn.frame.dllp", "DLLP"),
    dllp_type = ProtoField.uint8("tn.frame.dllp_type", "Reserved DLLP type", base.HEX),
    crc_ok = ProtoField.bool("tn.frame.crc_ok", "CRC of the DLLP right"),
    nettlp_seq = ProtoField.uint16("tn.nettlp.seq", "Sequence"),
    nettlp_time = ProtoField.uint32("tn.nettlp.time", "Time stamp"),
    record = ProtoField.uint32("tn.analyser.record", "Record"),
    time = ProtoField.uint64("tn.analyser.time", "Time stamp, ns"),
    lfsr = ProtoField.uint16("tn.analyser.lfsr", "LFSR", base.HEX),
    info = ProtoField.uint16("tn.analyser.info", "Metadata", base.HEX),
    flags = ProtoField.uint32("tn.analyser.flags", "Flags", base.HEX),
}
tn_fields[#tn_fields + 1], tn_fields[#tn_fields + 2], tn_fields[#tn_fields + 3] = F.note, F.point, F.data
p_tn.fields, p_tlp.fields, p_exa.fields, p_tnw.fields = tn_fields, tlp_fields, exa_fields, tnw_fields
for _, name in ipairs { "seq", "r4", "lcrc", "lcrc_ok", "dllp", "dllp_type", "crc_ok" } do
    frame_fields[#frame_fields + 1] = F[name]
end
p_frame.fields = frame_fields
p_nettlp.fields = { F.nettlp_seq, F.nettlp_time }
p_analyser.fields = { F.record, F.time, F.lfsr, F.info, F.flags }

-- One expert info a rule (filter: tn.rule.tlp_be_1) and one an artefact
local ART = {
    ["ART-ZERO"] = "all-zero packet", ["ART-SHIFT"] = "packet displaced by some bytes",
    ["ART-SNAP"] = "record keeps fewer bytes than were on the link",
    ["ART-LEN"] = "frame, IP and UDP lengths disagree",
    ["ART-GARBAGE"] = "link symbols without framing",
    ["ART-FOREIGN"] = "not a packet of the fabric",
}
local X, experts = {}, {}
local function expert_info(id, text, severity)
    local abbr = "tn.rule." .. id:lower():gsub("-", "_")
    X[id] = ProtoExpert.new(abbr, id .. ": " .. text, expert.group.PROTOCOL, severity)
    experts[#experts + 1] = X[id]
end
for id, r in pairs(TN.rules) do
    -- CZR: of the remapper, EXA-CHN: of the on-chip channel, not of a packet
    if not SEVERAL[id] and id:sub(1, 4) ~= "CZR-" and id:sub(1, 8) ~= "EXA-CHN-" then
        expert_info(id, r.text, r.must and expert.severity.ERROR or expert.severity.WARN)
    end
end
for id, text in pairs(ART) do expert_info(id, text, expert.severity.NOTE) end
p_tlp.experts = experts
