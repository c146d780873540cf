// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Encodes and decodes the metadata of snapshots, manifests and data files (SPEC.md, sections 3 to
 * 11). Decoding makes every check of section 21 on what it decodes, except for those of values;
 * what is not asked for is neither parsed nor checked. The Protocol Buffers messages in the files
 * do not leave this package. Nothing here touches storage: callers read and write the bytes.
 */
package io.albis.format.internal.metadata;
