package io.loophalt.demo;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a workspace with the JDK's compiler and runs its {@code TimeoutCheck}. */
final class ProjectCheck implements AutoCloseable {

  private final Workspace workspace;
  private final JavaCompiler compiler;
  private final StandardJavaFileManager files; // Kept, because it has the JDK's classes indexed.

  /**
   * @throws IllegalStateException when this is a Java runtime without a compiler
   */
  ProjectCheck(Workspace workspace) {
    JavaCompiler found = ToolProvider.getSystemJavaCompiler();
    if (found == null) {
      throw new IllegalStateException(
          "the demo compiles Java code: start it with a JDK, not with a JRE");
    }
    this.workspace = workspace;
    this.compiler = found;
    this.files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
  }

  /**
   * Returns when the check passes.
   *
   * @throws CheckFailure when the project does not compile or the check does not hold
   */
  void run() throws IOException {
    Path classes = Files.createDirectories(workspace.directory().resolve("classes"));
    compileTo(classes);
    try (URLClassLoader project =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Method check = project.loadClass("TimeoutCheck").getDeclaredMethod("run");
      check.setAccessible(true);
      check.invoke(null);
    } catch (InvocationTargetException failed) {
      throw failureOf(failed.getTargetException());
    } catch (ReflectiveOperationException missing) {
      throw new CheckFailure("TimeoutCheck.java", "no static method run(): " + missing);
    }
  }

  private void compileTo(Path classes) {
    List<File> sources =
        Workspace.FILES.stream().map(file -> workspace.file(file).toFile()).toList();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    boolean compiled =
        compiler
            .getTask(
                null,
                files,
                problems,
                List.of("-d", classes.toString(), "-proc:none"),
                null,
                files.getJavaFileObjectsFromFiles(sources))
            .call();
    if (!compiled) {
      throw failureOf(problems.getDiagnostics().get(0));
    }
  }

  private static CheckFailure failureOf(Diagnostic<? extends JavaFileObject> problem) {
    JavaFileObject source = problem.getSource();
    String file = source == null ? "project" : Path.of(source.getName()).getFileName().toString();
    return new CheckFailure(file + ":" + problem.getLineNumber(), problem.getMessage(Locale.ROOT));
  }

  private static CheckFailure failureOf(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getFileName() != null && Workspace.FILES.contains(frame.getFileName())) {
        return new CheckFailure(
            frame.getFileName() + ":" + frame.getLineNumber(), String.valueOf(thrown.getMessage()));
      }
    }
    return new CheckFailure("TimeoutCheck.java", thrown.toString());
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
