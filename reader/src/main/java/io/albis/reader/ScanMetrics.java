// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

/**
 * What a scan, or one of its cursors, has done so far. Nothing is counted per value: a batch counts
 * its rows, a segment its bytes.
 *
 * <p>"Skipped" manifests, row groups and segments are those whose partition values or statistics
 * rule out a match, and row groups that are not in the {@linkplain
 * io.albis.reader.DatasetScan#sampleRowGroups sample}. Row groups that were skipped when splits
 * were made or pruned are counted by the scan that did this; cursors over these splits do not see
 * them.
 *
 * <p>The three durations overlap: they add up the time of all threads, a request is read while a
 * cursor works on earlier ones, and checksums are verified by the threads that read.
 *
 * @param manifestsSkipped manifests that were not read
 * @param rowGroupsRead row groups of which batches were loaded
 * @param rowGroupsSkipped row groups of which nothing was read, including those of skipped
 *     manifests
 * @param segmentsRead segments that cursors have got
 * @param segmentsSkipped segments that were skipped in row groups that were read
 * @param rowsRead rows in the batches that were loaded
 * @param rowsSkipped rows of skipped manifests, row groups and batches
 * @param rowsFiltered rows of loaded batches that the filter or the sample rejected
 * @param bytesRead bytes of the segments that were requested from storage, also of those that were
 *     read ahead in vain. {@link io.albis.reader.Dataset#metrics} counts, for all scans together,
 *     what was read to align requests or to bridge gaps, and tells device from network
 * @param requests number of these requests; a request reads neighbouring segments of one file
 * @param bytesCached bytes of segments that a {@link io.albis.reader.source.SegmentSource} supplied
 *     without reading them for this scan
 * @param segmentsCached number of these segments
 * @param waitNanos nanoseconds for which threads that advance cursors waited for data or metadata,
 *     or read it themselves
 * @param readNanos nanoseconds from the start of each request to its end, without verification
 * @param checksumNanos nanoseconds spent to verify checksums
 */
public record ScanMetrics(
    long manifestsSkipped,
    long rowGroupsRead,
    long rowGroupsSkipped,
    long segmentsRead,
    long segmentsSkipped,
    long rowsRead,
    long rowsSkipped,
    long rowsFiltered,
    long bytesRead,
    long requests,
    long bytesCached,
    long segmentsCached,
    long waitNanos,
    long readNanos,
    long checksumNanos) {}
