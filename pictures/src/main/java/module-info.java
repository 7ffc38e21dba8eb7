/** Files of what is drawn. */
module org.foretell.pictures {
  requires transitive java.desktop;
  requires java.xml;
  requires org.apache.xmlgraphics.batik.svggen;
  requires static transitive org.jspecify;

  exports org.foretell.pictures;
}
