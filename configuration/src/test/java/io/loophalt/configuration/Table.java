package io.loophalt.configuration;

import io.loophalt.configuration.keys.FileKeys;
import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Type;
import io.loophalt.configuration.settings.FrameworkNames;
import io.loophalt.configuration.settings.PresetCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All objects of the description of the file, found by walking it.
 *
 * @param objects by name; detectors differ in their parameters, so their objects share a name
 */
record Table(Map<String, List<ObjectType<?>>> objects) {

  static Table of(PresetCatalog catalog, FrameworkNames frameworks) {
    Table table = new Table(new LinkedHashMap<>());
    table.add(new FileKeys(catalog, frameworks).type());
    return table;
  }

  List<Key<?>> keys() {
    List<Key<?>> keys = new ArrayList<>();
    objects.values().forEach(same -> same.forEach(object -> keys.addAll(object.keys())));
    return keys;
  }

  private void add(Type<?> type) {
    if (type instanceof ObjectType<?> object) {
      List<ObjectType<?>> same = objects.computeIfAbsent(object.name(), n -> new ArrayList<>());
      if (!same.contains(object)) {
        same.add(object);
        object.keys().forEach(key -> add(key.type()));
      }
    } else if (type instanceof ListType<?, ?> list) {
      add(list.itemType());
    } else if (type instanceof MapType<?, ?> map) {
      add(map.valueType());
    } else if (type instanceof ChoiceType<?> choice) {
      choice.forms().forEach(this::add);
    }
  }
}
