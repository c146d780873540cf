// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The interface that writes batches of arrays. Depends on no other package of the writer. */
package io.albis.writer.batch;
