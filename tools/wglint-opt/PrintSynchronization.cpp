// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// --print=synchronization: races, barriers and reads of nothing.
#include "Actions.h"
#include "wglint/Analysis/Facts.h"
#include "llvm/Support/raw_ostream.h"

using namespace wglint;

static void printInvocation(const InvocationId &id, llvm::raw_ostream &out) {
  out << '(' << id[0] << ',' << id[1] << ',' << id[2] << ')';
}

static void printAccess(const RaceAccess &access, llvm::raw_ostream &out) {
  out << toString(access.op) << " by ";
  printInvocation(access.invocation, out);
}

static const char *toText(RaceFact::Missing missing) {
  switch (missing) {
  case RaceFact::Missing::Barrier:
    return "no barrier between";
  case RaceFact::Missing::MemoryBarrier:
    return "no memory barrier between";
  case RaceFact::Missing::Everything:
    return "in different workgroups";
  }
  return "";
}

static void printRace(const RaceFact &race, llvm::raw_ostream &out) {
  out << "race on " << toString(race.space) << " '" << race.variable << "'";
  if (race.addressBytes)
    out << " byte " << *race.addressBytes;
  if (!race.unknownBase.empty())
    out << " (+ " << race.unknownBase << ')';
  out << ": ";
  printAccess(race.first, out);
  out << ", ";
  printAccess(race.second, out);
  out << ": " << toText(race.missing);
  if (race.missing == RaceFact::Missing::Everything)
    out << " along "
        << "xyz"[race.workgroups.dimension];
  bool isKept = race.harmlessLoad == HarmlessLoad::Kept;
  out << (isKept             ? ", used components kept"
          : race.isSameValue ? ", same value"
                             : "")
      << (race.dependsOnData ? ", depends on data" : "") << '\n';
  for (const std::string &text : race.assumptions)
    out << "  assumed: " << text << '\n';
}

static void printBarrier(const BarrierFact &barrier, unsigned number,
                         llvm::raw_ostream &out) {
  out << "barrier " << number << ':'
      << (barrier.isRedundant ? " redundant" : "");
  switch (barrier.divergence) {
  case Divergence::None:
    break;
  case Divergence::Proved:
  case Divergence::Assumed:
    out << " reached by ";
    printInvocation(barrier.arriving, out);
    out << ", not by ";
    printInvocation(barrier.missing, out);
    if (!barrier.condition.empty())
      out << ", where " << barrier.condition;
    break;
  case Divergence::Guarded:
    out << " divergent at an edge: " << barrier.condition;
    break;
  case Divergence::SmallBound:
    out << " divergent below a power of two: " << barrier.condition;
    break;
  case Divergence::Data:
    out << " divergent by data: " << barrier.condition;
    break;
  }
  out << '\n';
}

static void printWholeStore(const WholeStoreFact &store,
                            llvm::raw_ostream &out) {
  out << "store of a whole\n";
  for (const WholeStoreFact::Part &part : store.parts)
    out << "  " << part.name << " at " << part.offsetBytes << ": "
        << part.keptBytes << " of " << part.bytes << " bytes as loaded\n";
}

void opt::printSynchronization(const SynchronizationFacts &facts,
                               llvm::raw_ostream &out) {
  if (facts.isPartial)
    out << "partial\n";
  for (const RaceFact &race : facts.races)
    printRace(race, out);
  unsigned number = 0;
  for (const BarrierFact &barrier : facts.barriers)
    printBarrier(barrier, ++number, out);
  for (const UninitializedReadFact &read : facts.uninitializedReads) {
    out << toString(read.op) << " of '" << read.variable << "' by ";
    printInvocation(read.invocation, out);
    out << ": nothing has stored byte " << read.addressBytes << '\n';
  }
  for (const WholeStoreFact &store : facts.wholeStores)
    printWholeStore(store, out);
}
