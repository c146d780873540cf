// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Finds the switches over given enums in source files, and the constants that they omit. */
final class EnumSwitches extends TreePathScanner<Void, Void> {

  private static final Pattern FILE =
      Pattern.compile("(?:.*/([^/]+/)src/main/java)?/(?:.*/)?(\\w+)\\.java");

  private final Set<String> enums;
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Set<String>> classes = new TreeMap<>();
  private Trees trees;
  private int count;

  /**
   * Creates a scanner.
   *
   * @param enums canonical names
   */
  EnumSwitches(Set<String> enums) {
    this.enums = enums;
  }

  /** Number of switches found. */
  int count() {
    return count;
  }

  /** The top-level classes with switches over an enum, as {@code module/Class}, in order. */
  Set<String> classes(String enumName) {
    return classes.getOrDefault(enumName, Set.of());
  }

  /** The violations: a default branch, or a missing constant. */
  List<String> problems() {
    return problems;
  }

  /**
   * Scans source files, compiled against the class path of this process and the classes of the
   * Spark data source, which are not on it.
   *
   * @throws IllegalStateException if they do not compile
   */
  void scan(Iterable<? extends JavaFileObject> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            + File.pathSeparator
            + Path.of("..", "spark-datasource", "target", "classes");
    List<String> options = List.of("-proc:none", "-classpath", classPath);
    JavacTask task = (JavacTask) compiler.getTask(null, null, diagnostics, options, null, sources);
    trees = Trees.instance(task);
    try {
      Iterable<? extends CompilationUnitTree> units = task.parse();
      task.analyze();
      diagnostics.getDiagnostics().stream()
          .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
          .findFirst()
          .ifPresent(
              error -> {
                throw new IllegalStateException(error.toString());
              });
      scan(units, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Void visitSwitch(SwitchTree tree, Void unused) {
    check(tree, tree.getExpression(), tree.getCases());
    return super.visitSwitch(tree, null);
  }

  @Override
  public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
    check(tree, tree.getExpression(), tree.getCases());
    return super.visitSwitchExpression(tree, null);
  }

  private void check(Tree tree, ExpressionTree selector, List<? extends CaseTree> cases) {
    TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), selector));
    if (!(type instanceof DeclaredType declared)) {
      return;
    }
    String name = ((TypeElement) declared.asElement()).getQualifiedName().toString();
    if (!enums.contains(name)) {
      return;
    }
    count++;
    classes.computeIfAbsent(name, unused -> new TreeSet<>()).add(placeOfClass());
    Set<String> missing = new TreeSet<>();
    for (Element element : declared.asElement().getEnclosedElements()) {
      if (element.getKind() == ElementKind.ENUM_CONSTANT) {
        missing.add(element.getSimpleName().toString());
      }
    }
    for (CaseTree branch : cases) {
      if (branch.getExpressions().isEmpty()) {
        problems.add(place(tree) + " has a default branch");
        return;
      }
      branch.getExpressions().forEach(constant -> missing.remove(constant.toString()));
    }
    if (!missing.isEmpty()) {
      problems.add(place(tree) + " leaves out " + missing);
    }
  }

  private String placeOfClass() {
    String path = getCurrentPath().getCompilationUnit().getSourceFile().getName();
    return FILE.matcher(path).replaceFirst("$1$2");
  }

  private String place(Tree tree) {
    CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
    long position = trees.getSourcePositions().getStartPosition(unit, tree);
    String path = unit.getSourceFile().getName();
    return path.substring(path.lastIndexOf('/') + 1)
        + ":"
        + unit.getLineMap().getLineNumber(position);
  }
}
