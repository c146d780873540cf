// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

/**
 * The encoded bytes of a file from some position to its end.
 *
 * @param bytes of a snapshot or manifest, all; of a data file, those behind its extents. Not
 *     copied.
 * @param footerLength bytes of the footer, which references to the file name
 * @param sections where the sections of the file lie
 */
@SuppressWarnings("ArrayRecordComponent")
public record EncodedEnd(byte[] bytes, int footerLength, Sections sections) {}
