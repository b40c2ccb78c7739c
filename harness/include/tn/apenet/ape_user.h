/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The application's library of APEnet, with the calls of paper 003, section 4: messages are put,
 * sent and fetched by virtual addresses, buffers are registered before others may write or read
 * them, and each end is an event. The library owns a network interface: its tx ring and event queue
 * in host memory, its commands.
 *
 * The library asks for nothing but registers, host memory and a translation, so the same source
 * runs against RTL and against the model. No function allocates memory.
 */
#ifndef TN_APE_USER_H
#define TN_APE_USER_H

#include <tn/apenet/ape_node.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Access to the network interface and to the host's memory. */
struct ape_ops {
    /* The next two access a register of 32 bits. They return 0, or a negative errno. */
    int (*get)(void *ctx, uint32_t addr, uint32_t *value);
    int (*put)(void *ctx, uint32_t addr, uint32_t value);
    /* The next two copy n bytes from and to host memory at the physical address pa. */
    void (*peek)(void *ctx, uint64_t pa, void *bytes, size_t n);
    void (*poke)(void *ctx, uint64_t pa, const void *bytes, size_t n);
    /* Pins the page of that process that has vaddr, and translates vaddr. Returns false when the
     * process has no such page. */
    bool (*pin)(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa);
    /* Returns the time in cycles. */
    uint64_t (*now)(void *ctx);
    /* Lets a little time pass; a waiting call calls it over and over. */
    void (*idle)(void *ctx);
};

enum { APE_BUFFERS = 64 };

/* Rights and kinds of a buffer. One without any is for the fetches of its own process. */
enum ape_flags {
    APE_FOR_SEND = 1, /* takes one message that is sent without an address */
    APE_FOR_GET = 2,  /* others may fetch from it */
    APE_ON_GPU = 4,   /* lies in memory of a GPU */
    APE_FOR_PUT = 8,  /* others may put into it */
};

struct ape_user_config {
    struct ape_ops ops;
    void *ctx;
    uint64_t ring;       /* physical address of the tx ring, a multiple of its size */
    uint64_t queue;      /* physical address of the event queue, a multiple of its size */
    uint64_t pages;      /* physical address of the page table's first page (ape_fw.h) */
    uint64_t pages_end;  /* first physical address behind the memory for page tables */
    unsigned ring_log2;  /* log2 of the number of descriptors, 4 to 12 */
    unsigned queue_log2; /* log2 of the number of events, 4 to 12 */
    uint64_t patience;   /* cycles that a command may take */
    bool second;         /* the network interface is at local port 1 of its node (ape_torus.md 2) */
};

/* A message to another process, or a fetch from it. */
struct ape_message {
    struct ape_node node; /* the other process's node */
    uint16_t pid;         /* the process, at both ends */
    uint64_t here;        /* virtual address of the bytes here; of a fetch, their destination */
    uint64_t there;       /* virtual address at the other end; not used by a send */
    uint32_t length;      /* bytes, at least 1 */
    uint32_t tag;         /* returned with the sent event; a fetch has it as its message number */
    bool event;           /* a sent event is wanted */
    bool answer;          /* an acked event is wanted; of no effect in a fetch */
};

/* A buffer to register. */
struct ape_buffer {
    uint16_t pid;
    uint64_t vaddr;
    uint32_t length; /* bytes, at least 1 */
    unsigned flags;  /* set of enum ape_flags */
};

enum ape_event_kind { APE_SENT = 1, APE_RECEIVED = 2, APE_ERROR = 3, APE_ACKED = 4 };

struct ape_event {
    uint8_t kind;  /* enum ape_event_kind */
    uint8_t cause; /* of an error: its cause; of an acked event: the cause at the receiver, 0: the
                      message is in its memory whole; else the type of the packets
                      (checkers/apenet/spec/ape_ni.md section 5) */
    uint16_t pid;
    struct ape_node source;
    uint8_t slot;    /* of a received event: the buffer, as ape_register_buffer() gave it */
    uint32_t number; /* the tag of a sent or acked event, else the message number */
    uint32_t bytes;
};

/* A user. All members are private. */
struct ape_user {
    struct ape_user_config config;
    struct ape_buffer buffer[APE_BUFFERS]; /* by slot of the network interface; length 0: free */
    uint32_t write;                        /* number of descriptors written so far */
    uint32_t event;                        /* number of events read so far */
    uint32_t msg;                          /* number of the next message; bit 31: at local port 1 */
    uint64_t free_page;                    /* next free page for tables */
};

/* Begins to use the network interface: writes an empty ring and queue to its registers. Returns 0,
 * -EINVAL when the configuration is impossible, or an error of a register access. */
int ape_open(struct ape_user *u, const struct ape_user_config *c);

/* The next three start a message and return at once. Source bytes must stay until the sent event; a
 * fetch's destination must lie in a registered buffer. They return 0; -EOPNOTSUPP for a fetch or an
 * answer at local port 1, where none comes; -EAGAIN when the ring has too
 * little room now; -EMSGSIZE when it never has; -EFAULT when a page cannot be pinned; or an error
 * of a register access. */
int ape_rdma_put(struct ape_user *u, const struct ape_message *m);
int ape_rdma_send(struct ape_user *u, const struct ape_message *m);
int ape_rdma_get(struct ape_user *u, const struct ape_message *m);

/* Registers a buffer: pins its pages, enters them into the page table, gives the buffer to the
 * network interface. Returns its slot, 0 to 63; -ENOSPC when all slots are in use or the page table
 * has no memory left; -EEXIST when the process has a buffer at that address; -EFAULT when a page
 * cannot be pinned; -EINVAL; -ETIMEDOUT. */
int ape_register_buffer(struct ape_user *u, const struct ape_buffer *b);
/* Takes a buffer from the network interface and its pages from the page table. When the function
 * returns 0, no write to the buffer comes any more. Else it returns -ENOENT, -ETIMEDOUT or an error
 * of a register access. */
int ape_unregister_buffer(struct ape_user *u, int slot);

/* Lets a buffer for sends, which has taken a message, take the next one. Returns as the function
 * above. */
int ape_release_buffer(struct ape_user *u, int slot);

/* Takes the next event, and waits for at most timeout cycles. Returns 0, or -ETIMEDOUT. */
int ape_wait_event(struct ape_user *u, struct ape_event *e, uint64_t timeout);

#ifdef __cplusplus
}
#endif

#endif
