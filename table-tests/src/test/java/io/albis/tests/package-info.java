// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of writer and reader together; this module has nothing to ship. */
package io.albis.tests;
