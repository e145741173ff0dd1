package io.loophalt.frameworks;

import io.loophalt.instrumentation.ChokePoint;
import io.loophalt.instrumentation.Framework;
import io.loophalt.instrumentation.Framework.Part;
import io.loophalt.runtime.boundary.RequestHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import java.util.List;

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
final class Servlets {

  private Servlets() {}

  /**
   * The one there is.
   *
   * @param origin first part of its package: {@code jakarta}, or {@code javax} before that
   */
  static List<Framework> frameworks(String origin, RunCorrelator runs) {
    String servlet = origin + ".servlet.http.HttpServlet";
    return List.of(
        new Framework(
            "Servlet API",
            origin + ".servlet:" + origin + ".servlet-api",
            servlet,
            List.of(
                new Part(
                    "requests",
                    new ChokePoint(
                        servlet,
                        "service",
                        2,
                        origin + ".servlet.ServletRequest",
                        new RequestHandler(runs))))));
  }
}
