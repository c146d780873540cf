// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import scala.runtime.BoxedUnit;

/**
 * Registers the catalog of paths in each session that starts with the data source on its class
 * path, so that SQL can name tables by path without any setting. Adds the rules for statements
 * ({@link StatementRule}, {@link SessionCatalogRule}) and writes ({@link SchemaMerge}), for joined
 * and merged tables ({@link JoinedTables}, {@link MergedKeys}), and for conditions that Spark
 * cannot push down ({@link TranslatableConditions}, {@link PatternConditions}); and those for
 * physical plans. Spark finds this class through {@link java.util.ServiceLoader}.
 */
public final class SessionExtensions implements SparkSessionExtensionsProvider {

  private static final String CATALOG = "io.albis.spark.AlbisCatalog";

  /** For the service loader. */
  public SessionExtensions() {}

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    extensions.injectHintResolutionRule(session -> new SessionCatalogRule());
    extensions.injectHintResolutionRule(session -> new SchemaMerge.Start());
    extensions.injectResolutionRule(session -> new SchemaMerge());
    extensions.injectResolutionRule(
        session -> {
          CatalogRegistration.register(session, CATALOG);
          return new StatementRule();
        });
    extensions.injectOptimizerRule(session -> new JoinedTables());
    extensions.injectPreCBORule(session -> new TranslatableConditions());
    extensions.injectPreCBORule(session -> new PatternConditions());
    extensions.injectPreCBORule(session -> new MergedKeys());
    extensions.injectPlannerStrategy(session -> new DistantKeys());
    extensions.injectColumnar(session -> new FilterRule());
    extensions.injectColumnar(session -> new JoinKeyRule());
    extensions.injectColumnar(session -> new AggregateRule());
    extensions.injectColumnar(session -> new BatchWriteRule());
    return BoxedUnit.UNIT;
  }
}
