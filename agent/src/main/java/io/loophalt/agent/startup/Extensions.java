package io.loophalt.agent.startup;

import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.agent.extensions.ExtensionJar;
import io.loophalt.agent.extensions.KnownExtension;
import io.loophalt.configuration.schema.Nearest;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Mark;
import io.loophalt.extension.Role;
import io.loophalt.extension.reflect.MissingGetters;
import io.loophalt.instrumentation.ExtensionClassLoader;
import io.loophalt.instrumentation.FrameworkCatalog;
import io.loophalt.instrumentation.GeneratedProxies;
import io.loophalt.runtime.RoleHandlers;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.policy.FrameworkSwitches;
import io.loophalt.runtime.safety.Log;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The extensions that are switched on: what is asked when a class is loaded, and makes an extension
 * and the handlers of its roles when the first class of its packages is.
 *
 * <p>A family is the beginning of the names of an extension's classes. What a user's extension does
 * wrong costs that extension alone, and one line. Thread-safe.
 */
public final class Extensions implements FrameworkCatalog, Function<Role, Interceptor> {

  private final List<KnownExtension> all;
  private final boolean frameworkRuns;
  private final RunCorrelator runs;
  private final Log log;
  private final String[] families;
  private final KnownExtension[] ofFamilies;

  /** By whom a marker class is taken: two artifacts with one would be taken for each other. */
  private final Map<String, KnownExtension> markers = new ConcurrentHashMap<>();

  /** Made with the first extension. */
  private @Nullable RoleHandlers handlers;

  /**
   * Those of this agent.
   *
   * @param all without two of one name or one package
   * @param switches which frameworks are on; all of them off leaves servlet requests as they are,
   *     which are no framework for agents
   * @param frameworkRuns whether what frameworks execute are runs
   * @param servletRequests whether servlet requests are boundaries of runs
   * @param runs where the handlers go to
   */
  Extensions(
      List<KnownExtension> all,
      FrameworkSwitches switches,
      boolean frameworkRuns,
      boolean servletRequests,
      RunCorrelator runs,
      Log log) {
    this.all = all;
    this.frameworkRuns = frameworkRuns;
    this.runs = runs;
    this.log = log;
    List<String> packages = new ArrayList<>();
    List<KnownExtension> owners = new ArrayList<>();
    for (KnownExtension each : all) {
      boolean isOn =
          each.name().equals(BuiltInFrameworks.SERVLET)
              ? servletRequests && !switches.isOffByName(each.name())
              : switches.isOn(each.name());
      if (isOn) {
        for (String family : each.packages()) {
          // A package inside another one's is asked for first.
          int position = each.jar() == null ? packages.size() : before(packages, family);
          packages.add(position, family);
          owners.add(position, each);
        }
      }
    }
    this.families = packages.toArray(new String[0]);
    this.ofFamilies = owners.toArray(new KnownExtension[0]);
  }

  private static int before(List<String> packages, String inner) {
    for (int i = 0; i < packages.size(); i++) {
      if (inner.startsWith(packages.get(i))) {
        return i;
      }
    }
    return packages.size();
  }

  @Override
  public @Nullable String familyOf(String className) {
    for (String family : families) {
      if (className.startsWith(family)) {
        return family;
      }
    }
    return null;
  }

  @Override
  public List<Artifact> frameworksOf(String family) {
    KnownExtension known = of(family);
    if (known.jar() == null) {
      return claimed(known, known.extension().artifacts());
    }
    try {
      if (known.extension().getClass().getClassLoader() instanceof ExtensionClassLoader loader) {
        loader.tellMissing(new UnknownMethods(log, loader));
      }
      List<Artifact> artifacts = List.copyOf(known.extension().artifacts());
      check(artifacts);
      return claimed(known, artifacts);
    } catch (Throwable theirs) {
      ThreadStop.passOn(theirs);
      log.warn(
          known.described()
              + " is SWITCHED OFF, and "
              + known.title()
              + " is not watched: what it says of its artifacts cannot be used: "
              + ExtensionJar.problem(theirs));
      return List.of();
    }
  }

  /** Says what an extension asks for in vain; a class of its own as {@link Offers} is. */
  private record UnknownMethods(Log log, ExtensionClassLoader loader, Set<String> said)
      implements MissingGetters {

    private static final int MOST = 16;

    UnknownMethods(Log log, ExtensionClassLoader loader) {
      this(log, loader, ConcurrentHashMap.newKeySet());
    }

    /** Once for each name of a class: some are generated, and differ in a number. */
    @Override
    public void isMissing(Class<?> type, String method, Class<?> asking) {
      String what = type.getName().replaceAll("[0-9]+", "") + ' ' + method;
      if (said.size() >= MOST || !said.add(what)) {
        return;
      }
      String nearest = Nearest.to(method, methods(type));
      log.warn(
          "the extension "
              + loader.jarName()
              + " reads nothing where "
              + asking.getName().replaceFirst("\\$\\$Lambda.*", "")
              + " asks for "
              + method
              + "(): "
              + type.getName()
              + " has no such public method without parameters"
              + (nearest == null ? "" : "; did you mean " + nearest + "()?")
              + (said.size() < MOST ? "" : "; no more of its mistakes are said"));
    }

    private static Set<String> methods(Class<?> type) {
      Set<String> names = new TreeSet<>();
      try {
        for (Method each : type.getMethods()) {
          if (each.getParameterCount() == 0) {
            names.add(each.getName());
          }
        }
      } catch (LinkageError absent) {
        // A library that the application does without: then none is near.
        return Set.of();
      }
      return names;
    }
  }

  /** Makes the handlers, so that what cannot be used is known before anything of it is woven. */
  private void check(List<Artifact> artifacts) {
    for (Artifact each : artifacts) {
      Objects.requireNonNull(each.name(), "name of an artifact");
      Objects.requireNonNull(each.artifact(), "group:name of an artifact");
      Objects.requireNonNull(each.marker(), "marker of an artifact");
      for (ChokePoint point : each.chokePoints()) {
        Objects.requireNonNull(point.className(), "class of a choke point");
        Objects.requireNonNull(point.methodName(), "method of a choke point");
        apply(Objects.requireNonNull(point.role(), "role of a choke point"));
      }
    }
  }

  private List<Artifact> claimed(KnownExtension known, List<Artifact> artifacts) {
    List<Artifact> claimed = new ArrayList<>();
    for (Artifact each : artifacts) {
      KnownExtension other = markers.putIfAbsent(each.marker(), known);
      if (other == null) {
        claimed.add(frameworkRuns ? each : CallsAlone.of(each, this::offered));
      } else {
        log.warn(
            each.name()
                + " is not watched by "
                + known.described()
                + ": its marker "
                + each.marker()
                + " is that of "
                + other.described());
      }
    }
    return claimed;
  }

  /** A boundary of runs, in which nothing need ever call a model, is told to nobody. */
  @Override
  public @Nullable String titleOf(String family) {
    KnownExtension known = of(family);
    return known.name().equals(BuiltInFrameworks.SERVLET) ? null : known.title();
  }

  /** The handler of a role. */
  @Override
  public synchronized Interceptor apply(Role role) {
    RoleHandlers known = handlers;
    if (known == null) {
      known = new Offers().handlers(runs);
      handlers = known;
    }
    return known.of(role);
  }

  /** A class of its own, so that nothing of this is loaded when the agent starts. */
  private final class Offers implements Function<Mark.Offered, Role> {

    RoleHandlers handlers(RunCorrelator runs) {
      return new RoleHandlers(runs, new GeneratedProxies(), this);
    }

    @Override
    public Role apply(Mark.Offered offered) {
      return offered(offered);
    }
  }

  /** What one extension offers to others, whether it is switched on or not. */
  private Role offered(Mark.Offered offered) {
    for (KnownExtension each : all) {
      if (each.name().equals(offered.extension())) {
        Role role = each.extension().offers().get(offered.role());
        if (role != null) {
          return role;
        }
      }
    }
    throw new IllegalArgumentException(
        "no extension " + offered.extension() + " offers " + offered.role());
  }

  private KnownExtension of(String family) {
    for (int i = 0; i < families.length; i++) {
      if (families[i].equals(family)) {
        return ofFamilies[i];
      }
    }
    throw new IllegalArgumentException("no extension is for " + family);
  }
}
