'use strict';
/**
 * Offers evaluated anew, with the formulas of the study: docs/study-methods.md has them. A figure is as the study states
 * it, or as a draw has it, until it is fixed; then it has that value in every draw.
 */
function studyEvaluation(data) {
  const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer;
  const sample = new Float32Array(bytes(data.sample));
  // By offer, which model and which options it has in each draw; by program, which noisy replay.
  const states = data.states.map(one => new Int32Array(bytes(one)));
  const noises = data.noises.map(one => one === '' ? null : new Int32Array(bytes(one)));
  const draws = data.draws;
  const count = data.figures.length;
  const column = new Int32Array(count).fill(-1);
  data.drawn.forEach((figure, i) => { column[figure] = i; });
  const fixed = new Float64Array(count).fill(NaN);
  let life = data.site.life;
  let world = 0;
  const surfaces = data.surfaces.map(one => one.points === undefined ? {constant: one.constant, axes: []} : {
    axes: one.axes, constant: one.constant, slopes: one.slopes, tangent: one.tangent || [],
    points: new Float64Array(bytes(one.points)), weights: new Float64Array(bytes(one.weights))});
  // Run times in all draws, by surface; gone as soon as a figure that moves them is fixed at another value.
  const known = new Map();

  /** Of a draw, or as it is stated where that is -1. */
  function value(figure, draw) {
    if (!Number.isNaN(fixed[figure])) { return fixed[figure]; }
    return draw < 0 || column[figure] < 0 ? data.figures[figure] : sample[column[figure] * draws + draw];
  }

  function coordinate([figure, from, to, inverse], draw) {
    const factor = value(figure, draw);
    const share = inverse ? (1 / factor - 1 / from) / (1 / to - 1 / from) : (factor - from) / (to - from);
    return 2 * share - 1;
  }

  function height(surface, draw) {
    const dimensions = surface.axes.length;
    let sum = surface.constant;
    if (dimensions) {
      const at = surface.axes.map(axis => coordinate(axis, draw));
      for (let d = 0; d < dimensions; d++) { sum += surface.slopes[d] * at[d]; }
      for (let i = 0; i < surface.weights.length; i++) {
        let square = 0;
        for (let d = 0; d < dimensions; d++) {
          const difference = surface.points[i * dimensions + d] - at[d];
          square += difference * difference;
        }
        sum += surface.weights[i] * square * Math.sqrt(square);
      }
      // Slopes that are given at the first point.
      let square = 0;
      let pull = 0;
      for (let d = 0; d < surface.tangent.length; d++) {
        const difference = at[d] - surface.points[d];
        square += difference * difference;
        pull += surface.tangent[d] * difference;
      }
      sum -= 3 * Math.sqrt(square) * pull;
    }
    return sum;
  }

  function surfaceSeconds(index, draw) {
    const surface = surfaces[index];
    if (draw < 0 || !surface.axes.length) { return height(surface, draw); }
    let times = known.get(index);
    if (!times) {
      times = new Float64Array(draws);
      for (let i = 0; i < draws; i++) { times[i] = height(surface, i); }
      known.set(index, times);
    }
    return times[draw];
  }

  /** The run of a way: its ranks per node, nodes, busy share, seconds. */
  function runOf(way, p, draw) {
    const noise = draw < 0 || !noises[p] ? way[4] : way[5][noises[p][draw]];
    return {ranks: way[0], nodes: way[1], busyShare: way[2], simulated: way[6], power: way[7],
      seconds: surfaceSeconds(way[3], draw) * noise
        * (data.programs[p].scale === undefined ? 1 : value(data.programs[p].scale, draw))
        * (data.programs[p].extrapolation === undefined ? 1 : value(data.programs[p].extrapolation, draw))};
  }

  function waysOf(offer, program, draw) {
    const state = draw < 0 ? 0 : states[offer][draw];
    const ways = data.worlds[world].ways[offer];
    // Another world has one state.
    return ways[ways.length === 1 ? 0 : state][program];
  }

  /** By how much figures of the machine change the power of an idle node, a busy one, the network. */
  function powerFactors(power, draw) {
    if (power === null) { return [1, 1, 1]; }
    return power.stated.map((factor, i) => Math.max(0, power.slopes.reduce(
      (sum, slope) => sum + slope[2 + i] * (value(slope[0], draw) - slope[1]), factor)));
  }

  /** Whether a run ends in time, and jobs of a mix wait no longer than its demand allows. */
  function inTime(program, run) {
    return (program.limit === undefined || run.seconds <= program.limit) &&
      (run.simulated === null || run.simulated.served);
  }

  /** Runs a day if the machine does nothing else, nodes needed, slow-down: docs/study-methods.md. */
  function ofPrograms(offer, runs, used, draw) {
    const weights = data.programs.map(program => value(program.weight, draw));
    let needed = 0;
    let slowed = 0;
    let slowedWeights = 0;
    const most = runs.map((run, p) => {
      const own = run.simulated;
      needed += own === null ? value(data.programs[p].runs, draw) * run.nodes * run.seconds / (86400 * used) :
        own.nodesNeeded === undefined ? NaN : own.nodesNeeded;
      if (own !== null && own.slowDown !== undefined) {
        slowed += weights[p] * own.slowDown;
        slowedWeights += weights[p];
      }
      const jobs = own === null || own.jobs === undefined ? 1 : own.jobs;
      return jobs * 86400 * used * data.offers[offer].nodes / run.nodes / run.seconds;
    });
    return {most, runsPerDay: mean(most.map(Math.log), weights), nodesNeeded: needed,
      slowDownByNeighbours: slowedWeights > 0 ? slowed / slowedWeights : NaN};
  }

  function mean(logarithms, weights) {
    let sum = 0;
    let all = 0;
    logarithms.forEach((logarithm, i) => {
      sum += weights[i] * logarithm;
      all += weights[i];
    });
    return Math.exp(sum / all);
  }

  /** SSP, SSI, SSNI and the mean speed-up, which need the programs' runs on a reference; NaN where there is none. */
  function means(offer, runs, draw) {
    const programs = data.programs;
    const found = {ssp: NaN, ssi: NaN, ssni: NaN, geometricMean: NaN};
    if (programs.some(program => !program.reference)) { return found; }
    const weights = programs.map(program => value(program.weight, draw));
    // The time of a run that is as good as that of the reference.
    const before = programs.map(program => {
      const measured = value(program.reference.measured, draw);
      return program.reference.work === undefined ? measured : program.reference.work / measured;
    });
    found.geometricMean = mean(runs.map((run, p) => Math.log(before[p] / run.seconds)), weights);
    if (programs.every(program => program.reference.operations !== undefined)) {
      found.ssp = data.offers[offer].nodes * mean(
        runs.map((run, p) => Math.log(programs[p].reference.operations / (run.nodes * run.seconds))), runs.map(() => 1));
    }
    if (data.referenceNodes !== undefined) {
      const systems = data.offers[offer].nodes / data.referenceNodes;
      const best = programs.map((program, p) => Math.max(...waysOf(offer, p, draw)
        .map(way => runOf(way, p, draw))
        .filter(run => run.nodes <= data.offers[offer].nodes && before[p] / run.seconds >= 1)
        .map(run => program.reference.capability * (program.reference.nodes / run.nodes * systems) *
          (before[p] / run.seconds))));
      if (runs.every(run => run.nodes === 1) && programs.every(program => program.reference.nodes === 1)) {
        found.ssni = systems * found.geometricMean;
      }
      found.ssi = best.every(each => each > 0) ? mean(best.map(Math.log), weights) : NaN;
    }
    return found;
  }

  /** An offer in a draw, or as it is stated; null if a program cannot run on it in this world. */
  function of(index, draw) {
    const offer = data.offers[index];
    const chosen = data.worlds[world].chosen[index];
    const runs = [];
    for (let p = 0; p < data.programs.length; p++) {
      const way = waysOf(index, p, draw).find(one => one[0] === chosen[p]);
      if (!way || way[1] > offer.nodes) { return null; }
      runs.push(runOf(way, p, draw));
    }
    const site = data.site;
    const availability = value(site.availability, draw);
    const utilisation = value(site.utilisation, draw);
    const pue = value(site.pue, draw);
    const factors = powerFactors(runs[0].power, draw);
    const idle = factors[0] * value(offer.idle, draw);
    const busy = Math.max(idle, factors[1] * value(offer.busy, draw));
    const used = availability * utilisation;
    const wattsOf = run => idle + (busy - idle) * run.busyShare;
    let nodeSeconds = 0;
    let joules = 0;
    runs.forEach((run, p) => {
      const wanted = value(data.programs[p].runs, draw) * run.nodes * run.seconds;
      nodeSeconds += wanted;
      joules += wanted * wattsOf(run);
    });
    const watts = offer.nodes * (used * joules / nodeSeconds + (1 - used) * idle) +
      factors[2] * value(offer.network, draw);
    const hours = watts / 1000 * 8760 * pue;
    const discount = 1 + value(site.discountRate, draw);
    const other = value(offer.maintenance, draw) + value(offer.hosting, draw) + value(site.staff, draw);
    let electricity = 0;
    let total = value(offer.price, draw);
    for (let year = 1; year <= life; year++) {
      const price = value(site.electricity[Math.min(year, site.electricity.length) - 1], draw);
      const share = Math.pow(discount, year);
      electricity += hours * price / share;
      total += other / share;
    }
    total += electricity - value(offer.residual, draw) / Math.pow(discount, life);
    const nodesForDemand = nodeSeconds / (86400 * used);
    const demandsPerDay = offer.nodes / nodesForDemand;
    const kilowatts = watts * pue / 1000;
    const nodeHourCost = total / (offer.nodes * life * 8760 * used);
    const rates = ofPrograms(index, runs, used, draw);
    return Object.assign({
      programs: runs.map((run, p) => ({
        ranks: run.ranks, nodes: run.nodes, seconds: run.seconds, nodeHours: run.nodes * run.seconds / 3600,
        kilowattHours: run.nodes * run.seconds * wattsOf(run) * pue / 3.6e6,
        cost: run.nodes * run.seconds / 3600 * nodeHourCost,
        runsPerDay: rates.most[p],
        inTime: inTime(data.programs[p], run)})),
      totalCost: total, electricityCost: electricity, averageKilowatts: kilowatts, demandsPerDay, nodesForDemand,
      costPerDemand: total / (demandsPerDay * life * 365),
      kilowattHoursPerDemand: kilowatts * 24 / demandsPerDay, capacity: demandsPerDay,
      energyPerDemand: kilowatts * 24 / demandsPerDay,
      withinLimits: (site.budget === undefined || total <= site.budget) &&
        (site.powerCap === undefined || watts * pue <= site.powerCap) &&
        runs.every((run, p) => inTime(data.programs[p], run)),
      runsPerDay: rates.runsPerDay, nodesNeeded: rates.nodesNeeded,
      slowDownByNeighbours: rates.slowDownByNeighbours}, means(index, runs, draw));
  }

  /** Wilson's limits of a share of draws. */
  function proportion(wins) {
    const square = data.z * data.z;
    const share = wins / draws;
    const stretch = 1 + square / draws;
    const centre = (share + square / (2 * draws)) / stretch;
    const half = data.z * Math.sqrt(share * (1 - share) / draws + square / (4 * draws * draws)) / stretch;
    return {share, low: wins === 0 ? 0 : Math.max(0, centre - half), high: wins === draws ? 1 : Math.min(1, centre + half)};
  }

  function quantile(sorted, probability) {
    const place = probability * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  /** Whether no other offer is better in cost, time and energy without being worse in one of them. */
  function onFront(all, one) {
    const costs = each => [each.totalCost, 1 / each.demandsPerDay, each.kilowattHoursPerDemand];
    const own = costs(one);
    return !all.some(other => {
      const others = costs(other);
      return others.every((cost, i) => cost <= own[i]) && others.some((cost, i) => cost < own[i]);
    });
  }

  /** The offers that can run all programs, from the best on average to the worst. */
  function ranked(metric) {
    const sign = metric.less ? -1 : 1;
    const found = [];
    data.offers.forEach((offer, index) => {
      const stated = of(index, -1);
      // A metric that an offer does not have in a draw loses that draw.
      const goodness = new Float64Array(draws);
      const metrics = new Float64Array(draws);
      const costs = new Float64Array(draws);
      let within = 0;
      let isPossible = stated !== null && !Number.isNaN(stated[metric.label]);
      for (let draw = 0; isPossible && draw < draws; draw++) {
        const values = of(index, draw);
        isPossible = values !== null;
        if (isPossible) {
          metrics[draw] = values[metric.label];
          goodness[draw] = Number.isNaN(metrics[draw]) ? -Infinity : sign * metrics[draw];
          costs[draw] = values.totalCost;
          within += values.withinLimits ? 1 : 0;
        }
      }
      if (isPossible) { found.push({index, stated, goodness, metrics, costs, within, wins: 0, average: 0}); }
    });
    for (let draw = 0; draw < draws; draw++) {
      const most = Math.max(...found.map(one => one.goodness[draw]));
      const best = found.filter(one => one.goodness[draw] === most);
      best.forEach(one => { one.wins += 1 / best.length; });
    }
    const tail = (1 - data.confidence) / 2;
    const range = (stated, values) => {
      const sorted = values.slice().sort();
      const mean = values.reduce((sum, each) => sum + each, 0) / draws;
      return {value: stated, mean, low: quantile(sorted, tail), high: quantile(sorted, 1 - tail)};
    };
    const places = found.map(one => ({
      index: one.index, name: data.offers[one.index].name, values: one.stated,
      average: one.goodness.reduce((sum, each) => sum + each, 0) / draws,
      metric: range(one.stated[metric.label], one.metrics), cost: range(one.stated.totalCost, one.costs),
      first: proportion(Math.min(one.wins, draws)), within: proportion(one.within),
      isOnFront: onFront(found.map(each => each.stated), one.stated)}));
    return places.sort((a, b) => b.average - a.average);
  }

  /** Fixes figures at values, all others free; years of life; a world by number. */
  function set(values, years, number) {
    const before = fixed.slice();
    fixed.fill(NaN);
    values.forEach((each, figure) => { fixed[figure] = each; });
    life = years;
    world = number;
    known.forEach((times, index) => {
      if (surfaces[index].axes.some(axis => !Object.is(fixed[axis[0]], before[axis[0]]))) { known.delete(index); }
    });
  }

  return {of, ranked, set};
}
