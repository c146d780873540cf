// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import java.util.List;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;

/** A stream whose batches can leave out rows. Spark itself pushes no predicates to streams. */
public interface FilteredStream extends MicroBatchStream {

  /**
   * Returns a stream with the same offsets that skips rows that do not match all predicates, where
   * possible. It equals this one: Spark looks up the number of rows read by its stream.
   *
   * @param predicates which Spark evaluates as well; they replace those of this stream
   */
  FilteredStream filtered(List<Predicate> predicates);
}
