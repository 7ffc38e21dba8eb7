'use strict';
/** Messages as arrows over the timeline: those that are seen, if they are few, or those of one rank. */
function messageArrows(page) {
  const data = page.data;
  const most = 300;
  const rows = data.activity;
  const sent = data.messages;
  const colour = {light: '#1b1f24', dark: '#f5f5f5'};
  const kinds = ['message', 'message of a collective', 'one-sided message'];
  const kindOf = read(sent.kinds);
  const ranks = new Int32Array(read(sent.ranks).buffer);
  const numbers = new Float64Array(read(sent.numbers).buffer);
  const note = document.getElementById('message-note');
  const field = document.getElementById('message-rank');
  let drawn = [];
  field.max = data.ranks.count - 1;

  function read(text) { return Uint8Array.from(atob(text), letter => letter.charCodeAt(0)); }

  function rowOf(rank) { return (rank + .5) / rows.ranksPerRow; }

  /** What part of an axis is seen. */
  function seen(zoom, end) { return zoom ? [zoom.start / 100 * end, zoom.end / 100 * end] : [0, end]; }

  function choose() {
    const zooms = page.charts['chart-timeline'].getOption().dataZoom;
    const [from, to] = seen(zooms.find(zoom => [].concat(zoom.xAxisIndex).includes(0)), data.endSeconds);
    const [top, bottom] = seen(zooms.find(zoom => [].concat(zoom.yAxisIndex).includes(0)), rows.rows);
    const one = field.value === '' ? -1 : Number(field.value);
    let found = [];
    for (let i = 0; i < sent.kept; i++) {
      const source = ranks[2 * i];
      const destination = ranks[2 * i + 1];
      const visible = rank => rowOf(rank) >= top && rowOf(rank) <= bottom;
      if (numbers[3 * i] <= to && numbers[3 * i + 1] >= from
          && (one < 0 ? visible(source) && visible(destination) : source === one || destination === one)) {
        found.push(i);
      }
    }
    const all = found.length;
    if (all > most) {
      found = one < 0 ? []
        : found.sort((a, b) => numbers[3 * b + 1] - numbers[3 * b] - numbers[3 * a + 1] + numbers[3 * a]).slice(0, most);
    }
    const kept = sent.kept === sent.all ? '' : ', of the ' + sent.kept.toLocaleString('en') +
      ' kept of ' + sent.all.toLocaleString('en') + ' (the longest of each part of the run)';
    note.textContent = all > most && one < 0
      ? all.toLocaleString('en') + ' messages are in view' + kept + '; zoom in to at most ' + most +
        ', click a row, or name a rank to see arrows.'
      : found.length.toLocaleString('en') + (all > found.length ? ' longest of ' + all.toLocaleString('en') : '') +
        ' messages are drawn' + kept + '.';
    return found.map(i =>
      [numbers[3 * i], rowOf(ranks[2 * i]), numbers[3 * i + 1], rowOf(ranks[2 * i + 1]), i]);
  }

  function series(c) {
    const dark = document.documentElement.dataset.theme === 'dark';
    return {
      id: 'messages', name: 'Messages', type: 'custom', clip: true, color: dark ? colour.dark : colour.light, z: 5,
      progressive: 0, encode: {x: [0, 2], y: [1, 3]}, data: drawn,
      tooltip: {formatter: one => {
        const i = one.value[4];
        return kinds[kindOf[i]] + ' from rank ' + ranks[2 * i] + ' to rank ' + ranks[2 * i + 1] + '\n' +
          page.bytes(numbers[3 * i + 2]) + ', sent at ' + page.time(numbers[3 * i]) + '\nthere after ' +
          page.time(numbers[3 * i + 1] - numbers[3 * i]);
      }},
      renderItem: (params, api) => {
        const from = api.coord([api.value(0), api.value(1)]);
        const to = api.coord([api.value(2), api.value(3)]);
        const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
        const wing = turn => [to[0] - 7 * Math.cos(angle + turn), to[1] - 7 * Math.sin(angle + turn)];
        const ink = dark ? colour.dark : colour.light;
        return {type: 'group', children: [
          {type: 'line', shape: {x1: from[0], y1: from[1], x2: to[0], y2: to[1]}, style: {stroke: ink, lineWidth: 1}},
          {type: 'polygon', shape: {points: [to, wing(.4), wing(-.4)]}, style: {fill: ink}}]};
      }};
  }

  function renew() {
    drawn = choose();
    page.charts['chart-timeline'].setOption({series: [{id: 'messages', data: drawn}]});
  }

  return {
    over(option, c) {
      option.dataZoom = option.dataZoom.concat([{type: 'slider', yAxisIndex: 0, right: 6, width: 16,
        filterMode: 'none', showDetail: false, showDataShadow: false, borderColor: c.line,
        fillerColor: 'rgba(86, 180, 233, .25)', brushSelect: false}]);
      option.grid = Object.assign({}, option.grid, {right: 44});
      option.series = option.series.concat([series(c)]);
      return option;
    },
    listen() {
      const chart = page.charts['chart-timeline'];
      let waiting = 0;
      chart.on('datazoom', () => { clearTimeout(waiting); waiting = setTimeout(renew, 60); });
      chart.on('click', one => {
        if (one.seriesId !== 'messages') { field.value = one.value[2] * rows.ranksPerRow; renew(); }
      });
      field.addEventListener('input', renew);
      document.getElementById('message-none').addEventListener('click', () => { field.value = ''; renew(); });
      renew();
    }};
}
