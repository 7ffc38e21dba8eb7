'use strict';
/** The load of the network's links: by kind, over time, and where they are. */
function drawNetwork(page, load) {
  const links = page.data.network;
  // 'mean' of the run, 'peak', or the number of a step in time.
  let when = 'mean';

  function note() {
    return links.title + ': ' + links.used.toLocaleString('en') + ' of ' + links.links.toLocaleString('en') +
      ' links carry messages. A load is the bytes of a link, divided by its capacity in that time. ' + (links.shared
      ? 'Messages share the links, as in the model.'
      : 'The model has no links: each message is spread evenly over its time and over its route in the flow model, ' +
        'so the load of a link may exceed its capacity.');
  }

  /** Intervals in which a link carries something. */
  function pieces(times) {
    const found = [];
    times.bytes.forEach((row, link) => row.forEach((bytes, i) => {
      if (bytes) {
        const from = i * times.intervalSeconds;
        const to = i === times.intervals - 1 ? page.data.endSeconds : from + times.intervalSeconds;
        found.push([from, to, link, bytes / times.speeds[link] / (to - from), bytes]);
      }
    }));
    return found;
  }

  function drawTimes(times) {
    document.getElementById('link-times-note').textContent = 'The links with the highest load of the whole run, the ' +
      'highest first' + (times.others ? '; ' + times.others.toLocaleString('en') + ' more are not shown.' : '.');
    page.draw('chart-link-times', Math.max(220, 110 + 15 * times.names.length),
      load.overTime(times.names, pieces(times), times.most, value => page.bytes(value[4]) + ', ' +
        load.percent(value[3]) + ' of its capacity'));
  }

  /** The loads of a cable there and back, as they are looked at. */
  function loads(drawing, levels, i) {
    if (when === 'mean' || when === 'peak') {
      const cable = drawing.cables[i];
      return when === 'mean' ? [cable[2], cable[3]] : [cable[4], cable[5]];
    }
    const at = 2 * (when * drawing.cables.length + i);
    return [levels[at] / 0xffff * drawing.steps.most, levels[at + 1] / 0xffff * drawing.steps.most];
  }

  function most(drawing) {
    if (when !== 'mean' && when !== 'peak') { return drawing.steps.most; }
    const first = when === 'mean' ? 2 : 4;
    return Math.max(...drawing.cables.map(cable => Math.max(cable[first], cable[first + 1])));
  }

  function where(drawing, levels) {
    const many = drawing.vertices.length > 120;
    const widest = many ? 3 : 7;
    const named = drawing.vertices.length <= 40;
    return c => {
      const highest = most(drawing);
      const both = drawing.cables.map((cable, i) => loads(drawing, levels, i));
      return Object.assign(page.base(c), {
        tooltip: Object.assign(page.base(c).tooltip, {formatter: one => one.dataType === 'edge'
          ? drawing.vertices[one.data.cable[0]][0] + ' to ' + drawing.vertices[one.data.cable[1]][0] + ': ' +
            load.percent(one.data.both[0]) + '\nand back: ' + load.percent(one.data.both[1])
          : one.data.full}),
        legend: {show: false},
        visualMap: load.colours(c, highest),
        series: [{
          type: 'graph', layout: 'none', roam: 'move', left: 40, right: 110, top: 30, bottom: 30,
          // Names stand in boxes on top of the cables, so that no line goes through them.
          data: drawing.vertices.map(([name, x, y, isSwitch, short], i) => ({
            name: String(i), full: name, x: 100 * x, y: 60 * y,
            symbol: isSwitch ? (named ? 'roundRect' : 'circle') : 'rect',
            symbolSize: named ? [10 + 6.4 * short.length, 17] : many ? 5 : 9,
            itemStyle: named ? {color: isSwitch ? c.line : c.ground, borderColor: c.soft, borderWidth: 1, opacity: 1}
              : {color: c.soft},
            label: {show: named, color: c.ink, fontSize: 11, position: 'inside', formatter: short}})),
          links: drawing.cables.map((cable, i) => {
            const share = Math.max(...both[i]) / (highest || 1);
            return {source: cable[0], target: cable[1], cable, both: both[i], share,
              lineStyle: {color: load.shade(share), width: 1 + (widest - 1) * share, opacity: 1}};
          }).sort((a, b) => a.share - b.share)}]});
    };
  }

  /** What is looked at: the mean, the peak, or a time that a slider chooses. */
  function listen(drawing) {
    const slider = document.getElementById('network-time');
    const shown = document.getElementById('network-when');
    const buttons = document.querySelectorAll('button[data-load]');
    slider.max = drawing.steps.count - 1;
    slider.value = 0;
    function look(at, words) {
      when = at;
      shown.textContent = words;
      buttons.forEach(each => each.setAttribute('aria-pressed', String(each.dataset.load === at)));
      page.again('chart-network');
    }
    buttons.forEach(button => button.addEventListener('click', () =>
      look(button.dataset.load, button.dataset.words)));
    slider.addEventListener('input', () => {
      const from = Number(slider.value) * drawing.steps.seconds;
      look(Number(slider.value), 'from ' + page.time(from) + ' to ' +
        page.time(Math.min(page.data.endSeconds, from + drawing.steps.seconds)));
    });
  }

  if (!links) { return; }
  document.getElementById('links-note').textContent = note();
  const highest = Math.max(...links.kinds.map(kind => kind.most));
  const rows = links.kinds.map(kind => ({
    name: kind.name + ' (' + kind.links.toLocaleString('en') + ')', mean: kind.mean, more: kind.most - kind.mean}));
  page.draw('chart-links', 96 + 30 * rows.length, page.lying(rows, [
    ['Mean of the links used', page.activity[0][1], 'mean', load.percent],
    ['Busiest, above the mean', page.activity[2][1], 'more', load.percent]], highest, 'share of the links\' capacity'));
  drawTimes(links.overTime);
  if (links.drawing) {
    const levels = new Uint16Array(
      Uint8Array.from(atob(links.drawing.steps.shares), letter => letter.charCodeAt(0)).buffer);
    page.draw('chart-network', 520, where(links.drawing, levels));
    listen(links.drawing);
  } else {
    document.getElementById('chart-network').closest('figure').remove();
  }
}
