/* ${name}.c: what each of ${ranks} ranks did in the run of which the trace "${trace}" was taken.
 *
 * README.md says how to build it, and what may be changed: -DCOMPUTE_SCALE=0.5 halves
 * computation, -DSIZE_SCALE=2 doubles messages. */
<#if places?size gt 0>
/* Where calls stand in the traced program:
<#list places as place>
 *   at ${place?index + 1}: ${place}
</#list>
 */
</#if>
#define RANKS ${ranks?c}
#define OUT_BYTES ${outBytes}L
#define IN_BYTES ${inBytes}L
#define LARGEST_MESSAGE ${messageBytes}
#define WINDOW_BYTES ${windowBytes}L
#define REQUESTS ${requests?c}
#define COMMUNICATORS ${communicators?c}
#define OBJECTS ${objects?c}
<#if api == "shmem">
#define VARIABLES ${variables?c}L
#define PLACE_BYTES ${placeBytes}L
</#if>
#define TABLES ${inFile?c}
#define TABLE_FILE "${name}.tables"
#define EXACT ${exact?then(1, 0)}
#define PHASES ${phases?size?c}
#define PHASE_NAMES <#if phases?size == 0>""<#else><#list phases as phase>"${phase?replace("\"", "'")}"<#sep>, </#list></#if>

#include "runtime.h"

<#list definitions as definition>
${definition}
</#list>
<#list tests as test>
${test}
</#list>
<#list functions as function>

${function}
</#list>

int main(int argc, char **argv) {
  start(&argc, &argv);
<#if api == "shmem">
  lay_out(${rooms});
</#if>
<#list groups as group>
<#if group?index == 0>
  group = ${group} ? 0
<#elseif group == "">
      : ${group?index?c};
<#else>
      : ${group} ? ${group?index?c}
</#if>
</#list>
<#list known as communicator>
  create_known(${communicator.id?c}, ${communicator.size?c}, ${communicator.members});
</#list>
<#if roles?size == 1>
  ${roles[0].call};
<#else>
<#list roles as role>
  <#if role?index gt 0>} else </#if>if (${role.test}) {
    ${role.call};
</#list>
  }
</#if>
  return finish();
}
