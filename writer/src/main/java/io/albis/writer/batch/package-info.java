// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Batch writers, which take arrays of values. Depends on no other package of the writer. */
package io.albis.writer.batch;
