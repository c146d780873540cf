// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads Arrow's IPC format, of which Feather is another name: files and streams, compressed or not.
 * Internal: not for use by other code.
 *
 * <p>{@code ArrowFile} is the entry. {@code IpcLayout} finds the record batches of a file; an
 * {@code IpcReader} loads them as vectors, which the writer takes as they are ({@code ArrowInput}).
 */
package io.albis.convert.internal.arrow;
