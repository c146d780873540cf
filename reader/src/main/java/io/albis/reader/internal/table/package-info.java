// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The metadata of an open table: files, snapshot, manifests, row groups. */
package io.albis.reader.internal.table;
