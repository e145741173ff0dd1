package io.loophalt.agent.extensions;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Extension;
import io.loophalt.instrumentation.ExtensionClassLoader;
import io.loophalt.runtime.policy.FrameworkSwitches;
import io.loophalt.runtime.value.ExceptionReader;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads users' extensions out of their jars, each in a class loader of its own. Whatever one does
 * wrong becomes one line that names the jar and the cause, and costs nobody else anything.
 */
public final class ExtensionJar {

  /**
   * What came of all jars.
   *
   * @param extensions those that can be used, in the order of the jars
   * @param refusals a line for each jar or extension that cannot be
   */
  public record Found(List<KnownExtension> extensions, List<String> refusals) {

    /** Copies the lists. */
    public Found {
      extensions = List.copyOf(extensions);
      refusals = List.copyOf(refusals);
    }
  }

  /** Why an extension cannot be used, to go after its jar. */
  private static final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    Refusal(String problem) {
      super(problem);
    }
  }

  private ExtensionJar() {}

  /**
   * Reads all jars.
   *
   * @param own the agent's own extensions, whose names are taken
   * @param switches which of them are on, so that their packages are taken, too
   */
  public static Found read(List<File> jars, List<KnownExtension> own, FrameworkSwitches switches) {
    List<KnownExtension> extensions = new ArrayList<>();
    List<String> refusals = new ArrayList<>();
    List<KnownExtension> taken = new ArrayList<>(own);
    for (File jar : jars) {
      try {
        for (KnownExtension each : in(jar)) {
          String clash = clash(each, taken, switches);
          if (clash == null) {
            taken.add(each);
            extensions.add(each);
          } else {
            refusals.add(refusal(jar, clash));
          }
        }
      } catch (Refusal refused) {
        refusals.add(refusal(jar, String.valueOf(refused.getMessage())));
      } catch (Throwable theirs) {
        ThreadStop.passOn(theirs);
        refusals.add(refusal(jar, problem(theirs)));
      }
    }
    return new Found(extensions, refusals);
  }

  /**
   * Why what an extension says of its artifacts cannot be used; null if it can. At run time it is
   * asked when the first class of its packages is loaded.
   */
  public static @Nullable String problemOfArtifacts(KnownExtension known) {
    try {
      known.extension().artifacts().forEach(Artifact::chokePoints);
      return null;
    } catch (Throwable theirs) {
      ThreadStop.passOn(theirs);
      return "what it says of its artifacts cannot be used: " + problem(theirs);
    }
  }

  private static String refusal(File jar, String problem) {
    return "the extension "
        + jar.getPath()
        + " is NOT loaded, and its framework is not watched: "
        + problem;
  }

  private static List<KnownExtension> in(File jar) throws IOException, Refusal {
    try {
      // A class loader would pass over a file that is no jar.
      new JarFile(jar).close();
    } catch (IOException unreadable) {
      throw new Refusal("it cannot be read: " + unreadable.getMessage());
    }
    ClassLoader loader = new ExtensionClassLoader(jar.getName(), jar.toURI().toURL());
    List<KnownExtension> found = new ArrayList<>();
    Iterator<Extension> services = ServiceLoader.load(Extension.class, loader).iterator();
    while (services.hasNext()) {
      found.add(known(jar, services.next()));
    }
    if (found.isEmpty()) {
      throw new Refusal(
          "there is no extension in it; name the class in META-INF/services/"
              + Extension.class.getName());
    }
    return found;
  }

  private static KnownExtension known(File jar, Extension made) throws Refusal {
    int version = made.apiVersion();
    if (version > Extension.API_VERSION) {
      throw new Refusal(
          "it was built against version "
              + version
              + " of the extension API, and this agent has version "
              + Extension.API_VERSION
              + "; use a newer loophalt-agent.jar");
    }
    String name = made.name();
    if (name == null || name.isEmpty()) {
      throw new Refusal("name() of " + made.getClass().getName() + " gives no name");
    }
    String title = made.title();
    List<String> packages = made.packages();
    return new KnownExtension(
        name, title == null ? name : title, checked(packages), jar.getPath(), made);
  }

  private static String[] checked(@Nullable List<String> packages) throws Refusal {
    if (packages == null || packages.isEmpty()) {
      throw new Refusal("packages() names none, so that nothing would ever wake it");
    }
    Set<String> all = new HashSet<>();
    for (String each : packages) {
      if (each == null || each.length() < 2 || !each.endsWith(".")) {
        throw new Refusal("packages() has '" + each + "', which must end with a dot");
      }
      all.add(each);
    }
    return all.toArray(new String[0]);
  }

  private static @Nullable String clash(
      KnownExtension extension, List<KnownExtension> taken, FrameworkSwitches switches) {
    for (KnownExtension other : taken) {
      if (other.name().equals(extension.name())) {
        return "its name " + extension.name() + " is that of " + other.described();
      }
      if (!switches.isOn(other.name())) {
        continue;
      }
      for (String theirs : other.packages()) {
        for (String ours : extension.packages()) {
          if (ours.equals(theirs)) {
            return "its package " + ours + " is that of " + other.described();
          }
        }
      }
    }
    return null;
  }

  /**
   * What an extension has thrown, in words: the cause, without what the JDK says around it. Asks
   * nothing of an exception that could throw another one.
   */
  public static String problem(Throwable theirs) {
    Throwable cause = ExceptionReader.causeOf(theirs);
    String message = ExceptionReader.messageOf(theirs);
    if (theirs instanceof ServiceConfigurationError) {
      return cause == null ? String.valueOf(message) : problem(cause);
    }
    if (theirs instanceof ExceptionInInitializerError && cause != null) {
      return "its class cannot be initialised: " + problem(cause);
    }
    String said = ExceptionReader.describe(theirs, message);
    return mayBeOfALaterApi(theirs, message)
        ? said + "; was it built against a newer version of the extension API?"
        : said;
  }

  private static boolean mayBeOfALaterApi(Throwable theirs, @Nullable String message) {
    return theirs instanceof IncompatibleClassChangeError
        || (theirs instanceof NoClassDefFoundError
            && message != null
            && message.replace('.', '/').contains("io/loophalt/extension/"));
  }
}
