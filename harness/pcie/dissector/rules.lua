-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- The rules of checkers/*/spec/rules.def that one packet shows by itself. Each says
-- fail(id, found, ...) when the packet breaks it. `env` is what the packet does not hold:
-- dir (0 unknown, 1 up, 2 down), lengths_lie (bytes missing or left over say nothing of the
-- TLP), and what the preferences say.

-- These take more than one packet: `tenter check` judges them, the dissector does not.
others [[
    TAG-1 CPL-1 CPL-2 CPL-3 CPL-4 CPL-5 CPL-6 CPL-7 CPL-8 CPL-9 CPL-10 CPL-11 CPL-12 CPL-13
    CPL-14 CPL-15 CPL-16 CPL-17 CPL-18 CPL-19 ORD-1 ORD-2 ORD-3 DLL-4 DLL-8 DLL-9 DLL-10 DLL-11
    DLL-12 DLL-13 DLL-14 FC-1 FC-2 FC-3 FC-4 FC-5 FC-6 FC-7 FC-8 FC-9 FC-10
    CZR-* CZD-* CZF-* ]]

local PAGE = 4096
local UP, DOWN = 1, 2

local function prefix_rules(t, fail)
    local end_end, late = 0, 0
    for i, e in ipairs(t.prefix) do
        local kind = t.prefix_kind[i]
        if e == 1 and kind > 1 and kind < 14 then
            fail("TLP-PFX-5", "end-to-end prefix type %d", kind)
        elseif e == 0 and kind > 0 and kind < 14 then
            fail("TLP-PFX-4", "local prefix type %d", kind)
        end
        if e == 1 then
            end_end = end_end + 1
        elseif end_end > 0 then
            late = late + 1
        end
    end
    if late > 0 then fail("TLP-PFX-1", "%d after an end-to-end prefix", late) end
    if end_end > 4 then fail("TLP-PFX-2", "%d end-to-end prefixes", end_end) end
    if t.bad_prefix and not (t.short and t.snapped) then
        fail("TLP-PFX-3", "no header after %d prefixes", #t.prefix)
    end
end

-- What fails here leaves Length in doubt, and of a TLP without data its kind
local function length_rules(t, fail)
    local after, data = t.orig - t.payload_off, t.data and 4 * t.length or 0
    local want = data + 4 * t.td
    -- without data Length is reserved: as many DWs as Length says are data
    local names_data = not t.data and t.td == 0 and after == 4 * t.length and
        (t.form == "cpl" or t.form == "msg")
    if t.orig % 4 ~= 0 then
        fail("TLP-ALN-1", "%d bytes", t.orig)
        t.length_doubt = true
    end
    if after == data + 4 * (1 - t.td) and not names_data then -- a DW too many without TD, too few with it
        fail("TLP-TD-1", "TD %d and %d bytes after the header, Length says %d", t.td, after, data)
        t.length_doubt = true
    elseif data == 0 and after - after % 4 ~= want then
        fail("TLP-LEN-8", "%d bytes after the header", after)
        t.any_doubt = true
    elseif data > 0 and after - after % 4 ~= want and after - after % 4 + 4 * math.min(after % 4, 1) ~= want then
        fail("TLP-LEN-1", "Length %d DW, %d bytes after the header%s", t.length, after,
            t.td == 1 and " with the digest" or "")
        t.length_doubt = true
    end
end

local function reserved_rules(t, env, fail)
    if not env.inside then
        local upper_tag = env.ten_bit_tags and 0 or t.r23 + t.r19
        if upper_tag + t.r17 > 0 then
            fail("TLP-RSV-1", "bits 23, 19, 17 are %d, %d, %d", t.r23, t.r19, t.r17)
        end
        if t.th == 1 and t.form ~= "mem" and t.form ~= "atomic" then
            fail("TLP-TH-1", "TH 1 on %s", t.name)
        end
    end
    if t.at ~= 0 and (t.form == "cpl" or t.form == "msg") then
        fail("TLP-AT-1", "AT %d on %s", t.at, t.name)
    end
    if t.ep == 1 and not t.data then fail("TLP-EP-1", "EP 1 on %s, which has no data", t.name) end
end

-- Ones that end at bit 3, or begin at bit 0, without a hole
local FIRST_WITHOUT_HOLES = { [15] = true, [14] = true, [12] = true, [8] = true }
local LAST_WITHOUT_HOLES = { [15] = true, [7] = true, [3] = true, [1] = true }

-- Byte enables that break a rule leave in doubt which bytes a request asks for.
local function byte_enable_rules(t, broken)
    local first, last = t.first_be, t.last_be
    local function fail(...)
        t.bytes_doubt = true
        broken(...)
    end
    if t.th == 1 and t.name ~= "MWr" then return end -- the steering tag stands there
    if t.length == 1 then
        if last ~= 0 then fail("TLP-BE-3", "Last BE %x", last) end
        return
    end
    local holes = t.length == 2 and t.addr_lo % 8 == 0
    if last == 0 then -- by its byte enables the Length is 1: one fault
        fail("TLP-BE-2", "Last BE 0, Length %d", t.length)
        return
    end
    if first == 0 then fail("TLP-BE-1", "First BE 0, Length %d", t.length) end
    if first ~= 0 and not holes and not FIRST_WITHOUT_HOLES[first] then
        fail("TLP-BE-4", "First BE %x, Length %d", first, t.length)
    end
    if not holes and not LAST_WITHOUT_HOLES[last] then
        fail("TLP-BE-5", "Last BE %x, Length %d", last, t.length)
    end
end

-- Length and the bytes disagree by the DW that the other form of header would make: the address is in doubt
local function address_unsure(t)
    local want = (t.data and 4 * t.length or 0) + 4 * t.td
    return t.length_doubt and t.orig - t.hdr_off == want + (t.hdr_dw == 3 and 16 or 12)
end

local function address_rules(t, fail)
    local unsure = address_unsure(t)
    if t.hdr_dw == 4 and t.addr_hi == 0 and not unsure then
        fail("TLP-ADR-1", "4DW header, address %x", t.addr_lo)
    end
    -- of a translation request bit 0 says that it will not write
    local no_write = t.at == 1 and t.ph == 1
    if t.th == 0 and t.ph ~= 0 and not no_write and not unsure then
        fail("TLP-ADR-2", "address bits 1:0 are %d", t.ph)
    end
    if t.at == 3 then fail("TLP-AT-2", "AT 3") end
    if t.at == 1 and t.name ~= "MRd" then fail("TLP-AT-5", "AT 1 on %s", t.name) end
end

-- A Length that its data contradict is one fault.
local function length_told(t)
    return t.data and t.length_doubt
end

local FORM_RULES = {}

function FORM_RULES.mem(t, env, fail)
    local no_length = t.name == "MWr" and t.length_doubt
    address_rules(t, fail)
    if not no_length then byte_enable_rules(t, fail) end
    -- byte enables that do not fit Length are one fault with a read's
    local doubted = no_length or address_unsure(t) or (t.name ~= "MWr" and t.bytes_doubt)
    if t.addr_lo % PAGE + 4 * t.length > PAGE and not doubted then
        fail(t.name == "MWr" and "TLP-4K-2" or "TLP-4K-1", "address %x, %d bytes", t.addr_lo,
            4 * t.length)
    end
    if t.name ~= "MWr" and env.mrrs > 0 and 4 * t.length > env.mrrs then
        fail("TLP-LEN-3", "%d bytes, limit %d", 4 * t.length, env.mrrs)
    end
end

function FORM_RULES.io(t, _, fail)
    if t.length ~= 1 and not length_told(t) then fail("TLP-LEN-4", "Length %d", t.length) end
    if t.last_be ~= 0 then fail("TLP-BE-6", "Last BE %x", t.last_be) end
    if t.tc ~= 0 then fail("TLP-TC-1", "TC %d", t.tc) end
    if t.attr ~= 0 then fail("TLP-ATTR-1", "Attr %d", t.attr) end
    if t.at ~= 0 then fail("TLP-AT-3", "AT %d", t.at) end
    if t.ph ~= 0 then fail("TLP-ADR-2", "address bits 1:0 are %d", t.ph) end
end

function FORM_RULES.cfg(t, _, fail)
    if t.length ~= 1 and not length_told(t) then fail("TLP-LEN-5", "Length %d", t.length) end
    if t.last_be ~= 0 then fail("TLP-BE-7", "Last BE %x", t.last_be) end
    if t.tc ~= 0 then fail("TLP-TC-2", "TC %d", t.tc) end
    if t.attr ~= 0 then fail("TLP-ATTR-2", "Attr %d", t.attr) end
    if t.at ~= 0 then fail("TLP-AT-4", "AT %d", t.at) end
    if t.r15 + t.r1 > 0 then fail("TLP-RSV-2", "bits 15:12 are %x, 1:0 are %d", t.r15, t.r1) end
end

function FORM_RULES.atomic(t, _, fail)
    local cas = t.name == "CAS"
    local legal = cas and set("2 4 8") or set("1 2")
    local operand = cas and 2 * t.length or 4 * t.length
    address_rules(t, fail)
    if length_told(t) then return end
    if not legal[tostring(t.length)] then
        fail(cas and "TLP-ATM-2" or "TLP-ATM-1", "Length %d", t.length)
    elseif t.addr_lo % operand ~= 0 and not address_unsure(t) then
        fail("TLP-ATM-3", "address %x, operand %d bytes", t.addr_lo, operand)
    end
end

function FORM_RULES.cpl(t, _, fail)
    local named = TN.headers.tlp_cpl.status.values[t.status]
    if not named then fail("CPL-STS-1", "status %d", t.status) end
    if t.bcm ~= 0 then fail("CPL-BCM-1", "BCM 1") end
    if t.r7 ~= 0 then fail("TLP-RSV-3", "DW2 bit 7 is 1") end
    if not t.data then
        if t.length ~= 1024 and not t.any_doubt then fail("TLP-LEN-7", "Length %d", t.length) end
        return
    end
    if named and named[1] ~= "SC" then fail("CPL-STS-2", "status %s with data", named[1]) end
end

-- Of each message code: its routing and rule, the rule of its TC, the direction and its rule, the DWs
-- of data that it has and the rule, whether it may have some, whether bytes 8 to 15 are reserved
local function message(route, rule, tc, dir, dir_rule, more)
    local m = more or {}
    m.route, m.rule, m.tc, m.dir, m.dir_rule = route, rule, tc, dir, dir_rule
    return m
end
local function plain() return { plain = true } end
local MESSAGES = {
    UNLOCK = message(3, "TLP-MSG-9", "TLP-TC-6", DOWN, "TLP-MSG-24", plain()),
    PM_ACTIVE_NAK = message(4, "TLP-MSG-7", "TLP-TC-4", DOWN, "TLP-MSG-21", plain()),
    PM_PME = message(0, "TLP-MSG-4", "TLP-TC-4", UP, "TLP-MSG-22", plain()),
    PME_TURN_OFF = message(3, "TLP-MSG-5", "TLP-TC-4", DOWN, "TLP-MSG-14", plain()),
    PME_TO_ACK = message(5, "TLP-MSG-6", "TLP-TC-4", UP, "TLP-MSG-15", plain()),
    SET_SLOT_POWER = message(4, "TLP-MSG-10", "TLP-TC-7", DOWN, "TLP-MSG-25",
        { plain = true, dws = 1, dw_rule = "TLP-MSG-11" }),
    VENDOR0 = { vendor = true, may = true }, VENDOR1 = { vendor = true, may = true },
    LTR = message(4, "TLP-MSG-17", "TLP-TC-8", UP, "TLP-MSG-26"),
    OBFF = message(4, "TLP-MSG-17", "TLP-TC-8", DOWN, "TLP-MSG-27"),
    PTM_REQ = message(4, "TLP-MSG-17", "TLP-TC-8", UP, "TLP-MSG-26"),
    PTM_RSP = message(4, "TLP-MSG-17", "TLP-TC-8", DOWN, "TLP-MSG-27", { may = true }),
    -- of ATS
    INVALIDATE_REQ = message(2, "TLP-MSG-19", "TLP-TC-9", DOWN, "TLP-MSG-27",
        { dws = 2, dw_rule = "TLP-MSG-20" }),
    INVALIDATE_CPL = message(2, "TLP-MSG-19", "TLP-TC-9", UP, "TLP-MSG-26"),
    PAGE_REQ = message(0, "TLP-MSG-18", "TLP-TC-9", UP, "TLP-MSG-26"),
    PRG_RSP = message(2, "TLP-MSG-19", "TLP-TC-9", DOWN, "TLP-MSG-27"),
}
for _, code in ipairs { 40, 41, 43, 44, 45, 47, 48 } do -- hot plug, of no meaning now but defined
    MESSAGES["IGNORED_" .. code] = {}
end
for _, name in ipairs { "ERR_COR", "ERR_NONFATAL", "ERR_FATAL" } do
    MESSAGES[name] = message(0, "TLP-MSG-8", "TLP-TC-5", UP, "TLP-MSG-23", plain())
end
for _, x in ipairs { "A", "B", "C", "D" } do
    local intx = message(4, "TLP-MSG-3", "TLP-TC-3", UP, "TLP-MSG-13", plain())
    MESSAGES["ASSERT_INT" .. x], MESSAGES["DEASSERT_INT" .. x] = intx, intx
end

function FORM_RULES.msg(t, env, fail)
    local named = TN.headers.tlp_msg.code.values[t.code]
    local m = named and MESSAGES[named[1]]
    if t.route > 5 then fail("TLP-MSG-1", "routing %d", t.route) end
    if not m then fail("TLP-MSG-2", "code %02x", t.code) end
    if not m or t.route > 5 then return end
    if t.data and not m.dws and not m.may then fail("TLP-MSG-12", "MsgD, code %02x", t.code) end
    if m.dws then
        if not (t.data and t.length == m.dws) then fail(m.dw_rule, "%s, Length %d", t.name, t.length) end
    elseif not t.data and t.length ~= 1024 and not t.any_doubt then
        fail("TLP-LEN-6", "Length %d", t.length)
    end
    if m.route and t.route ~= m.route then fail(m.rule, "routing %d", t.route) end
    if m.vendor and (t.route == 1 or t.route == 5) then fail("TLP-MSG-16", "routing %d", t.route) end
    if m.tc and t.tc ~= 0 then fail(m.tc, "TC %d", t.tc) end
    if not m.vendor and t.attr % 4 ~= 0 then
        fail(m.tc == "TLP-TC-9" and "TLP-ATTR-4" or "TLP-ATTR-3", "Attr %d, code %02x", t.attr, t.code)
    end
    if m.dir and env.dir ~= 0 and env.dir ~= m.dir then
        fail(m.dir_rule, m.dir == UP and "downstream" or "upstream")
    end
    if m.plain and (t.dw2 ~= 0 or t.dw3 ~= 0) then
        fail("TLP-MSG-28", "%08x %08x", t.dw2, t.dw3)
    end
end

local function digest_rule(tvb, off, t, env, fail)
    if not t.digest or t.bad_length or t.snapped then return end
    local want = ecrc(tvb, off, t, env.inside)
    if t.digest ~= want then
        fail("ECRC-1", "%08x, computed %08x", t.digest, want)
        t.any_doubt = true
    end
end

-- Every rule of one TLP
local function judge(tvb, off, t, env, fail)
    prefix_rules(t, fail)
    if t.bad_prefix then return end
    -- how long a header of no defined form is, nobody knows
    if t.short and not t.bad_fmt then
        if not t.snapped and not env.lengths_lie then fail("TLP-HDR-1", "%d bytes", t.orig) end
        return
    end
    if t.fmt > 4 then return fail("TLP-FMT-1", "Fmt %d, Type %d", t.fmt, t.type) end
    if not t.form then return fail("TLP-FMT-2", "Fmt %d, Type %d", t.fmt, t.type) end
    if not env.lengths_lie then length_rules(t, fail) end
    reserved_rules(t, env, fail)
    digest_rule(tvb, off, t, env, fail)
    if t.data and t.name ~= "IOWr" and env.mps > 0 and 4 * t.length > env.mps then
        fail("TLP-LEN-2", "%d bytes, limit %d", 4 * t.length, env.mps)
    end
    FORM_RULES[t.form](t, env, fail)
    local posted = t.form == "cpl" or t.form == "msg" or t.name == "MWr"
    if not posted and not env.ext_tags and t.tag >= 32 then fail("TAG-2", "Tag %02x", t.tag) end
end
