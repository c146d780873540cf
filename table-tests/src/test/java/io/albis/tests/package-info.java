// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of writer and reader together. This module contains no production code. */
package io.albis.tests;
