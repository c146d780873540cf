// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What reader, writer and maintenance share about tables: snapshots, manifests, commits, and the
 * removal of files. Internal to these modules: it is published because they depend on it, and it
 * may change in every release.
 */
package io.albis.table;
