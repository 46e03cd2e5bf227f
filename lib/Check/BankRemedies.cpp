// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wglint/Check/BankRemedies.h"
#include "wglint/Analysis/AccessCost.h"
#include "wglint/Check/Judgement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdlib>
#include <map>

using namespace wglint;

/// What is left out behind a row mostly.
static constexpr int64_t kFewElements = 8;

/// Where the byte at an address, counted from the array's begin, lies then.
using Placement = llvm::function_ref<int64_t(int64_t)>;

namespace {
/// The requests to one array on one device.
class ArrayRequests {
public:
  ArrayRequests(const EntryPointFacts &facts, const AccessFact &access,
                const SharedVariableFact &array, size_t config,
                std::optional<llvm::ArrayRef<int64_t>> rowLengths);

  BankRemedies remedies() const;

private:
  /// What some requests take, and need.
  struct Example {
    double wavefronts = 0, ideal = 0;
    double excess() const { return wavefronts - ideal; }
  };

  void addRequest(const AccessFact &access, const Witness &request,
                  Placement placement, Example &example) const;
  Example exampleOf(const AccessFact &access, Placement placement) const;
  double requestsOf(const AccessFact &access) const;
  double costOf(const AccessFact &access, Placement placement) const;
  bool helps(Placement placement, double addedInstructions) const;
  bool helpRows(int64_t rowElements, int64_t unitElements, bool areFew) const;
  bool helpLongerRows() const;
  bool helpLargerElements() const;
  bool helpExchangedColumns() const;
  int64_t laneDistance() const;
  int64_t elementOf(int64_t addressBytes) const {
    return llvm::divideFloorSigned(addressBytes, ElementBytes);
  }
  int64_t moved(int64_t addressBytes, int64_t element) const {
    return addressBytes + (element - elementOf(addressBytes)) * ElementBytes;
  }

  const AccessFact &Own;
  const SharedVariableFact &Array;
  size_t Config;
  std::optional<llvm::ArrayRef<int64_t>> RowLengths; ///< see bankRemedies()
  int64_t ElementBytes;
  std::vector<const AccessFact *> Accesses;
  double OwnBefore, AllBefore = 0;
};
} // namespace

int64_t wglint::maxRowPadding(int64_t elementBytes) {
  constexpr int64_t kBanks = kMaxBankCount;
  return elementBytes > 0 ? std::clamp<int64_t>(
                                kBanks * kBankBytes / elementBytes, 1, kBanks)
                          : kBanks;
}

bool wglint::canExchangeColumns(size_t dimensions, int64_t length) {
  if (length <= 1)
    return false;
  return dimensions > 1 ? llvm::has_single_bit(uint64_t(length))
                        : length % kMaxBankCount == 0;
}

static int64_t unmoved(int64_t addressBytes) { return addressBytes; }

ArrayRequests::ArrayRequests(const EntryPointFacts &facts,
                             const AccessFact &access,
                             const SharedVariableFact &array, size_t config,
                             std::optional<llvm::ArrayRef<int64_t>> rowLengths)
    : Own(access), Array(array), Config(config), RowLengths(rowLengths),
      ElementBytes(int64_t(array.elementBytes)) {
  for (const AccessFact &other : facts.accesses)
    if (other.space == MemorySpace::Shared &&
        isSameVariable(other.variableId, access.variableId) &&
        other.evidence != FactEvidence::Unknown && other.elementBytes != 0)
      Accesses.push_back(&other);
  OwnBefore = costOf(Own, unmoved);
  for (const AccessFact *other : Accesses)
    AllBefore += costOf(*other, unmoved);
}

/// Adds one request, with the pieces that it is issued in: those of a structure
/// are its members, which are taken to be as wide as the widest one.
void ArrayRequests::addRequest(const AccessFact &access, const Witness &request,
                               Placement placement, Example &example) const {
  bool isStructure =
      Array.hasStructures && int64_t(access.elementBytes) == ElementBytes;
  unsigned alignment = unsigned(
      llvm::MinAlign(isStructure ? Array.elementAlignment : access.elementBytes,
                     kMaxRequestBytes));
  for (const AccessPiece &piece :
       splitAccess(access.elementBytes, alignment, access.op).pieces) {
    llvm::SmallVector<int64_t, kMaxLanes> addresses;
    for (int64_t addressBytes : request.laneAddressBytes)
      addresses.push_back(placement(addressBytes) + piece.offsetBytes);
    SharedCostBounds cost = sharedCostBounds(
        {addresses, request.activeMask,
         unsigned(llvm::PowerOf2Ceil(piece.bytes))},
        *access.costs[Config].config.device->sharedBanks, access.op);
    example.wavefronts += double(cost.min.wavefronts + cost.max.wavefronts) / 2;
    example.ideal +=
        double(cost.min.idealWavefronts + cost.max.idealWavefronts) / 2;
  }
}

/// The first and the worst request.
ArrayRequests::Example ArrayRequests::exampleOf(const AccessFact &access,
                                                Placement placement) const {
  Example example;
  const DeviceCost &cost = access.costs[Config];
  for (const std::optional<Witness> &request : {cost.first, cost.worst})
    if (request)
      addRequest(access, *request, placement, example);
  return example;
}

double ArrayRequests::requestsOf(const AccessFact &access) const {
  const MaybeCount &requests = access.costs[Config].perWorkgroup.requests;
  return requests ? requests->middle() : 1;
}

/// Of all its requests in a workgroup, which have as much less beyond what they
/// need as the examples have; or as much more, where these have nothing.
double ArrayRequests::costOf(const AccessFact &access,
                             Placement placement) const {
  const DeviceCost &cost = access.costs[Config];
  Example before = exampleOf(access, unmoved),
          after = exampleOf(access, placement);
  const CostTotals &totals = cost.perWorkgroup;
  double least = before.ideal / 2, excess = before.excess() / 2;
  if (totals.wavefronts && totals.idealWavefronts) {
    least = totals.idealWavefronts->middle();
    excess = totals.wavefronts->middle() - least;
  }
  if (before.excess() > 0)
    return least + excess * after.excess() / before.excess();
  return least + excess + after.excess() / 2 * requestsOf(access);
}

bool ArrayRequests::helps(Placement placement, double addedInstructions) const {
  double added = addedInstructions / kInstructionsPerWavefront;
  double own = costOf(Own, placement) + added * requestsOf(Own);
  if (own >= OwnBefore)
    return false;
  double all = 0;
  for (const AccessFact *access : Accesses)
    all += costOf(*access, placement) + added * requestsOf(*access);
  return all < AllBefore;
}

/// Whether rows of \p rowElements are better followed by some times \p
/// unitElements that nobody uses; by powers of two if \p areFew.
bool ArrayRequests::helpRows(int64_t rowElements, int64_t unitElements,
                             bool areFew) const {
  int64_t most = maxRowPadding(ElementBytes);
  if (areFew)
    most = std::min(most, kFewElements);
  for (int64_t pad = 1; pad <= most; pad += areFew ? pad : 1)
    if (helps(
            [&](int64_t at) {
              int64_t row = llvm::divideFloorSigned(elementOf(at), rowElements);
              return moved(at, elementOf(at) + row * pad * unitElements);
            },
            /*addedInstructions=*/0))
      return true;
  return false;
}

/// How many elements most neighbouring lanes are apart in the worst request of
/// the access; 0 where they are not apart by several.
int64_t ArrayRequests::laneDistance() const {
  std::map<int64_t, unsigned> distances;
  const std::optional<Witness> &request = Own.costs[Config].worst;
  for (size_t l = 1; request && l < request->laneAddressBytes.size(); ++l)
    if ((request->activeMask >> (l - 1) & 3) == 3)
      ++distances[std::llabs(elementOf(request->laneAddressBytes[l]) -
                             elementOf(request->laneAddressBytes[l - 1]))];
  auto most = llvm::max_element(distances, [](const auto &a, const auto &b) {
    return a.second < b.second;
  });
  return most == distances.end() || most->first < 2 ? 0 : most->first;
}

bool ArrayRequests::helpLongerRows() const {
  int64_t row = 1;
  for (size_t i = Array.dimensions.size(); i-- > 1;) {
    int64_t unit = row;
    row *= int64_t(Array.dimensions[i]);
    if (row != 0 && helpRows(row, unit, /*areFew=*/false))
      return true;
  }
  if (Array.dimensions.size() > 1)
    return false;
  int64_t count = int64_t(Array.dimensions.front());
  llvm::SmallVector<int64_t, 4> lengths{laneDistance()};
  if (RowLengths)
    lengths.assign(RowLengths->begin(), RowLengths->end());
  for (int64_t length : lengths)
    if (length > 0 && length < count && helpRows(length, 1, !RowLengths))
      return true;
  for (int64_t length : kPaddedRowLengths)
    if (length < count &&
        helps(
            [&](int64_t at) {
              int64_t element = elementOf(at);
              return moved(at,
                           element + llvm::divideFloorSigned(element, length));
            },
            kPaddingInstructions))
      return true;
  return false;
}

bool ArrayRequests::helpLargerElements() const {
  if (!Array.hasStructures)
    return false;
  for (unsigned words = 1; words <= kMaxPaddingWords; ++words) {
    int64_t size = int64_t(llvm::alignTo(
        uint64_t(ElementBytes) + words * kBankBytes, Array.elementAlignment));
    if (helps(
            [&](int64_t at) {
              return at + elementOf(at) * (size - ElementBytes);
            },
            /*addedInstructions=*/0))
      return true;
  }
  return false;
}

bool ArrayRequests::helpExchangedColumns() const {
  int64_t columns = int64_t(Array.dimensions.back());
  auto isHelp = [&](int64_t rowElements, int64_t rowCount) {
    return helps(
        [&](int64_t at) {
          int64_t element = elementOf(at);
          int64_t row = llvm::divideFloorSigned(element, rowElements);
          return moved(at, element ^ (row & (rowCount - 1)));
        },
        kSwizzleInstructions);
  };
  if (!canExchangeColumns(Array.dimensions.size(), columns))
    return false;
  if (Array.dimensions.size() > 1)
    return isHelp(columns, columns);
  constexpr int64_t kBanks = kMaxBankCount;
  for (int64_t row = kBanks; row <= std::min(columns, kMaxSwizzledRow);
       row *= 2)
    if (isHelp(row, kBanks))
      return true;
  return false;
}

BankRemedies ArrayRequests::remedies() const {
  BankRemedies remedies;
  remedies.longerRows = helpLongerRows();
  remedies.largerElements = helpLargerElements();
  remedies.exchangedColumns = helpExchangedColumns();
  return remedies;
}

BankRemedies
wglint::bankRemedies(const EntryPointFacts &facts, const AccessFact &access,
                     std::optional<llvm::ArrayRef<int64_t>> rowLengths) {
  std::optional<ConflictVerdict> verdict = judgeBankConflicts(access);
  if (!verdict || access.elementBytes == 0)
    return {};
  for (const SharedVariableFact &array : facts.sharedVariables)
    if (isSameVariable(array.variableId, access.variableId) &&
        !array.dimensions.empty() && array.elementBytes != 0)
      return ArrayRequests(facts, access, array,
                           verdict->cost.numbers - access.costs.begin(),
                           rowLengths)
          .remedies();
  return {};
}
