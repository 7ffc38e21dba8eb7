'use strict';
/** Shares as colours: what all charts of loads have in common. */
function loadTools(page) {
  const percent = share => Number((100 * share).toPrecision(3)) + ' %';

  function scale() { return page.data.palettes[document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'].loads; }

  /** A colour between those of the scale, for a share of 0 to 1. */
  function shade(share) {
    const steps = scale();
    const at = Math.min(steps.length - 1.001, Math.max(0, share) * (steps.length - 1));
    const low = Math.floor(at);
    const part = (from, i) => parseInt(steps[from].slice(1 + 2 * i, 3 + 2 * i), 16);
    return 'rgb(' + [0, 1, 2].map(i => Math.round(part(low, i) + (at - low) * (part(low + 1, i) - part(low, i)))).join() + ')';
  }

  function colours(c, most) {
    return {type: 'continuous', min: 0, max: most, dimension: 3, seriesIndex: [], calculable: false, orient: 'vertical',
      right: 4, top: 'middle', text: [percent(most), '0 %'], textStyle: {color: c.ink}, inRange: {color: scale()}};
  }

  /** Rectangles are [from, to, row, share, more for tips]; the highest share has the strongest colour. */
  function overTime(names, rectangles, most, tip) {
    return c => Object.assign(page.base(c), {
      tooltip: Object.assign(page.base(c).tooltip, {formatter: one => names[one.value[2]] + ': ' + tip(one.value) +
        '\nfrom ' + page.time(one.value[0]) + ' to ' + page.time(one.value[1])}),
      legend: {show: false},
      visualMap: colours(c, most),
      xAxis: page.timeAxis(c, page.data.endSeconds, 'time', {max: page.data.endSeconds, splitLine: {show: false}}),
      yAxis: page.axis(c, '', {type: 'category', inverse: true, data: names,
        axisLabel: {color: c.soft, interval: 'auto', fontSize: 11, width: 330, overflow: 'truncate'}, splitLine: {show: false}}),
      dataZoom: page.zoom(c),
      grid: {left: 12, right: 84, top: 12, bottom: 62, containLabel: true},
      series: [{name: 'busy', type: 'custom', clip: true, progressive: 0, encode: {x: [0, 1], y: 2}, data: rectangles,
        renderItem: (params, api) => {
          const from = api.coord([api.value(0), api.value(2)]);
          const to = api.coord([api.value(1), api.value(2)]);
          const height = api.size([0, 1])[1];
          const shape = page.clipped(params, {x: from[0], y: from[1] - height / 2,
            width: Math.max(.5, to[0] - from[0]), height: height - (height > 6 ? 1 : 0)});
          return shape && {type: 'rect', shape, style: {fill: shade(api.value(3) / most)}};
        }}]});
  }

  return {percent, shade, colours, overTime};
}

/** How busy messages kept interfaces, links and buses of models that say so. */
function drawBusy(page, load) {
  const data = page.data;

  /** Neighbours that are as busy as each other are one rectangle. */
  function pieces(busy) {
    const shares = Uint8Array.from(atob(busy.shares), letter => letter.charCodeAt(0));
    const found = [];
    for (let row = 0; row < busy.names.length; row++) {
      let start = 0;
      for (let i = 1; i <= busy.intervals; i++) {
        const now = shares[row * busy.intervals + start];
        if (i === busy.intervals || shares[row * busy.intervals + i] !== now) {
          if (now) {
            found.push([start * busy.intervalSeconds, Math.min(data.endSeconds, i * busy.intervalSeconds), row,
              now / 255 * busy.most]);
          }
          start = i;
        }
      }
    }
    return found;
  }

  if (data.busy) {
    const busy = data.busy;
    document.getElementById('busy-note').textContent = busy.others
      ? 'The busiest of each kind; ' + busy.others.toLocaleString('en') + ' more are not shown.' : '';
    page.draw('chart-busy', Math.max(220, 110 + 14 * busy.names.length),
      load.overTime(busy.names, pieces(busy), busy.most, value => 'busy ' + load.percent(value[3])));
  }
}
