// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The bytes of one finished segment and the description that goes into its footer. Whatever
 * produces segments, from rows or as copies, hands them on in this form. Depends on {@code stats}.
 */
package io.albis.writer.internal.segment;
