package io.loophalt.agent.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
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
 *    io.loophalt.agent.launch.*                   (entries isolated/**.classdata of the agent jar)
 * </pre>
 *
 * <p>Entries are named {@code .classdata}, so that an application with this jar on its class path
 * can neither see nor scan them, and whatever versions of the same libraries it has never meet
 * ours. The cost: nothing of the agent can be shared with the application but JDK types.
 * Thread-safe, parallel capable.
 */
public final class IsolatedClassLoader extends SecureClassLoader {

  /** Folder inside the agent jar. */
  static final String FOLDER = "isolated/";

  private static final String SUFFIX = "data";

  static {
    registerAsParallelCapable();
  }

  private final ZipFile jar;
  private final String jarUrl;
  private final ProtectionDomain domain;

  /** Opens the agent jar; it stays open as long as the JVM lives. */
  public IsolatedClassLoader(File agentJar) throws IOException {
    super("loophalt", ClassLoader.getPlatformClassLoader());
    this.jar = new ZipFile(agentJar);
    URL location = agentJar.toURI().toURL();
    this.jarUrl = "jar:" + location + "!/";
    this.domain =
        new ProtectionDomain(new CodeSource(location, (Certificate[]) null), null, this, null);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    ZipEntry entry = entry(name.replace('.', '/') + ".class");
    if (entry == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readNBytes((int) entry.getSize());
      return defineClass(name, bytes, 0, bytes.length, domain);
    } catch (IOException unreadable) {
      throw new ClassNotFoundException(name + " in " + jar.getName(), unreadable);
    }
  }

  @Override
  protected @Nullable URL findResource(String name) {
    ZipEntry entry = entry(name);
    if (entry == null) {
      return null;
    }
    try {
      return new URL(jarUrl + entry.getName());
    } catch (MalformedURLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Without the way over a URL, which would open the jar once more and load the JDK's handlers. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    ZipEntry entry = entry(name);
    if (entry == null) {
      return super.getResourceAsStream(name);
    }
    try {
      return jar.getInputStream(entry);
    } catch (IOException unreadable) {
      return null; // as the contract has it
    }
  }

  private @Nullable ZipEntry entry(String resource) {
    return jar.getEntry(FOLDER + (resource.endsWith(".class") ? resource + SUFFIX : resource));
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL found = findResource(name);
    return found == null
        ? Collections.emptyEnumeration()
        : Collections.enumeration(Collections.singleton(found));
  }
}
