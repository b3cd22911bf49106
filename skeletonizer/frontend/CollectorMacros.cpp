//===- CollectorMacros.cpp - macros, includes and pragmas -----------------===//
//
// Watches the preprocessor while it reads a unit, and notes which text it
// skips, replaces and includes.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/Collector.h"
#include "skeletonizer/model/TextMap.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/SourceManagerInternals.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroArgs.h"

using namespace clang;

namespace skel {

/// Receives the events of the preprocessor.
class MacroWatcher : public PPCallbacks {
public:
  MacroWatcher(Collector &C, SourceManager &SM) : C(C), SM(SM) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef,
                          bool Angled, CharSourceRange, OptionalFileEntryRef,
                          StringRef, StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    LastAngled = Angled;
    C.placeOf(Hash, LastInclude);
    HasInclude = true;
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    Place At;
    if (!C.placeOf(Loc, At))
      return;
    if (Reason == RenameFile && C.Prog.Files[At.File].Project)
      ignoreLineDirective(SM.getFileID(Loc));
    if (Reason != EnterFile)
      return;
    Skipped[C.Files.sources().getFileID(Loc)].first = At.File;
    if (HasInclude)
      include(At.File, true);
    HasInclude = false;
  }

  void SourceRangeSkipped(clang::SourceRange Range, SourceLocation) override {
    const SourceManager &SM = C.Files.sources();
    auto It = Skipped.find(SM.getFileID(Range.getBegin()));
    if (It != Skipped.end())
      It->second.second.push_back({SM.getFileOffset(Range.getBegin()),
                                   SM.getFileOffset(Range.getEnd())});
  }

  void EndOfMainFile() override {
    for (auto &[Id, Text] : Skipped)
      if (C.Prog.Files[Text.first].Project)
        C.Src.Skips[Text.first].insert(Text.second);
  }

  // The guard of a header keeps it from being read again.
  void FileSkipped(const FileEntryRef &File, const Token &,
                   SrcMgr::CharacteristicKind) override {
    if (HasInclude)
      if (int Id = C.Prog.fileByPath(File.getName().str()); Id >= 0)
        include(unsigned(Id), false);
    HasInclude = false;
  }

  void MacroExpands(const Token &Name, const MacroDefinition &MD,
                    clang::SourceRange, const MacroArgs *Args) override {
    use(Name, MD);
    if (Args && MD.getMacroInfo())
      arguments(Name, *MD.getMacroInfo(), *Args);
    if (MD.getMacroInfo() && MD.getMacroInfo()->isBuiltinMacro())
      builtin(Name);
  }
  void Defined(const Token &Name, const MacroDefinition &MD,
               clang::SourceRange) override {
    use(Name, MD);
  }
  void Ifdef(SourceLocation, const Token &Name,
             const MacroDefinition &MD) override {
    use(Name, MD);
  }
  void Ifndef(SourceLocation, const Token &Name,
              const MacroDefinition &MD) override {
    use(Name, MD);
  }
  void Elifdef(SourceLocation, const Token &Name,
               const MacroDefinition &MD) override {
    use(Name, MD);
  }
  void Elifndef(SourceLocation, const Token &Name,
                const MacroDefinition &MD) override {
    use(Name, MD);
  }

  void MacroDefined(const Token &Name, const MacroDirective *MD) override {
    for (const MacroDirective *D = MD; D; D = D->getPrevious())
      if (auto *Def = dyn_cast<DefMacroDirective>(D))
        definitions(Name, Def->getInfo());
  }
  void MacroUndefined(const Token &Name, const MacroDefinition &MD,
                      const MacroDirective *) override {
    definitions(Name, MD.getMacroInfo());
  }

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind Kind) override {
    const SourceManager &SM = C.Files.sources();
    PragmaText T;
    if (!C.placeOf(Loc, T.At) || !C.Prog.Files[T.At.File].Project ||
        !C.SeenPragmas.insert(T.At).second)
      return;
    T.OwnLine = Kind == PIK_HashPragma;
    T.Line = SM.getExpansionLineNumber(Loc);
    llvm::StringRef Rest = SM.getCharacterData(SM.getSpellingLoc(Loc));
    if (T.OwnLine) {
      size_t End = Rest.find('\n');
      while (End != llvm::StringRef::npos && joinsLines(Rest.data(), End))
        End = Rest.find('\n', End + 1);
      T.Text = Rest.take_front(End).str();
      T.End = T.At.Offset + T.Text.size();
    } else {
      llvm::StringRef Own = Rest.take_front(Rest.find(')') + 1);
      T.Text = Own.split('"').second.str();
      T.End = T.At.Offset + Own.size();
    }
    if (Loc.isMacroID()) {
      SourceLocation Last = SM.getExpansionRange(Loc).getEnd();
      T.End = SM.getFileOffset(Last) +
              Lexer::MeasureTokenLength(Last, SM, C.Files.language());
      // Text that a macro pastes together is taken from the expansion.
      if (T.Text.empty())
        T.Text = llvm::StringRef(SM.getCharacterData(SM.getExpansionLoc(Loc)),
                                 T.End - T.At.Offset)
                     .str();
    }
    C.Src.Pragmas.push_back(T);
  }

private:
  /// Makes #line ineffective: places must be those of the text that is edited.
  void ignoreLineDirective(FileID Id) {
    for (auto &[File, Entries] : SM.getLineTable())
      if (File == Id && !Entries.empty()) {
        LineEntry &Last = Entries.back();
        Last.FilenameID = -1;
        Last.LineNo = SM.getLineNumber(Id, Last.FileOffset) + 1;
      }
  }

  /// Notes that the last include directive leads to the file. Read: the file is
  /// entered, and not kept out by its guard.
  void include(unsigned Target, bool Read) {
    if (!C.Prog.Files[LastInclude.File].Project)
      return;
    Read |= C.ReadHere.insert(Target).second;
    auto [It, New] =
        C.SeenIncludes.insert({{LastInclude, Target}, C.Src.Includes.size()});
    if (New)
      C.Src.Includes.push_back({LastInclude, Target, LastAngled});
    C.Src.Includes[It->second].Read |= Read;
  }

  bool inProject(SourceLocation Loc) const {
    int File = C.Files.fileId(SM.getSpellingLoc(Loc));
    return File >= 0 && C.Prog.Files[File].Project;
  }
  /// A directive of the program defines or undefines a macro. Info: one of the
  /// macro's definitions.
  void definitions(const Token &Name, const MacroInfo *Info) {
    if (Info && inProject(Name.getLocation()) &&
        !inProject(Info->getDefinitionLoc()))
      C.Src.MacrosElsewhere.insert(Name.getIdentifierInfo()->getName().str());
  }
  /// Notes the value of __COUNTER__ or __LINE__. Changes to the text in front
  /// of it must not change the value.
  void builtin(const Token &Name) {
    const SourceManager &SM = C.Files.sources();
    llvm::StringRef Text = Name.getIdentifierInfo()->getName();
    SourceLocation Loc = Name.getLocation();
    unsigned Value;
    if (Text == "__COUNTER__")
      Value = Counter++;
    else if (Text == "__LINE__")
      Value = SM.getPresumedLoc(SM.getExpansionRange(Loc).getEnd()).getLine();
    else
      return;
    Place At;
    if (!Loc.isFileID() || !C.placeOf(Loc, At) ||
        !C.Prog.Files[At.File].Project)
      return;
    auto [It, New] =
        C.Src.Builtins.insert({At, {std::to_string(Value), Text.size()}});
    if (!New && It->second.first != std::to_string(Value))
      It->second.first.clear();
  }
  /// Notes the names of which the macro makes text, and the parameters for
  /// which more stands than one name. Texts of macros of the system are for
  /// messages (assert).
  void arguments(const Token &Name, const MacroInfo &Info,
                 const MacroArgs &Args) {
    bool Text = false, System = SM.isInSystemHeader(Info.getDefinitionLoc());
    for (const Token &T : Info.tokens()) {
      int Number = T.getIdentifierInfo()
                       ? Info.getParameterNum(T.getIdentifierInfo())
                       : -1;
      if (Number >= 0 && Text && !System)
        namesInText(Name, Args.getUnexpArgument(unsigned(Number)));
      else if (Number >= 0 && !Text &&
               !isOneName(Args.getUnexpArgument(unsigned(Number))))
        if (Place At;
            inProject(T.getLocation()) && C.placeOf(T.getLocation(), At))
          C.Src.OtherArguments.insert(At);
      Text = T.is(tok::hash) || T.is(tok::hashat);
    }
  }
  static bool isOneName(const Token *Argument) {
    return Argument->is(tok::identifier) && Argument[1].is(tok::eof) &&
           !Argument->getIdentifierInfo()->hasMacroDefinition();
  }
  void namesInText(const Token &Macro, const Token *Argument) {
    for (; Argument->isNot(tok::eof); ++Argument) {
      SourceLocation Spelled = SM.getSpellingLoc(Argument->getLocation());
      NameInText N;
      if (!Argument->is(tok::identifier) || !inProject(Spelled) ||
          !C.placeOf(Spelled, N.Spelled) ||
          !C.placeOf(Macro.getLocation(), N.At) ||
          !C.SeenTexts.insert({N.Spelled, N.At}).second)
        continue;
      N.Macro = Macro.getIdentifierInfo()->getName().str();
      C.Src.NamesInText.push_back(N);
    }
  }
  /// Notes a use of a macro.
  void use(const Token &Name, const MacroDefinition &MD) {
    const MacroInfo *Info = MD.getMacroInfo();
    Place At, Definition;
    SourceLocation Loc = Name.getLocation();
    if (Info && inProject(Info->getDefinitionLoc()) && !inProject(Loc))
      C.Src.MacrosElsewhere.insert(Name.getIdentifierInfo()->getName().str());
    if (Info && C.placeOf(Loc, At) &&
        C.placeOf(Info->getDefinitionLoc(), Definition) &&
        C.Prog.Files[Definition.File].Project &&
        C.Prog.Files[At.File].Project &&
        C.SeenMacroUses.insert({At, Definition.File}).second)
      C.Src.MacroUses.push_back({At, Definition.File});
  }

  Collector &C;
  SourceManager &SM;
  std::map<FileID, std::pair<unsigned, SkippedText>> Skipped;
  Place LastInclude;
  unsigned Counter = 0; ///< __COUNTER__s so far
  bool LastAngled = false, HasInclude = false;
};

void Collector::watch(Preprocessor &PP) {
  PP.addPPCallbacks(
      std::make_unique<MacroWatcher>(*this, PP.getSourceManager()));
  ExpandedTokens.clear();
  ReadHere.clear();
  PP.setTokenWatcher([this, &PP](const Token &T) {
    if (T.getLocation().isMacroID())
      ++ExpandedTokens[PP.getSourceManager()
                           .getExpansionLoc(T.getLocation())
                           .getRawEncoding()];
  });
}

} // namespace skel
