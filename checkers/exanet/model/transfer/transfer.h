/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of transfers.
 */
#ifndef TN_EXA_TRANSFER_PRIVATE_H
#define TN_EXA_TRANSFER_PRIVATE_H

#include <tn/exanet/exa_dma.h>
#include <tn/exanet/exa_transfer.h>
#include <tn/judge.h>
#include <tn/keyed.h>

enum {
    EXF_IDS = 8,      /* IDs of a memory port */
    EXF_READS = 128,  /* bursts of one ID under way */
    EXF_BEATS = 1024, /* data that wait for their address */
    EXF_ADDRS = 64,   /* addresses that wait for their data, and bursts that wait for B */
    EXF_LOOSE = 64,   /* messages and notifications to memory that are remembered */
    EXF_UNDO = 8,     /* descriptors that one burst may write */
    EXF_PAGE = 4096,
    EXF_UNITS = 64,   /* packets of a transaction */
    EXF_FORMER = 4,   /* owners of a bank that are remembered */
    EXF_NOBODY = 1 << 16, /* no PDID */
    EXF_PORT_RDMA = 0,
    EXF_PORT_DMA = 4,
};

enum exf_rule { EXF_MEM_1, EXF_MEM_2, EXF_MEM_3, EXF_MEM_4, EXF_MEM_5, EXF_PRT_1, EXF_PRT_2, EXF_FLT_1, EXF_CHA_1 };

/* A transaction: one generation of a {node, tid}. */
struct exf_txn {
    unsigned from, to, tid, gen; /* to: TN_EXF_NODES when the destination is no known node */
    struct tn_exd_fields f;      /* of its newest attempt */
    uint8_t *bytes;              /* f.length bytes of its source as the transaction began */
    bool parked;                 /* it waits for the transaction that names it */
    bool blurred;                /* its reads look like another one's */
    uint64_t issued[2];          /* bit k: the first, the second read of packet k was issued, in this attempt */
    uint64_t failed;             /* bit k: a read of packet k failed, in this attempt */
    unsigned starts;             /* attempts so far */
    uint8_t pending[EXA_ATTEMPTS][EXF_UNITS]; /* by attempt and k: packets that came, less the writes held against them */
    uint64_t written[EXA_ATTEMPTS];    /* bit k: its write was answered OKAY */
    uint64_t last_write[EXA_ATTEMPTS]; /* cycle of the last such answer */
    bool control, noted;         /* its control packet came; its notification left */
    uint64_t place;
    uint8_t note[EXA_WORD];
    bool answered;               /* positively */
    unsigned answered_attempt;   /* the newest one that was */
    uint64_t answered_cycle;     /* of that answer */
};

/* A read under way. */
struct exf_read {
    struct exf_txn *txn; /* NULL: of no transaction, or of one of several */
    unsigned k, start, pdid; /* pdid: of the access; EXF_NOBODY: not known */
};

/* A write under way: of packet k of a transaction, or of a loose packet. */
struct exf_write {
    struct exf_txn *txn;
    unsigned k;
    unsigned attempts; /* bit a: the packet may be of attempt a */
    int loose;         /* place in the list of those, or -1 */
    unsigned pdid;     /* of the access; EXF_NOBODY: not known */
};

/* An address of a burst whose data are not all there. */
struct exf_addr {
    uint64_t addr, cycle;
    unsigned id, beats, size, burst;
};
struct exf_data {
    uint8_t byte[EXA_WORD];
    uint16_t strobes;
    bool last;
};

/* Addresses and data of the writes of a port, until they meet. */
struct exf_port {
    struct exf_addr addr[EXF_ADDRS];
    struct exf_data data[EXF_BEATS];
    unsigned addr_out, addr_in, data_out, data_in;
};

/* A message or notification to memory that came to the receiver. */
struct exf_loose {
    bool used;
    unsigned node, pdid, size;
    uint64_t addr;
    uint8_t bytes[EXA_MTU];
};

/* Who has a bank of an engine, and who had. */
struct exf_owner {
    unsigned is, was; /* PDIDs; EXF_NOBODY: none */
    bool drained;     /* nothing of the owner before can be open: software was told, or the next one's access was seen */
    uint64_t answered; /* cycle in which the write was answered; UINT64_MAX: not yet */
    unsigned former[EXF_FORMER], formers;
};
enum exf_engine { EXF_DMA, EXF_RDMA, EXF_ENGINES };

/* What a burst to descriptors or to a bank changed, until its B says that it was taken. */
struct exf_change {
    unsigned n; /* descriptors saved */
    struct {
        unsigned tid;
        struct tn_exd_desc desc;
        bool begun; /* a transaction began with the burst */
    } was[EXF_UNDO];
    struct exf_owner *owner, owned; /* the bank that was written, and its state before; NULL: none */
};

struct exf_node {
    struct tn_exd sender;             /* its descriptors and banks; none is ever ACTIVE here */
    struct exf_owner owner[EXF_ENGINES][TN_EXD_BANKS];
    struct exf_addr asked[EXF_ADDRS]; /* reads of the slave port that wait for data */
    unsigned asked_in, asked_out;
    struct exf_port slave, memory;
    struct exf_change change[EXF_ADDRS]; /* of bursts to the slave port that wait for B */
    unsigned change_out, change_in;
    struct exf_txn *now[TN_EXD_TXNS], *before[TN_EXD_TXNS]; /* the newest generation of a tid, and the one before */
    struct {
        struct exf_read read[EXF_READS];
        struct exf_write write[EXF_READS];
        unsigned read_out, read_in, write_out, write_in;
    } of_id[EXF_IDS];
};

struct tn_exf_judge {
    struct tn_judge judge;
    struct tn_exf_params params;
    tn_exf_peek_fn *peek;
    void *ctx;
    struct exf_node node[TN_EXF_NODES];
    struct exf_loose loose[EXF_LOOSE];
    unsigned loose_in;
    struct tn_keyed pages; /* the images */
    unsigned long completed;
};

/* software.c */
/* A burst to a node's slave port is complete: its data stand in the port. */
void tn_exf_software(struct tn_exf_judge *j, unsigned node, const struct exf_addr *a, const struct exf_data *d, unsigned beats);
/* The burst before was answered. */
void tn_exf_software_answered(struct tn_exf_judge *j, unsigned node, bool okay);

/* owners.c */
/* Software writes a bank, at that moment. */
void tn_exf_bank_written(struct exf_node *n, enum exf_engine e, unsigned bank, uint32_t value, struct exf_change *c);
/* The write was answered. */
void tn_exf_bank_answered(struct exf_change *c, bool okay, uint64_t cycle);
/* Beats of a read at the slave port, of its address and its data: software may see that a bank has drained. */
void tn_exf_bank_seen(struct exf_node *n, const struct tn_axi_seen *s);
/* Says whether an access of that PDID may happen under that ID: as the bank's present owner's or as one that was judged under
 * the owner before, while nobody knows that none of these is open. EXF_PAST: the bank had this owner, but no more. */
enum exf_under { EXF_STRANGE, EXF_PAST, EXF_UNDER };
enum exf_under tn_exf_under(const struct exf_node *n, enum exf_engine e, unsigned id, unsigned pdid);
/* An access of that PDID happens under that ID: none of the owner before may be open. */
void tn_exf_access(struct tn_exf_judge *j, unsigned node, enum exf_engine e, unsigned id, unsigned pdid);

/* memory.c */
/* A burst to a node's memory is complete. */
void tn_exf_written(struct tn_exf_judge *j, unsigned node, const struct exf_addr *a, const struct exf_data *d, unsigned beats);

/* transfer.c */
/* Begins an attempt of the transaction in a descriptor, or parks it. Returns whether the transaction is new. */
bool tn_exf_begin(struct tn_exf_judge *j, unsigned node, unsigned tid, bool park);
/* The descriptor's write was refused: the newest transaction of the tid never was. */
void tn_exf_unbegin(struct tn_exf_judge *j, unsigned node, unsigned tid);
/* Calls fn for each transaction. */
void tn_exf_each(struct tn_exf_judge *j, void (*fn)(struct tn_exf_judge *j, struct exf_txn *t, void *ctx), void *ctx);
/* Returns the number of the packet of t that is for this address. */
unsigned tn_exf_packet_at(const struct exf_txn *t, uint64_t addr);
/* Says whether an attempt is written whole. */
bool tn_exf_whole(const struct exf_txn *t, unsigned attempt);

/* image.c */
/* Copies bytes of an image, and into an image. */
void tn_exf_image_read(struct tn_exf_judge *j, unsigned node, unsigned pdid, uint64_t va, uint8_t *bytes, size_t n);
void tn_exf_image_write(struct tn_exf_judge *j, unsigned node, unsigned pdid, uint64_t va, const uint8_t *bytes, size_t n);
/* The transaction is complete: compares its bytes with the memory, and what stands around them. */
void tn_exf_image_complete(struct tn_exf_judge *j, const struct exf_txn *t);
/* The transaction is forgotten, and never was complete: its bytes are the old ones or its own. */
void tn_exf_image_abandon(struct tn_exf_judge *j, const struct exf_txn *t);
/* Compares all memory that there is an image of. */
void tn_exf_image_finish(struct tn_exf_judge *j);
/* Frees the images. */
void tn_exf_image_free(struct tn_exf_judge *j);

#endif
