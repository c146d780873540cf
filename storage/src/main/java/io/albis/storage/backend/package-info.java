// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What storage backends share: the threads that read, and the order in which they do. Not for users
 * of the storage interface.
 */
package io.albis.storage.backend;
