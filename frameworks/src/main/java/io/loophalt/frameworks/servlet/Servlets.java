package io.loophalt.frameworks.servlet;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.Mark;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.reflect.ApplicationException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Servlet requests, tried with Spring MVC 7 on Tomcat 11.
 *
 * <pre>
 * HttpServlet.service(ServletRequest, ServletResponse)       what containers call; one request
 *   HttpServlet.service(HttpServletRequest, ..)              which servlets override,
 *   DispatcherServlet, FrameworkServlet                      Spring's among them
 * </pre>
 *
 * <p>The public method is in one class for all servlets and containers, and is hardly ever
 * overridden. What a servlet starts to do asynchronously goes on after it, on another thread, and
 * is not part of the request here.
 */
@AutoService(Extension.class)
public final class Servlets implements Extension {

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "servlet";
  }

  @Override
  public String title() {
    return "Servlet API";
  }

  @Override
  public List<String> packages() {
    return List.of("jakarta.servlet.http.", "javax.servlet.http.");
  }

  @Override
  public List<Artifact> artifacts() {
    return List.of(api("jakarta"), api("javax"));
  }

  private static final class Requests implements Mark.Request {

    /** For each woven class; null where the API is not as it is known. */
    private final ClassValue<@Nullable Header> headers =
        new ClassValue<>() {
          @Override
          protected @Nullable Header computeValue(Class<?> servlet) {
            return Header.seenBy(servlet);
          }
        };

    @Override
    public @Nullable String header(MethodCall call, String name) {
      Header header = headers.get(call.declaring());
      Object request = call.argument(0);
      return header == null || !header.type().isInstance(request) ? null : header.of(request, name);
    }
  }

  /**
   * How headers of requests are read.
   *
   * @param type of the requests that have headers
   * @param read {@code (Object, String)Object}
   */
  private record Header(Class<?> type, MethodHandle read) {

    static @Nullable Header seenBy(Class<?> servlet) {
      try {
        Class<?> type =
            Class.forName(
                servlet.getPackageName() + ".HttpServletRequest", false, servlet.getClassLoader());
        MethodHandle read =
            MethodHandles.publicLookup()
                .findVirtual(type, "getHeader", MethodType.methodType(String.class, String.class));
        return new Header(
            type, read.asType(MethodType.methodType(Object.class, Object.class, String.class)));
      } catch (ReflectiveOperationException otherApi) {
        return null;
      }
    }

    @Nullable String of(Object request, String name) {
      try {
        return (Object) read.invokeExact(request, name) instanceof String value ? value : null;
      } catch (Throwable theirs) {
        throw ApplicationException.of("getHeader of " + request.getClass().getName(), theirs);
      }
    }
  }

  /** Of its two packages: {@code javax} came before {@code jakarta}. */
  private static Artifact api(String origin) {
    String servlet = origin + ".servlet.http.HttpServlet";
    return new Artifact(
        "Servlet API",
        origin + ".servlet:" + origin + ".servlet-api",
        servlet,
        List.of(
            new Part(
                "requests",
                new ChokePoint(
                    servlet, "service", 2, origin + ".servlet.ServletRequest", new Requests()))));
  }
}
