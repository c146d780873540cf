// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.browse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Chromium without a window. */
final class Browser {

  private static final long MAX_SECONDS = 60;

  private final String command;
  private final Path profile;

  /**
   * Creates a browser.
   *
   * @param command path or name of the program
   * @param profile directory for its own files
   */
  Browser(String command, Path profile) {
    this.command = command;
    this.profile = profile;
  }

  /** Returns the document of a page after its scripts have run. */
  String document(String url) throws IOException, InterruptedException {
    return run("--dump-dom", url);
  }

  /** Writes a picture of the top of a page. */
  void screenshot(String url, int width, int height, Path png)
      throws IOException, InterruptedException {
    run("--screenshot=" + png, "--window-size=" + width + ',' + height, url);
    if (!Files.exists(png)) {
      throw new IOException("The browser has not written " + png);
    }
    Picture.shrink(png);
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    all.add(command);
    // The sandbox is not available to root, and shared memory of containers is small.
    all.addAll(List.of("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"));
    all.addAll(List.of("--hide-scrollbars", "--user-data-dir=" + profile));
    all.addAll(List.of(arguments));
    Path output = Files.createTempFile(profile, "out", "");
    Process process =
        new ProcessBuilder(all)
            .redirectOutput(output.toFile())
            .redirectError(profile.resolve("log").toFile())
            .start();
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("The browser does not end: " + all);
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "The browser failed: " + all + "\n" + Files.readString(profile.resolve("log")));
    }
    return Files.readString(output, StandardCharsets.UTF_8);
  }
}
