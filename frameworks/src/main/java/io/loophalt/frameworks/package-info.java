/**
 * One class per framework: which of its methods are choke points, and how its objects are read.
 *
 * <p>Nothing of a framework is linked here. Its classes are known by name, its objects are read
 * through method handles that are cached per class, so that a framework that is absent costs
 * nothing and one in two loaders is read twice.
 */
@NullMarked
package io.loophalt.frameworks;

import org.jspecify.annotations.NullMarked;
