package io.loophalt.instrumentation;

import java.nio.charset.StandardCharsets;

/**
 * Decides from raw class bytes whether a class may hold anything to weave, before Byte Buddy is
 * even loaded.
 *
 * <p>It walks the constant pool of a class file (JVMS 4.4) and compares its text entries with the
 * descriptors of the annotations looked for. A hit is a candidate, not a verdict: the same text may
 * stand there for another reason. Immutable, allocates nothing, reads each class once up to its
 * first hit.
 */
final class ClassFileScan {

  /** Bytes before the constant pool. */
  private static final int HEADER = 10;

  // Tags of the constant pool, JVMS table 4.4-A.
  private static final int UTF8 = 1;
  private static final int INTEGER = 3;
  private static final int FLOAT = 4;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int FIELDREF = 9;
  private static final int METHODREF = 10;
  private static final int INTERFACE_METHODREF = 11;
  private static final int NAME_AND_TYPE = 12;
  private static final int METHOD_HANDLE = 15;
  private static final int METHOD_TYPE = 16;
  private static final int DYNAMIC = 17;
  private static final int INVOKE_DYNAMIC = 18;
  private static final int MODULE = 19;
  private static final int PACKAGE = 20;

  private final byte[][] wanted;

  /** Looks for constant-pool texts that equal one of these. */
  ClassFileScan(Iterable<String> texts) {
    java.util.List<byte[]> list = new java.util.ArrayList<>();
    for (String text : texts) {
      list.add(text.getBytes(StandardCharsets.UTF_8));
    }
    wanted = list.toArray(new byte[0][]);
  }

  /** Whether one of the texts is in the constant pool; false for bytes that are no class file. */
  boolean finds(byte[] classFile) {
    if (classFile.length < HEADER) {
      return false;
    }
    int count = u2(classFile, 8);
    int at = HEADER;
    for (int i = 1; i < count; i++) {
      if (at + 3 > classFile.length) {
        return false;
      }
      int tag = classFile[at];
      switch (tag) {
        case UTF8 -> {
          int length = u2(classFile, at + 1);
          if (isWanted(classFile, at + 3, length)) {
            return true;
          }
          at += 3 + length;
        }
        case INTEGER,
            FLOAT,
            FIELDREF,
            METHODREF,
            INTERFACE_METHODREF,
            NAME_AND_TYPE,
            DYNAMIC,
            INVOKE_DYNAMIC ->
            at += 5;
        case LONG, DOUBLE -> {
          at += 9;
          i++; // these take two numbers
        }
        case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> at += 3;
        case METHOD_HANDLE -> at += 4;
        default -> {
          return false;
        }
      }
    }
    return false;
  }

  private boolean isWanted(byte[] classFile, int from, int length) {
    for (byte[] text : wanted) {
      if (text.length == length && equal(text, classFile, from)) {
        return true;
      }
    }
    return false;
  }

  private static boolean equal(byte[] text, byte[] classFile, int from) {
    if (from + text.length > classFile.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (classFile[from + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  private static int u2(byte[] bytes, int at) {
    return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
  }
}
