package io.loophalt.compatibility.handedon;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A JVM that serves requests at the port that its argument names. */
@SpringBootApplication
public class Replica {

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    SpringApplication application = new SpringApplication(Replica.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", args[0],
            "server.address", "127.0.0.1",
            "spring.main.banner-mode", "off",
            "logging.level.root", "off"));
    application.run();
    Report.fact("ready", true);
  }
}
