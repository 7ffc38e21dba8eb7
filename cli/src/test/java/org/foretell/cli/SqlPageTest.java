package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The SQL of {@code docs/study-sql.md}, over the results of the example. DuckDB is a large
 * download, so {@code .ci/duckdb} runs this test; with {@code -Dupdate.docs=true} it writes the
 * tables of the page.
 */
@EnabledIfSystemProperty(named = "foretell.duckdb", matches = "true")
class SqlPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/study-sql.md");

  /** A statement, and the table below it if it has one. */
  private static final Pattern STATEMENT =
      Pattern.compile("(?s)(```sql\n(.*?)```\n)(\n(?:\\|[^\n]*\n)+)?");

  private static final Set<Integer> NUMBERS =
      Set.of(Types.INTEGER, Types.BIGINT, Types.DOUBLE, Types.DECIMAL);

  @TempDir private Path folder;

  @Test
  void statementsFindWhatThePageShows() throws IOException, SQLException {
    SimCall study =
        SimCall.of("study", ROOT.resolve("examples/tender/tender.json"), "--out", folder);
    assertThat(study.exitCode()).as(study.err()).isZero();
    String page = Files.readString(PAGE);
    StringBuilder found = new StringBuilder();
    int tables = 0;
    Matcher statement = STATEMENT.matcher(page);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      sql.execute("SET file_search_path = '" + folder + "'");
      while (statement.find()) {
        String table = "";
        if (sql.execute(statement.group(2))) {
          try (ResultSet rows = sql.getResultSet()) {
            table = "\n" + table(rows);
            tables++;
          }
        }
        statement.appendReplacement(found, Matcher.quoteReplacement(statement.group(1) + table));
      }
    }
    statement.appendTail(found);
    assertThat(tables).isGreaterThan(4);
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, found);
    }
    assertThat(found.toString()).isEqualTo(Files.readString(PAGE));
  }

  private static String table(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    List<String> names = new ArrayList<>();
    List<String> rulers = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      names.add(columns.getColumnLabel(i));
      rulers.add(NUMBERS.contains(columns.getColumnType(i)) ? "--:" : "---");
    }
    StringBuilder table = new StringBuilder();
    table.append("| ").append(String.join(" | ", names)).append(" |\n");
    table.append('|').append(String.join("|", rulers)).append("|\n");
    int lines = 0;
    while (rows.next()) {
      List<String> cells = new ArrayList<>();
      for (int i = 1; i <= names.size(); i++) {
        String cell = rows.getString(i);
        cells.add(cell == null ? "" : cell.replaceFirst("\\.0$", ""));
      }
      table.append("| ").append(String.join(" | ", cells)).append(" |\n");
      lines++;
    }
    assertThat(lines).as(table.toString()).isPositive();
    return table.toString();
  }
}
