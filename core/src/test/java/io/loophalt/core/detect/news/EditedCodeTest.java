package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Failures that quote the code that was edited last. */
class EditedCodeTest {

  private static final String[] CODE = {
    "let first = self.items.first().unwrap();",
    "let Some(head) = self.items.first() else { return };",
    "let snapshot = self.items.clone();",
    "let view = std::mem::take(&mut self.items);",
    "for item in self.items.drain(..) { self.push(item); }",
    "let ptr = self.items.as_ptr();",
    "match self.items.split_first() { _ => {} }",
    "let idx = self.items.len() - 1;"
  };

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void theSameMessageIsTheSameWhateverOwnCodeIsQuotedWithIt() {
    for (int i = 0; i < CODE.length; i++) {
      edit(told, CODE[i]);
      told.turn(failed("bash", "cargo build", borrowed(CODE[i], 88 + i % 3)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void soIsAnExceptionWithTheLineThatThrewIt() {
    for (int i = 0; i < CODE.length; i++) {
      edit(told, CODE[i]);
      String trace =
          "Traceback (most recent call last):\n  File \"a.py\", line %d, in run\n    %s\n"
              .formatted(20 + i, CODE[i]);
      told.turn(failed("bash", "python a.py", trace + "TypeError: 'int' is not iterable"));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void theNextPlaceIsAnotherFailureThoughItsMessageIsTheSame() {
    for (int i = 0; i < CODE.length; i++) {
      told.turn(failed("bash", "cargo build", borrowed(CODE[i], 88 + 11 * i)));
      edit(told, "take().step" + (char) ('a' + i) + "()");
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void aNameInTheMessageMakesAnotherFailureThoughItWasEdited() {
    for (String name : "amber birch cedar dune elder fjord grove heath".split(" ")) {
      edit(told, "include(" + name + ")");
      told.turn(failed("bash", "make", "main.c:3:10: error: '" + name + "' undeclared"));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void whoWritesAWholeFileMayHaveWrittenAnyWord() {
    for (int i = 0; i < CODE.length; i++) {
      StringBuilder file = new StringBuilder();
      for (int line = 0; line < 60; line++) {
        file.append(CODE[line % CODE.length]).append(' ');
      }
      edit(told, file.append(i).toString());
      told.turn(failed("bash", "cargo build", borrowed(CODE[i], 88 + 11 * i)));
    }

    assertThat(told.count()).isLessThan(4);
  }

  @Test
  void anotherProcessKnowsWhatWasEdited() throws IOException {
    for (int i = 0; i < 4; i++) {
      edit(told, CODE[i]);
      told.turn(failed("bash", "cargo build", borrowed(CODE[i], 88)));
    }
    edit(told, CODE[4]);
    NewsAccount elsewhere = goneOn(account);
    Told there = new Told(elsewhere);

    told.turn(failed("bash", "cargo build", borrowed(CODE[4], 88)));
    there.turn(failed("bash", "cargo build", borrowed(CODE[4], 88)));

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("failed as before (");
  }

  private static void edit(Told told, String code) {
    told.turn(worked("edit_file", "{\"path\":\"lib.rs\",\"new\":\"" + code + "\"}", "saved"));
  }

  private static String borrowed(String code, int line) {
    return """
        checking lru v0.3.1
        error[E0499]: cannot borrow `*self` as mutable more than once at a time
        %d |     %s
           |             ----------- first mutable borrow occurs here
        error: could not compile `lru` (lib) due to 1 previous error
        """
        .formatted(line, code);
  }
}
