// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Conditions on rows, to filter scans. */
package io.albis.reader.predicate;
