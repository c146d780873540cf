// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * For storage backends: the threads that read, how requests are joined and scheduled, and the
 * options that several backends support. Not for users of the storage interface.
 */
package io.albis.storage.internal.backend;
