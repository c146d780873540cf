// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import java.time.Instant;

/**
 * A file that no snapshot refers to.
 *
 * @param path relative to the table's directory
 * @param length in bytes
 * @param modified when the storage last saw it change
 */
public record UnusedFile(String path, long length, Instant modified) {}
