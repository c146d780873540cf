// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileKind;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import java.util.ArrayList;
import java.util.List;

/** Footers of data files with all their sections. */
class DataFileFuzzTest {

  @FuzzTest
  void dataFile(byte[] input) {
    Bounded.run(
        input,
        ForgedFile.DOCUMENTED,
        () -> {
          FileEnd end = ForgedFile.of(FileKind.DATA, input).end();
          DataFileFooter footer = DataFileFooter.decode(end);
          DataFileFooter.decode(end, footer.ref("forged"));
          Metadata.use(footer.schema());
          Metadata.use(footer.asSnapshot("forged"));
          List<ColumnGroupSection> groups = Metadata.sections(footer.asManifest("forged"), end);
          Sections sections = footer.sections();
          List<ColumnStatistics> statistics = new ArrayList<>();
          int at = sections.find(SectionKind.STATISTICS, 0);
          if (at >= 0) {
            statistics.addAll(
                footer.statistics(end.copy(sections.offset(at), sections.length(at))));
          }
          Metadata.touch(footer.properties(), footer.createdBy(), footer.toString(), groups);
          Metadata.touch(statistics, footer.partitionSpecs(), footer.sortOrders());
        });
  }
}
