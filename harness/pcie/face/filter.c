/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fields of a TLP that a filter can name.
 */
#include "pcie.h"

#include <tn/fields.h>
#include <tn/protocol.h>
#include <tn/rules.h>

#include <string.h>
#include <strings.h>

enum field {
    F_TYPE,
    F_FMT,
    F_ADDR,
    F_LEN,
    F_TAG,
    F_REQUESTER,
    F_COMPLETER,
    F_STATUS,
    F_BCM,
    F_TC,
    F_ATTR,
    F_TH,
    F_AT,
    F_FIRST_BE,
    F_LAST_BE,
    F_BYTE_COUNT,
    F_LOWER_ADDR,
    F_CODE,
    F_ROUTING,
    F_TARGET,
    F_REG,
    F_EP,
    F_TD,
    F_BE,
    F_BC, /* as lines call byte_count and lower_addr */
    F_LA
};
static const struct tn_face_field fields[] = {
    [F_TYPE] = {"type", TN_TLP_KINDS - 1, false},
    [F_FMT] = {"fmt", 7, false},
    [F_ADDR] = {"addr", UINT64_MAX, true},
    [F_LEN] = {"len", 1024, false},
    [F_TAG] = {"tag", 255, true},
    [F_REQUESTER] = {"requester", 0xffff, true},
    [F_COMPLETER] = {"completer", 0xffff, true},
    [F_STATUS] = {"status", 7, false},
    [F_BCM] = {"bcm", 1, false},
    [F_TC] = {"tc", 7, false},
    [F_ATTR] = {"attr", 7, false},
    [F_TH] = {"th", 1, false},
    [F_AT] = {"at", 3, false},
    [F_FIRST_BE] = {"first_be", 15, true},
    [F_LAST_BE] = {"last_be", 15, true},
    [F_BYTE_COUNT] = {"byte_count", 4096, false},
    [F_LOWER_ADDR] = {"lower_addr", 127, true},
    [F_CODE] = {"code", 255, true},
    [F_ROUTING] = {"routing", 7, false},
    [F_TARGET] = {"target", 0xffff, true},
    [F_REG] = {"reg", 4092, true},
    [F_EP] = {"ep", 1, false},
    [F_TD] = {"td", 1, false},
    [F_BE] = {"be", 255, true},
    [F_BC] = {"bc", 4096, false},
    [F_LA] = {"la", 127, true},
    {NULL, 0, false},
};

/* A TLP as a filter sees it. */
struct view {
    struct tn_tlp t;
    uint16_t tag; /* all its bits */
};

static bool look(const struct tn_event *ev, const struct tn_check_params *par, void *view)
{
    struct tn_event inner;
    struct view *v = view;
    if (!tn_event_tlp(ev, &inner, &v->t))
        return false;
    v->tag = (uint16_t)tn_tlp_whole_tag(&v->t, par);
    return true;
}

/* The value of a field that only some kinds have; false when this one has not. */
static bool value_of_kind(const struct tn_tlp *t, enum field f, uint64_t *v)
{
    bool cpl = tn_tlp_is_completion(t->kind), msg = t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD;
    bool cfg = t->kind >= TN_TLP_CFGRD0 && t->kind <= TN_TLP_CFGWR1;
    switch (f) {
    case F_ADDR: *v = t->addr; return !cpl && !cfg && !msg;
    case F_COMPLETER: *v = t->completer; return cpl;
    case F_STATUS: *v = t->status; return cpl;
    case F_BCM: *v = t->bcm; return cpl;
    case F_FIRST_BE: *v = t->first_be; return !cpl && !msg;
    case F_LAST_BE: *v = t->last_be; return !cpl && !msg;
    case F_BE: *v = (uint64_t)(t->first_be << 4 | t->last_be); return !cpl && !msg;
    case F_BC:
    case F_BYTE_COUNT: *v = t->byte_count; return cpl;
    case F_LA:
    case F_LOWER_ADDR: *v = t->lower_addr; return cpl;
    case F_CODE: *v = t->msg_code; return msg;
    case F_ROUTING: *v = t->msg_route; return msg;
    case F_TARGET: *v = t->dest_id; return cfg;
    case F_REG: *v = t->reg; return cfg;
    default: return false;
    }
}

static bool value(const void *view, size_t f, uint64_t *v)
{
    const struct view *w = view;
    const struct tn_tlp *t = &w->t;
    switch ((enum field)f) {
    case F_TYPE: *v = t->kind; return true;
    case F_FMT: *v = t->fmt; return true;
    case F_LEN: *v = tn_tlp_len(t); return true;
    case F_TAG: *v = w->tag; return true;
    case F_REQUESTER: *v = t->requester; return true;
    case F_TC: *v = t->tc; return true;
    case F_ATTR: *v = t->attr; return true;
    case F_TH: *v = t->th; return true;
    case F_AT: *v = t->at; return true;
    case F_EP: *v = t->ep; return true;
    case F_TD: *v = t->td; return true;
    default: return value_of_kind(t, (enum field)f, v);
    }
}

/* "bus:device.function", as lspci prints it; its domain may stand in front. */
static const char *id_value(const char *word, uint64_t *v)
{
    unsigned domain, bus, device, function;
    int end = 0;
    if (sscanf(word, "%4x:%2x:%2x.%1x%n", &domain, &bus, &device, &function, &end) != 4 || word[end]) {
        end = 0;
        if (sscanf(word, "%2x:%2x.%1x%n", &bus, &device, &function, &end) != 3 || word[end])
            return "no bus:device.function";
    }
    if (device > 31 || function > 7)
        return "no bus:device.function: devices go up to 1f, functions up to 7";
    *v = bus << 8 | device << 3 | function;
    return NULL;
}

/* The value that a table names so. */
static bool named_value(const char *header, const char *field, const char *word, uint64_t *v)
{
    const struct tn_header *h = tn_header_named(header);
    for (size_t i = 0; i < h->value_n; i++) {
        const struct tn_value *n = &h->values[i];
        if (strcmp(n->header, header) != 0 || strcmp(n->field, field) != 0 ||
            (strcasecmp(word, n->name) != 0 && strcasecmp(word, n->text) != 0))
            continue;
        *v = n->value;
        return true;
    }
    return false;
}

/* Which of the n names word is. */
static bool one_of(const char *const *names, uint64_t n, const char *word, uint64_t *v)
{
    for (*v = 0; *v < n; ++*v)
        if (strcasecmp(word, names[*v]) == 0 && strcmp(word, "reserved") != 0)
            return true;
    return false;
}

/* Attributes as lines print them: ido+ro+ns, or one or two of them. */
static bool attributes(const char *word, uint64_t *v)
{
    static const char *const one[] = {"ns", "ro", "ido"};
    *v = 0;
    for (;; word++) {
        const size_t n = strcspn(word, "+");
        unsigned i = 0;
        while (i < 3 && (strlen(one[i]) != n || strncasecmp(one[i], word, n) != 0))
            i++;
        if (i == 3 || *v >> i & 1)
            return false;
        *v |= 1u << i;
        word += n;
        if (!*word)
            return true;
    }
}

/* "first/last" */
static const char *enables(const char *word, uint64_t *v)
{
    unsigned first, last;
    int end = 0;
    if (sscanf(word, "%1x/%1x%n", &first, &last, &end) != 2 || word[end])
        return "no pair of byte enables, first/last";
    *v = first << 4 | last;
    return NULL;
}

static const char *constant(size_t f, const char *word, uint64_t *v)
{
    if ((f == F_REQUESTER || f == F_COMPLETER || f == F_TARGET) && strpbrk(word, ":."))
        return id_value(word, v);
    if (f == F_BE && strchr(word, '/'))
        return enables(word, v);
    if ((f == F_ROUTING && one_of(tn_tlp_routings, 8, word, v)) ||
        (f == F_AT && one_of(tn_tlp_address_types, 4, word, v)) ||
        (f == F_ATTR && attributes(word, v)))
        return NULL;
    if (f == F_STATUS && named_value("tlp_cpl", "status", word, v))
        return NULL;
    if (f == F_CODE && named_value("tlp_msg", "code", word, v))
        return NULL;
    for (int k = 1; f == F_TYPE && k < TN_TLP_KINDS; k++)
        if (strcasecmp(word, tn_tlp_name((enum tn_tlp_kind)k)) == 0) {
            *v = (uint64_t)k;
            return NULL;
        }
    return "";
}

static uint64_t most(size_t f, const struct tn_check_params *par)
{
    return f == F_TAG && par->ten_bit_tags ? 1023 : fields[f].max;
}

const struct tn_face_filter tn_filter_pcie = {.fields = fields,
                                              .view_size = sizeof(struct view),
                                              .look = look,
                                              .value = value,
                                              .constant = constant,
                                              .most = most};
