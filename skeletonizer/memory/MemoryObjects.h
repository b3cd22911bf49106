//===- MemoryObjects.h - what pointers can point to -------------*- C++ -*-===//
//
// Abstract objects (variables, heap sites, functions, library state) and
// places in them. A place is an object and a byte offset, or "anywhere in the
// object". Arrays are collapsed to their first element: offsets are canonical
// (see canonicalOffset), so a[3].x and a[i].x are one place.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MEMORYOBJECTS_H
#define BSIM_SKELETONIZER_MEMORYOBJECTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace skel {

struct MemObject {
  enum Kind {
    Local,   ///< alloca
    Global,  ///< variable of the program, or of a library
    Heap,    ///< allocated by the call Site
    Code,    ///< function
    VarArgs, ///< variable arguments of the function Site
    Outside, ///< memory that libraries own: argv's strings, static results
    Stream,  ///< FILE that the call Site, or stdin and the like, opened
    State,   ///< hidden state of a library: rand, strtok, getopt, ...
    Message, ///< what is sent with datatypes of one kind
    Handle,  ///< MPI object: communicator, datatype; made by Site, or constant
  } K;
  const llvm::Value *Site = nullptr;
  std::string Name;
  llvm::Type *Type = nullptr; ///< layout, if known
  uint64_t Size = 0;          ///< bytes; 0 if unknown
  bool Pair = false; ///< a datatype whose elements are two of a smaller one
  /// One instance at run time while it can be written (no array of them, no
  /// recursion): a store that covers a place of it replaces what was there.
  bool Singleton = false;
  std::vector<unsigned> Places; ///< all known places; the first is "anywhere"
};

class MemoryObjects {
public:
  /// Rows: names of structures through which pointers go as through rows of
  /// numbers.
  explicit MemoryObjects(const llvm::Module &M, std::set<std::string> Rows = {})
      : DL(M.getDataLayout()), Rows(std::move(Rows)) {}

  static constexpr int64_t Anywhere = -1;

  struct Place {
    unsigned Object;
    int64_t Offset; ///< canonical, or Anywhere
  };

  unsigned addObject(MemObject::Kind K, const llvm::Value *Site,
                     llvm::Type *Type, std::string Name);
  /// The object of a variable or function; ~0u if there is none.
  unsigned objectOf(const llvm::Value *V) const;
  /// Library state by name, made at first use.
  unsigned state(llvm::StringRef Name);

  /// Place at a byte offset; ~0u if it lies outside the object.
  unsigned place(unsigned Object, int64_t Offset);
  unsigned anywhere(unsigned Object) const { return Objects[Object].Places[0]; }
  /// Place a constant number of bytes behind P.
  unsigned moved(unsigned P, int64_t Bytes);
  /// Place some multiple of the Size of an array element, of type Elem, before
  /// or behind P. Count: elements of the array, or 0 if unknown. Known: the
  /// number of bytes, or 0 if unknown. Far: without Known, the least number of
  /// bytes.
  unsigned stepped(unsigned P, llvm::Type *Elem, uint64_t Size, uint64_t Count,
                   int64_t Known, int64_t Far);

  /// Place a constant number of bytes from the first element of the array at P,
  /// outside of this array.
  unsigned left(unsigned P, int64_t Bytes);

  /// Place some multiple of Bytes before or behind P; told in bytes, or in
  /// elements of a scalar type. An object without a type is taken for an array
  /// of what Bytes are a multiple of, until it is spread. Least: of the bytes
  /// that a step in elements goes; 0 if unknown.
  unsigned stridden(unsigned P, uint64_t Bytes, bool InBytes,
                    uint64_t Least = 0);
  /// Where things of Size bytes (0: unknown) in a row, of which the first is at
  /// P, are not one place: anywhere; else ~0u.
  unsigned rowAt(unsigned P, uint64_t Size);
  /// Greatest common divisors of such steps from an object's beginning; 0:
  /// there are none. Least: the greatest one of those in elements.
  struct Stride {
    uint64_t InBytes = 0, InElements = 0, Least = 0;
  };
  const std::map<unsigned, Stride> &strides() const { return Strides; }
  /// Such steps go anywhere in this object from now on.
  void spread(unsigned Object) {
    Strides.erase(Object);
    Spread.insert(Object);
    ++Changes;
  }

  /// A pointer to a byte of an object without a type that goes from there by
  /// elements of a type, or, without a type, by a multiple of some bytes.
  struct Walk {
    int64_t From;
    uint64_t Bytes; ///< of an element
    llvm::Type *Elem;
    int64_t Known = 0;  ///< the number of bytes that it goes, or 0
    uint64_t Least = 0; ///< of the bytes that it goes; 0 if unknown
    bool operator<(const Walk &W) const {
      return std::tie(From, Bytes, Elem, Known, Least) <
             std::tie(W.From, W.Bytes, W.Elem, W.Known, W.Least);
    }
  };
  /// Where a walk ends: it is taken to stay in an array that begins where the
  /// walk does, until setEnd says otherwise.
  enum class WalkEnd { InArray, WhereKnown, Anywhere };
  using WalkSet = std::map<Walk, WalkEnd>;
  const std::map<unsigned, WalkSet> &walks() const { return Walks; }
  void setEnd(unsigned Object, const Walk &W, WalkEnd End) {
    Walks[Object][W] = End;
    ++Changes;
  }
  /// How often it has changed where some pointer points when it is moved.
  unsigned changes() const { return Changes; }
  /// Whether a walk from a byte of something of type T stays in an array of T,
  /// or there is nothing of its type beside it.
  bool staysInArray(llvm::Type *T, uint64_t Offset, const Walk &W) const;
  /// Whether what lies a number of bytes behind a byte of T is one place in T,
  /// and not one of an array in which that byte is not.
  bool isPlaceBehind(llvm::Type *T, uint64_t Offset, int64_t Bytes) const;

  /// Pointers to the structure may go through all of it as through a row of
  /// numbers.
  bool isRow(llvm::StructType *S) const;

  /// At a byte of something of type T begins a scalar that is in no array, and
  /// T has another one of its type.
  bool isAmongAlike(llvm::Type *T, uint64_t Offset) const;

  /// Arrays of several elements inside of an object without a type, through
  /// which pointers step: where they begin, of how many bytes their elements
  /// are, and of how many elements.
  struct Run {
    int64_t Offset;
    int64_t Size, Count;
    bool operator<(const Run &R) const {
      return std::tie(Offset, Size, Count) <
             std::tie(R.Offset, R.Size, R.Count);
    }
  };
  const std::set<Run> &runs(unsigned Object) const {
    static const std::set<Run> None;
    auto It = Runs.find(Object);
    return It == Runs.end() ? None : It->second;
  }

  /// The place is in an array of numbers: a pointer there, in a member of a
  /// union or in the bytes of something else, may be that of any element.
  bool isAmongNumbers(unsigned P) const;

  /// The outermost structure of Size bytes that begins at the place; null if
  /// there is none, or none is known.
  llvm::StructType *structAt(unsigned P, uint64_t Size) const;

  /// The end of the outermost array, structure or scalar that begins at the
  /// place, or holds it; in an object without a type, of the place itself,
  /// unless it is the first.
  int64_t memberEnd(unsigned P) const;
  const Place &placeInfo(unsigned P) const { return Places[P]; }
  const MemObject &object(unsigned O) const { return Objects[O]; }
  MemObject &object(unsigned O) { return Objects[O]; }
  unsigned numObjects() const { return Objects.size(); }
  unsigned numPlaces() const { return Places.size(); }
  const llvm::DataLayout &layout() const { return DL; }

  std::string placeName(unsigned P) const;

  /// The outermost array of more than one element at a byte of something of
  /// type T, or null. Offset: of the byte; then in the array.
  const llvm::ArrayType *arrayAt(llvm::Type *T, uint64_t &Offset) const;

private:
  /// The type of the member at a byte of S; null without members. Offset: of
  /// the byte; then in the member.
  llvm::Type *memberAt(llvm::StructType *S, uint64_t &Offset) const;
  int64_t canonicalOffset(llvm::Type *T, uint64_t Offset) const;
  llvm::Type *scalarAt(llvm::Type *T, uint64_t Offset) const;
  bool begins(llvm::Type *T, uint64_t Offset,
              llvm::function_ref<bool(llvm::Type *)> Is) const;
  bool beginsAt(llvm::Type *T, uint64_t Offset, llvm::Type *Elem) const;
  bool beginsStruct(llvm::Type *T, uint64_t Offset, uint64_t Size = 1) const;
  bool hasBeside(llvm::Type *T, uint64_t Offset, uint64_t Size,
                 llvm::Type *Elem) const;
  bool hasAlike(llvm::Type *T, uint64_t Offset, llvm::Type *Elem) const;
  bool staysInElement(llvm::Type *T, uint64_t Offset, int64_t Bytes) const;
  bool exceedsArray(llvm::Type *T, uint64_t Offset, uint64_t Size,
                    uint64_t Count) const;
  unsigned numArrays(llvm::Type *T, uint64_t Offset) const;
  bool beginsRow(llvm::Type *T, uint64_t Offset) const;
  unsigned walked(unsigned P, const Walk &W);
  /// stepped in an object whose layout is known.
  unsigned steppedTyped(unsigned P, llvm::Type *Elem, uint64_t Size,
                        uint64_t Count, int64_t Known, uint64_t Least);

  const llvm::DataLayout &DL;
  const std::set<std::string> Rows;
  std::vector<MemObject> Objects;
  std::vector<Place> Places;
  llvm::DenseMap<const llvm::Value *, unsigned> OfValue;
  llvm::DenseMap<std::pair<unsigned, int64_t>, unsigned> PlaceIds;
  std::map<unsigned, std::set<Run>> Runs; ///< by object
  std::map<unsigned, Stride> Strides;     ///< by object
  std::set<unsigned> Spread;
  std::map<unsigned, WalkSet> Walks; ///< by object
  unsigned Changes = 0;
  llvm::StringMap<unsigned> States;
};

} // namespace skel

#endif
