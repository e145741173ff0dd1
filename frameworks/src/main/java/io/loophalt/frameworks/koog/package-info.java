/** Support for JetBrains' Koog. */
@NullMarked
package io.loophalt.frameworks.koog;

import org.jspecify.annotations.NullMarked;
