// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Test support for every module: the contract that each storage backend must pass, and the check
 * that no test leaks off-heap memory. Published as the test jar of this module.
 */
package io.albis.storage.tck;
