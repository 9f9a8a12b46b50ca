import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import type { Chart } from '../api.ts';
import { type ChartDays, firstDays, type Step } from '../chart-days.ts';
import classes from '../overview.module.css';
import { valueText } from './chart-texts.ts';
import { latestPoint, type PointAt } from './walk-points.ts';

/** Lines differ by their dashes as well as by their tone. */
const strokes = [
  { color: 'var(--line-lapis)', dashes: '0' },
  { color: 'var(--line-garnet)', dashes: '8 4' },
  { color: 'var(--line-moss)', dashes: '2 4' },
  { color: 'var(--line-violet)', dashes: '12 4 2 4' },
  { color: 'var(--line-brass)', dashes: '4 2' },
  { color: 'var(--line-teal)', dashes: '16 6' },
] as const;

const strokeOf = (index: number) => strokes[index % strokes.length] ?? strokes[0];

const axisDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const dayOf = (x: string): string => axisDay.format(new Date(`${x}T12:00:00Z`));
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });
const compactMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
/** A value at the axis: '12', '$3.4K', '−$2K', '75%'. */
function axisText(unit: Chart['unit'], value: number): string {
  if (unit === 'percent') return `${value}%`;
  return (unit === 'money' ? compactMoney : compact).format(value).replace('-', '−');
}

interface ChartPlotProps {
  /** The figure and its unit. */
  axis: string;
  data: Chart;
  /** The whole time, so that all charts have one scale, also where there is nothing. */
  days: Pick<ChartDays, 'from' | 'to'>;
  step: Step;
  height: number;
  at: PointAt | null;
  onPoint: (at: PointAt) => void;
}

/**
 * The points as lines. Text beside it has the same data: the point in view, and the table. Loaded
 * when a chart is shown.
 */
export function ChartPlot({
  axis,
  data: { series, unit },
  days,
  step,
  height,
  at,
  onPoint,
}: ChartPlotProps) {
  const rows = firstDays(days, step).map((x) => ({
    x,
    ...Object.fromEntries(
      series.flatMap(({ points }, index) => {
        const point = points.find((one) => one.x === x);
        return point ? [[`s${index}`, point.y]] : [];
      }),
    ),
  }));
  const seen = at && series[at.series]?.points[at.point]?.x;
  const choose = (x: unknown) => {
    const from = at?.series ?? latestPoint(series)?.series ?? 0;
    const point = series[from]?.points.findIndex((one) => one.x === x) ?? -1;
    if (point >= 0) onPoint({ series: from, point });
  };
  return (
    <figure className={classes.figure}>
      <figcaption>{axis}</figcaption>
      {series.length > 1 && (
        <ul className={classes.legend} aria-hidden="true">
          {series.map(({ name }, index) => (
            <li key={name}>
              <svg width="28" height="8" role="presentation">
                <line
                  {...{ x1: 0, y1: 4, x2: 28, y2: 4 }}
                  stroke={strokeOf(index).color}
                  strokeWidth={2}
                  strokeDasharray={strokeOf(index).dashes}
                />
              </svg>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div aria-hidden="true">
        <LineChart
          h={height}
          data={rows}
          dataKey="x"
          series={series.map(({ name }, index) => ({
            name: `s${index}`,
            label: name,
            color: strokeOf(index).color,
            strokeDasharray: strokeOf(index).dashes,
          }))}
          curveType="linear"
          connectNulls
          withLegend={false}
          withDots={rows.length <= 31}
          valueFormatter={(value) => valueText(unit, value)}
          xAxisProps={{ tickFormatter: dayOf, minTickGap: 24 }}
          yAxisProps={{
            width: 48,
            allowDecimals: false,
            domain:
              unit === 'percent'
                ? [0, (most: number) => Math.max(100, most)]
                : [(least: number) => Math.min(0, least), 'auto'],
            tickFormatter: (value: number) => axisText(unit, value),
          }}
          lineProps={{ isAnimationActive: false }}
          referenceLines={seen ? [{ x: seen, color: 'gray.6' }] : []}
          tooltipAnimationDuration={0}
          lineChartProps={{
            accessibilityLayer: false,
            onClick: ({ activeLabel }) => choose(activeLabel),
          }}
          tooltipProps={{ labelFormatter: (x) => (typeof x === 'string' ? dayOf(x) : '') }}
        />
      </div>
    </figure>
  );
}
