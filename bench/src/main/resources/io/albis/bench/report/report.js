'use strict';
// Draws the charts of the page: what is drawn is JSON in the page, how is decided here.
(() => {
  // Colours that people with colour-blindness tell apart (Okabe and Ito, 2008).
  const PALETTE = ['#0072B2', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#8C6BB1', '#B8A800'];
  const ALBIS = '#D55E00';
  const CEILING = 'ceiling';
  const SYMBOLS = ['circle', 'diamond', 'rect', 'triangle', 'roundRect', 'pin', 'arrow'];
  const DASHES = ['solid', [6, 3], [2, 2], [8, 3, 2, 3]];
  const BAR = 22;

  const charts = JSON.parse(document.getElementById('data').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const variable = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const families = [...new Set(charts.flatMap(c => c.panels.flatMap(p => p.series.map(s => s.family))))]
    .filter(family => family !== CEILING && family !== 'albis');
  const hue = family => family === 'albis' ? ALBIS : PALETTE[families.indexOf(family) % PALETTE.length];

  // Variants of a family are as many lighter or darker shades of its hue.
  function colour(series) {
    if (series.family === CEILING) return variable('--soft');
    const shade = [0, 0.32, -0.25, 0.5][series.variant % 4];
    const target = shade > 0 ? 255 : 0;
    const parts = [1, 3, 5].map(i => parseInt(hue(series.family).slice(i, i + 2), 16));
    return '#' + parts.map(part => Math.round(part + (target - part) * Math.abs(shade)).toString(16).padStart(2, '0')).join('');
  }

  const digits = value => {
    if (value === 0) return '0';
    const size = Math.abs(value);
    return size >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
  };
  const spread = point => point.low == null ? '' : ` (${digits(point.low)} to ${digits(point.high)})`;

  function axis(name, at, extra) {
    const soft = variable('--soft');
    return Object.assign({
      gridIndex: at, name, nameLocation: 'middle', nameGap: 28, min: 0,
      nameTextStyle: {color: soft}, axisLabel: {color: soft, formatter: digits},
      axisLine: {show: true, lineStyle: {color: variable('--line')}},
      splitLine: {lineStyle: {color: variable('--line'), opacity: 0.6}},
    }, extra);
  }

  // Lines from the least to the greatest round, along x or y, and behind them a text if there is one.
  function whiskers(at, along, data, texts) {
    return {
      type: 'custom', xAxisIndex: at, yAxisIndex: at, silent: true, z: 5, data,
      encode: along === 'x' ? {x: [1, 2], y: 0} : {x: 0, y: [1, 2]},
      renderItem: (params, api) => {
        const point = value => along === 'x' ? api.coord([value, api.value(0)]) : api.coord([api.value(0), value]);
        const [from, to] = [point(api.value(1)), point(api.value(2))];
        const side = along === 'x' ? [0, 4] : [4, 0];
        const line = (a, b) => ({
          type: 'line', shape: {x1: a[0], y1: a[1], x2: b[0], y2: b[1]},
          style: {stroke: variable('--text'), lineWidth: 1, opacity: 0.75},
        });
        const cap = p => line([p[0] - side[0], p[1] - side[1]], [p[0] + side[0], p[1] + side[1]]);
        const parts = api.value(1) < api.value(2) ? [line(from, to), cap(from), cap(to)] : [];
        if (texts) {
          parts.push({type: 'text', style: {
            x: to[0] + 8, y: to[1], text: texts[params.dataIndex], fill: variable('--text'), font: '12px sans-serif', textVerticalAlign: 'middle',
          }});
        }
        return {type: 'group', children: parts};
      },
    };
  }

  function bars(panel, at) {
    const shown = panel.series.filter(series => series.family !== CEILING);
    const ceilings = panel.series.filter(series => series.family === CEILING);
    const point = series => series.points[0];
    const ends = series => [series.points[0].low ?? series.points[0].x, series.points[0].high ?? series.points[0].x];
    const most = Math.max(...panel.series.map(series => ends(series)[1]));
    return {
      // Room for the figures behind the bars.
      xAxis: axis(panel.x, at, {type: 'value', max: most * 1.15, axisLabel: {color: variable('--soft'), formatter: digits, showMaxLabel: false}}),
      yAxis: axis('', at, {
        type: 'category', inverse: true, min: undefined, data: shown.map(series => series.name), axisTick: {show: false},
        axisLabel: {color: variable('--text'), fontSize: 12, interval: 0},
      }),
      series: [{
        type: 'bar', xAxisIndex: at, yAxisIndex: at, barMaxWidth: 15,
        data: shown.map(series => ({value: point(series).x, itemStyle: {color: colour(series)}, point: point(series)})),
        tooltip: {formatter: item => `${item.marker}${echarts.format.encodeHTML(item.name)}: <b>${digits(item.value)}</b>${spread(item.data.point)}`},
        markLine: {
          silent: true, symbol: 'none', lineStyle: {color: variable('--soft'), type: 'dashed'},
          label: {color: variable('--soft'), formatter: item => item.name, position: 'start', distance: 2, fontSize: 11},
          // Where there are several, the greatest is the limit.
          data: ceilings.slice(0, 1).map(series => ({name: '', xAxis: point(series).x})),
        },
      }, whiskers(at, 'x', shown.map((series, i) => [i, ...ends(series)]), shown.map(series => digits(point(series).x)))],
    };
  }

  function lines(panel, at) {
    const series = panel.series.map(one => ({
      name: one.name, type: 'line', xAxisIndex: at, yAxisIndex: at, symbolSize: 7, symbol: SYMBOLS[one.variant % SYMBOLS.length],
      color: colour(one),
      lineStyle: {color: colour(one), width: one.family === 'albis' ? 3 : 2, type: one.family === CEILING ? 'dashed' : DASHES[one.variant % DASHES.length]},
      itemStyle: {color: colour(one)},
      data: one.points.map(point => ({value: [point.x, point.y], point})),
      tooltip: {formatter: item => `${item.marker}${echarts.format.encodeHTML(item.seriesName)}, ${digits(item.value[0])}: <b>${digits(item.value[1])}</b>${spread(item.data.point)}`},
    }));
    const xs = [...new Set(panel.series.flatMap(one => one.points.map(point => point.x)))];
    const isWhole = xs.every(Number.isInteger) && Math.max(...xs) <= 16;
    series.push(whiskers(at, 'y', panel.series.flatMap(one => one.points.filter(p => p.low != null).map(p => [p.x, p.low, p.high]))));
    return {
      xAxis: axis(panel.x, at, {type: 'value', minInterval: isWhole ? 1 : undefined}),
      yAxis: axis(panel.y, at, {type: 'value', nameGap: 44}),
      series,
    };
  }

  function points(panel, at) {
    return {
      xAxis: axis(panel.x, at, {type: 'value'}),
      // From the slowest to the fastest is more than a linear axis can tell apart.
      yAxis: axis(panel.y, at, {type: 'log', min: undefined, nameGap: 44}),
      series: [...panel.series.map(one => ({
        name: one.name, type: 'scatter', xAxisIndex: at, yAxisIndex: at, symbolSize: 11, symbol: SYMBOLS[one.variant % SYMBOLS.length],
        itemStyle: {color: colour(one)},
        data: one.points.map(point => ({value: [point.x, point.y], point})),
        label: {show: true, position: 'right', formatter: '{a}', color: variable('--text'), fontSize: 11},
        labelLayout: {moveOverlap: 'shiftY', hideOverlap: false},
        labelLine: {show: true, lineStyle: {color: variable('--line')}},
        tooltip: {formatter: item => `${item.marker}${echarts.format.encodeHTML(item.seriesName)}: ${digits(item.value[0])} MB, <b>${digits(item.value[1])} GB/s</b>${spread(item.data.point)}`},
      })), whiskers(at, 'y', panel.series.flatMap(one => one.points.filter(p => p.low != null).map(p => [p.x, p.low, p.high])))],
    };
  }

  const KINDS = {BARS: bars, LINES: lines, POINTS: points};

  function draw(element, instance, chart) {
    const columns = Math.min(chart.columns, element.clientWidth < 700 ? 1 : chart.columns);
    const rows = Math.ceil(chart.panels.length / columns);
    const isBars = chart.kind === 'BARS';
    const names = [...new Set(chart.panels.flatMap(p => p.series.map(s => s.name)))];
    const legend = chart.kind === 'LINES' ? 24 * Math.ceil(names.length / 4) + 12 : 0;
    const longest = Math.max(...names.map(name => name.length));
    const left = isBars ? Math.min(230, 12 + 6.4 * longest) : 64;
    const inner = row => isBars
      ? BAR * Math.max(1, ...chart.panels.slice(row * columns, (row + 1) * columns).map(p => p.series.filter(s => s.family !== CEILING).length))
      : 300;
    const tops = [];
    let top = 34;
    for (let row = 0; row < rows; row++) {
      tops.push(top);
      top += inner(row) + 84;
    }
    element.style.height = `${top - 30 + legend}px`;
    instance.resize();
    const width = element.clientWidth / columns;
    const option = {
      animation: false, textStyle: {color: variable('--text')}, backgroundColor: 'transparent', tooltip: {trigger: 'item'},
      title: [], grid: [], xAxis: [], yAxis: [], series: [],
    };
    chart.panels.forEach((panel, at) => {
      const row = Math.floor(at / columns);
      const x = (at % columns) * width;
      option.title.push({text: panel.title, left: x + left, top: tops[row] - 30, textStyle: {fontSize: 13, color: variable('--text')}});
      option.grid.push({left: x + left, top: tops[row], width: width - left - (chart.kind === 'POINTS' ? 150 : 30), height: inner(row)});
      const part = KINDS[chart.kind](panel, at);
      option.xAxis.push(part.xAxis);
      option.yAxis.push(part.yAxis);
      option.series.push(...part.series);
    });
    if (legend > 0) {
      option.legend = {bottom: 0, data: names, textStyle: {color: variable('--text')}, itemGap: 18};
    }
    instance.setOption(option, true);
  }

  const drawn = [...document.querySelectorAll('[data-chart]')].map(element => {
    element.style.height = '100px';
    return {element, chart: charts[Number(element.dataset.chart)], instance: echarts.init(element, null, {renderer: 'svg'})};
  });
  const drawAll = () => drawn.forEach(({element, instance, chart}) => draw(element, instance, chart));
  drawAll();
  addEventListener('resize', drawAll);
  dark.addEventListener('change', drawAll);
  // Paper is white.
  addEventListener('beforeprint', drawAll);
})();
