package io.loophalt.agent.launch;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.util.function.BiFunction;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The door: {@code premain} for {@code -javaagent}, {@code agentmain} for late attach, {@code main}
 * for {@code java -jar}. Everything behind it lives in the {@link IsolatedClassLoader}.
 *
 * <p>This class runs before the application's {@code main}, on the application's class path. It
 * must not use logging, NIO, lambdas, or anything that loads application classes or starts
 * subsystems the application may want to configure first.
 */
public final class LoopHaltAgent {

  private static final String AT_START = "io.loophalt.agent.startup.AgentStartup$AtStart";
  private static final String LATE_ATTACH = "io.loophalt.agent.startup.AgentStartup$LateAttach";
  private static final String COMMAND_LINE = "io.loophalt.agent.cli.CommandLineMain";

  /** Causes may form a ring. */
  private static final int MOST_CAUSES = 10;

  private LoopHaltAgent() {}

  /**
   * Start of a JVM with {@code -javaagent:loophalt-agent.jar[=options]}. A wrong configuration ends
   * the JVM with status 1 before {@code main}: an off switch that is silently absent is worse.
   * Under a security manager that would stop the agent, the application starts without it. A
   * command of this jar is no application: it must reach others where their configuration is wrong.
   */
  public static void premain(String options, Instrumentation instrumentation) {
    if (isForbidden()) {
      System.err.println(ForbiddenBySecurity.REASON);
      return;
    }
    if (isCommand()) {
      return;
    }
    String refusal = start(options, instrumentation, AT_START);
    if (refusal != null) {
      System.err.println(refusal);
      System.exit(1);
    }
  }

  /**
   * Attach to a running JVM. A wrong configuration makes the attach fail and leaves the application
   * alone.
   *
   * @throws Refused which is how the attaching side sees that the agent did not start
   */
  public static void agentmain(String options, Instrumentation instrumentation) {
    String refusal =
        isForbidden() ? ForbiddenBySecurity.REASON : start(options, instrumentation, LATE_ATTACH);
    if (refusal != null) {
      System.err.println(refusal);
      throw new Refused();
    }
  }

  @SuppressWarnings("removal") // JDKs from 24 on have no security manager.
  private static boolean isForbidden() {
    try {
      SecurityManager manager = System.getSecurityManager();
      return manager != null && ForbiddenBySecurity.is(manager);
    } catch (NoSuchMethodError laterJdk) {
      return false;
    }
  }

  /** Whether this JVM was started with {@code -jar} and the agent's own jar. */
  private static boolean isCommand() {
    String command = System.getProperty("sun.java.command", "");
    String jar = System.getProperty("java.class.path", "").split(File.pathSeparator, 2)[0];
    try {
      return !jar.isEmpty()
          && (command + ' ').startsWith(jar + ' ')
          && new File(jar).getCanonicalFile().equals(agentJar().getCanonicalFile())
          && isItsOwn(new File(jar));
    } catch (IOException | URISyntaxException | IllegalStateException unknown) {
      return false;
    }
  }

  /** An application may have put the agent into a jar of its own. */
  private static boolean isItsOwn(File jar) throws IOException {
    try (JarFile opened = new JarFile(jar)) {
      Manifest manifest = opened.getManifest();
      return manifest != null
          && LoopHaltAgent.class
              .getName()
              .equals(manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
    }
  }

  /** The command line. */
  public static void main(String[] arguments) throws Throwable {
    ClassLoader isolated = new IsolatedClassLoader(agentJar());
    Thread.currentThread().setContextClassLoader(isolated);
    try {
      Class.forName(COMMAND_LINE, true, isolated)
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /**
   * Starts the agent; the result is null, or why it refuses to start.
   *
   * <p>Through an interface of the JDK: to invoke a method by reflection takes a dozen classes that
   * are made for it, and longer than all that the agent does with nothing to weave (JDK 25).
   */
  @SuppressWarnings("unchecked")
  private static String start(String options, Instrumentation instrumentation, String startup) {
    try {
      ClassLoader isolated = new IsolatedClassLoader(agentJar());
      BiFunction<Instrumentation, String, String> entry =
          Class.forName(startup, true, isolated)
              .asSubclass(BiFunction.class)
              .getDeclaredConstructor()
              .newInstance();
      return entry.apply(instrumentation, options);
    } catch (Throwable broken) {
      String reasons = "[loophalt] could not start: " + broken;
      Throwable cause = broken.getCause();
      for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
        reasons += "; caused by " + cause;
        cause = cause.getCause();
      }
      return reasons;
    }
  }

  /** Has no stack trace: the JVM prints the exception of an attach, and the reason stands above. */
  private static final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Refused() {
      super("the agent refused to start; the line above says why", null, false, false);
    }
  }

  private static File agentJar() throws URISyntaxException, IOException {
    CodeSource source = LoopHaltAgent.class.getProtectionDomain().getCodeSource();
    if (source != null && source.getLocation() != null) {
      return new File(source.getLocation().toURI());
    }
    // On the boot class path, or defined by a loader that says nothing of where it has it from.
    URL itself = LoopHaltAgent.class.getResource("LoopHaltAgent.class");
    if (itself != null && itself.openConnection() instanceof JarURLConnection inJar) {
      return new File(inJar.getJarFileURL().toURI());
    }
    throw new IllegalStateException(
        "the class loader of the agent's first class does not tell from which jar it has it");
  }
}
