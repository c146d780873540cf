// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Results of the file-format benchmark, as stored in JSON, for tables and reports. */
package io.albis.bench.result;
