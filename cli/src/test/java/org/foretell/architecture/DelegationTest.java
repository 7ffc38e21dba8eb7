package org.foretell.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A class that is what it holds, such as a model around a model, passes on every method that it
 * could override. The compiler asks it for the abstract ones only: without this test a new method
 * with a body would be answered by the wrapper and never reach what it wraps.
 *
 * <p>Wrappers are found, not listed: a class with a field (or an array of them) of a type of ours
 * that it is a kind of itself.
 */
@AnalyzeClasses(
    packages = "org.foretell",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class DelegationTest {
  private static final String PATTERNS =
      "made of patterns: what it inherits is answered by its own steps";
  private static final String CALM = "asked of the model without noise only";
  private static final String OVERLOAD =
      "the inherited body calls the other one, which is passed on";
  private static final String SUBSET = "tells what it holds only what that asks for";

  /**
   * Methods that a wrapper answers itself and why that is right, by wrapper and method, or by
   * wrapper where it is none in spite of its field. A name stands for its overloads too.
   */
  private static final Map<String, String> ANSWERED =
      Map.ofEntries(
          // Noise around a model.
          Map.entry("DelayedBusLinks.withoutNoise", "is what it holds"),
          Map.entry("DelayedDirect.withoutNoise", "is what it holds"),
          Map.entry("DelayedFlows.withoutNoise", "is what it holds"),
          Map.entry("NoisyInterfaces.withoutNoise", "is what it holds"),
          Map.entry("NoisyOccupancy.withoutNoise", "is what it holds"),
          Map.entry("DelayedBusLinks.forAnotherReplay", CALM),
          Map.entry("DelayedDirect.forAnotherReplay", CALM),
          Map.entry("DelayedFlows.forAnotherReplay", CALM),
          Map.entry("NoisyInterfaces.forAnotherReplay", CALM),
          Map.entry("NoisyOccupancy.forAnotherReplay", CALM),
          Map.entry("DelayedDirect.independent", "what is drawn depends on the order of messages"),
          Map.entry("DelayedDirect.costsBySize", "each message draws"),
          Map.entry("StripedFlows.withoutNoise", "has no noise, nor does what it holds"),
          // Laws of laws.
          Map.entry("Block", "depends on the rank, whatever its whole does"),
          Map.entry("Linear.usesRank", "depends on the rank, whatever its start does"),
          // Networks around a network.
          Map.entry("HalfDuplex.interfaces", "a fabric has one for each node"),
          Map.entry("HalfDuplex.route", "with one interface for each node all routes are the same"),
          Map.entry("LimitedFabric.interfaces", "a fabric has one for each node"),
          Map.entry("LimitedFabric.route", "with one interface for each node all are the same"),
          Map.entry("LimitedFabric.links", "counts limiters too"),
          Map.entry("LimitedFabric.shared", "all are, limiters too"),
          Map.entry("MultiRail.interfaces", "counts networks"),
          Map.entry("MultiRail.route", "between interfaces goes by their own network"),
          Map.entry("MultiRail.nodes", "kept from when it was made"),
          Map.entry("ZoneTopology.title", "of the whole platform"),
          Map.entry("ZoneTopology.links", "counts those of clusters too"),
          Map.entry("ZoneTopology.longestRoute", "through all zones"),
          Map.entry("ZoneTopology.interfaces", "a listed network has one for each host"),
          Map.entry("ZoneTopology.route", "by way of zones, by paths of the graph"),
          // Sinks, sources and cursors around another.
          Map.entry("StoredPart", "a part of what it holds, and no other recorder of the same"),
          Map.entry("SinkBefore$PartBefore.sink", "one before that of the part"),
          Map.entry("SinkBefore.op", OVERLOAD),
          Map.entry("SinkBefore.beginRepeat", OVERLOAD),
          Map.entry("CallTimesLeftOut.op", OVERLOAD),
          Map.entry("CallTimesLeftOut.beginRepeat", OVERLOAD),
          Map.entry("CallTimesLeftOut.callTimes", "leaves them out"),
          Map.entry("WorkAdded.op", OVERLOAD),
          Map.entry("WorkAdded.beginRepeat", OVERLOAD),
          Map.entry("WorkAdded.taskGraph", "refuses it"),
          Map.entry("SpacedTrace.graph", "is of sequences of ops only"),
          Map.entry("SpacedTrace.operations", "does not know how many are left"),
          Map.entry("SpacedTrace.close", "leaves the trace open"),
          Map.entry("SpacedTrace$Spaced.delivered", "counts those that it puts in too"),
          Map.entry("DurationPasses$Writer", "reads one trace and writes into another"),
          Map.entry("UnfoldedStream", "reads a column beside its own bytes"),
          // Observers that hold an observer.
          Map.entry("PageRecorder", SUBSET),
          Map.entry("TaskRecorder", "hears of messages only, and calls for tasks by itself"),
          Map.entry("WaitStates", SUBSET),
          // Calls and costs of collectives.
          Map.entry("LeadsOnly$WholeCall", "a call of other members, of other sizes"),
          Map.entry(
              "PlainCollectives", "a model that compares its own times with those of another"),
          Map.entry("JobObserver.busy", "is about the machine, not about a job"),
          Map.entry("DecisionTable.name", "has one of its own"),
          Map.entry("SampledSteps.phases", "has left out phases, so it has none to leave out"),
          Map.entry("NeighborExchange", PATTERNS),
          Map.entry("Folded", PATTERNS),
          Map.entry("NodeAware", PATTERNS),
          Map.entry("OnSeveralNodes.phases", PATTERNS),
          Map.entry("StartedSends.reach", "by its own steps, which start sends"),
          Map.entry("InOrderReduce", PATTERNS),
          Map.entry("SplitBinary", PATTERNS));

  private final Set<String> wrappers = new TreeSet<>();
  private final Set<String> used = new TreeSet<>();
  private final Set<String> lost = new TreeSet<>();

  @ArchTest
  static void wrappersPassOnWhatTheyCouldOverride(JavaClasses classes) {
    DelegationTest found = new DelegationTest();
    for (JavaClass type : classes) {
      if (!type.isInterface()) {
        found.look(type);
      }
    }
    assertThat(found.wrappers)
        .as("a way to find wrappers that finds these")
        .contains(
            "DelayedBusLinks",
            "DelayedDirect",
            "DelayedFlows",
            "NoisyCompute",
            "NoisyInterfaces",
            "NoisyOccupancy",
            "ScaledLinks",
            "MultiRail",
            "HalfDuplex",
            "SinkBefore",
            "SpacedTrace",
            "ObserverFan");
    assertThat(found.lost)
        .as("methods that never reach what is wrapped: pass them on, or say why not in ANSWERED")
        .isEmpty();
    assertThat(found.used)
        .as("exceptions that are still needed")
        .isEqualTo(new TreeSet<>(ANSWERED.keySet()));
  }

  private void look(JavaClass wrapper) {
    String name = wrapper.getName().substring(wrapper.getPackageName().length() + 1);
    for (JavaField field : wrapper.getAllFields()) {
      JavaClass wrapped = field.getRawType().getBaseComponentType();
      if (field.getModifiers().contains(JavaModifier.STATIC) || wrapped.equals(wrapper)) {
        continue;
      }
      for (JavaMethod method : wrapped.getAllMethods()) {
        if (isCommon(method, wrapper) && isOverridable(method, wrapped)) {
          wrappers.add(name);
          if (!isPassedOn(wrapper, method)) {
            answered(name, method);
          }
        }
      }
    }
  }

  private void answered(String wrapper, JavaMethod method) {
    String one = wrapper + "." + method.getName();
    if (ANSWERED.containsKey(wrapper)) {
      used.add(wrapper);
    } else if (ANSWERED.containsKey(one)) {
      used.add(one);
    } else {
      lost.add(wrapper + " and " + method.getFullName());
    }
  }

  /** Whether what holds and what is held both have a method from one of our types. */
  private static boolean isCommon(JavaMethod method, JavaClass wrapper) {
    JavaClass owner = method.getOwner();
    return owner.getPackageName().startsWith("org.foretell")
        && !owner.equals(wrapper)
        && wrapper.isAssignableTo(owner.getName());
  }

  private static boolean isOverridable(JavaMethod method, JavaClass wrapped) {
    Set<JavaModifier> modifiers = method.getModifiers();
    return !modifiers.contains(JavaModifier.STATIC)
        && !modifiers.contains(JavaModifier.PRIVATE)
        && !modifiers.contains(JavaModifier.SYNTHETIC)
        && !isFinal(method)
        && override(wrapped, method).filter(DelegationTest::isFinal).isEmpty();
  }

  private static boolean isFinal(JavaMethod method) {
    return method.getModifiers().contains(JavaModifier.FINAL);
  }

  private static boolean isPassedOn(JavaClass wrapper, JavaMethod method) {
    return override(wrapper, method).filter(own -> passesOn(own, method)).isPresent();
  }

  /** The method of a class, or of one between, that stands in for what is inherited. */
  private static Optional<JavaMethod> override(JavaClass from, JavaMethod method) {
    Optional<JavaClass> type = Optional.of(from);
    while (type.isPresent() && !type.get().equals(method.getOwner())) {
      for (JavaMethod own : type.get().getMethods()) {
        if (own.getName().equals(method.getName()) && haveSameParameters(own, method)) {
          return Optional.of(own);
        }
      }
      type = type.get().getRawSuperclass();
    }
    return Optional.empty();
  }

  private static boolean haveSameParameters(JavaCodeUnit one, JavaCodeUnit other) {
    return one.getRawParameterTypes().equals(other.getRawParameterTypes());
  }

  /** Whether a method calls its namesake, itself or in methods of its class that it calls. */
  private static boolean passesOn(JavaMethod own, JavaMethod method) {
    Deque<JavaCodeUnit> open = new ArrayDeque<>(Set.of(own));
    Set<JavaCodeUnit> seen = new HashSet<>(open);
    while (!open.isEmpty()) {
      for (JavaMethodCall call : open.remove().getMethodCallsFromSelf()) {
        JavaClass target = call.getTargetOwner();
        if (target.equals(own.getOwner())) {
          call.getTarget().resolveMember().filter(seen::add).ifPresent(open::add);
        } else if (call.getName().equals(method.getName())
            && call.getTarget().getRawParameterTypes().equals(method.getRawParameterTypes())
            && target.isAssignableTo(method.getOwner().getName())) {
          return true;
        }
      }
    }
    return false;
  }
}
