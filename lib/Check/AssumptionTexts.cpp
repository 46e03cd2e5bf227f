// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AssumptionTexts.h"
#include "wglint/Check/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace wglint;

/// As many things of one list as a reader takes in at once.
static constexpr size_t kMaxInList = 4;

/// "a or b", of more than kMaxInList "a or b or c or d or 5 more", with the
/// shortest.
static std::string alternatives(llvm::SmallVector<llvm::StringRef, 4> all) {
  if (all.size() > kMaxInList)
    llvm::sort(all, [](llvm::StringRef a, llvm::StringRef b) {
      return std::pair(a.size(), a) < std::pair(b.size(), b);
    });
  std::string text =
      llvm::join(llvm::ArrayRef(all).take_front(kMaxInList), " or ");
  if (all.size() > kMaxInList)
    text += llvm::formatv(" or {0} more", all.size() - kMaxInList).str();
  return text;
}

namespace {
/// Assumptions of one kind, which differ in what they speak of: one list.
struct Likewise {
  llvm::StringRef kind; ///< their words up to what differs
  llvm::SmallVector<llvm::StringRef, 4> subjects = {};
  size_t place = 0; ///< of the list, among all assumptions
};
} // namespace

/// The one of \p lists to which \p assumption belongs; may be null.
static Likewise *listOf(llvm::StringRef assumption,
                        llvm::MutableArrayRef<Likewise> lists) {
  auto *list = llvm::find_if(
      lists, [&](const Likewise &l) { return assumption.starts_with(l.kind); });
  return list == lists.end() ? nullptr : list;
}

/// Each assumption once: conditions that stand together state theirs in one
/// text, and often share some. Bounds that no subgroup straddles are one list,
/// and so are values that no invocation meets (a loop asks for each in turn)
/// and the requests that accesses of one size may be issued as.
static std::vector<std::string>
plainAssumptions(llvm::ArrayRef<std::string> assumptions) {
  llvm::SetVector<llvm::StringRef> parts;
  for (llvm::StringRef assumption : assumptions) {
    llvm::SmallVector<llvm::StringRef, 2> ofOne;
    assumption.split(ofOne, "; ");
    parts.insert(ofOne.begin(), ofOne.end());
  }
  llvm::SmallVector<Likewise, 4> lists = {
      {"no subgroup straddles the bound "},
      {"no invocation of a subgroup meets the value "}};
  constexpr llvm::StringLiteral kIssued = " is issued as ";
  for (llvm::StringRef part : parts)
    if (size_t at = part.find(kIssued);
        at != llvm::StringRef::npos && !listOf(part, lists))
      lists.push_back({part.take_front(at + kIssued.size())});
  std::vector<std::string> plain;
  for (llvm::StringRef part : parts) {
    Likewise *list = listOf(part, lists);
    if (!list || list->subjects.empty())
      plain.push_back(part.str());
    if (!list)
      continue;
    if (list->subjects.empty())
      list->place = plain.size() - 1;
    list->subjects.push_back(part.drop_front(list->kind.size()));
  }
  for (const Likewise &list : lists)
    if (!list.subjects.empty())
      plain[list.place] = list.kind.str() + alternatives(list.subjects);
  return plain;
}

std::string wglint::assumptionsText(llvm::ArrayRef<std::string> all,
                                    const AssumptionRemark &remark) {
  std::vector<std::string> assumptions = plainAssumptions(all);
  std::vector<size_t> lengths;
  for (const std::string &assumption : assumptions)
    lengths.push_back(assumption.size());
  llvm::sort(lengths);
  std::vector<std::string> shown;
  for (const std::string &assumption : assumptions)
    if (shown.size() < kMaxInList &&
        (assumptions.size() <= kMaxInList ||
         assumption.size() <= lengths[kMaxInList - 1]))
      shown.push_back(
          remark.behind.empty() ||
                  !llvm::StringRef(assumption).starts_with(remark.behind)
              ? assumption
              : assumption + " (" + remark.text + ")");
  std::string text = "assumed: " + llvm::join(shown, ", ");
  if (shown.size() < assumptions.size())
    text += llvm::formatv(" and {0} more", assumptions.size() - shown.size());
  return text;
}

/// Of small values, the largest one that a note names; facts have all of them.
static constexpr int64_t kMaxInWords = 4;

/// "4 sectors at 1, 8 at 2": what a request touches where the unknown between
/// lanes is less than it is assumed to be.
static std::string smallValuesText(const DeviceCost &cost) {
  std::vector<std::string> texts;
  for (const CostAtValue &at : cost.atSmallValues)
    if (at.value <= kMaxInWords && at.sectors.max < cost.sectorsPerRequest->max)
      texts.push_back(llvm::formatv("{0}{1} at {2}", countText(at.sectors),
                                    texts.empty() ? " sectors" : "", at.value));
  return llvm::join(texts, ", ");
}

AssumptionRemark wglint::smallValuesRemark(const AccessFact &access,
                                           const DeviceConfig &config) {
  auto cost = llvm::find_if(access.costs, [&](const DeviceCost &c) {
    return c.config.device == config.device &&
           c.config.subgroupSize == config.subgroupSize;
  });
  if (access.laneStrideText.empty() || cost == access.costs.end() ||
      !cost->sectorsPerRequest)
    return {};
  std::string text = smallValuesText(*cost);
  if (text.empty())
    return {};
  return {cost->unknownStep + " >= ", std::move(text)};
}
