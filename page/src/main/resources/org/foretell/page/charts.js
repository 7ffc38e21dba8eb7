'use strict';
/** What the charts of all pages share: colours, axes, keys, the dark theme, paper. */
function chartTools(palettes) {
  const makers = {};
  const charts = {};

  const units = [[1, 's'], [1e-3, 'ms'], [1e-6, 'us'], [1e-9, 'ns'], [1e-12, 'ps']];

  /** The unit in which times up to this one are read best. */
  function unitOf(seconds) { return units.find(unit => seconds >= unit[0]) || units[4]; }

  function time(seconds) {
    if (!seconds) { return '0 s'; }
    const unit = unitOf(seconds);
    return Number((seconds / unit[0]).toPrecision(4)) + ' ' + unit[1];
  }

  const bytesUnits = [[1e12, 'TB'], [1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB'], [1, 'B']];

  function bytes(count) {
    const unit = bytesUnits.find(each => count >= each[0]) || bytesUnits[4];
    return Number((count / unit[0]).toPrecision(4)) + ' ' + unit[1];
  }

  function colours() {
    const style = getComputedStyle(document.documentElement);
    const of = name => style.getPropertyValue('--' + name).trim();
    const palette = palettes[document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'];
    return {palette, ink: of('ink'), soft: of('soft'), line: of('line'), ground: of('ground'), panel: of('panel')};
  }

  /** How much of a chart's width the names beside it may take. */
  function nameWidth(most) { return Math.min(most, .36 * document.querySelector('main').clientWidth); }

  /** What all charts have in common. Tips are drawn as text, since names may be anything. */
  function base(c) {
    return {
      animation: false,
      aria: {enabled: true},
      textStyle: {fontFamily: 'system-ui, sans-serif', color: c.ink},
      tooltip: {renderMode: 'richText', confine: true, backgroundColor: c.ground, borderColor: c.line,
        textStyle: {color: c.ink}},
      // Where it does not fit into a line it turns pages, rather than cover the chart.
      legend: {type: 'scroll', top: 0, textStyle: {color: c.ink}, inactiveColor: c.soft,
        pageTextStyle: {color: c.ink}, pageIconColor: c.ink, pageIconInactiveColor: c.line},
      grid: {left: 12, right: 24, top: 40, bottom: 56, containLabel: true}};
  }

  function axis(c, name, more) {
    return Object.assign({
      name, nameLocation: 'middle', nameTextStyle: {color: c.soft}, axisLabel: {color: c.soft},
      axisLine: {lineStyle: {color: c.line}}, axisTick: {lineStyle: {color: c.line}},
      splitLine: {lineStyle: {color: c.line, opacity: .6}}}, more);
  }

  function timeAxis(c, end, name, more) {
    const unit = unitOf(end);
    const label = value => String(Number((value / unit[0]).toPrecision(4)));
    return axis(c, name + ' (' + unit[1] + ')', Object.assign({
      type: 'value', min: 0, nameGap: 28, axisLabel: {color: c.soft, formatter: label, hideOverlap: true,
        showMaxLabel: false}}, more));
  }

  function zoom(c) {
    return [
      // What the chart does not use of a touch scrolls the page.
      {type: 'inside', xAxisIndex: 0, filterMode: 'weakFilter', zoomOnMouseWheel: true, preventDefaultMouseMove: false},
      {type: 'slider', xAxisIndex: 0, filterMode: 'weakFilter', height: 16, bottom: 6, showDetail: false,
        showDataShadow: false, borderColor: c.line, fillerColor: 'rgba(86, 180, 233, .25)', brushSelect: false}];
  }

  function draw(id, height, option) {
    makers[id] = option;
    const place = document.getElementById(id);
    if (height) { place.style.height = height + 'px'; }
    charts[id] = echarts.init(place, null, {renderer: 'canvas'});
    charts[id].setOption(option(colours()), true);
    charts[id].getZr().on('dblclick', () => charts[id].dispatchAction({type: 'dataZoom', start: 0, end: 100}));
    place.addEventListener('keydown', event => move(charts[id], event));
    // A wheel that turns over a chart scrolls the page, unless the chart was chosen before.
    place.addEventListener('wheel', event => {
      if (document.activeElement !== place) { event.stopPropagation(); }
    }, {capture: true, passive: true});
  }

  /** Draws a chart anew that shows something else now. */
  function again(id) { charts[id].setOption(makers[id](colours()), true); }

  /** Of the keys that zoom and move: by how many of its lengths each end of what is seen moves. */
  const moves = {
    '+': [.25, -.25], '=': [.25, -.25], '-': [-.5, .5], '0': [-Infinity, Infinity],
    ArrowRight: [.25, .25], ArrowLeft: [-.25, -.25], ArrowDown: [.25, .25], ArrowUp: [-.25, -.25]};

  /** Plus and minus zoom, arrows move, 0 shows all; up and down, and plus and minus with them, are for rows. */
  function move(chart, event) {
    const by = moves[event.key];
    const zooms = chart.getOption().dataZoom || [];
    // What the browser does with other keys held down, such as zooming the page, stays its own.
    if (!by || event.ctrlKey || event.metaKey || event.altKey || !zooms.length) { return; }
    const vertical = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const ofRows = zoom => [].concat(zoom.yAxisIndex).includes(0);
    const chosen = zooms.map((zoom, i) => i).filter(i => event.key === '0' || ofRows(zooms[i]) === vertical);
    if (!chosen.length) { return; }
    let {start, end} = zooms[chosen[0]];
    const span = end - start;
    if (vertical && span === 100 && !event.shiftKey) { return; }
    const [first, last] = vertical && event.shiftKey ? moves[event.key === 'ArrowDown' ? '-' : '+'] : by;
    start = Math.max(0, start + span * first);
    end = Math.min(100, end + span * last);
    // At an end of the chart what is seen stays as long as it was.
    if (first === last) {
      start = Math.min(start, 100 - span);
      end = start + span;
    }
    event.preventDefault();
    chart.dispatchAction({type: 'dataZoom', batch: chosen.map(dataZoomIndex => ({dataZoomIndex, start, end}))});
  }

  function redraw() {
    for (const id of Object.keys(charts)) {
      const zooms = charts[id].getOption().dataZoom;
      const option = makers[id](colours());
      charts[id].setOption(option, true);
      (zooms || []).forEach((each, i) =>
        charts[id].dispatchAction({type: 'dataZoom', dataZoomIndex: i, start: each.start, end: each.end}, {flush: true}));
    }
  }

  function theme(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    const button = document.getElementById('theme');
    button.setAttribute('aria-pressed', String(dark));
  }

  /** Makes charts as wide as the page, or as paper. */
  function resize(width) { Object.values(charts).forEach(chart => chart.resize({width: width || 'auto'})); }

  let wide = nameWidth(1000);
  /** The theme to go back to when the page has been printed; null while it is not. */
  let before = null;
  /** Names beside charts get other room where the page is much wider or narrower than it was. */
  function fit() {
    // What is laid out for paper has its size.
    if (before !== null) { return; }
    resize();
    if (Math.abs(nameWidth(1000) - wide) > 20) {
      wide = nameWidth(1000);
      redraw();
    }
  }

  const wish = matchMedia('(prefers-color-scheme: dark)');
  theme(wish.matches);
  wish.addEventListener('change', () => {
    // Paper is light whatever the system has.
    if (before === null) {
      theme(wish.matches);
      redraw();
    }
  });
  document.getElementById('theme').addEventListener('click', () => {
    theme(document.documentElement.dataset.theme !== 'dark');
    redraw();
  });
  addEventListener('resize', fit);
  addEventListener('beforeprint', () => {
    before = before || document.documentElement.dataset.theme;
    theme(false);
    // What A4 has between its margins; Letter has a little more. Redrawing comes last, since it is done at once.
    resize(650);
    redraw();
  });
  addEventListener('afterprint', () => {
    theme(before === 'dark');
    before = null;
    redraw();
    resize();
  });

  return {base, axis, nameWidth, timeAxis, zoom, draw, again, redraw, unitOf, time, bytes, charts};
}
