package ackward.harness;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads private fields of a client along a path of names such as `sender.client.inFlightRequests`. */
final class Paths {
    /** What a path that this object does not have leads to. */
    static final Object ABSENT = new Object();

    private record Place(Class<?> type, String name) {}

    private static final ConcurrentHashMap<Place, Optional<Field>> FIELDS = new ConcurrentHashMap<>();

    private Paths() {}

    private static final ConcurrentHashMap<String, String[][]> SPLIT = new ConcurrentHashMap<>();

    /** The value at the first of the paths (separated by `|`) that leads somewhere, or ABSENT. */
    static Object read(Object object, String paths) {
        String[][] split = SPLIT.computeIfAbsent(paths, text ->
            Arrays.stream(text.split("\\|")).map(path -> path.split("\\.")).toArray(String[][]::new));
        for (String[] path : split) {
            Object value = object;
            for (String name : path) {
                value = value == null ? ABSENT : step(value, name);
                if (value == ABSENT) {
                    break;
                }
            }
            if (value != ABSENT) {
                return value;
            }
        }
        return ABSENT;
    }

    private static Object step(Object object, String name) {
        Optional<Field> field = FIELDS.computeIfAbsent(new Place(object.getClass(), name), Paths::find);
        if (field.isEmpty()) {
            return ABSENT;
        }
        try {
            Object value = field.get().get(object);
            return value instanceof Optional<?> optional ? optional.orElse(null) : value;
        } catch (IllegalAccessException e) {
            return ABSENT;
        }
    }

    private static Optional<Field> find(Place place) {
        for (Class<?> type = place.type; type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(place.name);
                field.setAccessible(true);
                return Optional.of(field);
            } catch (NoSuchFieldException e) {
                continue;
            } catch (RuntimeException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}
