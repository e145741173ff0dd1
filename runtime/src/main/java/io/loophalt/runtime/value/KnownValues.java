package io.loophalt.runtime.value;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the JDK whose objects have a value, and how it is read without a lock and without
 * a call of anybody else's code. No other object's methods are ever called for its value.
 *
 * <p>An entry stands for exactly the class of that name: a subclass of the application may override
 * what would be called. What its JDK superclass holds is read by fields, for the {@link #base
 * classes} that keep all they hold in fields. In the list is only what takes no lock and calls no
 * element, comparator or backing collection when it is iterated or asked for its size; so a {@code
 * LinkedBlockingQueue} (locks), a {@code WeakHashMap} (cleans up under a lock) and a {@code
 * LongAccumulator} (calls a function) are not.
 */
final class KnownValues {

  /**
   * How objects of a class are read.
   *
   * @param reading the way
   * @param owner the class whose field holds the contents, null if no field is read
   * @param fields the names of the fields; of an array or buckets the second is the size, of an
   *     entry it is the next one in its bucket
   */
  record Known(Reading reading, @Nullable String owner, List<String> fields) {}

  private static final Map<String, Known> CLASSES = new HashMap<>();
  private static final Map<String, Known> BASES = new HashMap<>();

  static {
    called(
        Reading.TEXT,
        "java.io.File",
        "java.lang.Class",
        "java.lang.StackTraceElement",
        "java.lang.reflect.Constructor",
        "java.lang.reflect.Field",
        "java.lang.reflect.Method",
        "java.net.Inet4Address",
        "java.net.Inet6Address",
        "java.net.InetSocketAddress",
        "java.net.URI",
        "java.net.URL",
        "java.nio.file.attribute.FileTime",
        "java.time.Duration",
        "java.time.Instant",
        "java.time.LocalDate",
        "java.time.LocalDateTime",
        "java.time.LocalTime",
        "java.time.MonthDay",
        "java.time.OffsetDateTime",
        "java.time.OffsetTime",
        "java.time.Period",
        "java.time.Year",
        "java.time.YearMonth",
        "java.time.ZoneOffset",
        "java.time.ZoneRegion",
        "java.time.ZonedDateTime",
        "java.util.Currency",
        "java.util.Locale",
        "java.util.StringJoiner",
        "java.util.UUID",
        "java.util.regex.Pattern",
        "sun.nio.fs.UnixPath",
        "sun.nio.fs.WindowsPath");
    called(
        Reading.NUMBERS,
        "java.util.BitSet",
        "java.util.concurrent.atomic.AtomicIntegerArray",
        "java.util.concurrent.atomic.AtomicLongArray");
    called(
        Reading.WHOLE_NUMBER,
        "java.lang.Byte",
        "java.lang.Integer",
        "java.lang.Long",
        "java.lang.Short",
        "java.util.concurrent.atomic.AtomicInteger",
        "java.util.concurrent.atomic.AtomicLong",
        "java.util.concurrent.atomic.LongAdder");
    called(
        Reading.FRACTION,
        "java.lang.Double",
        "java.lang.Float",
        "java.util.concurrent.atomic.DoubleAdder");
    called(Reading.BIG_NUMBER, "java.math.BigDecimal", "java.math.BigInteger");
    called(Reading.CHARACTERS, "java.lang.String", "java.lang.StringBuilder");
    called(Reading.TIME, "java.sql.Date", "java.sql.Time", "java.util.Date");
    called(
        Reading.HOLDER,
        "java.util.Optional",
        "java.util.OptionalDouble",
        "java.util.OptionalInt",
        "java.util.OptionalLong",
        "java.util.concurrent.atomic.AtomicBoolean",
        "java.util.concurrent.atomic.AtomicReference");
    called(
        Reading.ENTRY,
        "java.util.AbstractMap$SimpleEntry",
        "java.util.AbstractMap$SimpleImmutableEntry",
        "java.util.EnumMap$EntryIterator$Entry",
        "java.util.IdentityHashMap$EntryIterator$Entry",
        "java.util.KeyValueHolder",
        "java.util.TreeMap$Entry",
        "java.util.concurrent.ConcurrentHashMap$MapEntry",
        "jdk.internal.util.NullableKeyValueHolder");
    called(
        Reading.COLLECTION,
        "java.util.ArrayDeque",
        "java.util.ArrayList",
        "java.util.ArrayList$SubList",
        "java.util.Arrays$ArrayList",
        "java.util.Collections$CopiesList",
        "java.util.Collections$EmptyList",
        "java.util.Collections$EmptySet",
        "java.util.Collections$SingletonList",
        "java.util.Collections$SingletonSet",
        "java.util.EnumMap$EntrySet",
        "java.util.EnumMap$KeySet",
        "java.util.EnumMap$Values",
        "java.util.HashMap$EntrySet",
        "java.util.HashMap$KeySet",
        "java.util.HashMap$Values",
        "java.util.IdentityHashMap$EntrySet",
        "java.util.IdentityHashMap$KeySet",
        "java.util.IdentityHashMap$Values",
        "java.util.ImmutableCollections$List12",
        "java.util.ImmutableCollections$ListN",
        "java.util.ImmutableCollections$MapN$1",
        "java.util.ImmutableCollections$Set12",
        "java.util.ImmutableCollections$SetN",
        "java.util.JumboEnumSet",
        "java.util.LinkedHashMap$LinkedEntrySet",
        "java.util.LinkedHashMap$LinkedKeySet",
        "java.util.LinkedHashMap$LinkedValues",
        "java.util.LinkedHashSet",
        "java.util.LinkedList",
        "java.util.PriorityQueue",
        "java.util.RegularEnumSet",
        "java.util.concurrent.ConcurrentLinkedDeque",
        "java.util.concurrent.ConcurrentLinkedQueue",
        "java.util.concurrent.CopyOnWriteArrayList",
        "java.util.concurrent.CopyOnWriteArraySet",
        "java.util.concurrent.LinkedTransferQueue",
        "java.util.concurrent.SynchronousQueue");
    called(
        Reading.MAP,
        "java.util.Collections$EmptyMap",
        "java.util.Collections$SingletonMap",
        "java.util.EnumMap",
        "java.util.IdentityHashMap",
        "java.util.ImmutableCollections$Map1",
        "java.util.ImmutableCollections$MapN",
        "java.util.LinkedHashMap",
        "java.util.TreeMap",
        "java.util.concurrent.ConcurrentHashMap",
        "java.util.concurrent.ConcurrentSkipListMap");

    // Their tables tell whether looking through them comes to an end soon.
    fields(Reading.MAP, "java.util.HashMap", "table");
    fields(Reading.COLLECTION, "java.util.HashSet", "map");

    fields(Reading.ENTRY, "java.util.Hashtable$Entry", "next");
    fields(Reading.ENTRY, "java.util.HashMap$Node", "next");
    CLASSES.put("java.util.HashMap$TreeNode", CLASSES.get("java.util.HashMap$Node"));
    CLASSES.put("java.util.LinkedHashMap$Entry", CLASSES.get("java.util.HashMap$Node"));

    // What they are a part of may be lazy, or compare its elements while it is iterated.
    held(
        Reading.PART,
        "java.util.AbstractList$SubList",
        "root",
        "java.util.AbstractList$SubList",
        "java.util.AbstractList$RandomAccessSubList");
    held(
        Reading.PART,
        "java.util.ImmutableCollections$SubList",
        "root",
        "java.util.ImmutableCollections$SubList");
    held(
        Reading.PART,
        "java.util.concurrent.ConcurrentHashMap$CollectionView",
        "map",
        "java.util.concurrent.ConcurrentHashMap$KeySetView",
        "java.util.concurrent.ConcurrentHashMap$ValuesView",
        "java.util.concurrent.ConcurrentHashMap$EntrySetView");
    held(Reading.PART, "java.nio.StringCharBuffer", "str", "java.nio.StringCharBuffer");
    viewsOfMaps();
    reversed();

    views("Unmodifiable", "c", "m");
    String entries = "java.util.Collections$UnmodifiableMap$UnmodifiableEntrySet";
    CLASSES.put(entries, CLASSES.get("java.util.Collections$UnmodifiableSet"));
    view(Reading.VIEW, entries + "$UnmodifiableEntry", "e");
    views("Synchronized", "c", "m");
    views("Checked", "c", "m");
    String checkedEntries = "java.util.Collections$CheckedMap$CheckedEntrySet";
    view(Reading.VIEW, checkedEntries, "s");
    view(Reading.VIEW, checkedEntries + "$CheckedEntry", "e");
    view(Reading.VIEW, "java.util.Properties$EntrySet", "entrySet");
    view(Reading.VIEW, "java.util.Collections$AsLIFOQueue", "q");
    fields(Reading.TIMESTAMP, "java.sql.Timestamp", "nanos");
    CLASSES.put(
        "java.lang.StringBuffer",
        new Known(
            Reading.BUFFER, "java.lang.AbstractStringBuilder", List.of("value", "coder", "count")));
    CLASSES.put(
        "java.util.GregorianCalendar",
        new Known(Reading.CALENDAR, "java.util.Calendar", List.of("zone")));

    fields(
        Reading.SLICE,
        "java.util.concurrent.CopyOnWriteArrayList$COWSubList",
        "expectedArray",
        "offset",
        "size");
    stored(Reading.ARRAY, "java.util.Vector", "elementData", "elementCount");
    stored(Reading.BUCKETS, "java.util.Hashtable", "table", "count");
    stored(Reading.VIEW, "java.util.Properties", "map");
    CLASSES.put("java.util.Stack", CLASSES.get("java.util.Vector"));
    BASES.put("java.util.Stack", CLASSES.get("java.util.Vector"));
    base(Reading.ARRAY, "java.util.ArrayList", "elementData", "size");
    base(Reading.BUCKETS, "java.util.HashMap", "table", "size");
    BASES.put("java.util.LinkedHashMap", BASES.get("java.util.HashMap"));
    base(Reading.KEYS, "java.util.HashSet", "map");
    BASES.put("java.util.LinkedHashSet", BASES.get("java.util.HashSet"));
  }

  private KnownValues() {}

  /** How objects of exactly this class of the JDK are read; null if only by type or identity. */
  static @Nullable Known of(Class<?> type) {
    Known known = CLASSES.get(type.getName());
    if (known != null) {
      return known;
    }
    // Nobody else can extend these two.
    if (ByteBuffer.class.isAssignableFrom(type)) {
      return new Known(Reading.BYTES, null, List.of());
    }
    return CharBuffer.class.isAssignableFrom(type)
        ? new Known(Reading.CHARACTERS, null, List.of())
        : null;
  }

  /**
   * How the contents are read that an object of the application inherits from this class of the
   * JDK; null if they cannot be.
   */
  static @Nullable Known base(Class<?> superclass) {
    return BASES.get(superclass.getName());
  }

  /** Whether a class of the JDK is a skeleton, which leaves the contents to its subclasses. */
  static boolean isSkeleton(Class<?> superclass) {
    return switch (superclass.getName()) {
      case "java.lang.Object",
          "java.lang.Number",
          "java.lang.Record",
          "java.util.AbstractCollection",
          "java.util.AbstractList",
          "java.util.AbstractMap",
          "java.util.AbstractQueue",
          "java.util.AbstractSequentialList",
          "java.util.AbstractSet" ->
          true;
      default -> false;
    };
  }

  private static void called(Reading reading, String... classes) {
    for (String each : classes) {
      CLASSES.put(each, new Known(reading, null, List.of()));
    }
  }

  private static void fields(Reading reading, String owner, String... fields) {
    CLASSES.put(owner, new Known(reading, owner, List.of(fields)));
  }

  private static void base(Reading reading, String owner, String... fields) {
    BASES.put(owner, new Known(reading, owner, List.of(fields)));
  }

  private static void stored(Reading reading, String owner, String... fields) {
    fields(reading, owner, fields);
    base(reading, owner, fields);
  }

  private static void held(Reading reading, String owner, String field, String... classes) {
    for (String each : classes) {
      CLASSES.put(each, new Known(reading, owner, List.of(field)));
    }
  }

  /** Keys, values and entries of a map that may be anything, and sorted maps seen backwards. */
  private static void viewsOfMaps() {
    view(Reading.KEYS, "java.util.AbstractMap$1", "this$0");
    view(Reading.VALUES, "java.util.AbstractMap$2", "this$0");
    view(Reading.KEYS, "java.util.SequencedMap$1SeqKeySet", "this$0");
    view(Reading.VALUES, "java.util.SequencedMap$1SeqValues", "this$0");
    view(Reading.ENTRIES, "java.util.SequencedMap$1SeqEntrySet", "this$0");
    view(Reading.KEYS, "java.util.Hashtable$KeySet", "this$0");
    view(Reading.VALUES, "java.util.Hashtable$ValueCollection", "this$0");
    view(Reading.ENTRIES, "java.util.Hashtable$EntrySet", "this$0");
    String setFromMap = "java.util.Collections$SetFromMap";
    held(Reading.KEYS, setFromMap, "m", setFromMap, "java.util.Collections$SequencedSetFromMap");

    view(Reading.KEYS, "java.util.TreeSet", "m");
    view(Reading.KEYS, "java.util.TreeMap$KeySet", "m");
    view(Reading.VALUES, "java.util.TreeMap$Values", "this$0");
    view(Reading.ENTRIES, "java.util.TreeMap$EntrySet", "this$0");
    held(
        Reading.ENTRIES,
        "java.util.TreeMap$NavigableSubMap$EntrySetView",
        "this$0",
        "java.util.TreeMap$AscendingSubMap$AscendingEntrySetView",
        "java.util.TreeMap$DescendingSubMap$DescendingEntrySetView");
    Known treeRange =
        new Known(
            Reading.TREE_RANGE,
            "java.util.TreeMap$NavigableSubMap",
            List.of("m", "fromStart", "toEnd"));
    CLASSES.put("java.util.TreeMap$AscendingSubMap", treeRange);
    CLASSES.put("java.util.TreeMap$DescendingSubMap", treeRange);

    String skipList = "java.util.concurrent.ConcurrentSkipListMap";
    view(Reading.KEYS, "java.util.concurrent.ConcurrentSkipListSet", "m");
    view(Reading.KEYS, skipList + "$KeySet", "m");
    view(Reading.VALUES, skipList + "$Values", "m");
    view(Reading.ENTRIES, skipList + "$EntrySet", "m");
    fields(Reading.LIST_RANGE, skipList + "$SubMap", "m", "lo", "hi", "isDescending");
  }

  /** What newer JDKs make of lists, sets and maps to look at them backwards. */
  private static void reversed() {
    held(
        Reading.REVERSED,
        "java.util.ReverseOrderListView",
        "base",
        "java.util.ReverseOrderListView",
        "java.util.ReverseOrderListView$Rand");
    view(Reading.REVERSED, "java.util.ReverseOrderDequeView", "base");
    view(Reading.REVERSED, "java.util.LinkedList$ReverseOrderLinkedListView", "list");
    view(Reading.REVERSED, "java.util.concurrent.CopyOnWriteArrayList$Reversed", "base");
    String sortedMap = "java.util.ReverseOrderSortedMapView";
    view(Reading.REVERSED, sortedMap, "base");
    view(Reading.KEYS, sortedMap + "$1", "this$0");
    view(Reading.VALUES, sortedMap + "$2", "this$0");
    view(Reading.ENTRIES, sortedMap + "$3", "this$0");
    view(Reading.REVERSED, "java.util.ReverseOrderSortedSetView", "base");
    view(Reading.VIEW, "java.util.LinkedHashSet$1ReverseLinkedHashSetView", "this$0");
    view(Reading.PART, "java.util.LinkedHashMap$ReversedLinkedHashMapView", "base");
  }

  private static void view(Reading reading, String owner, String field) {
    held(reading, owner, field, owner);
  }

  /** The wrappers that {@code Collections} makes of collections and of maps. */
  private static void views(String kind, String ofCollections, String ofMaps) {
    String prefix = "java.util.Collections$" + kind;
    String[] collections = {
      "Collection",
      "SequencedCollection",
      "List",
      "RandomAccessList",
      "Set",
      "SequencedSet",
      "SortedSet",
      "NavigableSet",
      "NavigableSet$EmptyNavigableSet",
      "Queue"
    };
    for (String each : collections) {
      CLASSES.put(
          prefix + each, new Known(Reading.VIEW, prefix + "Collection", List.of(ofCollections)));
    }
    String[] maps = {
      "Map", "SequencedMap", "SortedMap", "NavigableMap", "NavigableMap$EmptyNavigableMap"
    };
    for (String each : maps) {
      CLASSES.put(prefix + each, new Known(Reading.VIEW, prefix + "Map", List.of(ofMaps)));
    }
  }
}
