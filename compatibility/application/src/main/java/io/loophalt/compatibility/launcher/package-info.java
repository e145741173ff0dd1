/**
 * Containers that load an application as servers do: not with the system class loader. No Loophalt
 * type may be used here.
 */
@NullMarked
package io.loophalt.compatibility.launcher;

import org.jspecify.annotations.NullMarked;
