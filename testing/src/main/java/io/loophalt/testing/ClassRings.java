package io.loophalt.testing;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;

/**
 * Classes that all lead to each other can only be read, tested and changed together. Nested classes
 * count as the one that they stand in. What a sealed type permits closes no ring: it says which
 * cases there are, and ArchUnit does not read it as a dependency.
 */
public final class ClassRings {

  private static final int MOST_IN_A_RING = 3;

  private ClassRings() {}

  /** The rings of more than three classes. */
  public static List<Set<String>> largeOf(JavaClasses classes) {
    Graph<String, DefaultEdge> graph = new DefaultDirectedGraph<>(DefaultEdge.class);
    classes.forEach(each -> graph.addVertex(topLevel(each)));
    for (JavaClass each : classes) {
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        String target = topLevel(dependency.getTargetClass().getBaseComponentType());
        if (graph.containsVertex(target)) {
          graph.addEdge(topLevel(each), target);
        }
      }
    }
    return new KosarajuStrongConnectivityInspector<>(graph)
        .stronglyConnectedSets().stream().filter(ring -> ring.size() > MOST_IN_A_RING).toList();
  }

  private static String topLevel(JavaClass any) {
    String name = any.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }
}
