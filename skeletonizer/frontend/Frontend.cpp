//===- Frontend.cpp - from sources to statements and linked IR ------------===//
//
// One Clang run for each unit; a multiplexed consumer feeds the AST to the
// statement tree and the collector of source facts, and to the code generator.
// Decides nothing about what is kept.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/Frontend.h"
#include "skeletonizer/frontend/Collector.h"
#include "skeletonizer/base/Command.h"
#include "skeletonizer/base/Errors.h"
#include "skeletonizer/frontend/FieldCollector.h"
#include "skeletonizer/frontend/FoldCollector.h"
#include "skeletonizer/frontend/OpenMp.h"
#include "skeletonizer/base/Output.h"
#include "skeletonizer/frontend/StatementTree.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/TargetSelect.h"
#include <algorithm>
#include <dlfcn.h>
#include <unistd.h>

using namespace clang;

namespace skel {

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

static std::string resourceFolder() {
  static const std::string Found = [] {
    for (const char *Place :
         {"/usr/lib/llvm-19/lib/clang/19", "/usr/lib/clang/19"})
      if (access((std::string(Place) + "/include/stddef.h").c_str(), R_OK) == 0)
        return std::string(Place);
    return firstLineOf({"clang-19", "-print-resource-dir"});
  }();
  return Found;
}

std::string mpiIncludeFolder() {
  static const std::string Found = [] {
    std::string Flag = firstLineOf({"pkg-config", "--cflags-only-I", "mpich"});
    if (Flag.compare(0, 2, "-I") == 0)
      return Flag.substr(2, Flag.find(' ') - 2);
    return std::string("/usr/include/x86_64-linux-gnu/mpich");
  }();
  return Found;
}

// Regions run with one thread each: the pragmas are text. Compilers' own
// headers do not suit another compiler.
static const char OpenMpFolder[] = "/bsim/openmp";
static const char OpenMpHeader[] =
    "#ifndef BSIM_OMP_H\n"
    "#define BSIM_OMP_H\n"
    "typedef struct { void *p; } omp_lock_t, omp_nest_lock_t;\n"
    "typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided,"
    " omp_sched_auto } omp_sched_t;\n"
    "int omp_get_thread_num(void), omp_get_num_threads(void),"
    " omp_get_max_threads(void), omp_get_num_procs(void),"
    " omp_get_thread_limit(void), omp_in_parallel(void), omp_get_level(void),"
    " omp_get_dynamic(void), omp_get_nested(void);\n"
    "void omp_set_num_threads(int), omp_set_dynamic(int), omp_set_nested(int),"
    " omp_set_max_active_levels(int), omp_set_schedule(omp_sched_t, int);\n"
    "double omp_get_wtime(void), omp_get_wtick(void);\n"
    "void omp_init_lock(omp_lock_t *), omp_destroy_lock(omp_lock_t *),"
    " omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *);\n"
    "int omp_test_lock(omp_lock_t *);\n"
    "void omp_init_nest_lock(omp_nest_lock_t *),"
    " omp_destroy_nest_lock(omp_nest_lock_t *),"
    " omp_set_nest_lock(omp_nest_lock_t *),"
    " omp_unset_nest_lock(omp_nest_lock_t *);\n"
    "#endif\n";

static bool startsWith(const std::string &S, const char *Prefix) {
  return S.compare(0, std::string(Prefix).size(), Prefix) == 0;
}

// The command line of our own compilation: no optimisation, full debug
// information, no warnings (the program's compiler shows those).
static std::vector<std::string> commandLine(const Unit &U) {
  std::vector<std::string> Args = {"clang-19"};
  for (const std::string &F : U.Flags)
    if (!(startsWith(F, "-O") || startsWith(F, "-g") || startsWith(F, "-W") ||
          startsWith(F, "-flto") || startsWith(F, "-fopenmp-simd") ||
          isOpenMpFlag(F) || F == "-pg" || startsWith(F, "-march") ||
          startsWith(F, "-mtune") || startsWith(F, "-fsanitize") ||
          F == "-pedantic" || F == "-pedantic-errors" ||
          startsWith(F, "-fprofile")))
      Args.push_back(F);
  for (const char *F :
       {"-w", "-Wno-error", "-Wno-error=implicit-function-declaration",
        "-Wno-error=implicit-int", "-Wno-error=int-conversion",
        "-Wno-error=incompatible-function-pointer-types",
        "-Wno-error=return-type", "-Qunused-arguments", "-O0", "-g",
        "-gcolumn-info", "-fstandalone-debug", "-Xclang", "-disable-O0-optnone",
        "-fno-discard-value-names", "-ferror-limit=20"})
    Args.push_back(F);
  Args.push_back("-idirafter");
  Args.push_back(mpiIncludeFolder());
  if (usesOpenMp(U)) {
    Args.push_back(openMpMacro());
    Args.push_back("-idirafter");
    Args.push_back(OpenMpFolder);
  }
  Args.push_back("-resource-dir=" + resourceFolder());
  Args.push_back("-c");
  Args.push_back(U.File);
  return Args;
}

//===----------------------------------------------------------------------===//
// One unit
//===----------------------------------------------------------------------===//

namespace {

struct UnitJob {
  StatementTree *Tree; ///< null: IR alone
  Collector *Facts;
  FileTable *Files;
  FoldFacts *Folds;
  llvm::LLVMContext *Context; ///< null: no IR
  std::unique_ptr<llvm::Module> Module;
  bool Main = false;
  bool NamesOnly = false; ///< where functions are and their names, no bodies
};

class TreeConsumer : public ASTConsumer {
public:
  explicit TreeConsumer(UnitJob &J) : Job(J) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    if (Context.getDiagnostics().hasErrorOccurred())
      return;
    if (Job.NamesOnly)
      return Job.Tree->addNames(Context);
    Job.Tree->addUnit(Context);
    Job.Facts->addUnit(Context);
    collectFolds(Context, *Job.Files, *Job.Folds);
    collectFields(Context, *Job.Files, *Job.Facts);
    for (const Decl *D : Context.getTranslationUnitDecl()->decls())
      if (auto *F = dyn_cast<FunctionDecl>(D))
        Job.Main |= F->isMain() && F->doesThisDeclarationHaveABody();
  }

private:
  UnitJob &Job;
};

class UnitAction : public ASTFrontendAction {
public:
  explicit UnitAction(UnitJob &J) : Job(J) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef File) override {
    std::vector<std::unique_ptr<ASTConsumer>> All;
    if (Job.Tree) {
      Job.Files->enter(CI.getSourceManager(), CI.getLangOpts());
      if (!Job.NamesOnly)
        Job.Facts->watch(CI.getPreprocessor());
      All.push_back(std::make_unique<TreeConsumer>(Job));
    }
    if (Job.Context) {
      Generator = CreateLLVMCodeGen(
          CI.getDiagnostics(), File, &CI.getVirtualFileSystem(),
          CI.getHeaderSearchOpts(), CI.getPreprocessorOpts(),
          CI.getCodeGenOpts(), *Job.Context);
      All.push_back(std::unique_ptr<ASTConsumer>(Generator));
    }
    return std::make_unique<MultiplexConsumer>(std::move(All));
  }

  void EndSourceFileAction() override {
    if (Generator && !getCompilerInstance().getDiagnostics().hasErrorOccurred())
      Job.Module.reset(Generator->ReleaseModule());
  }

private:
  UnitJob &Job;
  CodeGenerator *Generator = nullptr;
};

class UnitRunner : public tooling::ToolAction {
public:
  explicit UnitRunner(UnitJob &J) : Job(J) {}
  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Manager,
                     std::shared_ptr<PCHContainerOperations> Containers,
                     DiagnosticConsumer *Consumer) override {
    CompilerInstance CI(std::move(Containers));
    CI.setInvocation(std::move(Invocation));
    CI.setFileManager(Manager);
    CI.createDiagnostics(Consumer, /*ShouldOwnClient=*/false);
    if (!CI.hasDiagnostics())
      return false;
    CI.createSourceManager(*Manager);
    CI.getFrontendOpts().SkipFunctionBodies = Job.NamesOnly;
    UnitAction Action(Job);
    return CI.ExecuteAction(Action);
  }

private:
  UnitJob &Job;
};

} // namespace

namespace {

/// The files that units see: those on disk and Changed texts. What was found of
/// a file is known to all units of a folder.
class UnitFiles {
public:
  explicit UnitFiles(const Overlay &Changed) : Changed(Changed) {
    for (auto &[Path, Text] : Changed)
      if (access(Path.c_str(), F_OK) != 0)
        Added.push_back(Path);
  }
  /// Null if the unit's folder is not there.
  FileManager *managerOf(const Unit &U, std::string &Error) {
    auto &Manager = Managers[U.Directory];
    if (Manager)
      return Manager.get();
    llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> FS(
        new llvm::vfs::OverlayFileSystem(
            llvm::vfs::createPhysicalFileSystem()));
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory(
        new llvm::vfs::InMemoryFileSystem);
    for (auto &[Path, Text] : Changed)
      Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBuffer(Text, Path));
    Memory->addFile(std::string(OpenMpFolder) + "/omp.h", 0,
                    llvm::MemoryBuffer::getMemBuffer(OpenMpHeader));
    FS->pushOverlay(Memory);
    if (FS->setCurrentWorkingDirectory(U.Directory)) {
      addError(Error, U.Directory +
                          ": no such folder (the compilation database names "
                          "it for " +
                          U.File + ")");
      return nullptr;
    }
    Manager = new FileManager(FileSystemOptions(), FS);
    return Manager.get();
  }
  /// Changed texts of files that are not on disk.
  const std::vector<std::string> &added() const { return Added; }
  /// What was said of the units, by place and text.
  std::set<std::string> Said;

private:
  const Overlay &Changed;
  std::vector<std::string> Added;
  std::map<std::string, llvm::IntrusiveRefCntPtr<FileManager>> Managers;
};

/// Says of a header once what all units that include it have to say.
class SaysOnce : public DiagnosticConsumer {
public:
  SaysOnce(DiagnosticConsumer &To, std::set<std::string> &Said)
      : To(To), Said(Said) {}
  void BeginSourceFile(const LangOptions &Language,
                       const Preprocessor *PP) override {
    To.BeginSourceFile(Language, PP);
  }
  void EndSourceFile() override { To.EndSourceFile(); }
  void finish() override { To.finish(); }
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info); // counts
    if (Level >= DiagnosticsEngine::Warning) {
      SmallString<128> Text;
      Info.FormatDiagnostic(Text);
      std::string Place =
          Info.hasSourceManager() && Info.getLocation().isValid()
              ? Info.getLocation().printToString(Info.getSourceManager())
              : "";
      New = Place.empty() || Said.insert(Place + " " + Text.str().str()).second;
    } // notes belong to what was said before
    if (New)
      To.HandleDiagnostic(Level, Info);
  }

private:
  DiagnosticConsumer &To;
  std::set<std::string> &Said;
  bool New = true;
};

} // namespace

// Runs Clang over a unit.
static bool runClang(const Unit &U, UnitFiles &Files,
                     const std::vector<std::string> &Args, UnitJob &Job,
                     llvm::raw_ostream &Messages, std::string &Error) {
  FileManager *Manager = Files.managerOf(U, Error);
  if (!Manager)
    return false;
  UnitRunner Runner(Job);
  tooling::ToolInvocation Invocation(
      Args, &Runner, Manager, std::make_shared<PCHContainerOperations>());
  llvm::IntrusiveRefCntPtr<DiagnosticOptions> DiagOpts(new DiagnosticOptions);
  DiagOpts->ShowColors = &Messages == &llvm::errs() && isatty(2);
  TextDiagnosticPrinter Printer(Messages, DiagOpts.get());
  SaysOnce Once(Printer, Files.Said);
  Invocation.setDiagnosticConsumer(&Once);
  if (Invocation.run())
    return true;
  addError(Error, U.File + ": does not compile (see above)");
  return false;
}

static bool readUnit(const Unit &U, UnitFiles &Files, UnitJob &Job,
                     std::string &Error) {
  std::vector<std::string> Args = commandLine(U);
  for (const std::string &Path : Files.added())
    Args.insert(Args.end() - 1, {"-include", Path});
  return runClang(U, Files, Args, Job, llvm::errs(), Error);
}

std::unique_ptr<llvm::Module> compileUnit(const Unit &U, const Overlay &Texts,
                                          llvm::LLVMContext &Context,
                                          std::string &Said) {
  std::vector<std::string> Args = commandLine(U);
  Args.insert(Args.end() - 1,
              {"-gline-tables-only", "-I" + installFolder() + "/include"});
  UnitJob Job{nullptr, nullptr, nullptr, nullptr, &Context, nullptr};
  std::string Error;
  llvm::raw_string_ostream Messages(Said);
  UnitFiles Files(Texts);
  if (!runClang(U, Files, Args, Job, Messages, Error)) {
    Said = Said.empty() ? Error : Said;
    return nullptr;
  }
  return std::move(Job.Module);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static bool link(std::vector<std::unique_ptr<llvm::Module>> &Modules,
                 FrontendResult &Out, std::string &Error) {
  struct Handler : llvm::DiagnosticHandler {
    std::string &Text;
    explicit Handler(std::string &T) : Text(T) {}
    bool handleDiagnostics(const llvm::DiagnosticInfo &DI) override {
      if (DI.getSeverity() == llvm::DS_Error) {
        llvm::raw_string_ostream OS(Text);
        llvm::DiagnosticPrinterRawOStream DP(OS);
        DI.print(DP);
      }
      return true;
    }
  };
  std::string Text;
  Out.Context->setDiagnosticHandler(std::make_unique<Handler>(Text));
  Out.Linked = std::make_unique<llvm::Module>("program", *Out.Context);
  llvm::Linker L(*Out.Linked);
  for (auto &M : Modules) {
    std::string Name = M->getSourceFileName();
    if (L.linkInModule(std::move(M))) {
      Error = Name + ": cannot be linked with the units before it: " + Text +
              "; is it a part of this program?";
      return false;
    }
  }
  return true;
}

// Whether a unit has code that runs without being called.
static bool runsByItself(const llvm::Module &M) {
  return M.getNamedValue("llvm.global_ctors") ||
         M.getNamedValue("llvm.global_dtors");
}

static bool isInLibrary(const std::string &Name) {
  static void *const Libraries[] = {dlopen("libc.so.6", RTLD_LAZY),
                                    dlopen("libm.so.6", RTLD_LAZY)};
  return std::any_of(std::begin(Libraries), std::end(Libraries), [&](void *L) {
    return L && dlsym(L, Name.c_str()) != nullptr;
  });
}

// From each main, the units that define what is still undefined.
static void
findNeeded(const std::vector<std::unique_ptr<llvm::Module>> &Modules,
           const std::vector<std::string> &Names, FrontendResult &Out) {
  std::map<std::string, size_t> DefinedIn;
  for (size_t I = 0; I < Modules.size(); ++I)
    for (const llvm::GlobalValue &G : Modules[I]->global_values())
      if (!G.isDeclaration() && !G.hasLocalLinkage())
        DefinedIn.insert({G.getName().str(), I});
  bool One = Out.Mains.size() == 1;
  for (const std::string &Main : Out.Mains) {
    std::vector<size_t> Todo;
    std::set<std::string> &Needed = Out.Needed[Main];
    for (size_t I = 0; I < Names.size(); ++I)
      if (Names[I] == Main || (One && runsByItself(*Modules[I])))
        Todo.push_back(I);
    while (!Todo.empty()) {
      size_t I = Todo.back();
      Todo.pop_back();
      if (!Needed.insert(Names[I]).second)
        continue;
      for (const llvm::GlobalValue &G : Modules[I]->global_values()) {
        auto It = DefinedIn.find(G.getName().str());
        if (G.isDeclaration() && It != DefinedIn.end())
          Todo.push_back(It->second);
      }
    }
  }
  if (!One)
    return;
  // What the program needs is taken to be in its libraries.
  std::set<std::string> Given;
  auto EachUndefined = [&](size_t I, auto Do) {
    for (const llvm::GlobalValue &G : Modules[I]->global_values()) {
      llvm::StringRef Name = G.getName();
      if (G.isDeclaration() && !G.use_empty() && !G.hasExternalWeakLinkage() &&
          !Name.starts_with("llvm.") && !Name.contains("MPI_") &&
          !DefinedIn.count(Name.str()))
        Do(Name.str());
    }
  };
  const std::set<std::string> &Needed = Out.Needed[Out.Mains[0]];
  for (size_t I = 0; I < Names.size(); ++I)
    if (Needed.count(Names[I]))
      EachUndefined(I, [&](const std::string &Name) { Given.insert(Name); });
  for (size_t I = 0; I < Names.size(); ++I)
    if (!Needed.count(Names[I]))
      EachUndefined(I, [&](const std::string &Name) {
        if (!Given.count(Name) && !isInLibrary(Name))
          Out.Lacking.insert({Names[I], Name});
      });
  // What those define is not there either.
  for (bool Changed = !Out.Lacking.empty(); Changed;) {
    Changed = false;
    for (size_t I = 0; I < Names.size(); ++I) {
      if (Needed.count(Names[I]) || Out.Lacking.count(Names[I]))
        continue;
      for (const llvm::GlobalValue &G : Modules[I]->global_values()) {
        auto It = DefinedIn.find(G.getName().str());
        if (!G.isDeclaration() || G.use_empty() || It == DefinedIn.end() ||
            !Out.Lacking.count(Names[It->second]))
          continue;
        Out.Lacking.insert({Names[I], It->first});
        Changed = true;
        break;
      }
    }
  }
}

// Reads all units; if First, those behind the first that shares a text with
// others in a way that was not known only for what is shared.
static bool readOnce(const UnitList &List, const Overlay &Changed, bool NeedIR,
                     bool First, SharedTexts &Shared, FrontendResult &Out,
                     std::string &Error) {
  size_t KnownShared = Shared.size();
  Out.Linked.reset(); // before its context
  Out = FrontendResult();
  Out.Context = std::make_unique<llvm::LLVMContext>();
  Out.Prog.Root = List.Root;
  FileTable Files(Out.Prog);
  StatementTree Tree(Out.Prog, Files, Shared);
  Collector Facts(Out.Prog, Out.Src, Files, Tree);
  std::vector<std::unique_ptr<llvm::Module>> Modules;
  UnitFiles OnDisk(Changed);
  std::vector<const Unit *> Skimmed;
  for (const Unit &U : List.Units) {
    UnitJob Job{&Tree,
                &Facts,
                &Files,
                &Out.Folds,
                NeedIR && Shared.size() == KnownShared ? Out.Context.get()
                                                       : nullptr,
                nullptr};
    Job.NamesOnly = First && Shared.size() != KnownShared && Error.empty();
    if (!readUnit(U, OnDisk, Job, Error))
      continue; // others may have errors, too
    if (Job.NamesOnly)
      Skimmed.push_back(&U);
    if (Job.Main)
      Out.Mains.push_back(U.File);
    if (Job.Module)
      Modules.push_back(std::move(Job.Module));
    int File = Out.Prog.fileByPath(U.File);
    if (File >= 0)
      Out.Prog.Files[File].Unit = true;
  }
  if (!Error.empty()) {
    for (const Unit *U : Skimmed) {
      UnitJob Job{&Tree, &Facts, &Files, &Out.Folds, nullptr, nullptr};
      readUnit(*U, OnDisk, Job, Error);
    }
    return false;
  }
  if (Shared.size() != KnownShared)
    return true;
  Tree.finish();
  Facts.finish();
  // A mark of UTF-8 is no text, and not at the start any more when something is
  // written in front of it.
  for (std::string &Text : Out.Src.Text)
    if (llvm::StringRef(Text).starts_with("\xEF\xBB\xBF"))
      Text.replace(0, 3, "   ");
  for (auto &[Path, Text] : Changed) {
    int File = Out.Prog.fileByPath(Path);
    if (File < 0)
      continue;
    Out.Src.Original[File] = Out.Src.Text[File];
    Out.Src.Text[File] = Text;
  }
  if (!NeedIR)
    return true;
  std::vector<std::string> Names;
  for (const Unit &U : List.Units)
    Names.push_back(U.File);
  findNeeded(Modules, Names, Out);
  if (Out.Mains.size() > 1 || link(Modules, Out, Error))
    return true;
  if (Out.Mains.empty() || Out.Needed[Out.Mains[0]].size() == Names.size())
    return false;
  Out.LinkError = Error;
  Error.clear();
  return true;
}

bool readProgram(const UnitList &List, const Overlay &Changed, bool NeedIR,
                 SharedTexts &Shared, FrontendResult &Out, std::string &Error) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmParser();
  for (bool First = true;; First = false) {
    size_t Before = Shared.size();
    if (!readOnce(List, Changed, NeedIR, First, Shared, Out, Error))
      return false;
    if (Shared.size() == Before)
      break;
  }
  if (llvm::any_of(List.Units, usesOpenMp))
    markTeams(Out.Prog, Out.Src);
  return true;
}

} // namespace skel
