// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Commands that maintain tables: merging row groups, optimization, expiry, clean-up and tags. */
package io.albis.cli.maintain;
