package io.loophalt.agent.launch;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The classes and resources that the agent jar hides: all in one entry of it, where nobody looks.
 *
 * <p>The JVM indexes every entry of a jar before it reads one. With five thousand of them that was
 * a sixth of what the agent adds to a start. Here a name is found by bisection, in an index that
 * was sorted when the jar was built:
 *
 * <pre>
 * int    number of files
 * int[]  for each, in the order of the names' hashes: hash, position and length of its block, size of the content
 * blocks unsigned short length of the name, the name in ISO 8859-1, the content: deflated, unless it takes its size
 * </pre>
 *
 * <p>The entry is stored, not compressed, so that a block is read without those before it.
 * Thread-safe.
 */
final class IsolatedArchive {

  /** The entry's name. */
  static final String ENTRY = "isolated.archive";

  private static final int FIELDS = 4;
  private static final int RECORD = FIELDS * Integer.BYTES;

  private final File file;
  private final String stamp;
  private final ZipFile jar;
  private final ZipEntry entry;
  private final int files;
  private final byte[] index;

  /** Opens the agent jar; it stays open as long as the JVM lives. */
  IsolatedArchive(File agentJar) throws IOException {
    file = agentJar;
    stamp = stampOf(agentJar);
    jar = new ZipFile(agentJar);
    ZipEntry found = jar.getEntry(ENTRY);
    if (found == null) {
      jar.close();
      throw new IOException(
          agentJar
              + " has no "
              + ENTRY
              + "; use loophalt-agent.jar as it was built, not a copy of its classes");
    }
    entry = found;
    try (InputStream in = jar.getInputStream(entry)) {
      files = intAt(exactly(Integer.BYTES, in), 0);
      index = exactly(files * RECORD, in);
    }
  }

  /** The content of a file, null if there is none of this name. */
  byte @Nullable [] find(String name) throws IOException {
    int hash = name.hashCode();
    int first = firstOf(hash);
    for (int i = first; i < files && field(i, 0) == hash; i++) {
      byte[] block = block(field(i, 1), field(i, 2));
      if (isNamed(name, block)) {
        int start = Short.BYTES + name.length();
        int size = field(i, 3);
        return block.length - start == size
            ? Arrays.copyOfRange(block, start, block.length)
            : inflated(block, start, size);
      }
    }
    if (first < files && field(first, 0) == hash && isOverwritten()) {
      throw new IOException("something else stands where " + name + " was");
    }
    return null;
  }

  /** Whether the jar is not the file any more that it was when it was opened. */
  boolean isOverwritten() {
    return !stampOf(file).equals(stamp);
  }

  private static String stampOf(File file) {
    return file.lastModified() + "/" + file.length();
  }

  /** The first record of a hash, or where it would be. */
  private int firstOf(int hash) {
    int low = 0;
    int high = files;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (field(middle, 0) < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int field(int file, int field) {
    return intAt(index, file * RECORD + field * Integer.BYTES);
  }

  private byte[] block(int position, int length) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      in.skipNBytes(position);
      return exactly(length, in);
    }
  }

  private static boolean isNamed(String name, byte[] block) {
    if ((((block[0] & 0xff) << Byte.SIZE) | (block[1] & 0xff)) != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) != (block[Short.BYTES + i] & 0xff)) {
        return false;
      }
    }
    return true;
  }

  private static byte[] inflated(byte[] block, int from, int size) throws IOException {
    byte[] content = new byte[size];
    Inflater inflater = new Inflater(/* nowrap= */ true);
    try {
      inflater.setInput(block, from, block.length - from);
      if (inflater.inflate(content) != size) {
        throw new EOFException("a file of " + ENTRY + " is cut off");
      }
      return content;
    } catch (DataFormatException broken) {
      throw new IOException(ENTRY + " is broken", broken);
    } finally {
      inflater.end();
    }
  }

  private static byte[] exactly(int length, InputStream in) throws IOException {
    byte[] bytes = new byte[length];
    if (in.readNBytes(bytes, 0, length) != length) {
      throw new EOFException(ENTRY + " is cut off");
    }
    return bytes;
  }

  private static int intAt(byte[] bytes, int at) {
    return ((bytes[at] & 0xff) << 24)
        | ((bytes[at + 1] & 0xff) << 16)
        | ((bytes[at + 2] & 0xff) << 8)
        | (bytes[at + 3] & 0xff);
  }
}
