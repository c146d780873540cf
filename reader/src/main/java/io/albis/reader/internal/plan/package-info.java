// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What a scan reads: leaves, column groups, row groups, splits. */
package io.albis.reader.internal.plan;
