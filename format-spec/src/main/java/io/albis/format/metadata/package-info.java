// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Encodes and decodes the metadata of snapshot, manifest and data files (SPEC.md, sections 3 to 9).
 * Decoded metadata has passed every check of section 18 that does not need the values themselves.
 * The Protocol Buffers messages of the files do not leave this package. It does not access storage:
 * callers pass and receive bytes.
 */
package io.albis.format.metadata;
