// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.text;

/**
 * Consecutive rows of a text file.
 *
 * @param start the first byte, of the decompressed text
 * @param end the byte after the last one
 * @param firstLine the number of the first line in the file, from 1
 */
record TextPart(long start, long end, long firstLine, long rows) {}
