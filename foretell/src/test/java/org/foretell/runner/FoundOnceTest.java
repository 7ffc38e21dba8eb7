package org.foretell.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FoundOnceTest {
  private final FoundOnce<Integer> found = new FoundOnce<>();
  private final List<String> searched = new ArrayList<>();

  /** The lengths of words. */
  private List<Integer> lengths(List<String> words) {
    searched.addAll(words);
    return words.stream().map(String::length).toList();
  }

  private Map<String, Integer> lengthsByWord(List<String> words) {
    List<Integer> lengths = lengths(words);
    Map<String, Integer> byWord = new HashMap<>();
    words.forEach(word -> byWord.put(word, lengths.get(words.indexOf(word))));
    return byWord;
  }

  private int lengthOf(String word) {
    return found.of(word, () -> lengths(List.of(word)).get(0), () -> {});
  }

  @Test
  void whatIsKnownIsNotFoundAgain() {
    assertThat(lengthOf("four")).isEqualTo(4);
    assertThat(found.tryAll(List.of("three", "four", "one"), this::lengthsByWord))
        .containsOnlyKeys("three", "one")
        .containsEntry("three", 5)
        .containsEntry("one", 3);
    assertThat(lengthOf("three")).isEqualTo(5);
    assertThat(found.tryAll(List.of("one", "three"), this::lengthsByWord)).isEmpty();
    assertThat(searched).containsExactly("four", "three", "one");
    assertThat(found.size()).isEqualTo(3);
  }

  @Test
  void whatAnotherThreadIsAboutToFindIsLeftToIt() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Integer> result = new CompletableFuture<>();
    Thread other =
        new Thread(
            () ->
                found.of(
                    "slow",
                    () -> {
                      begun.countDown();
                      return result.join();
                    },
                    () -> {}));
    other.start();
    begun.await();
    assertThat(found.tryAll(List.of("slow", "quick"), this::lengthsByWord))
        .containsOnlyKeys("quick");
    result.complete(44);
    assertThat(lengthOf("slow")).isEqualTo(44);
    other.join();
  }

  @Test
  void whoWaitsForWhatWasNotFoundFindsItItself() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Map<String, Integer>> result = new CompletableFuture<>();
    Thread other =
        new Thread(
            () ->
                found.tryAll(
                    List.of("found", "not"),
                    words -> {
                      begun.countDown();
                      return result.join();
                    }));
    other.start();
    begun.await();
    CompletableFuture<Integer> waits = CompletableFuture.supplyAsync(() -> lengthOf("not"));
    result.complete(Map.of("found", 55));
    assertThat(waits.join()).isEqualTo(3);
    assertThat(lengthOf("found")).isEqualTo(55);
    other.join();
  }

  @Test
  void aFailureOfSeveralIsNotRemembered() {
    assertThatThrownBy(
            () ->
                found.tryAll(
                    List.of("a", "bc"),
                    words -> {
                      throw new IllegalStateException("not found");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(found.size()).isZero();
    assertThat(lengthOf("bc")).isEqualTo(2);
  }
}
