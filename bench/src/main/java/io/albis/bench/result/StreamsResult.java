// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

import io.albis.tools.result.Medians;
import java.util.List;
import java.util.Map;

/**
 * What concurrent streams of queries have taken with one way of reading: medians of the rounds.
 *
 * @param contestant the way of reading
 * @param rounds seconds of each round, from the first query to the end of the last one
 * @param gcSeconds time of garbage collections
 * @param deviceBytes read from devices, counted for the control group; -1 if unknown
 * @param processDeviceBytes the same, counted for the process; -1 if unknown
 * @param readerBytes requested from storage according to the reader; -1 if it does not count them
 * @param peakBytes the most memory of the control group, with its page cache; -1 if unknown
 * @param peakResidentBytes the most memory of the process in RAM; -1 if unknown
 * @param neighbour the second program; null if there was none
 * @param queries by name
 * @param counters of the reader, by name, of the last round
 */
public record StreamsResult(
    String contestant,
    List<Double> rounds,
    double gcSeconds,
    double deviceBytes,
    double processDeviceBytes,
    double readerBytes,
    double peakBytes,
    double peakResidentBytes,
    Neighbour neighbour,
    List<QueryTime> queries,
    Map<String, Long> counters) {

  /** Copies the lists. */
  public StreamsResult {
    rounds = List.copyOf(rounds);
    queries = List.copyOf(queries);
  }

  /**
   * A second program that reads its own files again and again.
   *
   * @param residentBytes of its files in the page cache, on average
   * @param bytesPerSecond its rate while it reads
   * @param deviceBytes that it had to read from devices; -1 if unknown
   */
  public record Neighbour(double residentBytes, double bytesPerSecond, double deviceBytes) {}

  /**
   * A query.
   *
   * @param seconds the median over streams and rounds
   */
  public record QueryTime(String query, double seconds) {}

  /** The median of the rounds, in seconds. */
  public double seconds() {
    return Medians.of(rounds);
  }

  /** The best known number of bytes read from devices; -1 if unknown. */
  public double bytes() {
    return deviceBytes >= 0 ? deviceBytes : processDeviceBytes;
  }

  /** How many times as fast a query is as with another way of reading. */
  public double speed(String query, StreamsResult other) {
    return other.seconds(query) / seconds(query);
  }

  /** The median of a query, in seconds. */
  public double seconds(String query) {
    return queries.stream()
        .filter(time -> time.query().equals(query))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Invalid query: " + query))
        .seconds();
  }
}
