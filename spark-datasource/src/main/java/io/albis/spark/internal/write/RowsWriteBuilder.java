// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.spark.internal.source.SourceOptions;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;

/** Configures a write. For one thread. */
public final class RowsWriteBuilder implements SupportsTruncate {

  private final LogicalWriteInfo info;
  private final Map<String, String> session;
  private final BiConsumer<DistributedWrite, List<TaskResult>> commit;
  private WriteTarget target;

  /**
   * Creates a builder.
   *
   * @param session options of the session
   * @param commit publishes results, at once or when Spark asks for it
   */
  public RowsWriteBuilder(
      WriteTarget target,
      LogicalWriteInfo info,
      Map<String, String> session,
      BiConsumer<DistributedWrite, List<TaskResult>> commit) {
    this.target = target;
    this.info = info;
    this.session = session;
    this.commit = commit;
  }

  @Override
  public WriteBuilder truncate() {
    if (target.mode() == WriteTarget.Mode.APPEND) {
      target =
          target.with(
              isSchemaReplaced() ? WriteTarget.Mode.CREATE_OR_REPLACE : WriteTarget.Mode.OVERWRITE);
    }
    return this;
  }

  private boolean isSchemaReplaced() {
    return info.options().getBoolean(SourceOptions.OVERWRITE_SCHEMA, false);
  }

  @Override
  public Write build() {
    if (target.mode() == WriteTarget.Mode.APPEND && isSchemaReplaced()) {
      throw new IllegalArgumentException(
          "Cannot append to "
              + target.uri()
              + " with option "
              + SourceOptions.OVERWRITE_SCHEMA
              + " (expected mode overwrite)");
    }
    return target.plan(info, session, commit);
  }
}
