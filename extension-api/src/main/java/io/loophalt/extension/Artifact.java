package io.loophalt.extension;

import java.util.ArrayList;
import java.util.List;

/**
 * One artifact of an agent framework: how its presence is seen, and which of its methods are
 * watched.
 *
 * <p>When the marker class is loaded, the class files beside it are looked at: a part of which no
 * method is there any more is said once, in a warning that names what is therefore not guarded. A
 * framework of several artifacts, which an application may use one without the other, is described
 * by several of these.
 *
 * @param name what people call it, such as {@code LangChain4j}
 * @param artifact {@code group:name} of the artifact, from which the version is read
 * @param marker fully qualified name of a class of that artifact which is loaded whenever it is
 *     used and has been there, under this name, in every version one may meet; it need not be
 *     watched itself
 * @param parts what is watched in this artifact
 */
public record Artifact(String name, String artifact, String marker, List<Part> parts) {

  /** Copies the parts. */
  public Artifact {
    parts = List.copyOf(parts);
  }

  /**
   * Methods of which any one will do: several, because they differ between versions, or lie inside
   * each other.
   *
   * @param unguarded what is not seen where none of the methods is there, in the plural: {@code
   *     tool calls}
   * @param points the methods, all in classes of the artifact
   */
  public record Part(String unguarded, List<ChokePoint> points) {

    /** Copies the methods. */
    public Part {
      points = List.copyOf(points);
    }

    /** Of these methods. */
    public Part(String unguarded, ChokePoint... points) {
      this(unguarded, List.of(points));
    }
  }

  /** The methods of all parts. */
  public List<ChokePoint> chokePoints() {
    List<ChokePoint> all = new ArrayList<>();
    for (Part part : parts) {
      all.addAll(part.points());
    }
    return all;
  }
}
