// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Encodes and decodes the metadata of snapshot, manifest and data files (SPEC.md, sections 3 to 9).
 * The Protocol Buffers messages of {@code io.albis.format.proto} are the model; what decoding
 * returns has passed every check of section 18 that does not need the values themselves. Nothing
 * here touches storage: callers bring and take bytes.
 */
package io.albis.format.metadata;
