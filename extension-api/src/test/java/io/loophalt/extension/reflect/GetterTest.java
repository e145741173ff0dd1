package io.loophalt.extension.reflect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What an extension asks for in vain is said to its class loader, once. */
class GetterTest {

  /** An object of a framework. */
  public record Call(String arguments) {}

  /** An extension that asks as it is told to. */
  public static final class Asking implements Function<Object, Object> {

    private final Getter misspelt = new Getter("argument");
    private final Property alsoMisspelt = new Property("args");
    private final Getter perhaps = new Getter("ofALaterVersion");

    @Override
    public Object apply(Object call) {
      if (perhaps.isOn(call)) {
        throw new AssertionError("no such method");
      }
      return Optional.of(call).map(misspelt::of).orElse("nothing")
          + alsoMisspelt.text(call)
          + perhaps.text(call);
    }
  }

  /** Loads {@link Asking} itself, and is told. */
  private static final class Loader extends ClassLoader implements MissingGetters {

    final List<String> told = new ArrayList<>();

    Loader() {
      super(GetterTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Asking.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = Asking.class.getResourceAsStream("GetterTest$Asking.class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }

    @Override
    public void isMissing(Class<?> type, String method, Class<?> asking) {
      assertThat(type).isEqualTo(Call.class);
      assertThat(asking.getName()).startsWith(Asking.class.getName());
      told.add(method);
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void aMethodThatIsNotThereIsSaidOnceToTheLoaderOfWhoAsks() throws Exception {
    Loader loader = new Loader();
    Function<Object, Object> asking =
        (Function<Object, Object>)
            loader.loadClass(Asking.class.getName()).getDeclaredConstructor().newInstance();

    assertThat(asking.apply(new Call("{}"))).isEqualTo("nothing");
    assertThat(asking.apply(new Call("{}"))).isEqualTo("nothing");

    assertThat(loader.told).containsExactly("argument", "args");
  }

  @Test
  void aMethodThatIsThereIsNotMissed() {
    assertThat(new Getter("arguments").text(new Call("{}"))).isEqualTo("{}");
    assertThat(new Getter("arguments").isOn(new Call("{}"))).isTrue();
  }
}
