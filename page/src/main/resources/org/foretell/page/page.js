'use strict';
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const shared = chartTools(data.palettes);
  const {base, axis, nameWidth, timeAxis, zoom, draw, redraw, unitOf, time, bytes} = shared;
  // What a rank does: its name, its colour, and where its time is.
  const activity = [
    ['Computing', c => c.palette.activities[0], 'compute'],
    ['Communicating', c => c.palette.activities[1], 'communication'],
    ['Waiting for others', c => c.palette.activities[2], 'wait'], ['Done', c => c.palette.activities[3], 'idle']];
  let order = 'rank';

  function rangeOf(first, size, all) {
    const last = Math.min(all, first + size) - 1;
    return first === last ? 'rank ' + first : 'ranks ' + first + ' to ' + last;
  }

  function perRank(c) {
    const ranks = data.ranks;
    const bars = ranks.compute.map((value, i) => i);
    if (order !== 'rank') { bars.sort((a, b) => ranks[order][b] - ranks[order][a] || a - b); }
    // Bars narrower than a few pixels would be striped by how they fall on them: each area covers those above it.
    const areas = bars.length > 200;
    const upTo = (bar, i) => activity.slice(0, i + 1).reduce((sum, each) => sum + ranks[each[2]][bar], 0);
    return Object.assign(base(c), {
      legend: Object.assign(base(c).legend, {selectedMode: !areas, icon: 'roundRect'}),
      tooltip: Object.assign(base(c).tooltip, {trigger: 'axis', axisPointer: {type: 'shadow'}, formatter: all => {
        const bar = bars[all[0].dataIndex];
        return rangeOf(bar * ranks.perBar, ranks.perBar, ranks.count) + '\n' +
          activity.map(each => each[0] + ': ' + time(ranks[each[2]][bar])).join('\n');
      }}),
      xAxis: axis(c, order === 'rank' ? 'rank' : 'ranks in this order', {
        type: 'category', nameGap: 28, data: bars.map(bar => String(bar * ranks.perBar)),
        splitLine: {show: false}}),
      yAxis: timeAxis(c, data.endSeconds, 'time', {nameGap: 48, max: data.endSeconds || null,
        axisLabel: {color: c.soft, showMaxLabel: false,
          formatter: value => String(Number((value / unitOf(data.endSeconds)[0]).toPrecision(4)))}}),
      dataZoom: bars.length > 32 ? zoom(c) : [],
      grid: {left: 40, right: 24, top: 40, bottom: bars.length > 32 ? 62 : 40, containLabel: true},
      series: areas ? activity.map(([name, colour], i) => ({
        name, type: 'line', step: 'middle', symbol: 'none', color: colour(c), z: 5 - i, lineStyle: {width: 0},
        areaStyle: {opacity: 1}, data: bars.map(bar => upTo(bar, i))}))
        : activity.map(([name, colour, key]) => ({
          name, type: 'bar', stack: 'time', color: colour(c), barCategoryGap: '15%',
          data: bars.map(bar => ranks[key][bar])}))});
  }

  /** Bars that lie, the longest on top. */
  function lying(rows, series, end, axisName) {
    return c => Object.assign(base(c), {
      tooltip: Object.assign(base(c).tooltip, {trigger: 'axis', axisPointer: {type: 'shadow'}, formatter: all =>
        rows[all[0].dataIndex].name + '\n' +
        all.map(one => one.seriesName + ': ' + series.find(s => s[0] === one.seriesName)[3](one.value)).join('\n')}),
      xAxis: axisName ? axis(c, axisName, {type: 'value', min: 0, nameGap: 28,
        axisLabel: {color: c.soft, formatter: value => Number((100 * value).toPrecision(3)) + ' %'}})
        : timeAxis(c, end, 'time of the mean rank'),
      yAxis: axis(c, '', {type: 'category', inverse: true, data: rows.map(row => row.name),
        axisLabel: {color: c.ink, width: nameWidth(260), overflow: 'truncate'}}),
      grid: {left: 12, right: 24, top: 34, bottom: 30, containLabel: true},
      legend: Object.assign(base(c).legend, {show: series.length > 1}),
      series: series.map(([name, colour, key]) => ({
        name, type: 'bar', stack: 'all', color: colour(c), barMaxWidth: 22, data: rows.map(row => row[key])}))});
  }

  /** The part of a rectangle that lies where the axes are. */
  function clipped(params, shape) {
    const area = params.coordSys;
    return echarts.graphic.clipRectByRect(shape, {x: area.x, y: area.y, width: area.width, height: area.height});
  }

  function pathLanes(c) {
    const path = data.path;
    const lanes = path.lanes.map((lane, i) => [i ? path.lanes[i - 1][2] : 0, lane[2], lane[0], lane[1]]);
    const ranks = data.ranks.count;
    // Many pieces are narrower than a pixel and lie on each other: what takes most in all is on top.
    const sums = path.kinds.map((kind, k) => lanes.filter(lane => lane[3] === k)
      .reduce((sum, lane) => sum + lane[1] - lane[0], 0));
    return Object.assign(base(c), {
      tooltip: Object.assign(base(c).tooltip, {formatter: one => 'rank ' + one.value[2] + ': ' +
        path.names[one.value[3]] + '\nfrom ' + time(one.value[0]) + ', takes ' +
        time(one.value[1] - one.value[0])}),
      xAxis: timeAxis(c, data.endSeconds, 'time', {max: data.endSeconds}),
      yAxis: axis(c, 'rank', {type: 'value', inverse: true, min: 0, max: ranks, nameGap: 40, minInterval: 1,
        axisLabel: {color: c.soft, showMaxLabel: false}}),
      dataZoom: zoom(c),
      grid: {left: 34, right: 24, top: 44, bottom: 62, containLabel: true},
      series: path.kinds.map((kind, k) => ({
        name: path.names[k], type: 'custom', color: c.palette.kinds[kind], clip: true, dimensions: ['from', 'to', 'rank', 'kind'],
        progressive: 0, encode: {x: [0, 1], y: 2}, data: lanes.filter(lane => lane[3] === k),
        z: 2 + sums.filter(sum => sum < sums[k]).length / 100,
        renderItem: (params, api) => {
          const from = api.coord([api.value(0), api.value(2)]);
          const to = api.coord([api.value(1), api.value(2) + 1]);
          const height = Math.max(5, (to[1] - from[1]) * .8);
          const middle = (from[1] + to[1]) / 2;
          const shape = clipped(params,
            {x: from[0], y: middle - height / 2, width: Math.max(1, to[0] - from[0]), height});
          return shape && {type: 'rect', shape, style: {fill: c.palette.kinds[kind]}};
        }}))});
  }

  /** Intervals of one row that follow each other and look the same are one rectangle. */
  function runs() {
    const rows = data.activity;
    const shares = Uint8Array.from(atob(rows.shares), letter => letter.charCodeAt(0));
    const found = [[], [], []];
    for (let row = 0; row < rows.rows; row++) {
      let last = null;
      for (let i = 0; i < rows.intervals; i++) {
        const at = (row * rows.intervals + i) * 3;
        let most = 0;
        if (shares[at + 1] > shares[at + most]) { most = 1; }
        if (shares[at + 2] > shares[at + most]) { most = 2; }
        const strength = Math.ceil(shares[at + most] / 51);
        if (last && last.end === i && last.most === most && last.strength === strength) {
          last.end = i + 1;
        } else {
          if (last && last.strength) { keep(last); }
          last = {row, start: i, end: i + 1, most, strength};
        }
      }
      if (last && last.strength) { keep(last); }
    }
    return found;

    function keep(run) {
      const width = rows.intervalSeconds;
      found[run.most].push([run.start * width, Math.min(data.endSeconds, run.end * width), run.row, run.strength]);
    }
  }

  const activityRuns = data.activity ? runs() : [];

  function timeline(c) {
    const rows = data.activity;
    return Object.assign(base(c), {
      tooltip: Object.assign(base(c).tooltip, {formatter: one =>
        rangeOf(one.value[2] * rows.ranksPerRow, rows.ranksPerRow, data.ranks.count) + ': ' + one.seriesName +
        '\n' + (one.value[3] * 20 - 20) + ' to ' + one.value[3] * 20 + ' % of the time from ' + time(one.value[0]) +
        ' to ' + time(one.value[1])}),
      xAxis: timeAxis(c, data.endSeconds, 'time', {max: data.endSeconds, splitLine: {show: false}}),
      yAxis: axis(c, 'rank', {type: 'value', inverse: true, min: 0, max: rows.rows, nameGap: 40, minInterval: 1,
        splitLine: {show: false},
        axisLabel: {color: c.soft, showMaxLabel: false, formatter: value => String(value * rows.ranksPerRow)}}),
      dataZoom: zoom(c),
      grid: {left: 34, right: 24, top: 44, bottom: 62, containLabel: true},
      series: activity.slice(0, 3).map(([name, colour], k) => ({
        name, type: 'custom', color: colour(c), clip: true, encode: {x: [0, 1], y: 2}, data: activityRuns[k],
        // All at once: whoever prints does not wait for the rest.
        progressive: 0,
        renderItem: (params, api) => {
          const from = api.coord([api.value(0), api.value(2)]);
          const to = api.coord([api.value(1), api.value(2) + 1]);
          const gap = to[1] - from[1] > 6 ? 1 : 0;
          const shape = clipped(params, {x: from[0], y: from[1], width: Math.max(.5, to[0] - from[0]),
            height: to[1] - from[1] - gap});
          return shape && {type: 'rect', shape, style: {fill: colour(c), opacity: .4 + .12 * api.value(3)}};
        }}))});
  }

  function matrix(c) {
    const m = data.matrix;
    const groups = Math.ceil(m.ranks / m.perGroup);
    const names = Array.from({length: groups}, (ignored, i) => String(i * m.perGroup));
    const cells = m.cells.map(cell => ({value: [cell[1], cell[0], Math.log10(Math.max(1, cell[3]))], cell}));
    const logs = cells.map(cell => cell.value[2]);
    const least = Math.floor(Math.min(...logs));
    const most = Math.max(Math.ceil(Math.max(...logs)), least + 1);
    return Object.assign(base(c), {
      tooltip: Object.assign(base(c).tooltip, {formatter: one => 'from ' +
        rangeOf(one.data.cell[0] * m.perGroup, m.perGroup, m.ranks) + '\nto ' +
        rangeOf(one.data.cell[1] * m.perGroup, m.perGroup, m.ranks) + '\n' + bytes(one.data.cell[3]) + ' in ' +
        one.data.cell[2] + ' messages'}),
      xAxis: axis(c, 'to rank', {type: 'category', data: names, nameGap: 28, splitArea: {show: false}}),
      yAxis: axis(c, 'from rank', {type: 'category', data: names, inverse: true, nameGap: 44}),
      legend: {show: false},
      visualMap: {min: least, max: most, calculable: false, orient: 'vertical', right: 4, top: 'middle',
        text: [bytes(Math.pow(10, most)), bytes(Math.pow(10, least))], textStyle: {color: c.ink}, precision: 1,
        inRange: {color: c.palette.bytes}},
      grid: {left: 40, right: 110, top: 16, bottom: 40, containLabel: true},
      series: [{name: 'bytes', type: 'heatmap', data: cells, progressive: 0,
        itemStyle: {borderColor: c.panel, borderWidth: groups > 80 ? 0 : 1}}]});
  }

  function percent(share) { return Number((100 * share).toPrecision(4)) + ' %'; }

  function signed(share) { return (share > 0 ? '+' : '') + percent(share); }

  /** A tornado: what weighs most on top; better shortens the time and worse lengthens it, as in the table. */
  function tornado(c) {
    const s = data.sensitivities;
    const sides = [['1 % better', c.palette.activities[0], s.better], ['1 % worse', c.palette.activities[2], s.worse]];
    return Object.assign(base(c), {
      tooltip: Object.assign(base(c).tooltip, {trigger: 'axis', axisPointer: {type: 'shadow'}, formatter: all => {
        const i = all[0].dataIndex;
        return s.names[i] + ' = ' + s.values[i] + ', by ' + s.methods[i] + '\n' + sides.map(side => side[0] + ': ' +
          signed(side[2][i] / 100) + ' time').join('\n');
      }}),
      xAxis: axis(c, 'change of the time (%)', {type: 'value', nameGap: 28,
        axisLabel: {color: c.soft, hideOverlap: true}}),
      yAxis: axis(c, '', {type: 'category', inverse: true, data: s.names, axisLine: {onZero: false},
        axisLabel: {color: c.ink, width: nameWidth(260), overflow: 'truncate'}}),
      grid: {left: 12, right: 24, top: 34, bottom: 34, containLabel: true},
      series: sides.map(([name, colour, values]) => ({
        name, type: 'bar', color: colour, barMaxWidth: 12, barGap: '5%', data: values}))});
  }

  /** Up to where it certainly holds, beyond that how far it may, and where in between that is likely to be. */
  function tolerance(c) {
    const t = data.tolerance;
    const rows = t.longer.map(share => percent(share) + ' longer');
    const most = t.from.map((from, i) => t.to[i] === null ? from : t.to[i]);
    return Object.assign(base(c), {
      tooltip: Object.assign(base(c).tooltip, {trigger: 'axis', axisPointer: {type: 'shadow'}, formatter: all => {
        const i = all[0].dataIndex;
        return rows[i] + '\n' + t.name + ' + ' + percent(t.from[i]) +
          (t.to[i] === null ? ' or more' : ' to + ' + percent(t.to[i])) +
          (t.estimates[i] === null ? '' : '\nlikely + ' + percent(t.estimates[i]));
      }}),
      xAxis: axis(c, 'growth of ' + t.name + ' (%)', {type: 'value', min: 0, nameGap: 28,
        axisLabel: {color: c.soft, hideOverlap: true, formatter: value => String(Number((100 * value).toPrecision(4)))}}),
      yAxis: axis(c, '', {type: 'category', inverse: true, data: rows, axisLabel: {color: c.ink}}),
      grid: {left: 12, right: 36, top: 34, bottom: 34, containLabel: true},
      series: [
        {name: 'bears', type: 'bar', stack: 'all', color: c.palette.activities[0], barMaxWidth: 20, data: t.from},
        {name: 'may bear', type: 'bar', stack: 'all', color: c.palette.likely, barMaxWidth: 20,
          data: most.map((to, i) => to - t.from[i])},
        {name: 'likely', type: 'scatter', symbol: 'diamond', symbolSize: 12, color: c.ink, z: 5,
          itemStyle: {borderColor: c.panel, borderWidth: 1}, data: t.estimates}]});
  }

  const tools =
      Object.assign({data, activity, rangeOf, clipped, lying}, shared);
  const arrows = data.messages && data.activity ? messageArrows(tools) : null;

  function drawAll() {
    draw('chart-ranks', 380, perRank);
    if (data.path) {
      draw('chart-path', 420, pathLanes);
    }
    if (data.sensitivities) {
      draw('chart-sensitivities', 90 + 34 * data.sensitivities.names.length, tornado);
    }
    if (data.tolerance) {
      draw('chart-tolerance', 190, tolerance);
    }
    if (data.places && data.places.length) {
      const longest = Math.max(...data.places.map(place => place.busy + place.wait));
      draw('chart-places', 90 + 26 * data.places.length, lying(data.places,
        [['Computing or communicating', activity[0][1], 'busy', time], ['Waiting for others', activity[2][1], 'wait', time]],
        longest));
    }
    if (data.phases) {
      const longest = Math.max(...data.phases.map(phase => phase.compute + phase.communication + phase.wait));
      draw('chart-phases', 90 + 26 * data.phases.length, lying(data.phases,
        activity.slice(0, 3).map(([name, colour, key]) => [name, colour, key, time]), longest));
    }
    if (data.activity) {
      draw('chart-timeline', Math.max(220, Math.min(620, 120 + 12 * data.activity.rows)), arrows ? c => arrows.over(timeline(c), c) : timeline);
      if (arrows) { arrows.listen(); }
    }
    if (data.matrix) {
      draw('chart-matrix', 560, matrix);
    }
    const load = loadTools(tools);
    drawBusy(tools, load);
    drawNetwork(tools, load);
    drawClasses(tools);
    drawPower(tools);
    if (data.resources) {
      draw('chart-resources', 70 + 24 * data.resources.length, lying(data.resources,
        [['Busy', activity[0][1], 'utilisation', value => (100 * value).toPrecision(3) + ' % of the time']], 1,
        'share of the time in use'));
    }
  }

  drawAll();
  document.querySelectorAll('button[data-order]').forEach(button => button.addEventListener('click', () => {
    order = button.dataset.order;
    document.querySelectorAll('button[data-order]').forEach(each =>
      each.setAttribute('aria-pressed', String(each === button)));
    redraw();
  }));
})();
