package io.loophalt.operations.control;

import io.loophalt.PrintableText;

/** What a process list calls this JVM. */
public final class MainClass {

  private MainClass() {}

  /** The main class without its package, or a jar without its path; empty if nobody says. */
  public static String name() {
    String command = System.getProperty("sun.java.command", "").strip();
    int end = command.indexOf(' ');
    String main = end < 0 ? command : command.substring(0, end);
    String file = main.substring(Math.max(main.lastIndexOf('/'), main.lastIndexOf('\\')) + 1);
    boolean isJar = file.endsWith(".jar") || file.endsWith(".war");
    return PrintableText.of(isJar ? file : file.substring(file.lastIndexOf('.') + 1));
  }
}
