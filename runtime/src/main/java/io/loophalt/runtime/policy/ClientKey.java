package io.loophalt.runtime.policy;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;

/**
 * A private key with its certificate, by which a server knows this process.
 *
 * @param store where it is
 * @param password of the store and of the key
 */
public record ClientKey(KeyStore store, String password) {

  /**
   * That of a PKCS#12 or JKS file.
   *
   * @throws IOException if it cannot be read, or holds none; the message goes on from the name of
   *     the file
   */
  public static ClientKey read(File file, String password) throws IOException {
    if (!file.isFile()) {
      throw new IOException(file.exists() ? "is no file" : "does not exist");
    }
    try {
      KeyStore store = KeyStore.getInstance(file, password.toCharArray());
      for (String each : Collections.list(store.aliases())) {
        if (store.isKeyEntry(each)) {
          store.getKey(each, password.toCharArray());
          return new ClientKey(store, password);
        }
      }
    } catch (GeneralSecurityException | IOException unusable) {
      throw new IOException("cannot be read: " + unusable.getMessage(), unusable);
    }
    throw new IOException("holds no private key");
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "ClientKey[" + store.getType() + ']';
  }
}
