// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

/**
 * The location of the section of a column group in a manifest file (SPEC.md, section 8).
 *
 * @param columnGroupId id of the column group
 * @param offset in the manifest file
 * @param length in bytes
 * @param crc32c checksum of these bytes
 */
public record SectionRef(int columnGroupId, long offset, int length, int crc32c) {}
