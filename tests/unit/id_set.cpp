// IdSet against std::set: random sets, sparse and dense, and every operation.
#include "skeletonizer/base/IdSet.h"

#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>

extern "C" {
#include <cmocka.h>
}

using skel::IdSet;
using Plain = std::set<unsigned>;

static unsigned State;
static unsigned next(unsigned Below) {
    State = State * 1664525u + 1013904223u;
    return unsigned((uint64_t(State) * Below) >> 32);
}

static void expectSame(const IdSet &A, const Plain &B) {
    auto It = B.begin();
    for (unsigned Id : A) {
        assert_true(It != B.end());
        assert_int_equal(Id, *It);
        ++It;
    }
    assert_true(It == B.end());
    assert_int_equal(A.count(), B.size());
    assert_int_equal(A.empty(), B.empty());
    assert_int_equal(A.find_first(), B.empty() ? -1 : int(*B.begin()));
}

static void fill(IdSet &A, Plain &B) {
    static const unsigned Ranges[] = {100, 1000, 100000, 4000000};
    unsigned Range = Ranges[next(4)], N = next(4) ? next(40) : next(2000);
    bool Ascending = next(2);
    for (unsigned I = 0, Id = 0; I < N; ++I) {
        Id = Ascending ? Id + next(Range / 20) : next(Range);
        assert_int_equal(A.test(Id), B.count(Id));
        assert_int_equal(A.test_and_set(Id), B.insert(Id).second);
    }
}

static void test_operations(void **) {
    State = unsigned(std::time(nullptr));
    if (const char *Seed = std::getenv("BSIM_TEST_SEED"))
        State = unsigned(std::atoll(Seed));
    std::printf("# BSIM_TEST_SEED=%u\n", State);
    for (int Round = 0; Round < 3000; ++Round) {
        IdSet A, B;
        Plain PA, PB;
        fill(A, PA);
        fill(B, PB);
        if (next(3) == 0) { // much in common
            A |= B;
            PA.insert(PB.begin(), PB.end());
        }
        expectSame(A, PA);
        Plain Both, Either = PA, Only;
        for (unsigned Id : PA)
            (PB.count(Id) ? Both : Only).insert(Id);
        Either.insert(PB.begin(), PB.end());
        expectSame(A & B, Both);
        expectSame(A | B, Either);
        expectSame(A - B, Only);
        assert_int_equal(A.intersects(B), !Both.empty());
        assert_int_equal(A.contains(B), Both.size() == PB.size());
        assert_int_equal(A == B, PA == PB);
        IdSet Difference, Joined = A, Met = A, Left = A;
        Difference.set(next(1000));
        Difference.intersectWithComplement(A, B);
        expectSame(Difference, Only);
        assert_int_equal(Joined |= B, Either.size() != PA.size());
        assert_false(Joined |= B);
        assert_int_equal(Met &= B, Both.size() != PA.size());
        assert_int_equal(Left.intersectWithComplement(B), Only.size() != PA.size());
        for (int I = 0; I < 20; ++I) {
            unsigned Id = PA.empty() || next(2) ? next(2000) : *PA.begin();
            A.reset(Id);
            PA.erase(Id);
            assert_false(A.test(Id));
        }
        expectSame(A, PA);
        A.clear();
        assert_true(A.empty() && !(A != IdSet()));
    }
}

int main() {
    const CMUnitTest Tests[] = {cmocka_unit_test(test_operations)};
    return cmocka_run_group_tests(Tests, nullptr, nullptr);
}
