package io.loophalt.compatibility.onecall;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The sources of this project: in which module a class is, and what its Javadoc says first. */
record SourceTree(Path root) {

  /** In the order in which a call comes to them: it goes down where it goes on in this list. */
  private static final List<String> FROM_OUTSIDE_IN =
      List.of(
          "bootstrap",
          "agent",
          "operations",
          "frameworks",
          "instrumentation",
          "runtime",
          "extension-api",
          "presets",
          "core",
          "annotations");

  /** The module that has a top-level class. */
  String moduleOf(String type) {
    return FROM_OUTSIDE_IN.stream()
        .filter(module -> Files.exists(file(module, type)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no source of " + type + " in " + FROM_OUTSIDE_IN));
  }

  /** How deep a module lies inside the others. */
  static int depthOf(String module) {
    return FROM_OUTSIDE_IN.indexOf(module);
  }

  private Path file(String module, String type) {
    return root.resolve(module).resolve("src/main/java").resolve(type.replace('.', '/') + ".java");
  }

  /** The first sentence of the Javadoc of a top-level class, in Markdown. */
  String firstSentence(String type) {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              javac.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjects(file(moduleOf(type), type)));
      CompilationUnitTree unit = task.parse().iterator().next();
      TreePath declaration = new TreePath(new TreePath(unit), unit.getTypeDecls().get(0));
      DocCommentTree javadoc = DocTrees.instance(task).getDocCommentTree(declaration);
      if (javadoc == null) {
        throw new IllegalStateException(type + " has no Javadoc");
      }
      return javadoc.getFirstSentence().stream()
          .map(SourceTree::markdown)
          .collect(Collectors.joining())
          .replaceAll("\\s+", " ");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the source of " + type, e);
    }
  }

  private static String markdown(DocTree part) {
    if (part instanceof LinkTree link) {
      return link.getLabel().isEmpty()
          ? "`" + link.getReference().getSignature().replaceFirst("^#", "").replace('#', '.') + "`"
          : link.getLabel().stream().map(DocTree::toString).collect(Collectors.joining());
    }
    return part instanceof LiteralTree literal
        ? "`" + literal.getBody().getBody() + "`"
        : part.toString();
  }
}
