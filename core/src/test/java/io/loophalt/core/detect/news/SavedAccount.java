package io.loophalt.core.detect.news;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** An account that goes on in another process. */
final class SavedAccount {

  private SavedAccount() {}

  /** The same account there. */
  static NewsAccount goneOn(NewsAccount account) throws IOException {
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    account.save(new DataOutputStream(saved));
    NewsAccount elsewhere = new NewsAccount();
    elsewhere.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
    return elsewhere;
  }
}
