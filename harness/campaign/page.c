/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The report's HTML. One file, nothing loaded from elsewhere.
 */
#include "page.h"

#include <math.h>

static const char *const colour[TN_OUTCOMES] = {
    [TN_NO_EFFECT] = "#b8c0c8", [TN_CORRECTED] = "#4c9f70", [TN_REPORTED] = "#3b7dd8",
    [TN_SILENT] = "#d1304a",    [TN_HANG] = "#7b2d8b",      [TN_FALSE_ALARM] = "#e6a23c",
};

static const char style[] =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1c2126;--dim:#5c6770;--line:#d8dde2;--soft:#f4f6f8}"
    "@media(prefers-color-scheme:dark){:root{--bg:#15181b;--fg:#e4e8eb;--dim:#98a3ad;--line:#343a40;--soft:#1e2226}}"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1.2rem;background:var(--bg);color:var(--fg)}"
    "h1{font-size:1.7rem;margin:0 0 .2rem}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}p.sub{color:var(--dim);margin:0}"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
    "th,td{padding:.28rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}"
    "th{font-weight:600;color:var(--dim);font-size:.85rem}th.s{cursor:pointer}th.s:hover{color:var(--fg)}"
    "td.n,th.n{text-align:right}td.n{white-space:nowrap}code,pre{font:13px/1.45 ui-monospace,monospace}"
    "pre{background:var(--soft);padding:.7rem 1rem;overflow-x:auto;border-radius:6px}"
    ".bar{display:flex;height:.95rem;border-radius:3px;overflow:hidden;min-width:9rem;background:var(--soft);margin-top:.2rem}"
    ".big{height:2rem;border-radius:6px}.key{display:inline-block;width:.8rem;height:.8rem;border-radius:2px;margin:0 .35rem 0 1rem;vertical-align:-1px}"
    ".ci{position:relative;height:.95rem;min-width:7rem;background:var(--soft);border-radius:3px;margin-top:.2rem}"
    ".ci i{position:absolute;top:.38rem;height:.2rem;background:var(--dim);border-radius:2px}"
    ".ci b{position:absolute;top:.12rem;width:3px;height:.7rem;background:var(--fg);border-radius:1px}"
    "details{border-bottom:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer}"
    ".dim{color:var(--dim)}.wrap{overflow-x:auto}svg text{fill:var(--dim);font:11px system-ui,sans-serif}";

static const char script[] =
    "document.querySelectorAll('th.s').forEach(h=>h.onclick=()=>{"
    "const t=h.closest('table'),i=[...h.parentNode.children].indexOf(h),b=t.tBodies[0],"
    "d=h.dataset.d=h.dataset.d==='1'?'-1':'1',v=r=>{const c=r.children[i];return c.dataset.v??c.textContent.trim()};"
    "[...b.rows].sort((x,y)=>{const p=v(x),q=v(y),n=p-q;return (isNaN(n)?p.localeCompare(q):n)*-d}).forEach(r=>b.append(r))});";

void tn_page_text(FILE *f, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        switch (*c) {
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '&': fputs("&amp;", f); break;
        case '"': fputs("&quot;", f); break;
        case '\'': fputs("&#39;", f); break;
        default:
            if ((*c < 32 && *c != '\n') || *c >= 127)
                fprintf(f, "\\x%02x", *c);
            else
                fputc(*c, f);
        }
}

void tn_page_head(FILE *f, const char *title)
{
    fprintf(f, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
               "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>");
    tn_page_text(f, title);
    fprintf(f, "</title><style>%s</style></head><body>\n", style);
}

void tn_page_foot(FILE *f)
{
    fprintf(f, "<script>%s</script></body></html>\n", script);
}

void tn_page_bar(FILE *f, const struct tn_counts *c)
{
    fputs("<div class=\"bar\">", f);
    for (int k = 0; k < TN_OUTCOMES; k++)
        if (c->of[k])
            fprintf(f, "<span style=\"flex:%lu;background:%s\" title=\"%s: %lu of %lu\"></span>",
                    c->of[k], colour[k], tn_outcome_name((enum tn_outcome)k), c->of[k], c->n);
    fputs("</div>", f);
}

void tn_page_share(FILE *f, unsigned long k, unsigned long n)
{
    double low, high, p = n ? 100.0 * (double)k / (double)n : 0;
    tn_wilson(k, n, &low, &high);
    fprintf(f, "<td class=\"n\" data-v=\"%lu\">%lu</td><td class=\"n\" data-v=\"%.4f\">%.1f %%</td>"
               "<td class=\"n dim\" data-v=\"%.4f\">%.1f to %.1f %%</td>"
               "<td><div class=\"ci\"><i style=\"left:%.1f%%;width:%.1f%%\"></i>"
               "<b style=\"left:%.1f%%\"></b></div></td>",
            k, k, p, p, low, 100 * low, 100 * high, 100 * low, 100 * (high - low), p * 0.99);
}

void tn_page_legend(FILE *f)
{
    fputs("<p class=\"dim\">", f);
    for (int k = 0; k < TN_OUTCOMES; k++)
        fprintf(f, "<span class=\"key\" style=\"background:%s\"></span>%s", colour[k],
                tn_outcome_name((enum tn_outcome)k));
    fputs("</p>\n", f);
}

void tn_page_histogram(FILE *f, const unsigned long *bin, unsigned bins)
{
    enum { W = 44, H = 120, TOP = 18, FOOT = 30 };
    unsigned long most = 1;
    for (unsigned i = 0; i < bins; i++)
        most = bin[i] > most ? bin[i] : most;
    fprintf(f, "<svg width=\"%u\" height=\"%d\" role=\"img\" aria-label=\"detection latency\">",
            bins * W, TOP + H + FOOT);
    for (unsigned i = 0; i < bins; i++) {
        double h = (double)H * (double)bin[i] / (double)most;
        fprintf(f, "<rect x=\"%u\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" rx=\"3\" fill=\"%s\"/>",
                i * W + 4, TOP + H - h, W - 8, h, colour[TN_REPORTED]);
        if (bin[i])
            fprintf(f, "<text x=\"%u\" y=\"%.1f\" text-anchor=\"middle\">%lu</text>", i * W + W / 2,
                    TOP + H - h - 4, bin[i]);
        fprintf(f, "<text x=\"%u\" y=\"%d\" text-anchor=\"middle\">%lu</text>", i * W + W / 2,
                TOP + H + 15, i == 0 ? 0ul : 1ul << i);
    }
    fputs("</svg>\n", f);
}
