// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Aggregates of rows in groups, computed by blocks of column vectors. */
package io.albis.reader.internal.aggregate;
