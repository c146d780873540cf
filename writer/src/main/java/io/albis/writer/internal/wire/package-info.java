// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The encoding of messages between the processes of a distributed write. Depends on the errors of
 * the format only.
 */
package io.albis.writer.internal.wire;
