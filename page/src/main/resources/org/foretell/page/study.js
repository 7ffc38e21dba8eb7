'use strict';
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const shared = chartTools(data.palettes);
  const {base, axis, nameWidth, draw, again} = shared;
  // A key under a time leads to a row that may be folded away.
  document.querySelectorAll('.key a, .keys a[href^="#replay"]').forEach(link => link.addEventListener('click', () => {
    const row = document.getElementById(link.getAttribute('href').slice(1));
    row.closest('details').open = true;
  }));
  addEventListener('beforeprint', () => document.querySelectorAll('main details.all').forEach(one => {
    one.dataset.before = String(one.open);
    one.open = true;
  }));
  addEventListener('afterprint', () => document.querySelectorAll('main details.all').forEach(one => {
    one.open = one.dataset.before === 'true';
  }));
  /** What scrolls can be reached by keys, and says so. */
  function showScrolling() {
    document.querySelectorAll('.wide').forEach(one => {
      const scrolls = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
      const marks = {tabindex: '0', role: 'group', 'aria-label': 'Table that scrolls'};
      Object.entries(marks).forEach(([name, value]) => {
        if (scrolls) { one.setAttribute(name, value); } else { one.removeAttribute(name); }
      });
    });
  }
  addEventListener('resize', showScrolling);
  document.addEventListener('toggle', showScrolling, true);
  showScrolling();
  if (!data.offers.length) { return; }

  const evaluation = studyEvaluation(data);
  const STEPS = 200;
  const stated = data.metrics.find(metric => metric.label === data.rankBy);
  let metric = stated;
  let world = 0;
  let places = [];
  /** Values that were chosen, by the number of the control. */
  const moved = new Map();

  function number(value) {
    return Number.isFinite(value)
      ? Number(value.toPrecision(4)).toLocaleString('en', {maximumFractionDigits: 12}) : '-';
  }

  function percent(share) {
    const value = 100 * share;
    return value.toFixed(value === 0 || value >= 9.95 ? 0 : value < .995 ? 2 : 1) + ' %';
  }

  /** Shares of one whole in whole percent that add up to 100; what is possible is not 0, what is uncertain not 100. */
  function wholeShares(shares) {
    const whole = shares.map(share => Math.floor(100 * share));
    const missing = 100 - whole.reduce((sum, each) => sum + each, 0);
    shares.map((share, i) => i).sort((a, b) => whole[a] - 100 * shares[a] - (whole[b] - 100 * shares[b]))
      .slice(0, Math.max(0, missing)).forEach(i => { whole[i]++; });
    return whole.map((each, i) => each === 0 && shares[i] > 0 ? '<1 %'
      : each >= 100 && shares[i] < 1 ? '>99 %' : each + ' %');
  }

  function drawsOf(share) { return percent(share) + ' of ' + data.draws.toLocaleString('en') + ' draws'; }

  function positionOf(control, value) {
    if (control.scale === 'YEARS') { return value; }
    const share = control.scale === 'LOGARITHMIC'
      ? Math.log(value / control.from) / Math.log(control.to / control.from)
      : (value - control.from) / (control.to - control.from);
    return Math.round(STEPS * share);
  }

  function valueOf(control, position) {
    if (control.scale === 'YEARS') { return position; }
    const share = position / STEPS;
    const exact = control.scale === 'LOGARITHMIC'
      ? control.from * Math.pow(control.to / control.from, share)
      : control.from + share * (control.to - control.from);
    // What is shown is what is taken; rounding does not leave the range.
    return Math.min(control.to, Math.max(control.from, Number(exact.toPrecision(4))));
  }

  /** Tells the evaluation what is fixed. */
  function fix() {
    const values = new Map();
    let life = data.site.life;
    moved.forEach((value, index) => {
      const control = data.controls[index];
      if (control.scale === 'YEARS') { life = value; }
      control.figures.forEach((figure, i) => values.set(figure, value * control.ratios[i]));
    });
    evaluation.set(values, life, world);
  }

  function element(name, text, classes) {
    const made = document.createElement(name);
    if (text !== undefined) { made.textContent = text; }
    if (classes) { made.className = classes; }
    return made;
  }

  function cell(row, text, live, value, small) {
    const made = element('td', text, live === 'rank' ? 'rank' : 'number');
    made.dataset.live = live;
    if (value !== undefined) { made.dataset.value = String(value); }
    if (small) { made.append(element('span', small, 'small')); }
    row.append(made);
    return made;
  }

  function table() {
    const limited = document.querySelectorAll('#live thead th').length > 8;
    const body = document.querySelector('#live tbody');
    const chances = wholeShares(places.map(place => place.first.share));
    body.replaceChildren(...places.map((place, i) => {
      const row = element('tr');
      row.dataset.offer = place.name;
      cell(row, String(i + 1), 'rank');
      const head = element('th', place.name);
      head.scope = 'row';
      row.append(head);
      const interval = number(place.metric.low) + ' to ' + number(place.metric.high) + ', as stated ' +
        number(place.metric.value);
      const own = cell(row, number(place.metric.mean), 'metric', place.metric.mean, interval);
      own.dataset.stated = String(place.metric.value);
      own.dataset.low = String(place.metric.low);
      own.dataset.high = String(place.metric.high);
      const first = cell(row, chances[i], 'first', place.first.share);
      first.title = percent(place.first.low) + ' to ' + percent(place.first.high);
      first.dataset.low = String(place.first.low);
      first.dataset.high = String(place.first.high);
      const bar = element('td', undefined, 'bar');
      const length = element('span');
      length.style.width = (100 * place.first.share) + '%';
      bar.append(length);
      row.append(bar);
      cell(row, number(place.values.totalCost), 'cost', place.values.totalCost);
      const times = place.values.nodesForDemand / data.offers[place.index].nodes;
      const nodes = cell(row, Math.ceil(place.values.nodesForDemand).toLocaleString('en'), 'nodes',
        place.values.nodesForDemand, times > 1 ? 'needs ' + number(times) + ' times the nodes it has' : undefined);
      nodes.classList.toggle('missing', times > 1);
      cell(row, number(place.values.averageKilowatts), 'kilowatts', place.values.averageKilowatts);
      if (limited) { cell(row, percent(place.within.share), 'within', place.within.share); }
      return row;
    }));
    document.getElementById('live-metric').textContent = metric.title;
  }

  function sentence() {
    const [first, second] = places;
    let text = 'No offer can run all programs.';
    if (first) {
      text = first.name + ' is first' + (second ? ' in ' + drawsOf(first.first.share) : '') + ': ' +
        number(first.metric.mean) + ' on average (' + metric.title + ')';
      if (second) {
        const share = first.metric.mean / second.metric.mean - 1;
        text += ', ' + percent(Math.abs(share)) + (share < 0 ? ' less' : ' more') + ' than ' + second.name;
      }
      text += '.';
      const missing = data.offers.filter((offer, i) => !places.some(place => place.index === i));
      if (missing.length) {
        text += ' Not ranked: ' + missing.map(offer => offer.name).join(', ') + '.';
      }
    }
    document.getElementById('sentence').textContent = text;
  }

  function changes() {
    const list = [];
    if (world > 0) { list.push(data.worlds[world].name + ', under the first model, machines as stated'); }
    if (metric !== stated) { list.push('ranked by ' + metric.title); }
    moved.forEach((value, index) =>
      list.push(data.controls[index].label + ' = ' + number(value)));
    // On paper, the sliders matter only if one was moved.
    document.getElementById('try').classList.toggle('moved', list.length > 0);
    document.getElementById('changes').textContent =
      list.length ? 'Other than in the study: ' + list.join('; ') + '.' : 'All as the study has it.';
  }

  function frontNames() {
    document.getElementById('front-names').textContent = places.map((place, i) => (i + 1) + ':\u00a0' + place.name + ', ' +
      number(place.values.kilowattHoursPerDemand) + ' kWh').join(' \u00b7 ');
  }

  function render() {
    fix();
    places = evaluation.ranked(metric);
    table();
    sentence();
    changes();
    frontNames();
  }

  function intervals(c) {
    return Object.assign(base(c), {
      tooltip: Object.assign(base(c).tooltip, {formatter: one => {
        const place = places[one.dataIndex];
        return place.name + '\n' + number(place.metric.mean) + '\n' + number(place.metric.low) + ' to ' +
          number(place.metric.high);
      }}),
      legend: {show: false},
      xAxis: axis(c, metric.title, {type: 'value', scale: true, nameGap: 28,
        axisLabel: {color: c.soft, hideOverlap: true, formatter: number}}),
      yAxis: axis(c, '', {type: 'category', inverse: true, data: places.map(place => place.name),
        axisLabel: {color: c.ink, width: nameWidth(260), overflow: 'truncate'}}),
      grid: {left: 12, right: 40, top: 12, bottom: 34, containLabel: true},
      series: [
        {name: 'interval', type: 'custom', color: c.palette.activities[0], encode: {x: [1, 2], y: 0},
          data: places.map((place, i) => [i, place.metric.low, place.metric.high]),
          renderItem: (params, api) => {
            const from = api.coord([api.value(1), api.value(0)]);
            const to = api.coord([api.value(2), api.value(0)]);
            return {type: 'rect', style: {fill: c.palette.activities[0]},
              shape: {x: from[0], y: from[1] - 7, width: Math.max(2, to[0] - from[0]), height: 14}};
          }},
        {name: 'mean', type: 'scatter', symbol: 'diamond', symbolSize: 14, color: c.ink, z: 5,
          itemStyle: {borderColor: c.panel, borderWidth: 1}, data: places.map((place, i) => [place.metric.mean, i])}]});
  }

  function front(c) {
    const most = Math.max(...places.map(place => place.values.kilowattHoursPerDemand));
    const units = [[86400, 'days'], [3600, 'hours'], [60, 'minutes'], [1, 's'], [1e-3, 'ms'], [1e-6, 'us']];
    const longest = Math.max(...places.map(place => 86400 / place.values.demandsPerDay));
    const unit = units.find(each => longest >= each[0]) || units[5];
    const kinds = ['no other offer is better in all three', 'another offer is better in all three'];
    const area = place => Math.max(18, 44 * Math.sqrt(place.values.kilowattHoursPerDemand / most));
    return Object.assign(base(c), {
      tooltip: Object.assign(base(c).tooltip, {formatter: one => {
        const place = one.data.place;
        return place.name + '\n' + number(place.values.totalCost) + ' ' + data.currency + '\n' +
          number(86400 / place.values.demandsPerDay / unit[0]) + ' ' + unit[1] + ' for a day of demand\n' +
          number(place.values.kilowattHoursPerDemand) + ' kWh for a day of demand';
      }}),
      legend: Object.assign(base(c).legend, {selectedMode: false, itemWidth: 14, itemHeight: 14, data: [
        {name: kinds[0], icon: 'circle'}, {name: kinds[1], icon: 'diamond'}]}),
      xAxis: axis(c, 'total cost (' + data.currency + ')', {type: 'value', scale: true, nameGap: 28,
        axisLabel: {color: c.soft, hideOverlap: true, formatter: number}, boundaryGap: ['12%', '12%']}),
      yAxis: axis(c, 'time for a day of demand (' + unit[1] + ')', {type: 'value', scale: true, nameGap: 40,
        axisLabel: {color: c.soft, formatter: number}, boundaryGap: ['15%', '15%']}),
      grid: {left: 48, right: 60, top: 40, bottom: 40, containLabel: true},
      series: [true, false].map(isOnFront => ({
        name: kinds[isOnFront ? 0 : 1], type: 'scatter',
        symbol: isOnFront ? 'circle' : 'diamond', symbolSize: (value, one) => area(one.data.place),
        color: isOnFront ? c.palette.activities[0] : c.palette.activities[3],
        itemStyle: {borderColor: c.ink, borderWidth: 1},
        // Names of offers that are close would cover each other: they stand below the chart.
        label: {show: true, position: 'inside', fontWeight: 'bold', color: c.ink, textBorderColor: c.ground,
          textBorderWidth: 3, formatter: one => one.data.rank},
        data: places.filter(place => place.isOnFront === isOnFront).map(place => ({
          value: [place.values.totalCost, 86400 / place.values.demandsPerDay / unit[0]], place,
          rank: String(places.indexOf(place) + 1)}))}))});
  }

  let isAsked = false;
  /** Ranks anew when the browser draws next, however often a slider has moved until then. */
  function ask() {
    if (isAsked) { return; }
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      render();
      again('chart-intervals');
      again('chart-front');
    });
  }

  const rows = [...document.querySelectorAll('.control')];
  /** Shows where a slider stands. */
  function show(index) {
    const control = data.controls[index];
    const row = rows[index];
    const value = moved.has(index) ? moved.get(index) : control.value;
    const [slider, field] = row.querySelectorAll('input');
    slider.value = String(positionOf(control, value));
    slider.setAttribute('aria-valuetext', number(value) + (moved.has(index) ? '' : ', as in the study'));
    field.value = String(Number(value.toPrecision(6)));
    row.querySelector('button').hidden = !moved.has(index);
    row.classList.toggle('moved', moved.has(index));
  }

  function move(index, value) {
    if (value === null) { moved.delete(index); } else { moved.set(index, value); }
    show(index);
    ask();
  }

  data.controls.forEach((control, index) => {
    const [slider, field] = rows[index].querySelectorAll('input');
    const isYears = control.scale === 'YEARS';
    slider.min = isYears ? String(control.from) : '0';
    slider.max = isYears ? String(control.to) : String(STEPS);
    field.min = String(control.from);
    field.max = String(control.to);
    slider.addEventListener('input', () => move(index, valueOf(control, Number(slider.value))));
    field.addEventListener('change', () => {
      const value = isYears ? Math.round(Number(field.value)) : Number(field.value);
      // What is no number, or beyond what the study knows, is put right where it stands.
      move(index, field.value === '' || Number.isNaN(value) ? null : Math.min(control.to, Math.max(control.from, value)));
    });
    rows[index].querySelector('button').addEventListener('click', () => {
      move(index, null);
      slider.focus();
    });
    show(index);
  });

  const by = document.getElementById('by');
  const possible = data.metrics.filter(each =>
    data.offers.every((offer, i) => Number.isFinite(evaluation.of(i, -1)[each.label])));
  possible.forEach(each => by.append(new Option(each.title, each.label, each === stated, each === stated)));
  by.addEventListener('change', () => {
    metric = possible.find(each => each.label === by.value);
    ask();
  });
  const worlds = document.getElementById('world');
  data.worlds.forEach((each, i) => worlds.append(new Option(each.name, String(i))));
  worlds.disabled = data.worlds.length < 2;
  worlds.addEventListener('change', () => {
    world = Number(worlds.value);
    ask();
  });
  document.getElementById('reset').addEventListener('click', () => {
    metric = stated;
    by.value = stated.label;
    world = 0;
    worlds.value = '0';
    moved.clear();
    data.controls.forEach((control, index) => show(index));
    ask();
  });

  render();
  showScrolling();
  draw('chart-intervals', 70 + 40 * data.offers.length, intervals);
  draw('chart-front', 420, front);
})();
