// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The files of other formats: what they are, their types, and their columns. */
package io.albis.convert.internal.input;
