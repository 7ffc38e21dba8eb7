/** What the distribution takes from the command's own description: completions and man pages. */
module org.foretell.dist {
  requires info.picocli;
  requires info.picocli.codegen;
  requires org.foretell.cli;
}
