/* trace_fold.h - folds a sequence of symbols: what repeats is written once.
 *
 * The result is a grammar that derives just this sequence. Rule 0 is the sequence; a rule is a list of nodes; a node is
 * a symbol or another rule, with a count: how often it stands there in a row. Loops become nodes with counts, nested
 * loops nested rules. The grammar is built symbol by symbol, in linear time on the average, as by Sequitur
 * (Nevill-Manning, Witten, J. Artificial Intelligence Research 7, 1997) with counts. */
#ifndef BSIM_TRACE_FOLD_H
#define BSIM_TRACE_FOLD_H

#include <stdint.h>

struct bsim_fold;

struct bsim_fold *bsim_fold_new(void);
void bsim_fold_free(struct bsim_fold *fold);
/* symbol: at least 0, less than 2^31. */
void bsim_fold_add(struct bsim_fold *fold, int32_t symbol);

/* A node of the finished grammar. symbol: as it was added; or ~r: rule r. */
struct bsim_fold_node {
    int32_t symbol;
    int64_t count;
};
/* The grammar: nodes of rule r are node[first[r]] to node[first[r + 1] - 1]. Rules are numbered by their first use in a
 * walk from rule 0, so equal sequences give equal grammars. The caller frees it with bsim_fold_grammar_free. */
struct bsim_fold_grammar {
    int nrule;
    int32_t *first; /* nrule + 1 */
    struct bsim_fold_node *node;
};
void bsim_fold_end(struct bsim_fold *fold, struct bsim_fold_grammar *grammar);
void bsim_fold_grammar_free(struct bsim_fold_grammar *grammar);

#endif
