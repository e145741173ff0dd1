package io.loophalt.compatibility.launcher;

import java.net.URL;
import java.net.URLClassLoader;

/** How a container's class loader finds the application's classes. */
public enum LoaderKind {

  /** Its own jars below the platform's classes; the usual delegation. */
  FLAT {
    @Override
    ClassLoader over(URL[] jars) {
      return new URLClassLoader(jars, ClassLoader.getPlatformClassLoader());
    }
  },

  /** Its own jars first, then the system class path, as a web application in Tomcat. */
  CHILD_FIRST {
    @Override
    ClassLoader over(URL[] jars) {
      return new SelfishLoader(jars, ClassLoader.getSystemClassLoader());
    }
  },

  /** Its own jars, and from outside nothing but {@code java.*}, as an OSGi bundle. */
  JAVA_ONLY {
    @Override
    ClassLoader over(URL[] jars) {
      return new SelfishLoader(jars, null);
    }
  };

  abstract ClassLoader over(URL[] jars);
}
