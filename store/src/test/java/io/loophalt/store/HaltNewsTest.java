package io.loophalt.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.loophalt.store.StoredNames.RunName;
import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HaltNewsTest {

  private static final RunName NAME = new RunName("order", "order/job");

  @Property
  void allOfItArrives(
      @ForAll @AlphaChars String task,
      @ForAll @AlphaChars String id,
      @ForAll long number,
      @ForAll byte[] name,
      @ForAll long millis,
      @ForAll long halted,
      @ForAll byte[] state)
      throws IOException {
    StoredRun run =
        new StoredRun(
            new Generation(number, name), name.clone(), millis, millis / 2, halted, state, null);

    HaltNews heard =
        HaltNews.opened(Names.OURS, new HaltNews(new RunName(task, id), run).sealed(Names.OURS));

    assertThat(heard.name()).isEqualTo(new RunName(task, id));
    assertThat(heard.stored()).usingRecursiveComparison().isEqualTo(run);
  }

  @Test
  void whoHasAnotherKeyReadsNothingAndMakesNoneUp() {
    byte[] sealed = news(new byte[] {1}).sealed(Names.OF_OTHERS);

    assertThatIOException().isThrownBy(() -> HaltNews.opened(Names.OURS, sealed));
  }

  @Test
  void anotherVersionIsNotRead() {
    byte[] sealed = Names.OURS.seal(new byte[] {1, 0, 0, 0, 0});

    assertThatIOException()
        .isThrownBy(() -> HaltNews.opened(Names.OURS, sealed))
        .withMessageContaining("of another version");
  }

  @Test
  void aRunWithoutAStateIsToldAsOneWithAnEmptyOne() throws IOException {
    HaltNews heard = HaltNews.opened(Names.OURS, news(null).sealed(Names.OURS));

    assertThat(heard.stored().state()).isEmpty();
  }

  private static HaltNews news(byte @Nullable [] state) {
    byte[] id = {'i'};
    return new HaltNews(NAME, new StoredRun(new Generation(1, id), id, 1, 2, 3, state, null));
  }
}
