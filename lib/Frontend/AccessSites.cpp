// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The rules that this rests on, read off glslang's SPIR-V generator:
///   - Visiting a unary, binary or aggregate node sets the current line, and
///     every instruction carries the current line.
///   - An operand is loaded right after it was visited.
///   - A binary node of the operation EOpMatrixSwizzle sets the line and does
///     nothing else but write to a log that nobody reads here.
/// So a node that lets its operand be visited and then shows the generator such
/// a binary node makes the load that follows carry any line we like. Built-in
/// functions and `return` set their own node's line between the visit and the
/// load; there our node changes that node's line instead.
#include "AccessSites.h"
#include "ExpressionRange.h"

using namespace glslang;

namespace wglint {

namespace {

/// Stands in for an expression: acts like it, and leaves `line` as the current
/// line once it was visited.
class SiteNode final : public TIntermTyped {
public:
  SiteNode(TIntermTyped &inner, TIntermBinary &marker, TIntermNode *relocated)
      : TIntermTyped(inner.getType()), Inner(inner), Marker(marker),
        Relocated(relocated) {
    setLoc(inner.getLoc());
  }

  void traverse(TIntermTraverser *traverser) override {
    Inner.traverse(traverser);
    if (Relocated) {
      TSourceLoc loc = Relocated->getLoc();
      loc.line = Marker.getLoc().line;
      Relocated->setLoc(loc);
    }
    traverser->visitBinary(EvPreVisit, &Marker);
  }

  // The generator asks what kind of node an operand is, and gets the answer of
  // the expression itself.
  TIntermOperator *getAsOperator() override { return Inner.getAsOperator(); }
  TIntermConstantUnion *getAsConstantUnion() override {
    return Inner.getAsConstantUnion();
  }
  TIntermAggregate *getAsAggregate() override { return Inner.getAsAggregate(); }
  TIntermUnary *getAsUnaryNode() override { return Inner.getAsUnaryNode(); }
  TIntermBinary *getAsBinaryNode() override { return Inner.getAsBinaryNode(); }
  TIntermSelection *getAsSelectionNode() override {
    return Inner.getAsSelectionNode();
  }
  TIntermMethod *getAsMethodNode() override { return Inner.getAsMethodNode(); }
  TIntermSymbol *getAsSymbolNode() override { return Inner.getAsSymbolNode(); }
  const TIntermOperator *getAsOperator() const override {
    return Inner.getAsOperator();
  }
  const TIntermConstantUnion *getAsConstantUnion() const override {
    return Inner.getAsConstantUnion();
  }
  const TIntermAggregate *getAsAggregate() const override {
    return Inner.getAsAggregate();
  }
  const TIntermUnary *getAsUnaryNode() const override {
    return Inner.getAsUnaryNode();
  }
  const TIntermBinary *getAsBinaryNode() const override {
    return Inner.getAsBinaryNode();
  }
  const TIntermSelection *getAsSelectionNode() const override {
    return Inner.getAsSelectionNode();
  }
  const TIntermMethod *getAsMethodNode() const override {
    return Inner.getAsMethodNode();
  }
  const TIntermSymbol *getAsSymbolNode() const override {
    return Inner.getAsSymbolNode();
  }

private:
  TIntermTyped &Inner;
  TIntermBinary &Marker;
  TIntermNode *Relocated;
};

/// Gives access to children that have no setter.
struct OpenSwitch : TIntermSwitch {
  static constexpr TIntermTyped *TIntermSwitch::*kCondition =
      &OpenSwitch::condition;
};
struct OpenLoop : TIntermLoop {
  static constexpr TIntermTyped *TIntermLoop::*kTest = &OpenLoop::test;
};

class SitePlacer {
public:
  SitePlacer(const syntax::TokenMap &tokens) : Tokens(tokens) {
    TConstUnionArray zero(1);
    zero[0].setIConst(0);
    Zero = new TIntermConstantUnion(zero, TType(EbtInt, EvqConst));
  }

  std::vector<Site> run(TIntermNode *root) {
    Work.push_back(root);
    while (!Work.empty()) {
      TIntermNode *node = Work.back();
      Work.pop_back();
      if (node)
        visit(*node);
    }
    return std::move(Sites);
  }

private:
  void visit(TIntermNode &node);
  void visitBinary(TIntermBinary &node);
  void visitUnary(TIntermUnary &node);
  void visitAggregate(TIntermAggregate &node);
  void visitCall(TIntermAggregate &node);
  void visitBuiltin(TIntermAggregate &node);

  static bool isAccess(const TIntermTyped &node);
  void addEntry(Site &site, SiteKind kind, const TIntermTyped &access);
  void addLoad(Site &site, const TIntermTyped &node) {
    if (isAccess(node))
      addEntry(site, SiteKind::Load, node);
  }
  TIntermTyped *wrap(TIntermTyped *node, Site site,
                     TIntermNode *relocated = nullptr);
  TIntermTyped *wrapLoad(TIntermTyped *node, TIntermNode *relocated = nullptr);
  /// Looks into \p node later, in no particular order.
  void descend(TIntermNode *node) { Work.push_back(node); }

  const syntax::TokenMap &Tokens;
  TIntermConstantUnion *Zero;
  std::vector<TIntermNode *> Work;
  std::vector<Site> Sites;
};

} // namespace

/// Whether evaluating \p node reads (or writes) memory by itself.
bool SitePlacer::isAccess(const TIntermTyped &node) {
  if (isChainStep(node))
    return true;
  return node.getAsSymbolNode() && !node.getQualifier().isConstant();
}

void SitePlacer::addEntry(Site &site, SiteKind kind,
                          const TIntermTyped &access) {
  TokenRange range = chainRange(access, Tokens);
  bool isTemporary = !chainRoot(access).getAsSymbolNode();
  site.entries.push_back(
      {kind, rootName(access), range.first, range.last, isTemporary});
}

TIntermTyped *SitePlacer::wrap(TIntermTyped *node, Site site,
                               TIntermNode *relocated) {
  descend(node);
  auto *marker = new TIntermBinary(EOpMatrixSwizzle);
  TSourceLoc loc;
  loc.init(0);
  loc.line = static_cast<int>(kFirstSiteLine + Sites.size());
  marker->setLoc(loc);
  marker->setLeft(Zero);
  marker->setRight(Zero);
  Sites.push_back(std::move(site));
  return new SiteNode(*node, *marker, relocated);
}

TIntermTyped *SitePlacer::wrapLoad(TIntermTyped *node, TIntermNode *relocated) {
  if (!isAccess(*node)) {
    descend(node);
    return node;
  }
  Site site;
  addEntry(site, SiteKind::Load, *node);
  return wrap(node, std::move(site), relocated);
}

void SitePlacer::visit(TIntermNode &node) {
  if (TIntermBinary *binary = node.getAsBinaryNode())
    return visitBinary(*binary);
  if (TIntermUnary *unary = node.getAsUnaryNode())
    return visitUnary(*unary);
  if (TIntermAggregate *aggregate = node.getAsAggregate())
    return visitAggregate(*aggregate);
  if (TIntermSelection *selection = node.getAsSelectionNode()) {
    selection->setCondition(wrapLoad(selection->getCondition()));
    // Of `if` the branches are statements, of `?:` they are operands.
    if (selection->getBasicType() == EbtVoid) {
      descend(selection->getTrueBlock());
      descend(selection->getFalseBlock());
    } else {
      selection->setTrueBlock(
          wrapLoad(selection->getTrueBlock()->getAsTyped()));
      selection->setFalseBlock(
          wrapLoad(selection->getFalseBlock()->getAsTyped()));
    }
  } else if (TIntermSwitch *choice = node.getAsSwitchNode()) {
    TIntermTyped *&condition = choice->*OpenSwitch::kCondition;
    condition = wrapLoad(condition);
    descend(choice->getBody());
  } else if (TIntermLoop *loop = node.getAsLoopNode()) {
    TIntermTyped *&test = loop->*OpenLoop::kTest;
    if (test)
      test = wrapLoad(test);
    descend(loop->getTerminal());
    descend(loop->getBody());
  } else if (TIntermBranch *branch = node.getAsBranchNode()) {
    if (branch->getExpression() && branch->getFlowOp() == EOpReturn)
      branch->setExpression(wrapLoad(branch->getExpression(), branch));
  }
}

static bool isAssignment(TOperator op) {
  return op >= EOpAssign && op <= EOpRightShiftAssign;
}

void SitePlacer::visitBinary(TIntermBinary &node) {
  if (isChainStep(node)) {
    // `pointer.field` loads the pointer first.
    bool followsReference = node.getOp() == EOpIndexDirectStruct &&
                            node.getLeft()->isReference() &&
                            !node.getLeft()->isArray();
    if (followsReference)
      node.setLeft(wrapLoad(node.getLeft()));
    else
      descend(node.getLeft());
    if (node.getOp() == EOpIndexIndirect)
      node.setRight(wrapLoad(node.getRight()));
    return;
  }
  if (isAssignment(node.getOp())) {
    // The right side is loaded, then the left side if it is read too, then
    // stored.
    Site site;
    addLoad(site, *node.getRight());
    if (node.getOp() != EOpAssign)
      addLoad(site, *node.getLeft());
    addEntry(site, SiteKind::Store, *node.getLeft());
    descend(node.getLeft());
    node.setRight(wrap(node.getRight(), std::move(site)));
    return;
  }
  node.setLeft(wrapLoad(node.getLeft()));
  node.setRight(wrapLoad(node.getRight()));
}

void SitePlacer::visitUnary(TIntermUnary &node) {
  TIntermTyped *operand = node.getOperand();
  Site site;
  switch (node.getOp()) {
  case EOpArrayLength:
    // Nothing is loaded, and the generator takes the operand apart.
    descend(operand);
    return;
  case EOpPreIncrement:
  case EOpPreDecrement:
  case EOpPostIncrement:
  case EOpPostDecrement:
    addLoad(site, *operand);
    addEntry(site, SiteKind::Store, *operand);
    break;
  case EOpAtomicCounter:
  case EOpAtomicCounterIncrement:
  case EOpAtomicCounterDecrement:
    addEntry(site, SiteKind::Atomic, *operand);
    break;
  default:
    node.setOperand(wrapLoad(operand));
    return;
  }
  node.setOperand(wrap(operand, std::move(site)));
}

void SitePlacer::visitAggregate(TIntermAggregate &node) {
  switch (node.getOp()) {
  case EOpLinkerObjects:
  case EOpParameters:
    return;
  case EOpFunctionCall:
    return visitCall(node);
  case EOpNull:
  case EOpSequence:
  case EOpScope:
  case EOpFunction:
    for (TIntermNode *child : node.getSequence())
      descend(child);
    return;
  case EOpComma:
    for (TIntermNode *&child : node.getSequence())
      if (TIntermTyped *typed = child->getAsTyped())
        child = wrapLoad(typed);
    return;
  default:
    return visitBuiltin(node);
  }
}

/// Arguments of `const in` parameters are loaded one by one; all others once
/// the last argument was visited; results are stored back under the same line.
void SitePlacer::visitCall(TIntermAggregate &node) {
  TIntermSequence &arguments = node.getSequence();
  const TQualifierList &qualifiers = node.getQualifierList();
  Site call, stores;
  for (size_t i = 0; i < arguments.size(); ++i) {
    TIntermTyped &argument = *arguments[i]->getAsTyped();
    bool isLast = i + 1 == arguments.size();
    switch (i < qualifiers.size() ? qualifiers[i] : EvqConstReadOnly) {
    case EvqInOut:
      addLoad(call, argument);
      [[fallthrough]];
    case EvqOut:
      addEntry(stores, SiteKind::Store, argument);
      break;
    case EvqIn:
      addLoad(call, argument);
      break;
    default:
      if (!isLast) {
        arguments[i] = wrapLoad(&argument);
        continue;
      }
      addLoad(call, argument);
      break;
    }
    if (!isLast) // wrap() looks into the last one
      descend(&argument);
  }
  TokenRange range = callRange(node, Tokens);
  call.entries.push_back({SiteKind::Other, "", range.first, range.last});
  call.entries.append(stores.entries.begin(), stores.entries.end());
  if (!arguments.empty()) {
    arguments.back() = wrap(arguments.back()->getAsTyped(), std::move(call));
    return;
  }
  TSourceLoc loc = node.getLoc();
  loc.line = static_cast<int>(kFirstSiteLine + Sites.size());
  node.setLoc(loc);
  Sites.push_back(std::move(call));
}

static bool isAtomic(TOperator op) {
  return (op >= EOpAtomicAdd && op <= EOpAtomicStore) ||
         (op >= EOpAtomicCounterAdd && op <= EOpAtomicCounterCompSwap);
}

/// Index of the first argument that a built-in writes to; `count` if none.
static size_t firstOutput(TOperator op, size_t count) {
  switch (op) {
  case EOpModf:
  case EOpFrexp:
    return 1;
  case EOpAddCarry:
  case EOpSubBorrow:
  case EOpUMulExtended:
  case EOpIMulExtended:
    return 2;
  default:
    return count;
  }
}

/// Constructors and built-in functions.
void SitePlacer::visitBuiltin(TIntermAggregate &node) {
  TIntermSequence &arguments = node.getSequence();
  if (arguments.empty())
    return;
  TokenRange range = callRange(node, Tokens);
  size_t output = firstOutput(node.getOp(), arguments.size());
  Site last;
  addLoad(last, *arguments.back()->getAsTyped());
  if (node.isImage() || node.isTexture()) {
    bool isAtomicImage = node.getOp() >= EOpImageAtomicAdd &&
                         node.getOp() <= EOpImageAtomicStore;
    last.entries.push_back({isAtomicImage ? SiteKind::Atomic : SiteKind::Image,
                            rootName(*arguments[0]->getAsTyped()), range.first,
                            range.last});
  }
  if (isAtomic(node.getOp()))
    addEntry(last, SiteKind::Atomic, *arguments[0]->getAsTyped());
  for (size_t i = output; i < arguments.size(); ++i)
    addEntry(last, SiteKind::Store, *arguments[i]->getAsTyped());
  last.entries.push_back({SiteKind::Other, "", range.first, range.last});

  for (size_t i = 0; i + 1 < arguments.size(); ++i)
    if (TIntermTyped *argument = arguments[i]->getAsTyped())
      arguments[i] = wrapLoad(argument, &node);
  arguments.back() =
      wrap(arguments.back()->getAsTyped(), std::move(last), &node);
}

std::vector<Site> placeAccessSites(TIntermNode *root,
                                   const syntax::TokenMap &tokens) {
  return SitePlacer(tokens).run(root);
}

} // namespace wglint
