package io.loophalt.frameworks.servlet;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.Mark;
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
                    servlet,
                    "service",
                    2,
                    origin + ".servlet.ServletRequest",
                    new Mark.Request()))));
  }
}
