package io.loophalt.operations.memory;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Says why a file cannot be used: many of the JDK's exceptions hold its name and no more. */
final class FileFailure {

  private FileFailure() {}

  static String why(IOException failed) {
    String message = String.valueOf(failed.getMessage());
    if (!(failed instanceof FileSystemException at) || at.getReason() != null) {
      return message;
    }
    return message + ": " + kind(at);
  }

  private static String kind(FileSystemException failed) {
    if (failed instanceof AccessDeniedException) {
      return "this user may not open it";
    }
    if (failed instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (failed instanceof FileAlreadyExistsException) {
      return "something else has this name";
    }
    return failed instanceof NotDirectoryException
        ? "it is no folder"
        : failed.getClass().getSimpleName();
  }
}
