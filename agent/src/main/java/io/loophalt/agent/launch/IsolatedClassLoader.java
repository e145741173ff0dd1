package io.loophalt.agent.launch;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent and its libraries from inside the agent jar, where no other class loader looks.
 *
 * <pre>
 *            boot loader          java.*, and java.lang.LoopHaltGate, which woven code links to
 *                 |
 *          platform loader  &lt;-----------------------------+
 *                 |                                        |
 *    application (system) loader                  IsolatedClassLoader
 *    application classes, io.loophalt.*           io.loophalt.agent.**, Byte Buddy, SnakeYAML, ...
 *    io.loophalt.agent.launch.*                   (in one entry of the agent jar, {@link IsolatedArchive})
 * </pre>
 *
 * <p>An application with this jar on its class path can neither see nor scan them, and whatever
 * versions of the same libraries it has never meet ours. The cost: nothing of the agent can be
 * shared with the application but JDK types. Thread-safe, parallel capable.
 */
public final class IsolatedClassLoader extends SecureClassLoader {

  static {
    registerAsParallelCapable();
  }

  private final File jar;
  private final IsolatedArchive archive;
  private final ProtectionDomain domain;
  private final AtomicBoolean said = new AtomicBoolean();

  /** Opens the agent jar; it stays open as long as the JVM lives. */
  public IsolatedClassLoader(File agentJar) throws IOException {
    super("loophalt", ClassLoader.getPlatformClassLoader());
    this.jar = agentJar;
    this.archive = new IsolatedArchive(agentJar);
    this.domain =
        new ProtectionDomain(
            new CodeSource(agentJar.toURI().toURL(), (Certificate[]) null), null, this, null);
  }

  /** Our own first: the parents have none of them, and asking them takes longer than loading. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("java.")) {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        loaded = loaded == null ? own(name) : loaded;
        if (loaded != null) {
          return loaded;
        }
      }
    }
    return super.loadClass(name, resolve);
  }

  private @Nullable Class<?> own(String name) throws ClassNotFoundException {
    try {
      byte[] bytes = archive.find(name.replace('.', '/') + ".class");
      return bytes == null ? null : defineClass(name, bytes, 0, bytes.length, domain);
    } catch (IOException unreadable) {
      sayIfOverwritten();
      throw new ClassNotFoundException(name + " cannot be read", unreadable);
    }
  }

  /** Nothing of the agent is needed to say so: it may be what cannot be loaded. */
  private void sayIfOverwritten() {
    if (archive.isOverwritten() && said.compareAndSet(false, true)) {
      String line =
          "[loophalt] ERROR the agent's jar "
              + jar
              + " was overwritten while this JVM runs, and what is needed of it now cannot be read:"
              + " calls may pass unguarded until the JVM is started anew. Move a new version to its"
              + " place (mv), which leaves the open file as it is";
      // Past System.err, whose lock is the application's; never closed, as it is everybody's.
      new PrintStream(new FileOutputStream(FileDescriptor.err), true).println(line);
    }
  }

  /** Without the way over a URL, which would load the JDK's handlers. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    try {
      byte[] bytes = archive.find(name);
      return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    } catch (IOException unreadable) {
      return null; // as the contract has it
    }
  }

  @Override
  @SuppressWarnings("deprecation") // what replaces the constructor came with JDK 20
  protected @Nullable URL findResource(String name) {
    try {
      return archive.find(name) == null
          ? null
          : new URL("loophalt", "", -1, '/' + name, new Resources());
    } catch (IOException unreadable) {
      return null; // as the contract has it
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL found = findResource(name);
    return found == null
        ? Collections.emptyEnumeration()
        : Collections.enumeration(Collections.singleton(found));
  }

  /** Opens the URLs of our own resources. */
  private final class Resources extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() throws IOException {
          byte[] bytes = archive.find(url.getPath().substring(1));
          if (bytes == null) {
            throw new FileNotFoundException(url.toString());
          }
          return new ByteArrayInputStream(bytes);
        }
      };
    }
  }
}
