-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- Toy packets in Wireshark: the tree, the line of the info column, and the rule that one packet shows by itself.

local T = { rule = ProtoField.string("tn.toy.rule", "Rule") }
local p_toy = protocol("tn.toy", "Toy packet", "toy", T)
record_rule = record_rule or T.rule

local function add_toy(root, tvb, off, len, orig, env)
    local head = TN.headers.toy_hdr.bytes
    local tree = root:add(p_toy, tvb(off, math.max(len, 0)))
    if len < head then return "Toy    no header" end
    add_header(tree, tvb, off, len, "toy_hdr")
    local k = {}
    for _, name in ipairs({ "hops", "seq", "words", "crc" }) do k[name] = get(tvb, off, "toy_hdr", name) end
    local crc_wrong = k.crc ~= plain_crc(16, 0x1021, 0xffff, tvb(off, 2):raw())
    local whole = orig == head + 4 * k.words
    if (crc_wrong or not whole) and not env.fault then
        complainer(tree, tvb(off, head), T.rule)("TOY-CRC-1", "CRC %04x, %d bytes for %d words", k.crc, orig, k.words)
    end
    return string.format("Toy    number %d hops %d words %d%s", k.seq, k.hops, k.words,
        crc_wrong and " [CRC wrong]" or whole and "" or " [length wrong]")
end

-- These take more than one packet
others [[ TOY-SEQ-1 TOY-FWD-1 ]]

UNITS[V.record.fabric.TOY] = { [V.record.unit.PACKET] = add_toy }
