'use strict';
/** How busy interfaces, links and buses are: over time, by kind, and where they are in the network. */
function drawLoad(page) {
  const data = page.data;
  const light = ['#deebf7', '#9ecae1', '#4292c6', '#08519c', '#08306b'];
  const dark = ['#16324a', '#1f5f8f', '#3f97cf', '#9fd0f0', '#f2f9ff'];
  const percent = share => Number((100 * share).toPrecision(3)) + ' %';

  function scale() { return document.documentElement.dataset.theme === 'dark' ? dark : light; }

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

  function overTime(busy, rectangles) {
    return c => Object.assign(page.base(c), {
      tooltip: Object.assign(page.base(c).tooltip, {formatter: one => busy.names[one.value[2]] + ': busy ' +
        percent(one.value[3]) + '\nfrom ' + page.time(one.value[0]) + ' to ' + page.time(one.value[1])}),
      legend: {show: false},
      visualMap: colours(c, busy.most),
      xAxis: page.timeAxis(c, data.endSeconds, 'time', {max: data.endSeconds, splitLine: {show: false}}),
      yAxis: page.axis(c, '', {type: 'category', inverse: true, data: busy.names,
        axisLabel: {color: c.soft, interval: 'auto', fontSize: 11}, splitLine: {show: false}}),
      dataZoom: page.zoom(c),
      grid: {left: 12, right: 84, top: 12, bottom: 62, containLabel: true},
      series: [{name: 'busy', type: 'custom', clip: true, progressive: 0, encode: {x: [0, 1], y: 2}, data: rectangles,
        renderItem: (params, api) => {
          const from = api.coord([api.value(0), api.value(2)]);
          const to = api.coord([api.value(1), api.value(2)]);
          const height = api.size([0, 1])[1];
          const shape = page.clipped(params, {x: from[0], y: from[1] - height / 2,
            width: Math.max(.5, to[0] - from[0]), height: height - (height > 6 ? 1 : 0)});
          return shape && {type: 'rect', shape, style: {fill: shade(api.value(3) / busy.most)}};
        }}]});
  }

  function network(drawing, most) {
    const widest = 7;
    return c => Object.assign(page.base(c), {
      tooltip: Object.assign(page.base(c).tooltip, {formatter: one => one.dataType === 'edge'
        ? drawing.vertices[one.data.cable[0]][0] + ' to ' + drawing.vertices[one.data.cable[1]][0] + ': ' +
          percent(one.data.cable[2]) + '\nand back: ' + percent(one.data.cable[3])
        : one.name}),
      legend: {show: false},
      visualMap: colours(c, most),
      series: [{
        type: 'graph', layout: 'none', roam: 'move', left: 40, right: 110, top: 30, bottom: 30,
        data: drawing.vertices.map(([name, x, y, isSwitch]) => ({
          name, x: 100 * x, y: 60 * y, symbol: isSwitch ? 'circle' : 'rect',
          symbolSize: drawing.vertices.length > 120 ? 5 : 9, itemStyle: {color: c.soft},
          label: {show: drawing.vertices.length <= 40, color: c.ink, fontSize: 11, position: isSwitch ? 'top' : 'bottom'}})),
        links: drawing.cables.slice().sort((a, b) => Math.max(a[2], a[3]) - Math.max(b[2], b[3])).map(cable => {
          const load = Math.max(cable[2], cable[3]) / most;
          return {source: cable[0], target: cable[1], cable,
            lineStyle: {color: shade(load), width: 1 + (widest - 1) * load, opacity: 1}};
        })}]});
  }

  if (data.busy) {
    const busy = data.busy;
    document.getElementById('busy-note').textContent = busy.others
      ? 'Of each kind those in use longest; ' + busy.others.toLocaleString('en') + ' more are not shown.' : '';
    page.draw('chart-busy', Math.max(220, 110 + 14 * busy.names.length), overTime(busy, pieces(busy)));
  }
  if (data.network) {
    const links = data.network;
    const most = Math.max(...links.kinds.map(kind => kind.most));
    document.getElementById('links-note').textContent = links.title + ': ' + links.used.toLocaleString('en') + ' of ' +
      links.links.toLocaleString('en') + ' links carry messages. A load is the bytes of a link on the routes of the ' +
      'flow model, over what it could carry in the run.';
    const rows = links.kinds.map(kind => ({
      name: kind.name + ' (' + kind.links.toLocaleString('en') + ')', mean: kind.mean, more: kind.most - kind.mean,
      busiest: kind.busiest}));
    page.draw('chart-links', 96 + 30 * rows.length, page.lying(rows, [
      ['Mean of those used', '#0072b2', 'mean', percent], ['More on the busiest', '#e69f00', 'more', percent]], most,
    'share of what links could carry'));
    const place = document.getElementById('chart-network');
    if (links.drawing) {
      page.draw('chart-network', 520, network(links.drawing, most));
    } else {
      place.closest('figure').remove();
    }
  }
}
