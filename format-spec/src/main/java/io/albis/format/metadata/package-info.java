// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Encodes and decodes the metadata of snapshot, manifest and data files (SPEC.md, sections 3 to 9).
 * What decoding returns has passed every check of section 18 that does not need the values
 * themselves. The Protocol Buffers messages that files are made of do not leave this package.
 * Nothing here touches storage: callers bring and take bytes.
 */
package io.albis.format.metadata;
