// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.Arrays;

/** The robust fit of a line through measured requests, see {@link RequestCost#fit}. */
final class RequestCostFit {

  /** More measurements are sampled for the slopes between pairs. */
  private static final int MAX_PAIRED = 400;

  private static final int MAX_ROUNDS = 50;

  /** The tuning constant of the biweight for an efficiency of 95 % on normal errors. */
  private static final double BIWEIGHT = 4.685;

  /** The ratio of standard deviation and median absolute deviation of normal errors. */
  private static final double DEVIATIONS = 1.4826;

  /** Relative error that counts as exact. */
  private static final double EXACT = 1e-9;

  private final long[] bytes;
  private final long[] nanos;
  private double perRequest;
  private double perByte;

  private RequestCostFit(long[] bytes, long[] nanos) {
    this.bytes = bytes;
    this.nanos = nanos;
  }

  static RequestCost fit(long[] bytes, long[] nanos) {
    check(bytes, nanos);
    RequestCostFit fit = new RequestCostFit(bytes, nanos);
    fit.start();
    fit.checkSlope();
    fit.refine();
    fit.checkSlope();
    double rate = RequestCost.NANOS_PER_SECOND / fit.perByte;
    return new RequestCost(Math.round(fit.perRequest), Math.max(1, Math.round(rate)));
  }

  private static void check(long[] bytes, long[] nanos) {
    if (bytes.length != nanos.length) {
      throw new IllegalArgumentException(
          "Cannot fit the cost of requests: "
              + bytes.length
              + " lengths, but "
              + nanos.length
              + " times");
    }
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] < 0 || nanos[i] <= 0) {
        throw new IllegalArgumentException(
            "Cannot fit the cost of requests: invalid measurement of "
                + bytes[i]
                + " bytes in "
                + nanos[i]
                + " ns");
      }
    }
    if (Arrays.stream(bytes).distinct().limit(2).count() < 2) {
      throw new IllegalArgumentException(
          "Cannot fit the cost of requests: fewer than two different lengths are measured");
    }
  }

  private void checkSlope() {
    if (!(perByte > 0)) {
      throw new IllegalArgumentException(
          "Cannot fit the cost of requests: longer requests are not slower than short ones");
    }
  }

  /** Sets the line to the median slope, and the median intercept with it. */
  private void start() {
    int[] sample = sample();
    double[] slopes = new double[sample.length * (sample.length - 1) / 2];
    int count = 0;
    for (int i = 0; i < sample.length; i++) {
      for (int j = 0; j < i; j++) {
        long difference = bytes[sample[i]] - bytes[sample[j]];
        if (difference != 0) {
          slopes[count++] = (double) (nanos[sample[i]] - nanos[sample[j]]) / difference;
        }
      }
    }
    perByte = median(Arrays.copyOf(slopes, count));
    double[] rest = new double[bytes.length];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = nanos[i] - perByte * bytes[i];
    }
    perRequest = Math.max(0, median(rest));
  }

  /** Measurements that are evenly spread over the lengths. */
  private int[] sample() {
    Integer[] byLength = new Integer[bytes.length];
    Arrays.setAll(byLength, i -> i);
    Arrays.sort(byLength, (a, b) -> Long.compare(bytes[a], bytes[b]));
    int[] sample = new int[Math.min(bytes.length, MAX_PAIRED)];
    for (int i = 0; i < sample.length; i++) {
      int last = Math.max(1, sample.length - 1);
      sample[i] = byLength[(int) ((long) i * (bytes.length - 1) / last)];
    }
    return sample;
  }

  /** Repeats the weighted fit until it no longer changes. */
  private void refine() {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      double[] deviations = new double[bytes.length];
      for (int i = 0; i < deviations.length; i++) {
        deviations[i] = Math.abs(error(i));
      }
      double width = BIWEIGHT * DEVIATIONS * median(deviations.clone());
      if (width < EXACT) {
        return;
      }
      double beforeRequest = perRequest;
      double beforeByte = perByte;
      if (!fitWithWeights(deviations, width)) {
        return;
      }
      if (Math.abs(perRequest - beforeRequest) <= EXACT * perRequest
          && Math.abs(perByte - beforeByte) <= EXACT * perByte) {
        return;
      }
    }
  }

  /** Difference between measured and expected time, relative to the latter. */
  private double error(int i) {
    double expected = expected(i);
    return (nanos[i] - expected) / expected;
  }

  private double expected(int i) {
    return Math.max(1, perRequest + perByte * bytes[i]);
  }

  /** Whether the measurements with a weight have different lengths, so that there is a line. */
  private boolean fitWithWeights(double[] deviations, double width) {
    double sum = 0;
    double sumX = 0;
    double sumY = 0;
    double sumXx = 0;
    double sumXy = 0;
    for (int i = 0; i < deviations.length; i++) {
      double ratio = deviations[i] / width;
      if (ratio < 1) {
        double root = (1 - ratio * ratio) / expected(i);
        double weight = root * root;
        sum += weight;
        sumX += weight * bytes[i];
        sumY += weight * nanos[i];
        sumXx += weight * bytes[i] * bytes[i];
        sumXy += weight * bytes[i] * nanos[i];
      }
    }
    double determinant = sum * sumXx - sumX * sumX;
    if (!(determinant > EXACT * sum * sumXx)) {
      return false;
    }
    perByte = (sum * sumXy - sumX * sumY) / determinant;
    perRequest = (sumY - perByte * sumX) / sum;
    if (perRequest < 0) {
      perRequest = 0;
      perByte = sumXy / sumXx;
    }
    return true;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
