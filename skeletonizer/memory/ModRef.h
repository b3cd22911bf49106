//===- ModRef.h - what instructions and functions access --------*- C++ -*-===//
//
// Cuts memory into atoms, which are disjoint pieces of objects, and tells which
// atoms each instruction reads and writes. Tables describe library and MPI
// calls. The order of accesses is the slicer's concern.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MODREF_H
#define BSIM_SKELETONIZER_MODREF_H

#include "skeletonizer/memory/FileNames.h"
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
  /// Front: the arrays whose leading elements are atoms of their own, or null.
  ModRef(llvm::Module &M, MemoryObjects &Objects, const PointsTo &Pts,
         const IrIndex &Index, const LeadingElements *Front);

  /// Atoms that an access of Length bytes (-1: unknown) through a pointer
  /// touches. An access of unknown length stays in the object. With Member it
  /// stays in the array or scalar that the pointer points into, as the C
  /// standard demands.
  AtomSet region(const llvm::Value *Pointer, int64_t Length, bool Member) const;
  AtomSet regionOf(const PlaceSet &To, const llvm::Value *Pointer,
                   int64_t Length, bool Member) const;
  /// Atoms that a function touches which gets the pointer as an array of
  /// unknown length.
  AtomSet elements(const llvm::Value *Pointer) const;
  const AtomSet &placeRegion(unsigned Place, int64_t Length, bool Member) const;
  AtomSet wholeObject(unsigned Object) const;
  /// Atoms that Length bytes (-1: unknown) may touch which begin From bytes
  /// behind the target of the pointer.
  AtomSet bytes(const llvm::Value *Pointer, int64_t From, int64_t Length) const;

  /// External functions that a call names or may reach through a pointer.
  llvm::SmallVector<const llvm::Function *, 2>
  externals(const llvm::CallBase *C) const;

  /// Atoms that an instruction may write, without the effects of the program
  /// functions that it calls.
  const AtomSet &writes(const llvm::Instruction *I) const;
  /// Atoms that I certainly overwrites.
  const AtomSet &kills(const llvm::Instruction *I) const;
  /// Atoms that an instruction may read, without the buffers that MPI calls
  /// read (see buffer).
  AtomSet reads(const llvm::Instruction *I) const;
  /// Memory behind one argument of a library or MPI call.
  AtomSet argument(const llvm::CallBase *C, unsigned Arg) const;
  /// Memory that other ranks may read and write at any time: of all windows of
  /// one-sided communication.
  const AtomSet &windows() const;
  /// What MPI functions have written to files, as far as the program may read
  /// it.
  const AtomSet &filesByMpi() const;
  /// The instruction stores through a lost pointer (see PointsTo::isLost).
  bool writesLost(const llvm::Instruction *I) const;
  /// Structures among the variable arguments of the call that are passed by
  /// value in memory.
  AtomSet givenByValue(const llvm::CallBase *C, const llvm::Function *F) const;
  /// Memory of an MPI buffer, with the memory that absolute addresses in its
  /// datatype name. Count and type bound it where they are constants.
  AtomSet buffer(const llvm::CallBase *C, unsigned Arg) const {
    return buffer(C, Arg, INT64_MAX);
  }
  /// Memory of the first Bytes of the message, if the datatype tells them.
  AtomSet buffer(const llvm::CallBase *C, unsigned Arg, int64_t Bytes) const;
  /// Number of leading bytes of the message that hold all of these atoms of the
  /// buffer; INT64_MAX if it is unknown.
  int64_t messageBytes(const llvm::CallBase *C, unsigned Arg,
                       const AtomSet &Atoms) const;
  /// Bytes of a buffer if its count and its datatype are constants, else -1.
  int64_t bufferLength(const llvm::CallBase *C, const MpiCallInfo &Info,
                       unsigned Arg) const;
  /// The buffer's elements have basic types, so the bytes of the buffer are the
  /// bytes of the message.
  bool isBasic(const llvm::CallBase *C, const MpiCallInfo &Info,
               unsigned Arg) const;

  /// The instruction has no effect on the atom because a hint stands for it
  /// (see IrIndex::isReplaced).
  bool isReplaced(const llvm::Instruction *I, unsigned Atom) const;
  /// Atoms that F or its callees write in vain because hints stand for them.
  const AtomSet &replaced(const llvm::Function *F) const {
    return of(Replaced, F);
  }
  /// If C calls G (and not as a callback), takes the variables out of Set that
  /// G cannot reach: neither G nor its callees name them, no argument leads to
  /// them, and nobody else has their address.
  void dropUnreachable(const llvm::CallBase *C, const llvm::Function *G,
                       AtomSet &Set) const;

  /// All that a function and its callees may write.
  const AtomSet &mod(const llvm::Function *F) const;
  /// All that a function and its callees may write, and its local variables.
  const AtomSet &touched(const llvm::Function *F) const {
    return of(Touched, F);
  }
  /// Local variables of a function that do not exist before it begins.
  const AtomSet &born(const llvm::Function *F) const { return of(Born, F); }
  /// Variable arguments of a function.
  const AtomSet &varArgs(const llvm::Function *F) const {
    return of(VarArgsOf, F);
  }
  /// All that a call may write: itself, and through callees and callbacks.
  AtomSet callWrites(const llvm::CallBase *C) const;

  /// The program lays one structure, or several ones, over the heap block.
  bool hasLayout(unsigned Object) const { return HeapLayout.contains(Object); }
  /// Type of the elements of an array, or of a heap block that holds one
  /// structure behind the other. The object's own type for other objects; null
  /// if it is unknown.
  llvm::Type *elementType(unsigned Object) const;
  /// Offset of the pointer's target if all target objects have leading elements
  /// and the offset is known; else -1.
  int64_t exactly(const llvm::Value *Pointer) const;
  /// INT64_MAX: the atom ends with the object.
  int64_t atomEnd(unsigned Atom) const { return AtomEnd[Atom]; }
  bool isLeading(unsigned Object) const;
  /// A process has it in common with its children: files, what descriptors
  /// name, mapped memory, and that of libraries.
  bool isShared(unsigned Atom) const;
  unsigned objectOfAtom(unsigned Atom) const { return AtomObject[Atom]; }
  const llvm::Type *atomType(unsigned Atom) const { return AtomType[Atom]; }
  int64_t atomOffset(unsigned Atom) const { return AtomStart[Atom]; }
  unsigned numAtoms() const { return AtomObject.size(); }
  /// Instructions that may write an atom directly.
  llvm::ArrayRef<const llvm::Instruction *> writers(unsigned Atom) const;
  /// Instructions that end the life of an object (free, fclose).
  llvm::ArrayRef<const llvm::Instruction *> enders(unsigned Object) const;
  /// The result depends on the direction of rounding, and the program may
  /// change that direction.
  bool rounds(const llvm::Instruction *I) const;
  /// The state that holds the direction of rounding.
  /// How many threads OpenMP may use.
  AtomSet threads() const { return wholeObject(Objects.state("omp")); }
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
  int64_t flexibleArray(unsigned Object) const;
  AtomSet leading(unsigned Object, const llvm::Value *Pointer, int64_t From,
                  int64_t Length) const;
  void flatten(llvm::Type *T, int64_t Base,
               std::vector<std::pair<int64_t, llvm::Type *>> &Leaves) const;
  AtomSet findPlaceRegion(unsigned Place, int64_t Length, bool Member) const;
  void
  behindArrays(llvm::Type *T, int64_t Offset, int64_t Length,
               llvm::SmallVectorImpl<std::pair<int64_t, int64_t>> &Out) const;
  void ranges(llvm::Type *T, int64_t Base, int64_t Low, int64_t High,
              llvm::SmallVectorImpl<std::pair<int64_t, int64_t>> &Out) const;
  std::pair<int64_t, int64_t> memberAt(llvm::Type *T, int64_t Offset) const;
  void killRange(const llvm::Instruction &I, const llvm::Value *Pointer,
                 int64_t Length);
  void visit(const llvm::Instruction &I);
  void visitCall(const llvm::CallBase &C, AtomSet &Writes);
  void visitMpi(const llvm::CallBase &C, const MpiCallInfo &Info,
                AtomSet &Writes);
  void noteEnds(const llvm::CallBase &C, const LibrarySummary &S);
  void noteEnd(const llvm::CallBase &C, const PlaceSet &Ended);
  bool printsCount(const llvm::CallBase &C, const LibrarySummary &S) const;
  void findStreams();
  void noteStream(const llvm::CallBase &C, const PlaceSet &Streams);
  AtomSet readable(const PlaceSet &Streams) const;
  AtomSet contents(const llvm::CallBase &C, unsigned Arg, bool Read) const;
  AtomSet stream(unsigned Object) const;
  void findFiles();
  void noteFiles(const llvm::CallBase &C, const LibrarySummary &S,
                 llvm::SmallVectorImpl<const llvm::Value *> &Made);
  void noteDescriptor(const llvm::CallBase &C, llvm::StringRef Name);
  AtomSet variable(llvm::StringRef Name, bool Changed) const;
  AtomSet printed(llvm::StringRef Name) const;
  llvm::DenseSet<const llvm::CallBase *> openingsOf(const llvm::Value *Handle,
                                                    bool Behind) const;
  void eachOpening(
      const llvm::CallBase &C, const MpiCallInfo &Info,
      llvm::function_ref<void(const llvm::CallBase &, unsigned)> Take) const;
  AtomSet madeByMpi(const llvm::Value *Name) const;
  AtomSet writtenByMpi(const llvm::Value *Name) const;
  AtomSet changedByMpi(const llvm::CallBase &C, const MpiCallInfo &Info) const;
  bool tellsOfFile(const llvm::CallBase &C) const;
  AtomSet file(const llvm::CallBase &C, unsigned Arg, bool Changed) const;
  AtomSet stateOf(const llvm::CallBase &C, const LibrarySummary &S,
                  bool Changed) const;
  const std::vector<const PlaceSet *> &behind(unsigned Object) const;
  const AtomSet &reachable(const PlaceSet &From) const;
  AtomSet bufferRegion(const llvm::CallBase *C, const MpiCallInfo &Info,
                       unsigned Arg, int64_t Most) const;
  /// Takes replaced atoms out of Set (see isReplaced) and returns them.
  AtomSet dropReplaced(const llvm::Instruction &I, AtomSet &Set) const;
  class ReachFinder;
  void findReach();
  void dropUnreachable(const llvm::CallBase *C, AtomSet &Set) const;
  void summarise();
  void findOwn();

  llvm::Module &M;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const IrIndex &Index;
  const LeadingElements *Front;
  FileNames Files;
  llvm::DenseMap<unsigned, llvm::Type *> HeapLayout;
  llvm::DenseSet<unsigned> Overlaid;      ///< members share bytes, so one atom
  std::vector<std::vector<Piece>> Pieces; ///< by object, sorted
  std::vector<unsigned> AtomObject;
  AtomSet Constants; ///< that no program writes, such as texts
  std::vector<int64_t> AtomStart, AtomEnd;
  std::vector<const llvm::Type *> AtomType;
  llvm::DenseMap<const llvm::Instruction *, AtomSet> Writes, Kills;
  std::vector<std::vector<const llvm::Instruction *>> WritersOf;
  llvm::DenseMap<unsigned, std::vector<const llvm::Instruction *>> EndersOf;
  FunctionAtoms Mod, Touched, Born, VarArgsOf, Replaced;
  llvm::DenseSet<const llvm::Function *> Recursive;
  AtomSet None;
  bool CountsPrinted = false; ///< a string of the program has a "%n"
  bool RoundingChanges = false;
  bool AsksErrno = false; ///< the program may look at the last error
  bool Redirects = false; ///< standard streams may lead to any file
  /// Streams whose files may also be read and written through descriptors.
  llvm::DenseSet<unsigned> Shared;
  /// Contents of files that may be written, or read, through a stream.
  llvm::DenseMap<unsigned, AtomSet> Written, Readable;
  bool UsesDescriptors = false;          ///< files are opened without a stream
  llvm::DenseSet<unsigned> Folders;      ///< files that may be folders
  llvm::DenseSet<unsigned> ByDescriptor; ///< those, where their names are known
  AtomSet LibraryState; ///< all that unknown functions may read and change
  /// Atoms that accesses through a large set of places touch. Leading: places
  /// of the set in arrays with leading elements, whose atoms depend on the
  /// pointer.
  struct Region {
    AtomSet Atoms;
    PlaceSet Leading;
  };
  static constexpr size_t FewWords = 8;
  mutable std::map<std::tuple<const PlaceSet *, int64_t, bool>, Region> Regions;
  /// Index of the atoms that accesses through one place touch, by place and
  /// length; one map without and one with Member.
  mutable llvm::DenseMap<std::pair<unsigned, int64_t>, size_t> PlaceRegions[2];
  mutable std::deque<AtomSet> PlaceAtoms;
  mutable AtomSet Windows, FilesByMpi;
  mutable bool WindowsKnown = false, FilesByMpiKnown = false;
  mutable std::unordered_map<unsigned, std::vector<const PlaceSet *>> Behind;
  mutable std::unordered_map<const PlaceSet *, AtomSet> Reached;
  /// Variables out of reach of some call; equal sets are stored once.
  std::vector<AtomSet> OutOfReach;
  llvm::DenseMap<const llvm::CallBase *, unsigned> OutOfReachOf;
};

} // namespace skel

#endif
