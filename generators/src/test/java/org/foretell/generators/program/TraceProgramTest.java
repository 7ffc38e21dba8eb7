package org.foretell.generators.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.foretell.generators.GeneratorException;
import org.foretell.generators.program.ProgramOptions.Api;
import org.foretell.generators.program.ProgramOptions.Compute;
import org.foretell.generators.program.ProgramOptions.Vectors;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of small traces; that they compile and behave is tested by {@code .ci/generated}. */
class TraceProgramTest {
  private static MemoryTrace trace(String text) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    TraceTextReader.read(new StringReader("foretell-trace 1\n" + text), "test", builder);
    return builder.build();
  }

  private static ProgramOptions options(Compute compute) {
    return new ProgramOptions("test", Api.MPI, compute, Vectors.EXACT, false);
  }

  private static TraceProgram program(String text) {
    return TraceProgram.of(trace(text), options(Compute.MEAN));
  }

  private static String code(String text) {
    return program(text).files().get("test.c");
  }

  /** The program of four ranks that all execute this. */
  private static String codeOf(String ops) {
    return code("ranks 4\nprogram 0-3 {\n" + ops + "\n}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send peer=2 bytes=8 tag=5 | MPI_Send(message, bytes(8), MPI_BYTE, 2, 5, MPI_COMM_WORLD);",
        "ssend peer=+1 bytes=0 | MPI_Ssend(message, 0, MPI_BYTE, neighbor(+1), 0, MPI_COMM_WORLD);",
        "send peer=+3 bytes=8 | MPI_Send(message, bytes(8), MPI_BYTE, neighbor(-1), 0,",
        "send peer=nobody bytes=8 | MPI_Send(message, bytes(8), MPI_BYTE, MPI_PROC_NULL, 0,",
        "recv peer=any tag=any receive_bytes=8 | MPI_Recv(message, bytes(8), MPI_BYTE,"
            + " MPI_ANY_SOURCE, MPI_ANY_TAG,",
        "send peer=each(1,0,3,2) bytes=each(100,200,300,400) | bytes((100 + 100 * rank))",
        "send peer=0 bytes=each(1,7,7,7) | bytes((rank == 0 ? 1 : 7))",
        "send peer=0 bytes=each(3,3,3,3) | bytes(3)",
        "send peer=0 bytes=each(5,9,2,77) | values_0[rank]",
        "send peer=0 bytes=cycle(10,20,20) | bytes(next(10, 20, 20))",
        "send peer=0 bytes=by(0,2: 100; 1,3: cycle(1kB,2kB)) | rank == 0 || rank == 2 ? 100 :"
            + " next(1000, 2000)",
        "send peer=each(any,1,2,0) bytes=1 | peer(",
        "wait request=3 | MPI_Wait(&request[3], MPI_STATUS_IGNORE);",
        "wait request=none | MPI_Wait(&forgotten, MPI_STATUS_IGNORE);",
        "waitall requests=[2,3,4] | MPI_Waitall(3, request + 2, MPI_STATUSES_IGNORE);",
        "waitall requests=[2,4] | wait_all(2, values_0);",
        "waitany requests=[0,1] outcome=1 | wait_any(2, values_0, 1);",
        "waitany requests=[0,1] | wait_any(2, values_0, UNKNOWN);",
        "waitsome requests=[0,1,2] outcomes=[0,2] | wait_some(3, values_1, 2, values_0);",
        "testany requests=[0,1] outcome=0 | test_any(2, values_0, 0);",
        "testsome requests=[0,1] outcomes=[1] | test_some(2, values_1, 1, values_0);",
        "test request=1 outcome=1 | } while (!flag);",
        "test request=1 outcome=0 | MPI_Test(&request[1], &flag, MPI_STATUS_IGNORE);",
        "send_init peer=1 bytes=8 request=0 | MPI_Send_init(out, bytes(8), MPI_BYTE, 1, 0,"
            + " MPI_COMM_WORLD, &request[0]);",
        "recv_init peer=1 receive_bytes=8 request=0 | MPI_Recv_init(room(0), bytes(8),",
        "start request=0 | MPI_Start(&request[0]);",
        "startall requests=[0,1] | start_all(2, values_0);",
        "comm_split color=each(0,1,0,1) key=0 new_communicator=2 | MPI_Comm_split(MPI_COMM_WORLD,",
        "comm_split color=none key=0 new_communicator=none | MPI_UNDEFINED, 0, &nobody);",
        "comm_dup new_communicator=2 | MPI_Comm_dup(MPI_COMM_WORLD, &comm[2]);",
        "comm_create ranks=[0,1] new_communicator=2 | create(MPI_COMM_WORLD, 2, values_0,"
            + " &comm[2]);",
        "comm_create_group ranks=[0,1] tag=7 new_communicator=3 | create_group(MPI_COMM_WORLD, 2,"
            + " values_0, 7, &comm[3]);",
        "barrier communicator=1 | MPI_Barrier(MPI_COMM_SELF);",
        "allreduce bytes=80 count=10 | MPI_Allreduce(out, in, elements(bytes(80), 8), MPI_DOUBLE,"
            + " MPI_SUM,",
        "allreduce bytes=40 count=10 | elements(bytes(40), 4), MPI_INT, MPI_SUM,",
        "bcast bytes=7 root=2 | MPI_Bcast(in, bytes(7), MPI_BYTE, 2, MPI_COMM_WORLD);",
        "win_create object=0 bytes=64 | create_window(0, 64, MPI_COMM_WORLD);",
        "compute duration=1ms | burst(1000000000);  /* 1.000 ms */",
      })
  void opsAreCalls(String op, String call) {
    assertThat(codeOf(op).replaceAll("\\s+", " ")).contains(call.replaceAll("\\s+", " "));
  }

  @Test
  void valuesOfTwoRanksAreNoFormula() {
    assertThat(code("ranks 2\nprogram 0-1 {\nsend peer=each(1,0) bytes=each(21709,76729)\n}\n"))
        .contains("bytes((rank == 0 ? 21709 : 76729))")
        .doesNotContain("* rank");
  }

  @Test
  void repeatsAreLoopsAndTestsOnTheRank() {
    String code =
        codeOf(
            """
            repeat 10 {
            repeat 3 {
            barrier
            }
            }
            repeat each(1,0,1,0) {
            allgather bytes=8
            }
            repeat each(0,1,1,1) {
            send peer=0 bytes=8
            }
            repeat cycle(2,5) {
            alltoall bytes=8
            }\
            """);
    assertThat(code)
        .contains("for (long i = 0; i < 10; i++) {\n    for (long j = 0; j < 3; j++) {")
        .contains("if (rank == 0 || rank == 2) {\n    MPI_Allgather(")
        .contains("if (rank >= 1) {\n    MPI_Send(")
        .contains("for (long i = next(2, 5); i > 0; i--) {");
  }

  @Test
  void groupsOfRanksShareWhatTheyHaveInCommon() {
    String code =
        code(
            """
            ranks 4
            program 0 {
            bcast bytes=8
            repeat 62 {
            send peer=+1 bytes=64
            send peer=+2 bytes=64
            }
            barrier
            }
            program 1-3 {
            bcast bytes=8
            repeat 124 {
            send peer=cycle(+1,+2) bytes=64
            }
            barrier
            allreduce bytes=8
            }
            """);
    assertThat(code)
        .containsOnlyOnce("MPI_Bcast(")
        .containsOnlyOnce("for (long i = 0; i < 62; i++) {")
        .containsOnlyOnce("neighbor(+1)")
        .contains("if (rank >= 1) {\n    MPI_Allreduce(")
        .doesNotContain("role", "next(");
  }

  @Test
  void whatTheFirstOrLastIterationLeavesOutIsATestOnTheLoop() {
    assertThat(codeOf("repeat 4 {\nrepeat cycle(0,1,1,1) {\nbarrier\n}\nbcast bytes=8\n}"))
        .contains("for (long i = 0; i < 4; i++) {\n    if (i > 0) {\n      MPI_Barrier(");
  }

  @Test
  void functionsOfLoopsKnowTheIterationAroundThem() {
    String ops =
        "repeat cycle(1,0) {\nbarrier\n}\n" + "bcast bytes=8\nwait request=none\n".repeat(8);
    assertThat(codeOf("repeat 3 {\nrepeat 2 {\n" + ops + "}\n}"))
        .contains("static void step(long j) {\n  if (j == 0) {")
        .contains("step(j);");
  }

  @Test
  void eachPlaceTakesValuesInTurnForItself() {
    String loop = "repeat 5 {\nsend peer=0 bytes=cycle(1,2,3)\n" + "barrier\n".repeat(7) + "}\n";
    assertThat(codeOf("repeat 2 {\n" + loop + "}\nrepeat 3 {\n" + loop + "}"))
        .contains("step();", "step_2();");
  }

  @Test
  void longPlacesAreNumbersThatAreExplained() {
    assertThat(
            code(
                """
                ranks 1
                call_site 0 "main solver.c:147 exchange halo.c:22"
                program 0 {
                barrier call_site=0
                }
                """))
        .contains("MPI_Barrier(MPI_COMM_WORLD);  /* at 1 */")
        .contains(" *   at 1: main solver.c:147 exchange halo.c:22\n");
  }

  @Test
  void phasesAreFunctions() {
    String code =
        code(
            """
            ranks 2
            marker 0 "time steps"
            program 0-1 {
            marker_begin marker=0
            barrier
            marker_end marker=0
            }
            """);
    assertThat(code)
        .contains("static void phase_time_steps(void) {\n  MPI_Barrier(MPI_COMM_WORLD);\n}")
        .contains("begin_phase(0);  /* time steps */\n  phase_time_steps();\n  end_phase(0);")
        .contains("#define PHASE_NAMES \"time steps\"");
  }

  @Test
  void programsOfOtherRanksAreOtherFunctions() {
    String code =
        code("ranks 8\nprogram 0,2,4,6 {\n barrier\n}\nprogram 1,3,5,7 {\n bcast bytes=8\n}\n");
    assertThat(code)
        .contains("if (rank % 2 == 0) {\n    role();\n  } else if (")
        .contains("role_2();");
  }

  @Test
  void knownCommunicatorsAreMadeAtTheStart() {
    String code =
        code(
            """
            ranks 4
            communicator 2 0,2
            program 0,2 {
            barrier communicator=2
            }
            program 1,3 {
            }\
            """);
    assertThat(code).contains("create_known(2, 2, values_0);").contains("values_0[] = {0, 2}");
  }

  @Test
  void irregularExchangesAreExactOrTheirMean() {
    String text =
        """
        ranks 2
        program 0-1 {
        alltoallv send_bytes_by_rank=each([10,30],[20,40]) receive_bytes_by_rank=each([10,20],[30,40])
        }
        """;
    assertThat(code(text))
        .contains("list_of(2, (values_0 + 2 * rank))", "MPI_Alltoallv(")
        .contains("values_0[] = {10, 30, 20, 40}");
    ProgramOptions mean = new ProgramOptions("test", Api.MPI, Compute.MEAN, Vectors.MEAN, false);
    assertThat(TraceProgram.of(trace(text), mean).files().get("test.c"))
        .contains("even(MPI_COMM_WORLD, 25)")
        .doesNotContain("list_of");
  }

  @Test
  void burstsAreDrawnAveragedOrReadFromAFile() {
    String text =
        """
        ranks 2
        program 0-1 {
        repeat 4 {
        compute duration=column
        barrier
        }
        }
        durations 0 10us 10us 20us 40us
        durations 1 10us 10us 20us 40us
        """;
    assertThat(code(text)).contains("burst(20000000);  /* 20.00 us */");
    assertThat(TraceProgram.of(trace(text), options(Compute.SAMPLED)).files().get("test.c"))
        .contains("burst(drawn(0, 20000000, 500, 500, 1000, 2000));");
    TraceProgram exact = TraceProgram.of(trace(text), options(Compute.EXACT));
    assertThat(exact.files().get("test.c")).contains("burst(recorded());", "#define EXACT 1");
    assertThat(exact.files())
        .containsEntry("bursts/1", "4\n10000000\n10000000\n20000000\n40000000\n");
  }

  /** Eight durations for six executions would leave two of them out, perhaps the longest. */
  @Test
  void burstsThatAreExecutedAFewTimesAreDrawnFromAsManyDurations() {
    assertThat(drawn("2us 2us 2us 2us 2us 20us", 6)).isEqualTo("400, 400, 400, 400, 400, 4000");
    assertThat(drawn("1us ".repeat(19) + "21us", 20))
        .isEqualTo("500, 500, 500, 500, 500, 500, 500, 500, 500, 5500");
    assertThat(drawn("1us ".repeat(199) + "1001us", 200).split(", ")).hasSize(8);
  }

  private static String drawn(String durations, int executions) {
    String text =
        """
        ranks 1
        program 0 {
        repeat %d {
        compute duration=column
        barrier
        }
        }
        durations 0 %s
        """
            .formatted(executions, durations);
    String code = TraceProgram.of(trace(text), options(Compute.SAMPLED)).files().get("test.c");
    return Pattern.compile("drawn\\(0, \\d+, ([^)]*)\\)")
        .matcher(code.replaceAll("\\s+", " "))
        .results()
        .map(r -> r.group(1))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void burstsWriteTheDataThatAreSentNext() {
    assertThat(bursts("send peer=+1 bytes=4096")).containsExactly("message, bytes(4096), ");
    assertThat(bursts("send peer=+1 bytes=4095")).containsExactly("");
    assertThat(bursts("isend peer=+1 bytes=8000 request=0", "wait request=0"))
        .containsExactly("out, bytes(8000), ");
    assertThat(bursts("reduce bytes=8000 root=0")).containsExactly("out, bytes(8000), ");
    assertThat(bursts("alltoall bytes=8000"))
        .containsExactly("out, by_all(MPI_COMM_WORLD, bytes(8000)), ");
    assertThat(bursts("bcast bytes=8000 root=0")).containsExactly("");
    assertThat(bursts("repeat 3 {", "send peer=+1 bytes=4096", "compute duration=1ms", "}"))
        .containsExactly("", "message, bytes(4096), ");
  }

  @Test
  void burstsDoNotWriteWhatAPendingCallStillUses() {
    String send = "isend peer=+1 bytes=8000 request=";
    String burst = "compute duration=1ms";
    assertThat(bursts(send + 0, burst, send + 1, "waitall requests=[0,1]", burst, send + 0))
        .containsExactly("out, bytes(8000), ", "", "out, bytes(8000), ");
    assertThat(bursts(send + 0, burst, "send peer=+1 bytes=4096", "wait request=0"))
        .containsExactly("out, bytes(8000), ", "message, bytes(4096), ");
    assertThat(bursts("put peer=+1 bytes=8000 object=0", burst, "reduce bytes=8000 root=0"))
        .containsExactly("out, bytes(8000), ", "");
  }

  private static List<String> bursts(String... after) {
    String text =
        "ranks 2\nprogram 0-1 {\ncompute duration=1ms\n" + String.join("\n", after) + "\n}\n";
    return Pattern.compile("burst(_writing)?\\((.*)1000000000\\);")
        .matcher(code(text))
        .results()
        .map(r -> r.group(2))
        .toList();
  }

  @Test
  void optionalBurstsTakeNoTimeWhereThereIsNone() {
    String text =
        """
        ranks 1
        program 0 {
        repeat 3 {
        compute duration=optional
        barrier
        }
        }
        durations 0 10us none 30us
        """;
    TraceProgram exact = TraceProgram.of(trace(text), options(Compute.EXACT));
    assertThat(exact.files()).containsEntry("bursts/0", "3\n10000000\n0\n30000000\n");
  }

  /** Among the ops of the rank nothing tells an optional burst from the one that follows it. */
  @Test
  void optionalBurstsAreDistinguishedFromThoseThatFollow() {
    String text =
        """
        ranks 2
        program 0-1 {
        repeat 2 {
        compute duration=optional
        repeat cycle(2,0) {
        compute duration=column
        }
        }
        send peer=+1 bytes=8
        compute duration=column
        }
        durations 0 none 1us 2us 10us 3us
        durations 1 10us 1us 2us none 3us
        """;
    TraceProgram exact = TraceProgram.of(trace(text), options(Compute.EXACT));
    assertThat(exact.files())
        .containsEntry("bursts/0", "5\n0\n1000000\n2000000\n10000000\n3000000\n")
        .containsEntry("bursts/1", "5\n10000000\n1000000\n2000000\n0\n3000000\n");
    assertThat(exact.files().get("test.c").lines().filter(l -> l.contains("recorded()")))
        .map(String::strip)
        .containsExactly(
            "burst(recorded());  /* 5.000 us on average */",
            "burst(recorded());  /* 1.500 us on average */",
            "burst(recorded());  /* 3.000 us on average */");
  }

  @Test
  void placesDrawByThemselvesAndAlikeInAllPrograms() {
    String body =
        """
        repeat 4 {
        compute duration=column call_site=%d
        compute duration=column call_site=1
        barrier
        }
        }
        """;
    String columns = "durations %1$d 1us 9us 2us 9us 9us 1us 9us 1us\n";
    String text =
        "ranks 2\ncall_site 0 \"a\"\ncall_site 1 \"b\"\n"
            + ("program 0 {\n" + body).formatted(0)
            + ("program 1 {\nelapse duration=1us\n" + body).formatted(1)
            + columns.formatted(0)
            + columns.formatted(1);
    String code = TraceProgram.of(trace(text), options(Compute.SAMPLED)).files().get("test.c");
    assertThat(Pattern.compile("drawn\\((\\d+), ").matcher(code).results().map(r -> r.group(1)))
        .containsExactly("0", "1", "1", "3");
  }

  @Test
  void histogramsAreDrawnFrom() {
    String code =
        code(
            """
            ranks 1
            histogram 0 count=90 min=1us mean=1us max=1us; count=10 min=11us mean=11us max=11us
            program 0 {
            compute histogram=0
            }
            """);
    assertThat(code).contains("burst(drawn(0, 2000000, 501, 501,");
  }

  @Test
  void longListsAreInAFileAndLongLinesAreBroken() {
    StringBuilder list = new StringBuilder("0");
    StringBuilder table = new StringBuilder("20 0");
    for (int i = 1; i < 20; i++) {
      list.append(',').append(i * i % 7);
      table.append(' ').append(i * i % 7);
    }
    TraceProgram program =
        program("ranks 20\nprogram 0-19 {\nsend peer=each(" + list + ") bytes=8 tag=3\n}\n");
    assertThat(program.files()).containsEntry("test.tables", table + "\n");
    String code = program.files().get("test.c");
    assertThat(code).contains("(int)table[0][rank]");
    assertThat(code.lines()).allMatch(line -> line.length() <= 110);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/ int x; /*",
        "a \\\"quoted\\\" name",
        "line\\nfeed",
        "back\\\\slash\\\\",
        "??/",
        "größer €",
        "%s%n",
        "${name}",
        "$(shell true)",
        "'; exit 1; '",
        "\\u0000\\u001b[2J"
      })
  void textOfUsersIsNeverCode(String text) {
    String source =
        """
        name "%1$s"
        ranks 1
        call_site 0 "%1$s"
        marker 0 "%1$s"
        program 0 {
        marker_begin marker=0
        repeat 50 {
        barrier call_site=0
        }
        marker_end marker=0
        }
        """;
    MemoryTrace trace = trace(source.replace("%1$s", text));
    ProgramOptions options =
        new ProgramOptions(trace.info().name(), Api.MPI, Compute.MEAN, Vectors.EXACT, false);
    TraceProgram program = TraceProgram.of(trace, options);
    String plain =
        TraceProgram.of(trace(source.replace("%1$s", "")), options(Compute.MEAN))
            .files()
            .get("test.c");
    for (String name : program.files().keySet()) {
      assertThat(name).matches("[a-z0-9_]+\\.(c|h)|Makefile|README\\.md|runtime\\.h");
      assertThat(program.files().get(name).chars())
          .allMatch(c -> c == '\n' || c == '\t' || (c >= ' ' && c < 127))
          .isNotEmpty();
    }
    String code =
        program.files().entrySet().stream()
            .filter(e -> e.getKey().endsWith(".c"))
            .findFirst()
            .orElseThrow()
            .getValue();
    assertThat(bare(code)).isEqualTo(bare(plain));
    assertThat(program.files().get("Makefile")).doesNotContain("$(shell", "exit 1");
  }

  /** C without comments, literals, the program's name and those of phases. */
  private static String bare(String code) {
    assertThat(code).doesNotContain("\\", "??/");
    return Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL)
        .matcher(code)
        .replaceAll("")
        .replaceAll("\"[^\"\n]*\"", "\"\"")
        .replaceAll("phase_[a-z0-9_]+", "phase_")
        .replaceAll(" +\n", "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "clean", "Makefile", "bursts", "runtime", "", "!!!"})
  void noNameIsThatOfAnotherFileOrTarget(String name) {
    ProgramOptions options = new ProgramOptions(name, Api.MPI, Compute.MEAN, Vectors.EXACT, false);
    assertThat(TraceProgram.of(trace("ranks 1\nprogram 0 {\n}\n"), options).files().keySet())
        .filteredOn(file -> file.endsWith(".c"))
        .singleElement()
        .asString()
        .endsWith("program.c");
  }

  @Test
  void taskGraphsAreRefused() {
    assertThatThrownBy(() -> program("ranks 1\ngraph 0 {\n0: compute duration=1us\n}\n"))
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining("task graph");
  }

  @Test
  void inexpressibleCallsAreRefusedOrLeftOut() {
    MemoryTrace trace =
        trace("ranks 1\nprogram 0 {\nfile_open object=0\nbarrier\nfile_close object=0\n}\n");
    assertThatThrownBy(() -> TraceProgram.of(trace, options(Compute.MEAN)))
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining("file_open: file access cannot be generated")
        .hasMessageContaining("--skip");
    TraceProgram program =
        TraceProgram.of(trace, new ProgramOptions("t", Api.MPI, Compute.MEAN, Vectors.EXACT, true));
    assertThat(program.skipped())
        .containsEntry("file_open: file access cannot be generated", 1)
        .containsEntry("file_close: file access cannot be generated", 1);
    assertThat(program.files().get("t.c"))
        .contains("/* left out: file_open: file access cannot be generated */", "MPI_Barrier");
    assertThat(program.files().get("README.md")).contains("* Left out: file_open");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send peer=0 bytes=3GiB | 3,221,225,472 bytes",
        "alltoall bytes=1GiB | 4,294,967,296 bytes",
      })
  void whatNoBufferHoldsIsRefused(String op, String found) {
    assertThatThrownBy(() -> codeOf(op))
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining(found);
  }

  @Test
  void loopsWithoutEndAreNotRun() {
    String loop = "repeat 1152921504606846976 {\nbarrier\n}\n";
    assertThat(code("ranks 1\nprogram 0 {\n" + loop + "}\n"))
        .contains("i < 1152921504606846976L; i++");
    String burst = "compute duration=column\n" + loop + "}\ndurations 0 1us\n";
    assertThatThrownBy(() -> code("ranks 1\nprogram 0 {\n" + burst))
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining("the trace has 1,152,921,504,606,846,977 ops");
  }

  @Test
  void anExistingFolderIsKept(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("mine"), "text");
    TraceProgram program = program("ranks 1\nprogram 0 {\n}\n");
    assertThatThrownBy(() -> program.writeTo(folder))
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining("is not empty");
    assertThat(folder).isDirectoryContaining(path -> path.endsWith("mine"));
    Path made = folder.resolve("made");
    program.writeTo(made);
    assertThat(made.resolve("Makefile")).exists();
  }

  @Test
  void anyTraceIsAProgramOrReportsWhyNot() {
    for (long seed = 0; seed < 300; seed++) {
      MemoryTrace.Builder builder = MemoryTrace.builder();
      RandomStructuredTraces.of(seed).describe(builder);
      MemoryTrace trace = builder.build();
      for (Api api : Api.values()) {
        ProgramOptions options =
            new ProgramOptions("random", api, Compute.SAMPLED, Vectors.EXACT, true);
        try {
          String code = TraceProgram.of(trace, options).files().get("random.c");
          assertThat(code.chars().filter(c -> c == '{').count())
              .as("brackets, seed %s", seed)
              .isEqualTo(code.chars().filter(c -> c == '}').count());
        } catch (GeneratorException e) {
          assertThat(e).as("seed %s", seed).hasMessageMatching("(?s)(a call moves|the trace).*");
        }
      }
    }
  }
}
