//===- Clang.h - what the front end includes of Clang -----------*- C++ -*-===//
//
// The Makefile compiles this once for the sources of skeletonizer/frontend/,
// each of which then takes a third of the time. No source includes it: each
// names what it needs.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/base/Llvm.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
