'use strict';
/** The power of nodes over time, as a step for each span. */
function drawPower(page) {
  const power = page.data.power;
  if (!power) { return; }
  const units = [[1e6, 'MW'], [1e3, 'kW'], [1, 'W'], [1e-3, 'mW']];
  const most = Math.max(...power.watts);
  const unit = units.find(each => most >= each[0]) || units[3];
  const shown = watts => Number((watts / unit[0]).toPrecision(4));
  const end = page.data.endSeconds;
  // A step lasts until the next point; the last one until the end.
  const steps = power.watts.map((watts, i) => [i * power.spanSeconds, watts]);
  steps.push([end, power.watts[power.watts.length - 1]]);
  page.draw('chart-power', 260, c => Object.assign(page.base(c), {
    legend: {show: false},
    tooltip: Object.assign(page.base(c).tooltip, {trigger: 'axis', formatter: all => {
      const i = Math.min(all[0].dataIndex, power.watts.length - 1);
      return shown(power.watts[i]) + ' ' + unit[1] + '\nfrom ' + page.time(i * power.spanSeconds) + ' to ' +
        page.time(Math.min(end, (i + 1) * power.spanSeconds));
    }}),
    xAxis: page.timeAxis(c, end, 'time', {max: end, splitLine: {show: false}}),
    yAxis: page.axis(c, 'power (' + unit[1] + ')', {type: 'value', min: 0, nameGap: 48,
      axisLabel: {color: c.soft, formatter: value => String(shown(value))}}),
    dataZoom: page.zoom(c),
    grid: {left: 40, right: 24, top: 16, bottom: 62, containLabel: true},
    series: [{name: 'power', type: 'line', step: 'end', symbol: 'none', color: c.palette.activities[0],
      areaStyle: {opacity: .25}, data: steps}]}));
}
