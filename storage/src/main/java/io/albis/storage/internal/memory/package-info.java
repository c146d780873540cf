// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Access to memory at an address, for the modules of Albis. */
package io.albis.storage.internal.memory;
