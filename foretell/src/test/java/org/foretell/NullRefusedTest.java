package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A null where none may be is refused by name, at the setting that it was given to. */
class NullRefusedTest {
  private static final Map<Class<?>, Object> PLAIN =
      Map.of(int.class, 1, long.class, 1L, double.class, 1.0, boolean.class, true);

  private static List<Object> setups() throws ReflectiveOperationException {
    List<Object> setups = new ArrayList<>();
    for (Method method : Foretell.class.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())
          && method.getParameterCount() == 0
          && method.getReturnType().getSimpleName().endsWith("Setup")) {
        setups.add(method.invoke(null));
      }
    }
    return setups;
  }

  @Test
  void everySettingRefusesNullByName() throws ReflectiveOperationException {
    List<Object> setups = setups();
    assertThat(setups).hasSizeGreaterThan(6);
    int tried = 0;
    for (Object setup : setups) {
      for (Method method : setup.getClass().getMethods()) {
        if (method.getDeclaringClass() == Object.class || method.isBridge()) {
          continue;
        }
        for (int i = 0; i < method.getParameterCount(); i++) {
          Parameter parameter = method.getParameters()[i];
          if (!parameter.getType().isPrimitive()
              && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            assertRefused(setup, method, i);
            tried++;
          }
        }
      }
    }
    assertThat(tried).isGreaterThan(100);
  }

  private static void assertRefused(Object setup, Method method, int which)
      throws ReflectiveOperationException {
    if (method.getParameterCount() > 1 && !othersAreMade(method, which)) {
      return;
    }
    @Nullable Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i == which ? null : made(method.getParameterTypes()[i]);
    }
    try {
      method.invoke(setup, arguments);
    } catch (InvocationTargetException thrown) {
      assertThat(thrown.getCause())
          .as(method.toString())
          .isInstanceOf(NullPointerException.class)
          .message()
          .matches("[a-zA-Z]+");
      return;
    }
    throw new AssertionError(method + " takes null as argument " + which);
  }

  private static boolean othersAreMade(Method method, int which) {
    for (int i = 0; i < method.getParameterCount(); i++) {
      if (i != which && made(method.getParameterTypes()[i]) == null) {
        return false;
      }
    }
    return true;
  }

  /** Something that is no null; null if there is nothing simple. */
  private static @Nullable Object made(Class<?> type) {
    return type == String.class ? "x" : PLAIN.get(type);
  }
}
