// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What the file-format benchmark measured, as it is in JSON, for tables and reports. */
package io.albis.bench.result;
