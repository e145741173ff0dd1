package io.loophalt.core.text;

/**
 * Recognises the lines of a stack trace that say where, not what: of the JVM, .NET, JavaScript and
 * Python.
 *
 * <p>Judges lines in normal form, so that a line that is kept once is kept ever after.
 */
final class StackFrame {

  private StackFrame() {}

  /** Whether the line is one; its cost is linear in the length of the line. */
  static boolean matches(StringBuilder line) {
    if (startsWith(line, "at ")) {
      return isCall(line) || endsWith(line, ":<n>:<n>)") || endsWith(line, ":<n>:<n>");
    }
    if (startsWith(line, "File \"")) {
      return line.indexOf("\", line <n>, in ") > 0;
    }
    return equals(line, "... <n> more") || equals(line, "... <n> common frames omitted");
  }

  /** {@code at pkg.Type.method(Type.java:<n>)}, perhaps with the jar or the source after it. */
  private static boolean isCall(StringBuilder line) {
    int open = line.indexOf("(");
    int start = "at ".length();
    int dot = line.indexOf(".", start);
    int blank = line.indexOf(" ", start);
    boolean qualified = dot > start && dot < open && (blank < 0 || blank > open);
    if (!qualified) {
      return false;
    }
    boolean source = line.indexOf(") in ") > open && endsWith(line, ":line <n>");
    return source || endsWith(line, ")") || (endsWith(line, "]") && line.indexOf(")", open) > 0);
  }

  private static boolean startsWith(StringBuilder line, String start) {
    return line.indexOf(start) == 0;
  }

  private static boolean endsWith(StringBuilder line, String end) {
    return line.length() >= end.length() && line.lastIndexOf(end) == line.length() - end.length();
  }

  private static boolean equals(StringBuilder line, String expected) {
    return line.length() == expected.length() && startsWith(line, expected);
  }
}
