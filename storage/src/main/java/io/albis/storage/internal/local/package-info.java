// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The backend for the local file system ({@code file:} URIs and plain paths), with direct I/O.
 * Internal: accessed through {@link io.albis.storage.Storage#open(String, java.util.Map)}.
 */
package io.albis.storage.internal.local;
