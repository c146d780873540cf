// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.browse;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Pictures of pages, which have few colors. */
final class Picture {

  private static final int COLORS = 96;

  /** The bits of a color that tell it from similar ones. */
  private static final int DISTINCT = 0xf0f0f0;

  private Picture() {}

  /** Replaces a PNG by a smaller one: each pixel gets the most similar of the frequent colors. */
  static void shrink(Path png) throws IOException {
    BufferedImage image = ImageIO.read(png.toFile());
    int width = image.getWidth();
    int height = image.getHeight();
    int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
    List<Integer> palette = palette(pixels);
    BufferedImage small =
        new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model(palette));
    Map<Integer, Integer> known = new HashMap<>();
    for (int i = 0; i < pixels.length; i++) {
      int index = known.computeIfAbsent(pixels[i], color -> nearest(palette, color));
      small.getRaster().setSample(i % width, i / width, 0, index);
    }
    ImageIO.write(small, "png", png.toFile());
  }

  /** One of each group of similar colors, the groups with most pixels first. */
  private static List<Integer> palette(int[] pixels) {
    Map<Integer, Integer> counts = new HashMap<>();
    Map<Integer, Integer> groups = new HashMap<>();
    for (int pixel : pixels) {
      counts.merge(pixel, 1, Integer::sum);
      groups.merge(pixel & DISTINCT, 1, Integer::sum);
    }
    Map<Integer, Integer> chosen = new HashMap<>();
    counts.keySet().stream()
        .sorted(Comparator.comparing((Integer color) -> -counts.get(color)))
        .forEach(color -> chosen.putIfAbsent(color & DISTINCT, color));
    return groups.entrySet().stream()
        .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
        .limit(COLORS)
        .map(group -> chosen.get(group.getKey()))
        .toList();
  }

  private static IndexColorModel model(List<Integer> palette) {
    int[] colors = palette.stream().mapToInt(Integer::intValue).toArray();
    return new IndexColorModel(8, colors.length, colors, 0, false, -1, 0);
  }

  private static int nearest(List<Integer> palette, int color) {
    return palette.stream()
        .min(Comparator.comparingInt(other -> distance(color, other)))
        .map(palette::indexOf)
        .orElseThrow();
  }

  private static int distance(int one, int other) {
    int sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
      int difference = (one >> shift & 0xff) - (other >> shift & 0xff);
      sum += difference * difference;
    }
    return sum;
  }
}
