package io.loophalt.runtime.policy;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import org.jspecify.annotations.Nullable;

/** Reads the certificates by which a server is trusted. */
public final class TrustFile {

  private static final String PEM = "-----BEGIN";

  private TrustFile() {}

  /**
   * Those of a PKCS#12 or JKS file, or of a file of PEM certificates.
   *
   * @param password of a PKCS#12 or JKS file; null if it has none
   * @throws IOException if it cannot be read, or holds none; the message goes on from the name of
   *     the file
   */
  public static KeyStore read(File file, @Nullable String password) throws IOException {
    if (!file.isFile()) {
      throw new IOException(file.exists() ? "is no file" : "does not exist");
    }
    try {
      byte[] bytes = Files.readAllBytes(file.toPath());
      KeyStore store =
          new String(bytes, StandardCharsets.ISO_8859_1).contains(PEM)
              ? ofPem(bytes)
              : KeyStore.getInstance(file, password == null ? null : password.toCharArray());
      if (store.size() == 0) {
        throw new IOException("holds no certificate");
      }
      return store;
    } catch (GeneralSecurityException unusable) {
      throw new IOException("cannot be read: " + unusable.getMessage(), unusable);
    }
  }

  private static KeyStore ofPem(byte[] bytes) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (Certificate each :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(bytes))) {
      store.setCertificateEntry(String.valueOf(store.size()), each);
    }
    return store;
  }
}
