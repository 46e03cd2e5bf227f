// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Syntax/SyntaxTree.h"
#include "NameResolver.h"
#include "Parser.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace wglint::syntax {

std::unique_ptr<const SyntaxTree> SyntaxTree::parse(const TokenMap &tokens) {
  std::unique_ptr<SyntaxTree> tree(new SyntaxTree(tokens));
  Parser(*tree).parse();
  NameResolver(*tree).resolve();
  return tree;
}

StringRef SyntaxTree::name(const Node &node) const {
  switch (node.kind) {
  case NodeKind::NameExpr:
    return text(node.firstToken);
  case NodeKind::Declarator:
    return text(llvm::cast<Declarator>(node).nameToken);
  case NodeKind::Parameter:
    return text(llvm::cast<Parameter>(node).nameToken);
  case NodeKind::Function:
    return text(llvm::cast<Function>(node).nameToken);
  case NodeKind::Block:
    return text(llvm::cast<Block>(node).instanceToken);
  default:
    return {};
  }
}

llvm::ArrayRef<const NameExpr *>
SyntaxTree::usesOf(const Node &declaration) const {
  auto found = Uses.find(&declaration);
  return found == Uses.end() ? llvm::ArrayRef<const NameExpr *>()
                             : llvm::ArrayRef<const NameExpr *>(found->second);
}

static const Node *globalIn(const SyntaxTree &tree,
                            llvm::ArrayRef<const Declaration *> declarations,
                            StringRef name) {
  for (const Declaration *declaration : declarations)
    for (const Declarator *declarator : declaration->declarators)
      if (tree.name(*declarator) == name)
        return declarator;
  return nullptr;
}

const Node *SyntaxTree::findGlobal(StringRef wanted) const {
  for (const Node *global : Root->children) {
    const Node *found = nullptr;
    if (const auto *declaration = llvm::dyn_cast<Declaration>(global))
      found = globalIn(*this, declaration, wanted);
    const auto *block = llvm::dyn_cast<Block>(global);
    if (block && block->instanceToken == kNone)
      found = globalIn(*this, block->members, wanted);
    else if (block && name(*block) == wanted)
      found = block;
    if (found)
      return found;
  }
  return nullptr;
}

llvm::SmallVector<const Function *, 2>
SyntaxTree::functionsNamed(StringRef wanted) const {
  llvm::SmallVector<const Function *, 2> found;
  for (const Node *global : Root->children) {
    const auto *function = llvm::dyn_cast<Function>(global);
    if (function && function->body && name(*function) == wanted)
      found.push_back(function);
  }
  return found;
}

const StructSpec *SyntaxTree::structOf(const TypeSpec &type) const {
  if (type.structure)
    return type.structure;
  // The nearest one in front: a local structure hides a global one.
  const StructSpec *found = nullptr;
  for (const StructSpec *structure : allOf<StructSpec>(*Root))
    if (structure->firstToken < type.firstToken &&
        text(structure->nameToken) == text(type.nameToken))
      found = structure;
  return found;
}

llvm::SmallVector<const CallExpr *, 4>
SyntaxTree::callsOf(StringRef wanted) const {
  llvm::SmallVector<const CallExpr *, 4> found;
  for (const CallExpr *call : allOf<CallExpr>(*Root))
    if (name(*call->callee) == wanted)
      found.push_back(call);
  return found;
}

llvm::SmallVector<const Node *, 4>
SyntaxTree::nodesAt(StringRef file, uint32_t begin, uint32_t end) const {
  llvm::SmallVector<const Node *, 4> exact;
  const Node *smallest = nullptr;
  uint32_t smallestBytes = ~0u;
  if (Root->children.empty())
    return exact;
  walk(*Root, [&](const Node &node) {
    TokenPlace place = Tokens.place(node.firstToken, node.lastToken);
    if (!place.isExact || place.range.instance == kNone)
      return true;
    const SourceFile &source = Tokens.fileOf(place.range.instance);
    if (source.name() != file)
      return true;
    uint32_t from = source.physicalOffset(place.range.begin);
    uint32_t to = source.physicalOffset(place.range.end - 1) + 1;
    if (from == begin && to == end)
      exact.push_back(&node);
    // What a node is made of lies inside of it.
    if (from > begin || to < end)
      return false;
    if (to - from <= smallestBytes) {
      smallest = &node;
      smallestBytes = to - from;
    }
    return true;
  });
  if (exact.empty() && smallest)
    exact.push_back(smallest);
  return exact;
}

} // namespace wglint::syntax
