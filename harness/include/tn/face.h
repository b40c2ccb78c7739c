/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The face of a fabric: everything that the tenter command knows of the fabric. Each fabric defines
 * one struct tn_face, tn_face_<name>; the command finds it through the list made from
 * checkers/spec/fabrics.def. Members that a fabric does not need stay NULL or 0. Below the
 * descriptor stand the helper functions of the command that faces use.
 */
#ifndef TN_FACE_H
#define TN_FACE_H

#include <tn/capture.h>
#include <tn/event.h>
#include <tn/rules.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct tn_check_params;
struct tn_wave_kind;
struct tn_header;
struct tn_field;

/* Exit codes of every command. */
enum { TN_EXIT_OK = 0, TN_EXIT_FAIL = 1, TN_EXIT_USAGE = 2 };

/* Room for the name of an end, its NUL included. */
enum { TN_END_NAME = 32 };

/* The colour class of an event on a terminal. */
enum tn_tone { TN_TONE_NONE, TN_TONE_WRONG, TN_TONE_ANSWER, TN_TONE_DATA, TN_TONE_REQUEST };

/* An event as text. The event is of the face's fabric and may be cut or wrong anywhere; par says
 * how the link reads its bits. */
struct tn_face_show {
    /* Prints one line without newline. Returns false when the fabric has no line for this event. */
    bool (*line)(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
    /* Prints every field with its bit range, one a line. */
    void (*fields)(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
    /* Prints members of a JSON object, each behind a comma. */
    void (*json)(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
    /* Gives the names of the two ends between which the packet travels; to stays "" when the packet
     * does not name it. Returns false when it names none. NULL: no packet does. */
    bool (*ends)(const struct tn_event *ev, const struct tn_check_params *par, char from[TN_END_NAME],
                 char to[TN_END_NAME]);
    /* Returns the colour class. */
    enum tn_tone (*tone)(const struct tn_event *ev);
};

/* A field that --filter can name. */
struct tn_face_field {
    const char *name; /* "type" counts from 0 within the fabric */
    uint64_t max;     /* the largest value that a packet can have there */
    bool hex;         /* lines print it in hexadecimal without 0x */
};

/* The fields that --filter can name. A view is the fabric's own decoded form of an event. */
struct tn_face_filter {
    const struct tn_face_field *fields; /* ends with a NULL name */
    size_t view_size;                   /* bytes of a view */
    /* Decodes ev into view. Returns false when the event has no field that a filter can name. */
    bool (*look)(const struct tn_event *ev, const struct tn_check_params *par, void *view);
    /* Gives the value of fields[field] in a view. Returns false when that packet has no such field. */
    bool (*value)(const void *view, size_t field, uint64_t *v);
    /* Gives the value that a word stands for beside fields[field]. Returns NULL when v is set, "" when
     * the fabric knows no such word, else the reason to refuse the word. */
    const char *(*constant)(size_t field, const char *word, uint64_t *v);
    /* Returns fields[field].max on a link with these parameters; NULL: the maximum does not depend on them. */
    uint64_t (*most)(size_t field, const struct tn_check_params *par);
};

/* Places of the report of --stats, in the order in which it prints them. */
enum tn_stats_part {
    TN_STATS_COUNT,   /* in the first line, behind the count of records: ", 5 TLPs" */
    TN_STATS_SHARE,   /* in the first line, behind the count of bytes */
    TN_STATS_TYPES,   /* lines: packets by type */
    TN_STATS_SIZES,   /* lines: payloads by size */
    TN_STATS_LATENCY, /* the title of the latencies */
};

/* Statistics over a capture, and the message-sequence chart that draws on them. */
struct tn_face_stats {
    void *(*begin)(const struct tn_check_params *par); /* makes an empty statistic; NULL on ENOMEM */
    /* Counts an event. Returns the time since the packet that the event answers, ns, or -1. */
    long long (*event)(void *stats, const struct tn_event *ev);
    /* Takes note of a request or an answer that the fabric's rules found; NULL: its rules pair none, and event() does. */
    void (*pair)(void *stats, const struct tn_pair *p);
    /* Prints one part; bytes is the sum over all records. Returns whether anything was printed. */
    bool (*print)(const void *stats, enum tn_stats_part part, uint64_t bytes, FILE *f);
    void (*end)(void *stats); /* frees the statistic */
    /* Prints a line of --ladder for ev, the event that was counted last. */
    void (*ladder)(FILE *f, const void *stats, const struct tn_event *ev, uint64_t start_ns, long long latency_ns);
};

/* An option with a value: a number up to max, or a word of words, or any text. */
struct tn_face_option {
    const char *name;         /* without the dashes */
    const char *value;        /* name of the value in the usage line */
    uint64_t max;             /* greatest number; 0: the value is no number */
    const char *const *words; /* NULL, or the values allowed, ending with NULL */
};

/* The arguments of tenter gen. */
struct tn_gen {
    uint64_t packets, seed;
    const char *size;         /* as given, or NULL */
    const char *const *value; /* by index of the face's own options; NULL: not given */
    const char *path;         /* of the capture to write */
};

/* A generator of captures (tenter gen --fabric NAME). */
struct tn_face_gen {
    const char *makes;                    /* stands before "traffic" in messages: "ExaNet" */
    const struct tn_face_option *options; /* the generator's own, ending with a NULL name */
    /* Writes the capture and returns an exit code. Calls tn_gen_begins() when the options are
     * right. */
    int (*run)(const struct tn_gen *gen);
};

/* A conversion at work (tenter convert). */
struct tn_convert {
    const char *name;  /* of the input, for messages */
    const char *out;   /* path of the output */
    const char *meta;  /* the first record's text of an output in Tenter's own form */
    uint64_t left_out; /* records that the output cannot hold */
};

/* A form that captures are converted into (tenter convert --to NAME). */
struct tn_converter {
    const char *name;
    const char *holder; /* in messages: "no packet that <holder> holds" */
    bool keeps_text;    /* the text of an own capture's first record is converted, too */
    bool guests;        /* the converter reads packets of the face's guest protocol */
    bool own;           /* records are copied unchanged, so that their length is bounded */
    /* Converts all records of the reader and returns an exit code. */
    int (*write)(struct tn_convert *c, struct tn_reader *r);
};

/* A fabric's additions to tenter check. */
struct tn_face_check {
    const struct tn_face_option *options; /* ending with a NULL name; value NULL: a flag */
    /* Takes options[i] with its value (text, or the number n) into par and returns an exit code. */
    int (*option)(struct tn_check_params *par, size_t i, const char *text, uint64_t n);
    /* Sets the parameters that follow from the form of the capture (tn_reader_origin()). */
    void (*origin)(struct tn_check_params *par, const char *origin);
    /* Sets the parameters that the text of an own capture's first record tells, lines of key=value, unless options did. */
    void (*text)(struct tn_check_params *par, const char *text);
    /* Sets the parameters that follow from the name of a link. */
    void (*link)(struct tn_check_params *par, const char *link);
};

/* A command of tenter. */
struct tn_command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv begins behind "tenter"; returns an exit code */
    const char *text;                  /* a line of tenter help */
    const char *usage;                 /* options and arguments */
};

struct tn_face {
    const char *name;         /* as in fabrics.def */
    uint8_t fabric;           /* number in records; 0: no records of its own */
    const char *const *rules; /* prefixes of its rules' IDs, ending with NULL */
    const char *dut;          /* the default DUT of tenter replay */
    struct tn_face_show show;
    const struct tn_face_filter *filter;
    const struct tn_face_stats *stats;
    const struct tn_face_check *check;
    const struct tn_face_gen *gen;
    const struct tn_converter *converters; /* ending with a NULL name */
    const struct tn_command *commands;     /* of its own, ending with a NULL name */
    const struct tn_wave_kind *const *waves; /* its channels in waveforms, ending with NULL (<tn/wave.h>) */
    const struct tn_face *guest;           /* of a foreign protocol that its converters read */
};

/* Returns face i in the order of fabrics.def; NULL behind the last. */
const struct tn_face *tn_face_at(size_t i);
/* Returns the face of records with this number, guests included; NULL when there is none. */
const struct tn_face *tn_face_of(uint8_t fabric);

/* Writes "tenter <command>: <what>" to stderr (tn_say()). Returns TN_EXIT_USAGE. */
int tn_usage(const char *command, const char *what, ...) __attribute__((format(printf, 2, 3)));
/* Returns the command whose options are being taken, for a face's messages: check, show, ... */
const char *tn_options_command(void);
/* Reads a decimal or 0x number up to max. Returns false when text is no such number. */
bool tn_number(const char *text, uint64_t max, uint64_t *out);
/* Flushes stdout. Returns code, or TN_EXIT_USAGE with a message when the output could not be
 * written. */
int tn_finish_output(const char *command, int code);
/* Prints the seed; a generator calls this when its options are right and it begins to write. */
void tn_gen_begins(const struct tn_gen *gen);

/* How an event is printed. */
struct tn_look {
    const char *point;                 /* name of its observation point, or NULL */
    uint64_t start_ns;                 /* time stamps are printed as the time since then */
    const struct tn_check_params *par; /* how its link reads bits */
};
/* Prints the event as one line without newline. */
void tn_print_line(FILE *f, const struct tn_event *ev, const struct tn_look *look);
/* Prints a time stamp as the time since start_ns, in seconds with nine digits. */
void tn_print_time(FILE *f, uint64_t time_ns, uint64_t start_ns);
/* Returns MB/s, in millions of bytes, of so many bytes in that time; 0 when it is 0. */
double tn_stats_rate(uint64_t bytes, uint64_t ns);
/* Sorts n values and prints their percentiles as the rest of a line. */
void tn_stats_percentiles(FILE *f, uint64_t *values, size_t n);
/* Prints number and time in front of a line of the ladder. */
void tn_print_moment(FILE *f, const struct tn_event *ev, uint64_t start_ns);
/* Prints every field with its bit range, one a line. */
void tn_print_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
/* Prints the event as a JSON object of one line; art is the set of artefacts seen on it. */
void tn_print_json(FILE *f, const struct tn_event *ev, const struct tn_look *look, unsigned art);
/* The fields of the header of that name at p, if all of it is there; base is p's
 * offset in what is being printed. */
void tn_print_header(FILE *f, const char *name, const uint8_t *p, size_t left, size_t base);
/* Prints one field of a header, with another text than the table's when the link gives it another meaning. */
void tn_print_field(FILE *f, const struct tn_header *h, const struct tn_field *d, const uint8_t *p, size_t base,
                    const char *text);
/* Prints, as a field, the number that so many bytes at base hold above their `low` lowest bits. */
void tn_print_wide(FILE *f, const char *name, size_t base, unsigned bytes, unsigned low, uint64_t value,
                   const char *text);
/* bus:device.function, as lspci prints a routing ID. */
void tn_print_bdf(FILE *f, unsigned id);
/* Prints s for a terminal: the backslash and bytes that are no printable ASCII become \\xHH. */
void tn_print_text(FILE *f, const char *s);
/* Prints s as a JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void tn_json_string(FILE *f, const char *s);
/* Prints s as part of an XML attribute; characters that XML cannot hold become '?'. */
void tn_xml_text(FILE *f, const char *s);

#endif
