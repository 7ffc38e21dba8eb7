package org.foretell.machines.simgrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.machine.NoRouteException;
import org.foretell.machine.Topology;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.file.MachineFileException;
import org.junit.jupiter.api.Test;

/** Every mistake gives one message with its place, what was found and what is allowed. */
class PlatformMistakesTest {
  private static final String CLUSTER =
      "<cluster id='c' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='1us'";

  private static final String ZONES =
      """
      <?xml version='1.0'?>
      <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
      <platform version="4.1">
        <zone id='z' routing='Full'>
          <cluster id='a' prefix='n-' suffix='.x' radical='0-1' speed='1Gf' bw='125MBps' lat='50us' bb_bw='2GBps'/>
          <cluster id='f' prefix='f-' suffix='.x' radical='0-3' speed='1Gf' bw='125MBps' lat='50us' topology='FAT_TREE' topo_parameters='2;2,2;1,2;1,2'/>
          <zone id='inner' routing='Floyd'>
            <host id='H' speed='1Gf'/><router id='out'/>
            <link id='h' bandwidth='1GBps' latency='1us' sharing_policy='SPLITDUPLEX'/>
            <route src='H' dst='out'><link_ctn id='h' direction='UP'/></route>
          </zone>
          <link id='trunk' bandwidth='1.25GBps' latency='500us'/>
          <zoneRoute src='a' dst='f' gw_src='n-a_router.x' gw_dst='f-f_router.x'><link_ctn id='trunk'/></zoneRoute>
          <zoneRoute src='inner' dst='a' gw_src='out' gw_dst='n-a_router.x'><link_ctn id='trunk'/></zoneRoute>
        </zone>
      </platform>
      """;

  @Test
  void entitiesAreRefusedBeforeTheyAreExpanded() {
    assertThatThrownBy(
            () ->
                MachineFiles.parse(
                    "bomb.xml",
                    """
                    <?xml version='1.0'?>
                    <!DOCTYPE platform [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>
                    <platform version="4"><cluster id="&b;"/></platform>
                    """))
        .isInstanceOf(MachineFileException.class)
        .hasMessage(
            "machine file bomb.xml: line 2, column 45, XML: found a declaration of the entity a;"
                + " allowed: no entities: they are refused, never expanded");
  }

  @Test
  void externalEntitiesAndDtdsAreNotRead() {
    assertThatThrownBy(
            () ->
                MachineFiles.parse(
                    "outside.xml",
                    "<!DOCTYPE platform [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n"
                        + "<platform version=\"4\">&x;</platform>"))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("found a declaration of the entity x");
    assertThatThrownBy(
            () ->
                MachineFiles.parse(
                    "parameter.xml",
                    "<!DOCTYPE platform [<!ENTITY % x SYSTEM \"file:///etc/passwd\"> %x;]>\n"
                        + "<platform version=\"4\"/>"))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("found a declaration of the entity %x");
    assertThatThrownBy(
            () ->
                MachineFiles.parse(
                    "dtd.xml",
                    "<!DOCTYPE platform SYSTEM \"file:///no/such/file.dtd\">\n"
                        + "<platform version=\"4\"></platform>"))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("found no host");
  }

  @Test
  void invalidXmlIsReportedWithItsPlace() {
    assertThatThrownBy(
            () -> MachineFiles.parse("x.xml", "<platform version='4'>\n<zone></platform>"))
        .isInstanceOf(MachineFileException.class)
        .hasMessageStartingWith("machine file x.xml: line 2, column ")
        .hasMessageContaining("well-formed XML");
    assertThatThrownBy(() -> MachineFiles.parse("x.xml", "<"))
        .isInstanceOf(MachineFileException.class);
    assertThatThrownBy(() -> MachineFiles.parse("x.xml", "<a>".repeat(200)))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("more than 50 nested elements");
  }

  @Test
  void otherDocumentsAndVersionsAreRefused() {
    assertThatThrownBy(() -> MachineFiles.parse("x.xml", "<html/>"))
        .hasMessageContaining("found <html>; allowed: <platform>");
    assertThatThrownBy(() -> MachineFiles.parse("x.xml", "<platform version='3'/>"))
        .hasMessageContaining("found version=\"3\"; allowed: version 4 or 4.1");
  }

  @Test
  void attributesThatAreMissingOrWrong() {
    wrong("<cluster id='c'/>", "found no attribute \"prefix\"");
    wrong("<cluster id='c' prefix='' suffix='' radical='5-3'/>", "found radical=\"5-3\"");
    wrong(
        "<cluster id='c' prefix='' suffix='' radical='0-999999999'/>",
        "found radical=\"0-999999999\"");
    wrong(
        CLUSTER.replace("1GBps", "1GB") + "/>",
        "found bw=\"1GB\"; allowed: a bandwidth above zero");
    wrong(CLUSTER.replace("1us", "-1us") + "/>", "found lat=\"-1us\"; allowed: a time");
    wrong(CLUSTER.replace("1Gf", "0f") + "/>", "found speed=\"0f\"; allowed: a speed above zero");
    wrong(CLUSTER + " core='0'/>", "found core=\"0\"; allowed: whole numbers from 1 to 65536");
    wrong(CLUSTER + " sharing_policy='WIFI'/>", "found sharing_policy=\"WIFI\"");
    wrong(CLUSTER + "/>" + CLUSTER.replace("'c'", "'d'") + "/>", "found a second \"n0\"");
  }

  @Test
  void topologiesThatDoNotFitTheirHosts() {
    wrong(
        CLUSTER + " topology='FAT_TREE' topo_parameters='2;4,4;1,2;1,2'/>",
        "found 4 hosts in radical, but topo_parameters for 16; allowed: as many hosts as the"
            + " topology has places");
    wrong(CLUSTER + " topology='FAT_TREE' topo_parameters='2;4,4'/>", "allowed: levels;children");
    wrong(CLUSTER + " topology='FAT_TREE' topo_parameters='2;4;1,2;1,2'/>", "allowed: 2 numbers");
    wrong(CLUSTER + " topology='TORUS' topo_parameters='2,x'/>", "whole numbers from 1");
    wrong(CLUSTER + " topology='TORUS' topo_parameters='800000,800000'/>", "more than 2^24 nodes");
    wrong(
        CLUSTER + " topology='RING' topo_parameters='4'/>",
        "allowed: FLAT, FAT_TREE, TORUS or DRAGONFLY");
    wrong(
        CLUSTER + " topology='DRAGONFLY' topo_parameters='4,1;1,1;1,1;1'/>",
        "4 groups need as many switches in a chassis to be joined, but there are 1");
  }

  @Test
  void zonesAndRoutesThatLeadNowhere() {
    replaced(
        "routing='Floyd'", "routing='Vivaldi'", "found routing=\"Vivaldi\"; allowed: Full, Floyd");
    replaced(
        "<router id='out'/>", "<peer id='out'/>", "found <peer>; allowed: zone, cluster, host");
    replaced(
        "link_ctn id='h'",
        "link_ctn id='g'",
        "a link that is declared; this is in the route from H to out");
    replaced(
        "direction='UP'", "", "found no direction; allowed: UP or DOWN, for a SPLITDUPLEX link");
    replaced("direction='UP'", "direction='LEFT'", "found direction=\"LEFT\"");
    replaced("dst='out'", "dst='n-0.x'", "found dst=\"n-0.x\"; allowed: something in zone inner");
    replaced("gw_src='out'", "gw_src='n-0.x'", "allowed: a host or router inside inner");
    replaced("gw_src='out'", "gw_src='inner'", "allowed: a host or router inside inner");
    replaced("src='inner' dst='a'", "src='f' dst='a'", "found gw_src=\"out\"");
    replaced("<link id='trunk'", "<link id='h'", "found a second link \"h\"");
    replaced("id='inner'", "id='a'", "found a second \"a\"");
    replaced(
        "id='z' routing='Full'",
        "id='z' routing='Floyd'",
        "found a route between zones in a zone of routing Floyd; allowed: Full");
    replaced(
        "</route>",
        "</route><route src='out' dst='H'/>",
        "found a second route from out to H; allowed: one route for each direction");
  }

  @Test
  void aMissingRouteIsReportedOnRequest() {
    Topology topology = MachineFiles.parse("zones.xml", ZONES).machine().topology().orElseThrow();
    int[] links = new int[topology.longestRoute()];

    assertThatThrownBy(() -> topology.route(6, 3, 0, links))
        .isInstanceOf(NoRouteException.class)
        .hasMessage("zones.xml has no route from H to f-1.x: none from zone inner to zone f");
  }

  @Property(tries = 1000)
  void noChangeOfAFileLeadsToAnythingButAMachineOrAMessage(
      @ForAll @IntRange(min = 0, max = 1500) int place,
      @ForAll @IntRange(min = 0, max = 5) int removed,
      @ForAll char inserted) {
    int start = Math.min(place, ZONES.length());
    int end = Math.min(start + removed, ZONES.length());
    String text = ZONES.substring(0, start) + inserted + ZONES.substring(end);
    try {
      Topology topology =
          MachineFiles.parse("fuzzed.xml", text.getBytes(StandardCharsets.UTF_8))
              .machine()
              .topology()
              .orElseThrow();
      int[] links = new int[topology.longestRoute()];
      for (int source = 0; source < topology.nodes(); source++) {
        try {
          topology.route(source, topology.nodes() - 1, 0, links);
        } catch (NoRouteException e) {
          assertThat(e).hasMessageContaining("no route from");
        }
      }
    } catch (MachineFileException e) {
      assertThat(e.findings()).isNotEmpty();
    }
  }

  private static void wrong(String content, String expected) {
    assertThatThrownBy(
            () ->
                MachineFiles.parse(
                    "x.xml", "<platform version='4.1'>\n" + content + "\n</platform>"))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("machine file x.xml: line 2, column ")
        .hasMessageContaining(expected);
  }

  private static void replaced(String text, String replacement, String expected) {
    assertThat(ZONES).contains(text);
    assertThatThrownBy(() -> MachineFiles.parse("zones.xml", ZONES.replace(text, replacement)))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("machine file zones.xml: line ")
        .hasMessageContaining(expected);
  }
}
