// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NameResolver.h"

namespace wglint::syntax {

/// Whether declarations below \p node are not seen behind it.
static bool opensScope(const Node &node) {
  switch (node.kind) {
  case NodeKind::TranslationUnit:
  case NodeKind::Function:
  case NodeKind::CompoundStmt:
  case NodeKind::IfStmt:
  case NodeKind::ForStmt:
  case NodeKind::WhileStmt:
  case NodeKind::DoStmt:
  case NodeKind::SwitchStmt:
    return true;
  default:
    return false;
  }
}

void NameResolver::resolve() {
  Steps.push_back({Tree.Root});
  while (!Steps.empty()) {
    Step step = Steps.back();
    Steps.pop_back();
    if (step.node) {
      enter(*step.node);
      continue;
    }
    for (llvm::StringRef name : Scopes.back())
      Visible[name].pop_back();
    Scopes.pop_back();
  }
}

void NameResolver::enter(const Node &node) {
  if (opensScope(node)) {
    Scopes.emplace_back();
    Steps.push_back({nullptr});
  }
  if (const auto *name = llvm::dyn_cast<NameExpr>(&node))
    use(*name);
  else if (const auto *parameter = llvm::dyn_cast<Parameter>(&node))
    declare(parameter->nameToken, node);
  else if (const auto *block = llvm::dyn_cast<Block>(&node))
    declareMembers(*block);
  // Members of structures are no names of their own, but the sizes of their
  // arrays are expressions.
  bool isMember = node.kind == NodeKind::Declarator && node.parent->parent &&
                  (node.parent->parent->kind == NodeKind::StructSpec ||
                   node.parent->parent->kind == NodeKind::Block);
  const auto *declarator = llvm::dyn_cast<Declarator>(&node);
  // A variable is seen behind its declarator: `int x = x;` names the outer one.
  if (declarator && !isMember) {
    for (const Node *child : node.children)
      walk(*child, [&](const Node &below) {
        if (const auto *name = llvm::dyn_cast<NameExpr>(&below))
          use(*name);
        return true;
      });
    declare(declarator->nameToken, node);
    return;
  }
  for (const Node *child : llvm::reverse(node.children))
    Steps.push_back({child});
}

void NameResolver::declare(uint32_t nameToken, const Node &declaration) {
  if (nameToken == kNone)
    return;
  llvm::StringRef name = Tree.text(nameToken);
  Visible[name].push_back(&declaration);
  Scopes.back().push_back(name);
}

/// The members of a block without an instance are global names.
void NameResolver::declareMembers(const Block &block) {
  if (block.instanceToken != kNone)
    return declare(block.instanceToken, block);
  for (const Declaration *member : block.members)
    for (const Declarator *declarator : member->declarators)
      declare(declarator->nameToken, *declarator);
}

void NameResolver::use(const NameExpr &name) {
  auto found = Visible.find(Tree.text(name.firstToken));
  if (found == Visible.end() || found->second.empty())
    return;
  const Node *declaration = found->second.back();
  Tree.Declarations[&name] = declaration;
  Tree.Uses[declaration].push_back(&name);
}

} // namespace wglint::syntax
