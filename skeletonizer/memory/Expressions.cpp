//===- Expressions.cpp - what an expression in C reads --------------------===//
//
// A reader by recursive descent. It keeps types and places, and no values but
// constant indices.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/Expressions.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace skel {

/// Arrays with more elements are read as all of their object.
static constexpr int64_t MaxElements = 64;

static const DIType *pointee(const DIType *T) {
  auto *D = dyn_cast_or_null<DIDerivedType>(plainType(T));
  return D && D->getTag() == dwarf::DW_TAG_pointer_type ? D->getBaseType()
                                                        : nullptr;
}

/// Looks through members without a name.
static const DIDerivedType *memberOf(const DIType *T, StringRef Name,
                                     int64_t &Offset) {
  auto *C = dyn_cast_or_null<DICompositeType>(plainType(T));
  if (!C || (C->getTag() != dwarf::DW_TAG_structure_type &&
             C->getTag() != dwarf::DW_TAG_union_type))
    return nullptr;
  for (const DINode *N : C->getElements()) {
    auto *M = dyn_cast<DIDerivedType>(N);
    if (!M || M->getTag() != dwarf::DW_TAG_member)
      continue;
    int64_t Start = int64_t(M->getOffsetInBits() / 8), Inner = 0;
    if (M->getName() == Name) {
      Offset = Start;
      return M;
    }
    if (!M->getName().empty())
      continue;
    if (const DIDerivedType *Found = memberOf(M->getBaseType(), Name, Inner)) {
      Offset = Start + Inner;
      return Found;
    }
  }
  return nullptr;
}

class Expressions::Reader {
public:
  Reader(Expressions &E, StringRef Text, const llvm::Function *F, int At,
         AtomSet &Atoms, std::string &Why)
      : E(E), Rest(Text), F(F), At(At), Atoms(Atoms), Why(Why) {}

  bool run() {
    Operand Result;
    next();
    if (!conditional(Result) || !load(Result))
      return false;
    if (!Token.empty())
      return Token == "=" || Token.ends_with("=")
                 ? fail("it changes a value (" + Token + ")")
                 : fail("\"" + Token + "\" is not expected");
    return isNumber(Result) || fail("it is no number");
  }

private:
  /// A value, or what stands in memory at the places To.
  struct Operand {
    const DIType *Type = nullptr; ///< null: a number
    unsigned Dimension = 0;       ///< of an array of arrays, those behind it
    bool InMemory = false;
    PlaceSet To;
    std::optional<int64_t> Constant;
  };

  bool fail(const Twine &Reason) {
    if (Why.empty())
      Why = Reason.str();
    return false;
  }

  static bool isWord(char C) { return isalnum((unsigned char)C) || C == '_'; }

  void next() {
    Rest = Rest.ltrim();
    size_t Length = !Rest.empty();
    if (!Rest.empty() && isWord(Rest[0])) {
      bool Number = isdigit((unsigned char)Rest[0]);
      while (Length < Rest.size() &&
             (isWord(Rest[Length]) || (Number && Rest[Length] == '.')))
        ++Length;
    } else {
      for (StringRef Long :
           {"<<=", ">>=", "->", "++", "--", "==", "!=", "<=", ">=", "&&", "||",
            "<<",  ">>",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="})
        if (Rest.starts_with(Long)) {
          Length = Long.size();
          break;
        }
    }
    Token = Rest.take_front(Length);
    Rest = Rest.drop_front(Length);
  }

  bool accept(StringRef What) {
    if (Token != What)
      return false;
    next();
    return true;
  }

  bool expect(StringRef What) {
    return accept(What) ||
           fail("\"" + What + "\" is missing" +
                (Token.empty() ? Twine(" at its end")
                               : Twine(" in front of \"") + Token + "\""));
  }

  static const DICompositeType *arrayOf(const Operand &V) {
    auto *C = dyn_cast_or_null<DICompositeType>(plainType(V.Type));
    return C && C->getTag() == dwarf::DW_TAG_array_type ? C : nullptr;
  }

  static bool isNumber(const Operand &V) {
    const DIType *T = plainType(V.Type);
    auto *C = dyn_cast_or_null<DICompositeType>(T);
    return !T || isa<DIBasicType>(T) ||
           (C && C->getTag() == dwarf::DW_TAG_enumeration_type);
  }

  /// The scalar that stands there is read.
  bool load(Operand &V) {
    if (!V.InMemory || arrayOf(V))
      return true;
    if (!isNumber(V) && !pointee(V.Type))
      return fail("a structure is no number");
    for (unsigned Place : V.To)
      Atoms |= E.Memory.placeRegion(Place, bytesOf(V.Type), false);
    return true;
  }

  /// What a pointer points to, or the first element of an array.
  bool follow(Operand &V) {
    if (arrayOf(V)) {
      Operand Zero;
      Zero.Constant = 0;
      return element(V, Zero);
    }
    const DIType *T = pointee(V.Type);
    if (!T)
      return fail("what is followed or indexed is no pointer or array");
    if (!load(V))
      return false;
    V.To = E.Names.followed(V.To);
    V.Type = T;
    return true;
  }

  void step(Operand &V, int64_t Bytes) {
    PlaceSet To;
    for (unsigned Place : V.To) {
      unsigned P = E.Objects.moved(Place, Bytes);
      if (P != ~0u)
        To.set(P);
    }
    V.To = To;
  }

  void anywhere(Operand &V) {
    PlaceSet To;
    for (unsigned Place : V.To)
      To.set(E.Objects.anywhere(E.Objects.placeInfo(Place).Object));
    V.To = To;
  }

  bool element(Operand &V, const Operand &Index);

  bool member(Operand &V) {
    int64_t Offset = 0;
    const DIDerivedType *M =
        V.InMemory ? memberOf(V.Type, Token, Offset) : nullptr;
    if (!M)
      return fail("there is no member " + Token);
    if (M->isBitField())
      return fail("the member " + Token + " is a bit-field");
    next();
    step(V, Offset);
    V.Type = M->getBaseType();
    return true;
  }

  bool variable(Operand &V) {
    if (Rest.ltrim().starts_with("("))
      return fail("it calls " + Token);
    const Value *Root = E.Names.variable(Token, F, At);
    unsigned Object = Root ? E.Objects.objectOf(Root) : ~0u;
    if (Object == ~0u)
      return fail("no variable " + Token + " can be read there");
    V.Type = E.Names.typeOf(Root);
    V.InMemory = true;
    V.To.set(E.Objects.place(Object, 0));
    next();
    return true;
  }

  bool constant(Operand &V) {
    StringRef Digits = Token.rtrim("uUlL");
    int64_t Number;
    double Real;
    if (!Digits.getAsInteger(0, Number))
      V.Constant = Number;
    else if (Token.getAsDouble(Real))
      return fail("\"" + Token + "\" is no number");
    next();
    return true;
  }

  static bool isTypeName(StringRef Word) {
    return StringSwitch<bool>(Word)
        .Cases("char", "short", "int", "long", "signed", "unsigned", true)
        .Cases("float", "double", "size_t", true)
        .Default(false);
  }

  bool primary(Operand &V) {
    if (accept("(")) {
      if (!isTypeName(Token))
        return conditional(V) && expect(")");
      while (isTypeName(Token))
        next();
      Operand From;
      return expect(")") && unary(From) && load(From) &&
             (isNumber(From) || fail("a pointer is no number"));
    }
    if (Token.empty())
      return fail("it ends too early");
    if (isdigit((unsigned char)Token[0]))
      return constant(V);
    if (!isWord(Token[0]))
      return fail("\"" + Token + "\" is not expected");
    return variable(V);
  }

  bool postfix(Operand &V) {
    if (!primary(V))
      return false;
    for (;;) {
      if (accept("[")) {
        Operand Index;
        if (!conditional(Index) || !load(Index) || !expect("]") ||
            !(isNumber(Index) || fail("an index is no number")) ||
            !element(V, Index))
          return false;
      } else if (accept(".")) {
        if (!member(V))
          return false;
      } else if (accept("->")) {
        if (!follow(V) || !member(V))
          return false;
      } else if (Token == "++" || Token == "--") {
        return fail("it changes a value (" + Token + ")");
      } else {
        return Token != "(" || fail("it calls a function");
      }
    }
  }

  bool unary(Operand &V) {
    if (Token == "++" || Token == "--")
      return fail("it changes a value (" + Token + ")");
    if (Token == "&" || Token == "sizeof")
      return fail("\"" + Token + "\" is not known here");
    if (accept("*"))
      return unary(V) && follow(V);
    bool Minus = Token == "-", Truth = Token == "!";
    if (!accept("-") && !accept("+") && !accept("~") && !accept("!"))
      return postfix(V);
    Operand Of;
    if (!unary(Of) || !load(Of) || !(Truth || arithmetic(Of)))
      return false;
    if (Minus && Of.Constant)
      V.Constant = -*Of.Constant;
    return true;
  }

  bool arithmetic(const Operand &V) {
    return isNumber(V) || fail("it calculates with a pointer");
  }

  static int levelOf(StringRef Operator) {
    return StringSwitch<int>(Operator)
        .Case("||", 1)
        .Case("&&", 2)
        .Case("|", 3)
        .Case("^", 4)
        .Case("&", 5)
        .Cases("==", "!=", 6)
        .Cases("<", "<=", ">", ">=", 7)
        .Cases("<<", ">>", 8)
        .Cases("+", "-", 9)
        .Cases("*", "/", "%", 10)
        .Default(0);
  }

  bool binary(Operand &V, int Least) {
    if (!unary(V))
      return false;
    while (levelOf(Token) >= Least) {
      int Level = levelOf(Token);
      bool Tests = Level <= 2 || Level == 6 || Level == 7;
      Operand Right;
      next();
      if (!load(V) || !binary(Right, Level + 1) || !load(Right) ||
          !(Tests || (arithmetic(V) && arithmetic(Right))))
        return false;
      V = Operand();
    }
    return true;
  }

  bool conditional(Operand &V) {
    if (!binary(V, 1))
      return false;
    if (Token != "?")
      return true;
    Operand Else;
    if (!load(V))
      return false;
    next();
    V = Operand();
    return conditional(V) && load(V) && expect(":") && conditional(Else) &&
           load(Else) && arithmetic(V) && arithmetic(Else);
  }

  Expressions &E;
  StringRef Token, Rest;
  const llvm::Function *F;
  int At;
  AtomSet &Atoms;
  std::string &Why;
};

bool Expressions::Reader::element(Operand &V, const Operand &Index) {
  const DICompositeType *Array = arrayOf(V);
  if (!Array) {
    if (!follow(V))
      return false;
    if (Index.Constant)
      step(V, *Index.Constant * bytesOf(V.Type));
    else
      anywhere(V);
    return true;
  }
  SmallVector<Dimension, 3> Dimensions = dimensions(Array);
  auto [Count, Size] = Dimensions[V.Dimension];
  if (++V.Dimension == Dimensions.size()) {
    V.Type = Array->getBaseType();
    V.Dimension = 0;
  }
  if (Index.Constant && Size > 0) {
    step(V, *Index.Constant * Size);
  } else if (Size > 0 && Count > 0 && Count <= MaxElements) {
    Operand All;
    for (int64_t I = 0; I < Count; ++I) {
      Operand One = V;
      step(One, I * Size);
      All.To |= One.To;
    }
    V.To = All.To;
  } else {
    anywhere(V);
  }
  return true;
}

bool Expressions::read(const std::string &Text, const llvm::Function *F, int At,
                       AtomSet &Atoms, std::string &Why) {
  Why.clear();
  return Reader(*this, Text, F, At, Atoms, Why).run();
}

} // namespace skel
