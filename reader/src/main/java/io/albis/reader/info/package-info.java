// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Information about a table: snapshots, physical layout, statistics, verification. */
package io.albis.reader.info;
