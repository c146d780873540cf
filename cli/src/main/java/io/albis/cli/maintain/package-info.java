// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Commands that maintain tables: compaction, expiry, clean-up and tags. */
package io.albis.cli.maintain;
