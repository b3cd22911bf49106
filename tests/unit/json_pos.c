/* json_pos.c - lines and JSON paths of values, by hand and on random texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bsim/base/json_pos.h"
#include "bsim/base/json_read.h"

static const char text[] = "{\n"
                           "  \"a\": 1, \"b\" :\n"
                           "    [10,\n"
                           "     {\"x y\": \"two\\nlines\"}, [],\n"
                           "     null],\n"
                           "  \"sweep.1\": {\"\\u00e9\\\"]\": true}\n"
                           "}\n";

static void test_lines_and_paths(void **state) {
    (void)state;
    static const struct {
        int line, column;
        const char *path;
    } expected[] = {{1, 1, "$"},
                    {2, 8, "$.a"},
                    {3, 5, "$.b"},
                    {3, 6, "$.b[0]"},
                    {4, 6, "$.b[1]"},
                    {4, 14, "$.b[1][\"x y\"]"},
                    {4, 29, "$.b[2]"},
                    {5, 6, "$.b[3]"},
                    {6, 14, "$[\"sweep.1\"]"},
                    {6, 28, "$[\"sweep.1\"][\"é\"]\"]"}};
    struct bsim_json_pos pos;
    char path[256];
    bsim_json_pos_scan(&pos, text, strlen(text));
    assert_int_equal(pos.count, sizeof expected / sizeof expected[0]);
    for (int i = 0; i < pos.count; i++) {
        assert_int_equal(pos.node[i].line, expected[i].line);
        assert_int_equal(pos.node[i].column, expected[i].column);
        assert_string_equal(bsim_json_pos_path(&pos, i, path, sizeof path), expected[i].path);
    }
    bsim_json_pos_free(&pos);
}

static void test_long_path_keeps_its_end(void **state) {
    (void)state;
    struct bsim_json_pos pos;
    char path[16];
    bsim_json_pos_scan(&pos, text, strlen(text));
    bsim_json_pos_path(&pos, 5, path, sizeof path);
    assert_string_equal(path + strlen(path) - 7, "[\"x y\"]");
    assert_true(strlen(path) < sizeof path);
    bsim_json_pos_free(&pos);
}

static void test_duplicates(void **state) {
    (void)state;
    static const char twice[] = "{\"k\": 1,\n \"o\": {\"k\": 2},\n \"\\u006b\": 3}"; /* k, written in two ways */
    struct bsim_error err = {0};
    assert_null(bsim_json_parse("f.json", twice, strlen(twice), &err));
    assert_int_equal(err.line, 3);
    assert_string_equal(err.where, "$.k");
    assert_non_null(strstr(err.text, "first is on line 1"));
}

static void test_bad_texts(void **state) {
    (void)state;
    static const char *const bad[] = {"", "{", "[1,]", "{\"a\" 1}", "\"abc", "{\"a\":1}}", "[1 2]", "\"\\q\"", "{a:1}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct bsim_error err = {0};
        assert_null(bsim_json_parse("f.json", bad[i], strlen(bad[i]), &err));
        assert_true(err.set && err.line == 1);
    }
}

/* ---- random texts, written with the positions known ---- */

struct made {
    char text[1 << 16];
    size_t len;
    int line, nvalue, value_line[4096];
};

static void put(struct made *m, const char *s) {
    for (; *s; s++) {
        m->line += *s == '\n';
        m->text[m->len++] = *s;
    }
}

static void put_space(struct made *m) {
    static const char *const spaces[] = {"", "", " ", "\n", "\t", " \n\n ", "\r\n"};
    put(m, spaces[rand() % 7]);
}

static void put_value(struct made *m, int depth) {
    static const char *const leaves[] = {
        "1", "-2.5e-3", "\"\"", "\"a\\n{[,\\\"\"", "true", "null", "\"\\ud83d\\ude00\"", "false", "\"\\\\\""};
    put_space(m);
    m->value_line[m->nvalue++] = m->line;
    int kind = depth > 4 || m->nvalue > 3000 ? 2 : rand() % 4, n = rand() % 5;
    if (kind == 0) {
        put(m, "[");
        for (int i = 0; i < n; i++) {
            put(m, i ? "," : "");
            put_value(m, depth + 1);
        }
        put_space(m);
        put(m, "]");
    } else if (kind == 1) {
        put(m, "{");
        for (int i = 0; i < n; i++) {
            char key[32];
            snprintf(key, sizeof key, "\"k\\t%d\"", i);
            put(m, i ? "," : "");
            put_space(m);
            put(m, key);
            put_space(m);
            put(m, ":");
            put_value(m, depth + 1);
        }
        put_space(m);
        put(m, "}");
    } else {
        put(m, leaves[rand() % 9]);
    }
    put_space(m);
}

static void test_random_texts(void **state) {
    (void)state;
    unsigned seed = getenv("SEED") ? (unsigned)atoi(getenv("SEED")) : (unsigned)time(NULL);
    static struct made m;
    print_message("# SEED=%u\n", seed);
    srand(seed);
    for (int round = 0; round < 300; round++) {
        struct bsim_json_pos pos;
        struct bsim_error err = {0};
        m = (struct made){.line = 1};
        put_value(&m, 0);
        struct bsim_json *doc = bsim_json_parse("f", m.text, m.len, &err);
        if (doc == NULL)
            fail_msg("round %d: %s", round, err.text);
        bsim_json_free(doc);
        bsim_json_pos_scan(&pos, m.text, m.len);
        assert_int_equal(pos.count, m.nvalue);
        for (int i = 0; i < pos.count; i++)
            assert_int_equal(pos.node[i].line, m.value_line[i]);
        bsim_json_pos_free(&pos);
        /* A cut of the text is not read beyond its end. */
        size_t cut = (size_t)rand() % (m.len + 1);
        char *part = malloc(cut + 1);
        memcpy(part, m.text, cut);
        part[cut] = 'x';
        bsim_json_pos_scan(&pos, part, cut);
        assert_true(pos.count <= m.nvalue + 1);
        bsim_json_pos_free(&pos);
        free(part);
    }
}

static void test_reader(void **state) {
    (void)state;
    struct bsim_error err = {0};
    struct bsim_json *doc = bsim_json_parse("f.json", text, strlen(text), &err);
    struct bsim_jval root = bsim_json_root(doc), b = bsim_jval_get(root, "b");
    const char *key;
    assert_int_equal(bsim_jval_int(bsim_jval_need(root, "a"), 0, 5), 1);
    assert_int_equal(bsim_jval_size(b), 4);
    assert_int_equal(bsim_jval_line(bsim_jval_at(b, 3)), 5);
    assert_string_equal(bsim_jval_string(bsim_jval_member(bsim_jval_at(b, 1), 0, &key)), "two\nlines");
    assert_string_equal(key, "x y");
    assert_false(bsim_jval_present(bsim_jval_get(root, "nothing")));
    assert_false(err.set);
    /* The first error wins, and what is read after it is harmless. */
    assert_int_equal(bsim_jval_int(bsim_jval_at(b, 0), 0, 5), 0);
    assert_string_equal(bsim_jval_string(bsim_jval_need(root, "zzz")), "");
    assert_string_equal(err.where, "$.b[0]");
    assert_int_equal(err.line, 3);
    bsim_json_free(doc);
}

/* A long array, from its beginning to its end (which takes a minute if each element is looked for from the first one),
 * and in any order. */
static void test_long_array(void **state) {
    (void)state;
    enum { N = 200000 };
    char *long_text = malloc(8 * N);
    size_t len = 0;
    for (int i = 0; i < N; i++)
        len += (size_t)sprintf(long_text + len, "%s%d", i ? ",\n" : "[", i % 100);
    len += (size_t)sprintf(long_text + len, "]");
    struct bsim_error err = {0};
    struct bsim_json *doc = bsim_json_parse("f.json", long_text, len, &err);
    struct bsim_jval root = bsim_json_root(doc);
    for (int i = 0; i < N; i++)
        assert_int_equal(bsim_jval_line(bsim_jval_at(root, (size_t)i)), i + 1);
    srand(7);
    for (int i = 0; i < 200; i++) {
        int at = rand() % N;
        assert_int_equal(bsim_jval_line(bsim_jval_at(root, (size_t)at)), at + 1);
        assert_int_equal(bsim_jval_int(bsim_jval_at(root, (size_t)at), 0, 99), at % 100);
    }
    bsim_json_free(doc);
    free(long_text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_and_paths), cmocka_unit_test(test_long_path_keeps_its_end),
        cmocka_unit_test(test_duplicates),      cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_random_texts),    cmocka_unit_test(test_reader),
        cmocka_unit_test(test_long_array)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
