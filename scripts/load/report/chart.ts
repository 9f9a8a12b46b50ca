import { escapeHtml } from './escape-html.ts';

export interface Series {
  readonly name: string;
  /** Seconds since the run began, and the value. */
  readonly points: readonly (readonly [number, number])[];
}

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 56;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 26;
/** Colours of the style sheet: --c1 and on. */
const COLOURS = 8;

/** The step of an axis that has about so many lines. */
function stepOf(most: number, lines: number): number {
  const rough = most / lines;
  const size = 10 ** Math.floor(Math.log10(rough));
  return size * ([1, 2, 5, 10].find((factor) => factor * size >= rough) ?? 10);
}

const timeOf = (seconds: number): string => {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
};

/** A number with no more digits than can be read off a line. */
export const readable = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));

/** A figure with lines over time, as SVG that needs nothing from outside. */
export function lineChart(title: string, unit: string, series: readonly Series[]): string {
  const shown = series.filter(({ points }) => points.length > 0).slice(0, COLOURS);
  const all = shown.flatMap(({ points }) => points);
  if (all.length === 0) return '';
  const lastTime = Math.max(1, ...all.map(([at]) => at));
  const step = stepOf(Math.max(0.001, ...all.map(([, value]) => value)), 4);
  const most = step * Math.ceil(Math.max(0.001, ...all.map(([, value]) => value)) / step);
  const x = (at: number) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / lastTime;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  const levels = Array.from({ length: Math.round(most / step) + 1 }, (_, index) => index * step);
  const times = [0, 0.25, 0.5, 0.75, 1].map((share) => share * lastTime);
  const grid = levels.map((level) => {
    const height = y(level).toFixed(1);
    const textY = (y(level) + 4).toFixed(1);
    return (
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${height}" y2="${height}"/>` +
      `<text class="tick" x="${LEFT - 6}" y="${textY}" text-anchor="end">${readable(level)}</text>`
    );
  });
  const axis = times.map((at, index) => {
    const anchor = index === 0 ? 'start' : index === 4 ? 'end' : 'middle';
    return (
      `<text class="tick" x="${x(at).toFixed(1)}" y="${HEIGHT - 6}" text-anchor="${anchor}">` +
      `${timeOf(at)}</text>`
    );
  });
  const lines = shown.map(({ points }, index) => {
    const path = points
      .map(([at, value], place) => `${place ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('');
    return `<path d="${path}" style="stroke:var(--c${index + 1})"/>`;
  });
  const legend = shown
    .map(({ name, points }, index) => {
      const peak = Math.max(...points.map(([, value]) => value));
      return (
        `<li><i style="background:var(--c${index + 1})"></i>${escapeHtml(name)} ` +
        `<span>up to ${readable(peak)}</span></li>`
      );
    })
    .join('');
  const label = `${escapeHtml(title)}, ${escapeHtml(unit)}, over time`;
  return `<figure><figcaption>${escapeHtml(title)} <span>${escapeHtml(unit)}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${[
    ...grid,
    ...axis,
    ...lines,
  ].join('')}</svg>
<ul class="legend">${legend}</ul></figure>`;
}
