package io.loophalt.compatibility;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.launcher.LoaderKind;
import io.loophalt.compatibility.stuck.StuckAgent;
import java.io.File;

/** The applications of this module, each in the usual way to start it. */
final class Applications {

  static final String STUCK = StuckAgent.class.getName();

  private Applications() {}

  static Application stuck() {
    return Application.onClassPath(STUCK, Artifacts.applications(), Artifacts.annotations());
  }

  static Application stuckIn(LoaderKind kind) {
    return Application.inLoader(kind, STUCK, Artifacts.applications(), Artifacts.annotations());
  }

  static String stuckClassPath() {
    return Artifacts.applications() + File.pathSeparator + Artifacts.annotations();
  }
}
