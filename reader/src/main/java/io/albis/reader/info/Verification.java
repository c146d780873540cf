// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.info;

import java.util.List;

/**
 * What {@link io.albis.reader.Table#verify} found.
 *
 * @param files data files that were read
 * @param segments segments that were read
 * @param bytes of these files
 * @param problems what is broken, at most 1,000; empty if nothing is
 */
public record Verification(long files, long segments, long bytes, List<Problem> problems) {}
