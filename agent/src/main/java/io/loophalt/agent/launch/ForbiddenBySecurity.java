package io.loophalt.agent.launch;

import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;

/**
 * Whether a security manager (JDKs before 24) would stop the agent in the middle of its work. It
 * works on the stacks of the application's calls, so that what its own jar is granted is not
 * enough.
 *
 * <p>Loaded where there is a security manager alone. Stateless.
 */
@SuppressWarnings("removal") // Where there is no security manager any more, nobody asks.
final class ForbiddenBySecurity implements PrivilegedAction<Boolean> {

  static final String REASON =
      "[loophalt] is off and watches nothing: this JVM has a security manager, under which not all"
          + " code has java.security.AllPermission. Grant that to all code in its policy, or start"
          + " the JVM without -Djava.security.manager";

  private final SecurityManager manager;

  private ForbiddenBySecurity(SecurityManager manager) {
    this.manager = manager;
  }

  /** Whether code of which nothing is known may not do everything. */
  static boolean is(SecurityManager manager) {
    ProtectionDomain unknown =
        new ProtectionDomain(new CodeSource(null, (Certificate[]) null), null, null, null);
    return AccessController.doPrivileged(
        new ForbiddenBySecurity(manager),
        new AccessControlContext(new ProtectionDomain[] {unknown}));
  }

  @Override
  public Boolean run() {
    try {
      manager.checkPermission(new AllPermission());
      return false;
    } catch (SecurityException forbidden) {
      return true;
    }
  }
}
