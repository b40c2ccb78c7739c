-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- What ExaNet registers with Wireshark.

local E = { -- decoded values of ExaNet packets
    type = ProtoField.string("tn.exa.type", "Packet"),
    src = ProtoField.string("tn.exa.src", "Source"),
    dst = ProtoField.string("tn.exa.dst", "Destination"),
    addr = ProtoField.uint64("tn.exa.addr", "Address", base.HEX),
    payload = ProtoField.bytes("tn.exa.payload", "Payload words"),
    gen = ProtoField.uint16("tn.exa.gen", "Generation"),
    att = ProtoField.uint16("tn.exa.att", "Attempt"),
    begins = ProtoField.framenum("tn.exa.begins_in", "The transaction begins in"),
    request = ProtoField.framenum("tn.exa.request_in", "Answer to the attempt or message in", base.NONE, frametype.REQUEST),
    response = ProtoField.framenum("tn.exa.response_in", "Answer in", base.NONE, frametype.RESPONSE),
    block = ProtoField.string("tn.exa.block", "Block"),
    rule = ProtoField.string("tn.exa.rule", "Rule"),
}
local p_exa = protocol("tn.exa", "ExaNet packet", "exa", E)
record_rule = record_rule or E.rule
