-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- Which frames of a link belong together: a TLP, its copies of a replay, its acknowledgment, the Nak that asked for the
-- replay. Learnt while Wireshark reads the capture for the first time, in order; afterwards each frame keeps what was found.

local SEQ_MOD, SEQ_HALF = 4096, 2048
local sent = {}    -- by link and direction: first (frames, by number), newest (number), nak (frame), replays (a copy came)
local of_frame = {} -- by frame: first (of a copy), nak (that asked for the copy), acks (the newest TLP that it acknowledges)
local acked = {}   -- by frame of a TLP that was sent first: frame of its acknowledgment

function p_frame.init() sent, of_frame, acked = {}, {}, {} end

local function way(link, dir)
    local key = (link or "") .. " " .. dir
    sent[key] = sent[key] or { first = {} }
    return sent[key]
end

-- A right TLP with that number, in frame n
local function learn_tlp(link, dir, seq, n)
    local w = way(link, dir)
    local newest = w.newest
    if newest and (newest - seq) % SEQ_MOD < SEQ_HALF and w.first[seq] then
        w.replays = true
        return { first = w.first[seq], nak = w.nak }
    end
    if w.replays then w.nak, w.replays = nil, false end -- new TLPs behind the replay
    w.newest = seq
    w.first[seq] = n
    w.first[(seq + SEQ_HALF) % SEQ_MOD] = nil -- too far back to be sent again
    return {}
end

-- An Ack or a Nak in frame n, of TLPs that go the other way
local function learn_ack(link, dir, seq, nak, n)
    local w = way(link, 3 - dir)
    if nak then w.nak = n end
    if not w.newest or (w.newest - seq) % SEQ_MOD >= SEQ_HALF then return {} end
    local at = seq
    while w.first[at] and not acked[w.first[at]] do
        acked[w.first[at]] = n
        at = (at - 1) % SEQ_MOD
    end
    return at ~= seq and { acks = w.first[seq] } or {}
end

local INITFC1_P = 0x40 -- of channel 0: the link was down

local function learn_dllp(link, dir, tvb, at, n)
    local kind = tvb(at, 1):uint()
    if kind == INITFC1_P then
        for d = 1, 2 do sent[(link or "") .. " " .. d] = nil end
    elseif kind == 0x00 or kind == 0x10 then
        return learn_ack(link, dir, tvb(at + 2, 2):bitfield(4, 12), kind == 0x10, n)
    end
    return {}
end

local function known_way(env) return env.frame and (env.dir == 1 or env.dir == 2) and not env.garbage end

local function draw(tree, all, n)
    local found = of_frame[n] or {}
    if found.first then tree:add(L.sent_again, all, found.first):set_generated() end
    if found.nak then tree:add(L.asked_by, all, found.nak):set_generated() end
    if found.acks then tree:add(L.acks, all, found.acks):set_generated() end
    local first = found.first or n
    if acked[first] then tree:add(L.acked, all, acked[first]):set_generated() end
end

-- Draws what belongs to a right TLP with that number, to a DLLP at `at`.
function add_replay(tree, all, env, seq)
    if not known_way(env) then return end
    local n = env.frame.number
    if not env.frame.visited then of_frame[n] = learn_tlp(env.link, env.dir, seq, n) end
    draw(tree, all, n)
end

function add_acknowledgment(tree, all, env, tvb, at)
    if not known_way(env) then return end
    local n = env.frame.number
    if not env.frame.visited then of_frame[n] = learn_dllp(env.link, env.dir, tvb, at, n) end
    draw(tree, all, n)
end
