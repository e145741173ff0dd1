package io.loophalt.runtime.value;

/** What of an object counts beside its type, and how it is read. */
enum Reading {

  /** The fields of an object of the application. */
  FIELDS,

  /** Nothing: a handle such as a stream, a lock or a lambda has no value. */
  NOTHING,

  /** Its identity: it has a value, but only code of the application could tell it. */
  IDENTITY,

  /** The message, the cause and the application's fields of an exception. */
  EXCEPTION,

  // What follows is for classes of the JDK, see KnownValues.

  /** Its {@code toString()}. */
  TEXT,

  /** Its {@code longValue()}. */
  WHOLE_NUMBER,

  /** Its {@code doubleValue()}. */
  FRACTION,

  /** A {@code BigDecimal} or {@code BigInteger}. */
  BIG_NUMBER,

  /** Its characters. */
  CHARACTERS,

  /** Its bytes. */
  BYTES,

  /** Its bits or its numbers, in their order. */
  NUMBERS,

  /** Milliseconds since 1970. */
  TIME,

  /** As {@link #TIME}, and the nanoseconds in its field. */
  TIMESTAMP,

  /** As {@link #TIME}, if the time zone in its field is of the JDK. */
  CALENDAR,

  /** What it may hold: an optional or an atomic reference. */
  HOLDER,

  /** Key and value. */
  ENTRY,

  /** Its elements, one iteration. */
  COLLECTION,

  /** Its entries, one iteration. */
  MAP,

  /** As a collection, map or text, if the object in its field may be called. */
  PART,

  /** As a map, if by its fields it reaches from end to end of the tree in its first one. */
  TREE_RANGE,

  /**
   * As the map in its first field, maybe backwards, if by the others it reaches from end to end.
   */
  LIST_RANGE,

  /** What its field holds, in its place: its own methods take a lock, or call what it wraps. */
  VIEW,

  /** The keys of the map in its field. */
  KEYS,

  /** The values of the map in its field. */
  VALUES,

  /** The entries of the map in its field. */
  ENTRIES,

  /** The elements of the collection or map in its field, from the last to the first. */
  REVERSED,

  /** The array in its field, as far as it is filled. */
  ARRAY,

  /** A part of the array in its field. */
  SLICE,

  /** The chains of entries in the array in its field. */
  BUCKETS,

  /** The encoded characters in its field. */
  BUFFER;

  /** Whether the contents are in fields of a class of the JDK. */
  boolean isOfJdkFields() {
    return compareTo(PART) >= 0 || this == CALENDAR || this == TIMESTAMP;
  }
}
