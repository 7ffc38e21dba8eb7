'use strict';
/** Messages of each class by the places in the program that they go between, a chart for each kind. */
function drawClasses(page) {
  function sure(confidence) { return confidence.toFixed(3); }

  function chart(kind) {
    return c => Object.assign(page.base(c), {
      tooltip: Object.assign(page.base(c).tooltip, {trigger: 'axis', axisPointer: {type: 'shadow'}, formatter: all => {
        const i = all[0].dataIndex;
        const shown = all.filter(one => one.value > 0).map(one => one.seriesName + ': ' +
          one.value.toLocaleString('en') + ', confidence ' + sure(kind.confidences[one.seriesName][i]));
        return [kind.names[i]].concat(shown).join('\n');
      }}),
      xAxis: page.axis(c, kind.unit, {type: 'value', min: 0, minInterval: 1, nameGap: 28,
        axisLabel: {color: c.soft, hideOverlap: true, formatter: value => value.toLocaleString('en')}}),
      yAxis: page.axis(c, '', {type: 'category', inverse: true,
        data: kind.names.map((name, i) => name + '  (confidence ' + sure(kind.confidence[i]) + ')'),
        axisLabel: {color: c.ink, width: page.nameWidth(330), overflow: 'break', lineHeight: 14}}),
      grid: {left: 12, right: 30, top: 34, bottom: 34, containLabel: true},
      series: kind.labels.map(label => ({
        name: label, type: 'bar', stack: 'all', color: c.palette.classes[label], barMaxWidth: 22, data: kind.counts[label]}))});
  }

  for (const kind of page.data.classes || []) {
    page.draw('chart-classes-' + kind.kind, 130 + 40 * kind.names.length, chart(kind));
  }
}
