-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- What PCIe registers with Wireshark: TLPs, link frames, and the forms of captures that hold them.

-- Decoded values, named as `tenter show --json` and --filter name them
local D = {}
local function decoded(name, make, text, shown)
    D[name] = make("tn.tlp." .. name, text, shown)
end
decoded("type", ProtoField.string, "TLP")
decoded("addr", ProtoField.uint64, "Address", base.HEX)
for name, text in pairs { len = "Length, DW", tag = "Tag", tc = "Traffic Class", attr = "Attr",
    first_be = "First BE", last_be = "Last BE", byte_count = "Byte Count",
    lower_addr = "Lower Address", status = "Status", code = "Message code", route = "Routing",
    td = "Digest present", ep = "Poisoned", reg = "Register, byte offset", orig_len = "Bytes on the link",
    dest_cpu = "Dest CPU" } do
    decoded(name, ProtoField.uint32, text, base.DEC)
end
for name, text in pairs { requester = "Requester", completer = "Completer", dest_id = "Destination" } do
    decoded(name, ProtoField.uint16, text, base.HEX)
end
decoded("payload", ProtoField.bytes, "Payload")
decoded("digest", ProtoField.uint32, "Digest", base.HEX)
decoded("rule", ProtoField.string, "Rule")

local p_tlp = protocol("tn.tlp", "PCIe TLP", "tlp", D)
record_rule = record_rule or D.rule

p_tlp.prefs.mps = Pref.uint("Max_Payload_Size", 0, "Bytes; 0: not checked (TLP-LEN-2)")
p_tlp.prefs.mrrs = Pref.uint("Max_Read_Request_Size", 0, "Bytes; 0: not checked (TLP-LEN-3)")
p_tlp.prefs.ext_tags = Pref.bool("Extended tags", true, "Tags have 8 bits; else 5 (TAG-2)")
p_tlp.prefs.ten_bit_tags = Pref.bool("10-bit tags", false,
    "Bits 23 and 19 of DW0 are Tag[9:8] (PCIe 4.0); not inside cZodiac")
p_tlp.prefs.inside = Pref.bool("Inside cZodiac", false, "Reserved bits of DW0 and TH hold Dest CPU")

local L = { -- of link frames, without a table
    seq = ProtoField.uint16("tn.frame.seq", "Sequence number"),
    r4 = ProtoField.uint8("tn.frame.r4", "Reserved", base.HEX),
    lcrc = ProtoField.uint32("tn.frame.lcrc", "LCRC, the byte sent first on the left", base.HEX),
    lcrc_ok = ProtoField.bool("tn.frame.lcrc_ok", "LCRC right"),
    dllp = ProtoField.string("tn.frame.dllp", "DLLP"),
    dllp_type = ProtoField.uint8("tn.frame.dllp_type", "Reserved DLLP type", base.HEX),
    crc_ok = ProtoField.bool("tn.frame.crc_ok", "CRC of the DLLP right"),
    sent_again = ProtoField.framenum("tn.frame.retransmission_of", "The TLP sent again; first in", base.NONE, frametype.RETRANS_PREV),
    asked_by = ProtoField.framenum("tn.frame.asked_by", "Behind the Nak in"),
    acked = ProtoField.framenum("tn.frame.acked_in", "Acknowledged in", base.NONE, frametype.ACK),
    acks = ProtoField.framenum("tn.frame.acks", "Acknowledges the TLPs up to that in", base.NONE, frametype.ACK),
}
local p_frame = protocol("tn.frame", "PCIe link frame", "dllp", L)

local N = { -- of NetTLP's head
    nettlp_seq = ProtoField.uint16("tn.nettlp.seq", "Sequence"),
    nettlp_time = ProtoField.uint32("tn.nettlp.time", "Time stamp"),
}
local p_nettlp = protocol("tn.nettlp", "NetTLP", nil, N)

local A = { -- of an analyser's record
    record = ProtoField.uint32("tn.analyser.record", "Record"),
    time = ProtoField.uint64("tn.analyser.time", "Time stamp, ns"),
    lfsr = ProtoField.uint16("tn.analyser.lfsr", "LFSR", base.HEX),
    info = ProtoField.uint16("tn.analyser.info", "Metadata", base.HEX),
    flags = ProtoField.uint32("tn.analyser.flags", "Flags", base.HEX),
}
local p_analyser = protocol("tn.analyser", "PCIe analyser record", nil, A)
