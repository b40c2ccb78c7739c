-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- Headers by the generated tables, and broken rules, as items of the tree.

local function bdf(v)
    return string.format("%02x:%02x.%x", math.floor(v / 256), math.floor(v / 8) % 32, v % 8)
end

-- The header hname at byte `at` of tvb as a subtree: those of its fields that are whole
-- within the `left` bytes there.
local function add_header(tree, tvb, at, left, hname)
    local h = TN.headers[hname]
    if left <= 0 then return end
    local sub = tree:add(tvb(at, math.min(left, h.bytes)), h.text .. " (" .. hname .. ")")
    for _, f in ipairs(h.fields) do
        if f.byte + f.bytes <= left then
            local v = get(tvb, at, hname, f.name)
            local range = tvb(at + f.byte, f.bytes)
            local item = f.bytes > 4 and sub:add(f.proto_field, range, UInt64.new(v)) or sub:add(f.proto_field, range)
            if f.kind == "BDF" then
                item:append_text(" (" .. bdf(v) .. ")")
            elseif f.kind ~= "ENUM" and f.values[v] then
                item:append_text(" (" .. f.values[v][2] .. ")")
            end
        end
    end
end

-- fail(id, found, ...) for the rules: an item with the rule's expert info; field is the
-- protocol's own for the ID, which a record of no fabric has not
local function complainer(tree, range, field)
    return function(id, found, ...)
        local rule = TN.rules[id]
        local text = string.format(found, ...)
        local item = tree:add(field or record_rule, range, id)
        item:set_generated()
        item:append_text(rule and " (" .. rule.source .. ")" or "")
        item:add_proto_expert_info(X[id], id .. ": " .. (rule and rule.text or ART[id]) ..
            (text ~= "" and "; found " .. text or ""))
    end
end

-- A record of no fabric
local function foreign(tree, range, pinfo, what)
    complainer(tree, range)("ART-FOREIGN", what)
    pinfo.cols.info = what
end
