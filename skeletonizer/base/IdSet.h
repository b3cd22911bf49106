//===- IdSet.h - sets of numbers that lie in clusters -----------*- C++ -*-===//
//
// Numbers of places or atoms, of which programs have up to millions, in sets
// of one or of many thousands. Bits in words of 128, the words that are not
// empty in one sorted array: what is looked up is found by bisection and what
// is joined is read in a row, where a list of words (LLVM's SparseBitVector)
// is walked from its start each time.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_IDSET_H
#define BSIM_SKELETONIZER_IDSET_H

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cstdint>
#include <iterator>

namespace skel {

class IdSet {
  struct Word {
    uint32_t Index; ///< of the first bit, divided by 128
    uint64_t Bits[2];

    bool operator==(const Word &O) const {
      return Index == O.Index && Bits[0] == O.Bits[0] && Bits[1] == O.Bits[1];
    }
    bool empty() const { return !(Bits[0] | Bits[1]); }
  };
  using Words = llvm::SmallVector<Word, 1>;

public:
  class const_iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = unsigned;
    using difference_type = std::ptrdiff_t;
    using pointer = const unsigned *;
    using reference = unsigned;

    const_iterator(const Word *At, const Word *End) : At(At), End(End) {
      load(0);
    }
    unsigned operator*() const {
      return At->Index * 128 + Half * 64 + unsigned(llvm::countr_zero(Left));
    }
    const_iterator &operator++() {
      Left &= Left - 1;
      if (!Left)
        load(Half + 1);
      return *this;
    }
    bool operator==(const const_iterator &O) const {
      return At == O.At && Half == O.Half && Left == O.Left;
    }
    bool operator!=(const const_iterator &O) const { return !(*this == O); }

  private:
    void load(unsigned From) {
      for (Half = From; At != End; ++At, Half = 0)
        for (; Half < 2; ++Half)
          if ((Left = At->Bits[Half]))
            return;
      Half = 0;
      Left = 0;
    }
    const Word *At, *End;
    unsigned Half = 0;
    uint64_t Left = 0;
  };

  const_iterator begin() const { return {W.begin(), W.end()}; }
  const_iterator end() const { return {W.end(), W.end()}; }

  bool empty() const { return W.empty(); }
  /// What it takes to hold and to walk it.
  size_t words() const { return W.size(); }
  void clear() { W.clear(); }
  unsigned count() const {
    unsigned N = 0;
    for (const Word &X : W)
      N += unsigned(llvm::popcount(X.Bits[0]) + llvm::popcount(X.Bits[1]));
    return N;
  }
  /// The least element, or -1.
  int find_first() const { return W.empty() ? -1 : int(*begin()); }

  bool test(unsigned Id) const {
    const Word *X = at(Id / 128);
    return X != W.end() && X->Index == Id / 128 && X->Bits[half(Id)] & bit(Id);
  }
  /// True if it was not there.
  bool test_and_set(unsigned Id) {
    Word *X = const_cast<Word *>(at(Id / 128));
    if (X == W.end() || X->Index != Id / 128)
      X = W.insert(X, Word{Id / 128, {0, 0}});
    uint64_t &Bits = X->Bits[half(Id)];
    bool Isnt = !(Bits & bit(Id));
    Bits |= bit(Id);
    return Isnt;
  }
  void set(unsigned Id) { test_and_set(Id); }
  void reset(unsigned Id) {
    Word *X = const_cast<Word *>(at(Id / 128));
    if (X == W.end() || X->Index != Id / 128)
      return;
    X->Bits[half(Id)] &= ~bit(Id);
    if (X->empty())
      W.erase(X);
  }

  bool operator==(const IdSet &O) const { return W == O.W; }
  bool operator!=(const IdSet &O) const { return !(*this == O); }
  size_t hash() const {
    llvm::hash_code Code(W.size());
    for (const Word &X : W)
      Code = llvm::hash_combine(Code, X.Index, X.Bits[0], X.Bits[1]);
    return Code;
  }

  /// A number for what is in it. That of two sets with nothing in common, taken
  /// as one, is the sum of theirs; other sets have the same by an accident of
  /// one in 2^64.
  using Sum = unsigned __int128;
  Sum sum() const {
    Sum Result = 0;
    for (const Word &X : W)
      for (unsigned H = 0; H < 2; ++H)
        Result += Sum(X.Bits[H]) * weight(uint64_t(X.Index) * 2 + H);
    return Result;
  }

  /// True if it has grown.
  bool operator|=(const IdSet &O) {
    bool Grown = false;
    size_t Missing = 0;
    Word *X = W.begin();
    for (const Word &Y : O.W) {
      X = seek(X, W.end(), Y.Index);
      if (X == W.end() || X->Index != Y.Index) {
        ++Missing;
        continue;
      }
      for (int H = 0; H < 2; ++H) {
        Grown |= (Y.Bits[H] & ~X->Bits[H]) != 0;
        X->Bits[H] |= Y.Bits[H];
      }
    }
    if (Missing)
      insertMissing(O, Missing);
    return Grown || Missing;
  }
  /// True if it has shrunk.
  bool operator&=(const IdSet &O) {
    return filter(O,
                  [](uint64_t Mine, uint64_t Other) { return Mine & Other; });
  }
  /// Takes out what is in O; true if there was something.
  bool intersectWithComplement(const IdSet &O) {
    return filter(O,
                  [](uint64_t Mine, uint64_t Other) { return Mine & ~Other; });
  }
  /// Becomes what is in A and not in B, which are other sets.
  void intersectWithComplement(const IdSet &A, const IdSet &B) {
    W.clear();
    const Word *Y = B.W.begin();
    for (const Word &X : A.W) {
      Y = seek(Y, B.W.end(), X.Index);
      Word Z = X;
      if (Y != B.W.end() && Y->Index == X.Index)
        for (int H = 0; H < 2; ++H)
          Z.Bits[H] &= ~Y->Bits[H];
      if (!Z.empty())
        W.push_back(Z);
    }
  }
  bool intersects(const IdSet &O) const {
    if (O.W.size() < W.size())
      return O.intersects(*this);
    const Word *Y = O.W.begin();
    for (const Word &X : W) {
      Y = seek(Y, O.W.end(), X.Index);
      if (Y == O.W.end())
        return false;
      if (Y->Index == X.Index &&
          ((X.Bits[0] & Y->Bits[0]) | (X.Bits[1] & Y->Bits[1])))
        return true;
    }
    return false;
  }
  /// Whether all of O is in it.
  bool contains(const IdSet &O) const {
    IdSet Missing;
    Missing.intersectWithComplement(O, *this);
    return Missing.empty();
  }

private:
  static uint64_t bit(unsigned Id) { return uint64_t(1) << (Id % 64); }
  static unsigned half(unsigned Id) { return Id / 64 % 2; }

  /// A number at random for each half of a word (SplitMix64, Steele et al.,
  /// OOPSLA 2014).
  static uint64_t weight(uint64_t Half) {
    uint64_t Z = (Half + 1) * 0x9E3779B97F4A7C15u;
    Z = (Z ^ (Z >> 30)) * 0xBF58476D1CE4E5B9u;
    Z = (Z ^ (Z >> 27)) * 0x94D049BB133111EBu;
    return Z ^ (Z >> 31);
  }

  const Word *at(uint32_t Index) const {
    // Numbers often come in their order.
    if (W.empty() || W.back().Index < Index)
      return W.end();
    return seek(W.begin(), W.end(), Index);
  }
  /// The first word from X on that is not before Index: steps that double, then
  /// bisection.
  template <typename T> static T *seek(T *X, T *End, uint32_t Index) {
    // Mostly it is this one or the next.
    if (X == End || X->Index >= Index)
      return X;
    if (++X == End || X->Index >= Index)
      return X;
    std::ptrdiff_t Step = 1;
    T *Low = X;
    while (X != End && X->Index < Index) {
      Low = X + 1;
      X = End - X > Step ? X + Step : End;
      Step *= 2;
    }
    return std::lower_bound(
        Low, X, Index, [](const Word &A, uint32_t I) { return A.Index < I; });
  }
  /// O has words that are missing here: from behind, so that each moves once.
  void insertMissing(const IdSet &O, size_t Missing) {
    size_t Mine = W.size(), Theirs = O.W.size();
    W.resize(Mine + Missing);
    for (size_t To = W.size(); Theirs && To > Mine;) {
      const Word &Y = O.W[Theirs - 1];
      if (Mine && W[Mine - 1].Index >= Y.Index) {
        Theirs -= W[Mine - 1].Index == Y.Index;
        W[--To] = W[--Mine];
      } else {
        W[--To] = Y;
        --Theirs;
      }
    }
  }
  template <typename F> bool filter(const IdSet &O, F Keep) {
    static const Word None = {0, {0, 0}};
    bool Shrunk = false;
    const Word *Y = O.W.begin();
    Word *To = W.begin();
    for (Word &X : W) {
      Y = seek(Y, O.W.end(), X.Index);
      const Word &Other = Y != O.W.end() && Y->Index == X.Index ? *Y : None;
      Word Z = {
          X.Index,
          {Keep(X.Bits[0], Other.Bits[0]), Keep(X.Bits[1], Other.Bits[1])}};
      Shrunk |= !(Z == X);
      if (!Z.empty())
        *To++ = Z;
    }
    W.truncate(size_t(To - W.begin()));
    return Shrunk;
  }

  Words W;
};

inline IdSet operator|(IdSet A, const IdSet &B) {
  A |= B;
  return A;
}
inline IdSet operator&(IdSet A, const IdSet &B) {
  A &= B;
  return A;
}
inline IdSet operator-(IdSet A, const IdSet &B) {
  A.intersectWithComplement(B);
  return A;
}

} // namespace skel

#endif
