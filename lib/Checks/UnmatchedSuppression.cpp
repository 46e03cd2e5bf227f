// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Describes the finding for blocks that do not begin or end. lib/Diag makes
/// the findings, once all other checks have run.
#include "wglint/Check/Check.h"
#include "wglint/Diag/Suppression.h"

using namespace wglint;

WGLINT_DEFINE_CHECK(UnmatchedSuppression,
                    {kUnmatchedSuppression,
                     "a NOLINTBEGIN or NOLINTEND has no partner",
                     CheckCategory::Suppression, Severity::Warning,
                     /*enabledByDefault=*/true,
                     R"(## What it flags

A `NOLINTBEGIN` that no `NOLINTEND` with the same list follows in its file, and a
`NOLINTEND` without its `NOLINTBEGIN`. Blocks may nest; the one that began last
ends first.

## Why it costs

A block that never ends would hide what is added to the file later, so it
suppresses nothing.

## When to leave it

Never: add the partner.

## Limits

None known.

## References

docs/Suppression.md has the rules of these comments.
)",
                     /*run=*/nullptr})
