// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Replays recorded scans against the policies of the cache, to find the policy and the size that
 * suit a workload. {@link io.albis.reader.internal.replay.TraceRecorder} records, {@link
 * io.albis.reader.internal.replay.TraceFile} stores traces as JSON lines, and {@link
 * io.albis.reader.internal.replay.CacheReplay} runs the policies without any data.
 */
package io.albis.reader.internal.replay;
