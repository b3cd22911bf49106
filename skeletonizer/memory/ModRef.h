//===- ModRef.h - what instructions and functions access --------*- C++ -*-===//
//
// Memory is cut into atoms, disjoint pieces of objects; each instruction reads
// and writes sets of them. Library and MPI calls by their tables. Says nothing
// of order: that is the slicer's.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MODREF_H
#define BSIM_SKELETONIZER_MODREF_H

#include "skeletonizer/memory/PointsTo.h"
#include "llvm/ADT/DenseSet.h"
#include <unordered_map>

namespace skel {

using AtomSet = IdSet;

inline AtomSet only(unsigned Atom) {
  AtomSet One;
  One.set(Atom);
  return One;
}

inline AtomSet both(const AtomSet &A, const AtomSet &B) {
  AtomSet Result = A;
  Result &= B;
  return Result;
}

inline AtomSet without(const AtomSet &A, const AtomSet &B) {
  AtomSet Result = A;
  Result.intersectWithComplement(B);
  return Result;
}

class IrIndex;
class LeadingElements;

class ModRef {
public:
  /// Front: leading parts of arrays that are atoms of their own, or null.
  ModRef(llvm::Module &M, MemoryObjects &Objects, const PointsTo &Pts,
         const IrIndex &Index, const LeadingElements *Front);

  /// Atoms that an access of Length bytes (-1: unknown) through a pointer
  /// touches. Member: by the C standard, an access of unknown length stays in
  /// the array or scalar the pointer points into; else in the object.
  AtomSet region(const llvm::Value *Pointer, int64_t Length, bool Member) const;
  AtomSet regionOf(const PlaceSet &To, const llvm::Value *Pointer,
                   int64_t Length, bool Member) const;
  AtomSet elements(const llvm::Value *Pointer) const;
  const AtomSet &placeRegion(unsigned Place, int64_t Length, bool Member) const;
  AtomSet wholeObject(unsigned Object) const;
  /// Atoms that Length bytes (-1: unknown) may have, From bytes behind what
  /// Pointer points to.
  AtomSet bytes(const llvm::Value *Pointer, int64_t From, int64_t Length) const;

  /// External functions that a call names or may reach through a pointer.
  llvm::SmallVector<const llvm::Function *, 2>
  externals(const llvm::CallBase *C) const;

  /// Direct effect of an instruction, without what program functions do.
  const AtomSet &writes(const llvm::Instruction *I) const;
  /// What I certainly overwrites.
  const AtomSet &kills(const llvm::Instruction *I) const;
  /// Without the buffers that MPI calls read (see bufferReads).
  AtomSet reads(const llvm::Instruction *I) const;
  /// Memory behind one argument of a library or MPI call.
  AtomSet argument(const llvm::CallBase *C, unsigned Arg) const;
  /// The instruction stores behind a pointer of which nothing is known.
  bool writesLost(const llvm::Instruction *I) const;
  /// What of memory stands among the variable arguments of the call: structures
  /// that are given by value in memory.
  AtomSet givenByValue(const llvm::CallBase *C, const llvm::Function *F) const;
  /// The same for an MPI buffer: by count and type where these are constants,
  /// with the memory that a datatype's absolute addresses name.
  AtomSet buffer(const llvm::CallBase *C, unsigned Arg) const {
    return buffer(C, Arg, INT64_MAX);
  }
  /// What the first Bytes of the message are, if the datatype tells.
  AtomSet buffer(const llvm::CallBase *C, unsigned Arg, int64_t Bytes) const;
  /// How many leading bytes of the message hold the last of these atoms of the
  /// buffer; INT64_MAX if that is not known.
  int64_t messageBytes(const llvm::CallBase *C, unsigned Arg,
                       const AtomSet &Atoms) const;
  /// Bytes of a buffer by its count and datatype, if both are constants; -1.
  int64_t bufferLength(const llvm::CallBase *C, const MpiCallInfo &Info,
                       unsigned Arg) const;
  /// All types of the buffer's elements are basic ones: its bytes are the
  /// message's.
  bool isBasic(const llvm::CallBase *C, const MpiCallInfo &Info,
               unsigned Arg) const;

  /// The instruction's effect on the atom is not there: a hint stands for it
  /// (see IrIndex::isReplaced).
  bool isReplaced(const llvm::Instruction *I, unsigned Atom) const;
  /// What F, or what it calls, writes in vain: a hint stands for it.
  const AtomSet &replaced(const llvm::Function *F) const {
    return of(Replaced, F);
  }
  /// Takes variables out of Set that G, if C calls it (and not as a callback),
  /// cannot reach: neither it nor what it calls names them, no argument leads
  /// to them, and nobody else has their address.
  void dropUnreachable(const llvm::CallBase *C, const llvm::Function *G,
                       AtomSet &Set) const;

  /// All that a function, with those it calls, may write.
  const AtomSet &mod(const llvm::Function *F) const;
  /// The same with its variables; of these those that are not there before it
  /// begins; its variable arguments.
  const AtomSet &touched(const llvm::Function *F) const {
    return of(Touched, F);
  }
  const AtomSet &born(const llvm::Function *F) const { return of(Born, F); }
  const AtomSet &varArgs(const llvm::Function *F) const {
    return of(VarArgsOf, F);
  }
  /// All that a call may write: direct, through callees and callbacks.
  bool callMayWrite(const llvm::CallBase *C, unsigned Atom) const;
  AtomSet callWrites(const llvm::CallBase *C) const;

  /// The heap block has the layout of a structure, or of one of several.
  bool hasLayout(unsigned Object) const { return HeapLayout.contains(Object); }
  /// Of an array, or a heap block that holds one structure behind the other,
  /// the type of its elements; of other objects their own type; null if
  /// unknown.
  llvm::Type *elementType(unsigned Object) const;
  /// Where a pointer into an array with a leading part points to, if all its
  /// targets have one and the place is known; else -1.
  int64_t exactly(const llvm::Value *Pointer) const;
  /// INT64_MAX: to the end of the object.
  int64_t atomEnd(unsigned Atom) const { return AtomEnd[Atom]; }
  bool isLeading(unsigned Object) const;
  unsigned objectOfAtom(unsigned Atom) const { return AtomObject[Atom]; }
  const llvm::Type *atomType(unsigned Atom) const { return AtomType[Atom]; }
  int64_t atomOffset(unsigned Atom) const { return AtomStart[Atom]; }
  unsigned numAtoms() const { return AtomObject.size(); }
  /// Instructions that may write an atom directly.
  llvm::ArrayRef<const llvm::Instruction *> writers(unsigned Atom) const;
  /// Instructions that end the life of an object (free, fclose).
  llvm::ArrayRef<const llvm::Instruction *> enders(unsigned Object) const;
  /// Arithmetic whose result depends on the direction of rounding, in a program
  /// that may change it; and the state that says it.
  bool rounds(const llvm::Instruction *I) const;
  AtomSet rounding() const { return wholeObject(Objects.state("rounding")); }
  bool isRecursive(const llvm::Function *F) const {
    return Recursive.count(F) != 0;
  }
  std::string atomName(unsigned Atom) const;

private:
  using FunctionAtoms = llvm::DenseMap<const llvm::Function *, AtomSet>;
  const AtomSet &of(const FunctionAtoms &Map, const llvm::Function *F) const;
  struct Piece {
    int64_t Start, End;
    unsigned Atom;
  };
  void findRecursion();
  void inferHeapLayouts();
  bool runsFit(unsigned Object, llvm::Type *T) const;
  void makeAtoms();
  void makeLeading(unsigned Object);
  AtomSet leading(unsigned Object, const llvm::Value *Pointer, int64_t From,
                  int64_t Length) const;
  void flatten(llvm::Type *T, int64_t Base,
               std::vector<std::pair<int64_t, llvm::Type *>> &Leaves) const;
  AtomSet findPlaceRegion(unsigned Place, int64_t Length, bool Member) const;
  void ranges(llvm::Type *T, int64_t Base, int64_t Low, int64_t High,
              llvm::SmallVectorImpl<std::pair<int64_t, int64_t>> &Out) const;
  std::pair<int64_t, int64_t> memberAt(llvm::Type *T, int64_t Offset) const;
  void killRange(const llvm::Instruction &I, const llvm::Value *Pointer,
                 int64_t Length);
  void visit(const llvm::Instruction &I);
  void visitCall(const llvm::CallBase &C, AtomSet &Writes);
  void visitMpi(const llvm::CallBase &C, const MpiCallInfo &Info,
                AtomSet &Writes);
  void noteEnd(const llvm::CallBase &C, const PlaceSet &Ended);
  bool printsCount(const llvm::CallBase &C, const LibrarySummary &S) const;
  void findStreams();
  void noteStream(const llvm::CallBase &C, const PlaceSet &Streams);
  AtomSet readable(const PlaceSet &Streams) const;
  AtomSet contents(const llvm::CallBase &C, unsigned Arg) const;
  AtomSet stream(unsigned Object) const;
  void findFiles();
  std::vector<std::string> filesOf(const llvm::Value *Name) const;
  AtomSet file(const llvm::CallBase &C, unsigned Arg, bool Changed) const;
  AtomSet stateOf(const llvm::CallBase &C, const LibrarySummary &S,
                  bool Changed) const;
  const std::vector<const PlaceSet *> &behind(unsigned Object) const;
  const AtomSet &reachable(const PlaceSet &From) const;
  AtomSet bufferRegion(const llvm::CallBase *C, const MpiCallInfo &Info,
                       unsigned Arg, int64_t Most) const;
  /// Gives what was dropped.
  AtomSet dropReplaced(const llvm::Instruction &I, AtomSet &Set) const;
  bool isVariable(unsigned Object) const;
  std::vector<AtomSet>
  findNamed(llvm::DenseMap<const llvm::Function *, unsigned> &Number) const;
  void findReach();
  void dropUnreachable(const llvm::CallBase *C, AtomSet &Set) const;
  void summarise();
  void findOwn();

  llvm::Module &M;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const IrIndex &Index;
  const LeadingElements *Front;
  llvm::DenseMap<unsigned, llvm::Type *> HeapLayout;
  llvm::DenseSet<unsigned> Overlaid;      ///< one atom: members share bytes
  std::vector<std::vector<Piece>> Pieces; ///< by object, sorted
  std::vector<unsigned> AtomObject;
  std::vector<int64_t> AtomStart, AtomEnd;
  std::vector<const llvm::Type *> AtomType;
  llvm::DenseMap<const llvm::Instruction *, AtomSet> Writes, Kills;
  std::vector<std::vector<const llvm::Instruction *>> WritersOf;
  llvm::DenseMap<unsigned, std::vector<const llvm::Instruction *>> EndersOf;
  FunctionAtoms Mod, Touched, Born, VarArgsOf, Replaced;
  llvm::DenseSet<const llvm::Function *> Recursive;
  AtomSet None;
  bool CountsPrinted = false; ///< a text of the program has a "%n"
  bool RoundingChanges = false;
  bool Redirects = false; ///< standard streams may be of any file
  /// Streams whose files may be read and written by descriptors, too.
  llvm::DenseSet<unsigned> Shared;
  /// Contents of files that a stream may change, or give.
  llvm::DenseMap<unsigned, AtomSet> Written, Readable;
  bool UsesDescriptors = false; ///< files are opened without a stream
  AtomSet LibraryState; ///< all that unknown functions may read and change
  AtomSet Variables;    ///< all variables, on the stack and with a fixed place
  /// What accesses through large sets of places touch; of places in objects
  /// with leading parts that depends on the pointer.
  struct Region {
    AtomSet Atoms;
    PlaceSet Leading;
  };
  static constexpr size_t FewWords = 8;
  mutable std::map<std::tuple<const PlaceSet *, int64_t, bool>, Region> Regions;
  /// What accesses through one place touch, by it and their length; Member or
  /// not.
  mutable llvm::DenseMap<std::pair<unsigned, int64_t>, size_t> PlaceRegions[2];
  mutable std::deque<AtomSet> PlaceAtoms;
  mutable std::unordered_map<unsigned, std::vector<const PlaceSet *>> Behind;
  mutable std::unordered_map<const PlaceSet *, AtomSet> Reached;
  /// Of Variables those that a call leads to in no way; equal sets once.
  std::vector<AtomSet> OutOfReach;
  llvm::DenseMap<const llvm::CallBase *, unsigned> OutOfReachOf;
};

} // namespace skel

#endif
