package io.loophalt.runtime.value;

import io.loophalt.core.fingerprint.CanonicalForm;
import java.util.Arrays;

/**
 * The objects of one value that point at each other, each of them once, and what is known of it.
 *
 * <p>They are told apart in passes. In each one every object is read, and what it points at counts
 * by the digest that the pass before gave it: first by nothing, then by what it holds itself, then
 * by what its neighbours hold, and so on, until a pass tells no more objects apart than the one
 * before. What is equal then has the same contents on every path, however long. Neither the order
 * in which the objects are met nor whether equal ones are one object makes a difference.
 *
 * <p>Not thread-safe; lives as long as one value is read.
 */
final class ValueGraph {

  private static final int FIRST_CAPACITY = 64;

  /** The objects in the order in which they were met. */
  private Object[] nodes = new Object[FIRST_CAPACITY];

  /** What the pass before found. */
  private long[] digests = new long[FIRST_CAPACITY];

  /** What this pass finds. */
  private long[] found = new long[FIRST_CAPACITY];

  private boolean[] cut = new boolean[FIRST_CAPACITY];
  private boolean[] opaque = new boolean[FIRST_CAPACITY];

  /** By identity: one more than the place of a node, 0 where there is none. */
  private int[] slots = new int[4 * FIRST_CAPACITY];

  private int size;
  private int classes = 1;
  private boolean complete;
  private boolean spread;

  int size() {
    return size;
  }

  Object node(int index) {
    return nodes[index];
  }

  /** What the pass before found of a node; the same for all in the first one. */
  long digest(int index) {
    return digests[index];
  }

  /** Whether something in a node is known by its size only, as far as is known. */
  boolean isCut(int index) {
    return cut[index];
  }

  /** Whether something in a node is known by its type only, as far as is known. */
  boolean isOpaque(int index) {
    return opaque[index];
  }

  /** The place of a node, which is new in the first pass only; -1 for one that is new later. */
  int indexOf(Object node) {
    int slot = slotOf(node);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    if (complete) {
      return -1;
    }
    if (size == nodes.length) {
      grow();
      slot = slotOf(node);
    }
    nodes[size] = node;
    slots[slot] = ++size;
    return size - 1;
  }

  private int slotOf(Object node) {
    int hash = System.identityHashCode(node);
    int slot = (hash ^ hash >>> 16) & (slots.length - 1);
    while (slots[slot] != 0 && nodes[slots[slot] - 1] != node) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private void grow() {
    int capacity = 2 * size;
    nodes = Arrays.copyOf(nodes, capacity);
    digests = Arrays.copyOf(digests, capacity);
    found = Arrays.copyOf(found, capacity);
    cut = Arrays.copyOf(cut, capacity);
    opaque = Arrays.copyOf(opaque, capacity);
    slots = new int[4 * capacity];
    for (int i = 0; i < size; i++) {
      slots[slotOf(nodes[i])] = i + 1;
    }
  }

  /** Takes what this pass finds of a node. */
  void put(int index, long digest, boolean isCut, boolean isOpaque) {
    found[index] = digest;
    spread |= isCut != cut[index] || isOpaque != opaque[index];
    cut[index] = isCut;
    opaque[index] = isOpaque;
  }

  /** Ends a pass; whether the next one may find more. */
  boolean endPass() {
    long[] spare = digests;
    digests = found;
    found = spare;
    long[] sorted = Arrays.copyOf(digests, size);
    int distinct = distinct(sorted);
    boolean more = distinct > classes || spread;
    classes = distinct;
    complete = true;
    spread = false;
    return more;
  }

  /** All that was found: of each kind of node, what it is now and was in the pass before. */
  long digest() {
    long[] kinds = new long[size];
    for (int i = 0; i < size; i++) {
      kinds[i] = CanonicalForm.append(found[i], digests[i]);
    }
    int distinct = distinct(kinds);
    long sum = 0;
    for (int i = 0; i < distinct; i++) {
      sum += CanonicalForm.member(kinds[i]);
    }
    return CanonicalForm.set(sum, distinct);
  }

  /** Brings the different ones to the front; how many there are. */
  private static int distinct(long[] values) {
    Arrays.sort(values);
    int distinct = 0;
    for (int i = 0; i < values.length; i++) {
      if (i == 0 || values[i] != values[distinct - 1]) {
        values[distinct++] = values[i];
      }
    }
    return distinct;
  }
}
