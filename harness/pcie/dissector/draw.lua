-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- The tree and the info text of one TLP.

-- How a message is routed, by Type[2:0]; the address types
local ROUTING = { [0] = "to root complex", "by address", "by ID", "broadcast", "local", "gathered", "reserved",
    "reserved" }
local ADDRESS_TYPE = { "translation-request", "translated", "reserved" }

-- What is unusual in the first DW, and what rules judge there
local function marks(t)
    local s, attr = "", {}
    if t.tc ~= 0 then s = s .. " tc " .. t.tc end
    for i, name in ipairs { "ido", "ro", "ns" } do
        if bit_of(t.attr, 3 - i) == 1 then attr[#attr + 1] = name end
    end
    if #attr > 0 then s = s .. " attr " .. table.concat(attr, "+") end
    if (t.dest_cpu or 0) ~= 0 then
        s = s .. " dest-cpu " .. t.dest_cpu
    elseif t.th == 1 and not t.dest_cpu then
        s = s .. " th"
    end
    if t.at ~= 0 then s = s .. " at " .. ADDRESS_TYPE[t.at] end
    if t.bcm == 1 then s = s .. " bcm" end
    if t.ep == 1 then s = s .. " poisoned" end
    return t.td == 1 and s .. " digest" or s
end

-- The first bytes of the prefixes: Fmt, whether it is end-to-end, and its type
local function prefixes(t)
    local s = ""
    for i, end_end in ipairs(t.prefix) do
        s = s .. string.format("%s%02x", i > 1 and "+" or " prefix ", 128 + 16 * end_end + t.prefix_kind[i])
    end
    return s
end

-- The line that `tenter show` prints
local function tlp_text(t, len)
    if t.short or t.bad_fmt or t.bad_prefix then
        return string.format("malformed TLP, Fmt %d Type %d, %d bytes", t.fmt, t.type, t.orig)
    end
    local s = string.format("%-6s ", t.name)
    if t.form == "cpl" then
        local status = TN.headers.tlp_cpl.status.values[t.status]
        s = s .. string.format("to %s tag %02x from %s %s bc %d la %02x", bdf(t.requester), t.tag,
            bdf(t.completer), status and status[1] or "reserved", t.byte_count, t.lower_addr)
    elseif t.form == "msg" then
        local code = TN.headers.tlp_msg.code.values[t.code]
        s = s .. string.format("from %s %s, routing %s", bdf(t.requester),
            code and code[2] or string.format("undefined code %02x", t.code), ROUTING[t.route])
        if t.dest_id then s = s .. " to " .. bdf(t.dest_id) end
    else
        s = s .. string.format("from %s tag %02x ", bdf(t.requester), t.tag)
        if t.form == "cfg" then
            s = s .. string.format("to %s reg %03x", bdf(t.dest_id), t.reg)
        elseif t.hdr_dw == 4 then
            s = s .. string.format("addr %08x%08x", t.addr_hi, t.addr_lo)
        else
            s = s .. string.format("addr %08x", t.addr_lo)
        end
        s = s .. string.format(" be %x/%x", t.first_be, t.last_be)
    end
    if t.data or t.form == "mem" then s = s .. " len " .. t.length end
    s = s .. marks(t) .. prefixes(t)
    if t.snapped then return s .. string.format(" [%d of %d bytes kept]", len, t.orig) end
    return t.bad_length and s .. " [length wrong]" or s
end

-- Decoded values in the order in which they are shown, and what t calls them
local SHOWN = {
    { "len", "len" }, { "requester" }, { "completer" }, { "tag" }, { "dest_id" }, { "reg" },
    { "first_be" }, { "last_be" }, { "status" }, { "byte_count" }, { "lower_addr" }, { "code" },
    { "route" }, { "tc" }, { "attr" }, { "td" }, { "ep" }, { "dest_cpu" },
}

local function add_decoded(tree, range, t)
    tree:add(D.type, range, t.name):set_generated()
    if t.addr_lo then
        tree:add(D.addr, range, UInt64.new(t.addr_lo, t.addr_hi)):set_generated()
    end
    for _, d in ipairs(SHOWN) do
        local v = t[d[2] or d[1]]
        if v then
            local item = tree:add(D[d[1]], range, v):set_generated()
            if d[1] == "requester" or d[1] == "completer" or d[1] == "dest_id" then
                item:append_text(" (" .. bdf(v) .. ")")
            end
        end
    end
end

-- What the rules of a TLP ask of env and the preferences
local function rules_env(env)
    local p = p_tlp.prefs
    local inside = env.link == "usr" or p.inside
    return { dir = env.dir or 0, mps = p.mps, mrrs = p.mrrs, ext_tags = p.ext_tags or p.ten_bit_tags,
        ten_bit_tags = p.ten_bit_tags and not inside, inside = inside, lengths_lie = env.lengths_lie }
end

-- The TLP in `len` bytes at `off`, `orig` on the link, as a subtree of root. env: where it was
-- seen (as UNITS has it, and framed: its LCRC speaks for the bytes; unjudged: no rule is asked;
-- the link "usr" is inside cZodiac). Returns the line for the info column.
local function add_tlp(root, tvb, off, len, orig, env)
    local t, asked = decode(tvb, off, len, orig), rules_env(env)
    if asked.ten_bit_tags and t.tag then t.tag = t.r23 * 512 + t.r19 * 256 + t.tag end
    if asked.inside and t.hdr_dw then t.dest_cpu = t.r23 * 8 + t.r19 * 4 + t.r17 * 2 + t.th end
    local text = tlp_text(t, len)
    local all = len > 0 and tvb(off, len) or tvb()
    local tree = root:add(p_tlp, all, "PCIe TLP, " .. text:gsub(" +", " "))
    local fail = complainer(tree, all, D.rule)
    for i = 1, #t.prefix do add_header(tree, tvb, off + 4 * (i - 1), 4, "tlp_prefix") end
    if t.hdr_off then
        local h = off + t.hdr_off
        add_header(tree, tvb, h, len - t.hdr_off, "tlp_dw0")
        for _, g in ipairs(groups_of(t)) do
            add_header(tree, tvb, h + g[2], len - t.hdr_off - g[2], g[1])
        end
        t.len = (t.name == "Cpl" or t.name == "CplLk" or t.name == "Msg") and 0 or t.length
        if t.hdr_dw then add_decoded(tree, all, t) end
    end
    tree:add(D.orig_len, all, orig):set_generated()
    if t.payload_len > 0 then tree:add(D.payload, tvb(off + t.payload_off, t.payload_len)) end
    if t.digest then tree:add(D.digest, tvb(off + t.digest_off, 4)) end
    if t.snapped then fail("ART-SNAP", "%d of %d bytes", len, orig) end
    local artefact = not env.framed and artefact_of(tvb, off, len, orig, t)
    if artefact then
        fail(artefact, "")
    elseif not env.unjudged then
        judge(tvb, off, t, asked, fail)
    end
    return text
end
