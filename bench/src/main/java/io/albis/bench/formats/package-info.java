// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The readers of the formats that Albis is compared with, and a writer of Avro: one class per way
 * to read one format. See {@link io.albis.bench.scan.FormatReader} for what all of them do.
 */
package io.albis.bench.formats;
