// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Readers of Albis and of the formats that it is compared with, and a writer of Avro. There is one
 * class for each method of reading a format; see {@link io.albis.bench.scan.FormatReader}.
 */
package io.albis.bench.formats;
