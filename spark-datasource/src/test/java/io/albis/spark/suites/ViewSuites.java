// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.execution.command.v2.AlterViewAsSuite;
import org.apache.spark.sql.execution.command.v2.AlterViewRenameSuite;
import org.apache.spark.sql.execution.command.v2.AlterViewSchemaBindingSuite;
import org.apache.spark.sql.execution.command.v2.AlterViewSetTblPropertiesSuite;
import org.apache.spark.sql.execution.command.v2.AlterViewUnsetTblPropertiesSuite;
import org.apache.spark.sql.execution.command.v2.CreateViewSuite;
import org.apache.spark.sql.execution.command.v2.DescribeViewColumnSuite;
import org.apache.spark.sql.execution.command.v2.DescribeViewSuite;
import org.apache.spark.sql.execution.command.v2.DropViewSuite;
import org.apache.spark.sql.execution.command.v2.ShowCreateViewSuite;
import org.apache.spark.sql.execution.command.v2.ShowViewColumnsSuite;
import org.apache.spark.sql.execution.command.v2.ShowViewPropertiesSuite;
import org.apache.spark.sql.execution.command.v2.ShowViewsSuite;
import org.scalatest.Suite;

/** Statements about views, in a catalog of Albis. */
final class ViewSuites {

  private ViewSuites() {}

  static List<Suite> all() {
    return List.of(
        new AlterOfViewAs(),
        new AlterOfViewRename(),
        new AlterOfViewSchemaBinding(),
        new AlterOfViewSetTblProperties(),
        new AlterOfViewUnsetTblProperties(),
        new CreateOfView(),
        new DescribeOfViewColumn(),
        new DescribeOfView(),
        new DropOfView(),
        new ShowCreateOfView(),
        new ShowOfViewColumns(),
        new ShowOfViewProperties(),
        new ShowOfViews());
  }

  /** {@code ALTER VIEW .. AS}. */
  static final class AlterOfViewAs extends AlterViewAsSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code ALTER VIEW .. RENAME TO}. */
  static final class AlterOfViewRename extends AlterViewRenameSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code ALTER VIEW .. WITH SCHEMA}. */
  static final class AlterOfViewSchemaBinding extends AlterViewSchemaBindingSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code ALTER VIEW .. SET TBLPROPERTIES}. */
  static final class AlterOfViewSetTblProperties extends AlterViewSetTblPropertiesSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code ALTER VIEW .. UNSET TBLPROPERTIES}. */
  static final class AlterOfViewUnsetTblProperties extends AlterViewUnsetTblPropertiesSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code CREATE VIEW}. */
  static final class CreateOfView extends CreateViewSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code DESCRIBE} of a column. */
  static final class DescribeOfViewColumn extends DescribeViewColumnSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code DESCRIBE}. */
  static final class DescribeOfView extends DescribeViewSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code DROP VIEW}. */
  static final class DropOfView extends DropViewSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code SHOW CREATE TABLE}. */
  static final class ShowCreateOfView extends ShowCreateViewSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code SHOW COLUMNS}. */
  static final class ShowOfViewColumns extends ShowViewColumnsSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code SHOW TBLPROPERTIES}. */
  static final class ShowOfViewProperties extends ShowViewPropertiesSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }

  /** {@code SHOW VIEWS}. */
  static final class ShowOfViews extends ShowViewsSuite {

    private static final long serialVersionUID = 1L;

    @Override
    public SparkConf sparkConf() {
      return ViewSuiteCatalog.addTo(super.sparkConf(), catalog());
    }
  }
}
