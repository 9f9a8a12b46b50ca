import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import type { Chart } from '@portal/contract/overview/overview';
import { lazy, Suspense, useId, useState } from 'react';
import { clockText } from '../../shared/format/dates.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { type ChartChoice, chartRequest, useChart } from '../api.ts';
import { type ChartDays, stepOf } from '../chart-days.ts';
import classes from '../overview.module.css';
import { ChartTable } from './chart-table.tsx';
import { PointReader } from './point-reader.tsx';

/** Charts bring their library, which no other page of staff needs. */
const ChartPlot = lazy(async () => ({ default: (await import('./chart-plot.tsx')).ChartPlot }));
const HEIGHT = 240;

/** '6 of 9 are shown, those that have most.' */
const mostText = (key: ChartChoice['key'], { series, total }: Chart): string => {
  const which = key === 'school_balances' ? 'with the lowest balances' : 'that have most';
  return `${series.length} of ${total} are shown, those ${which}.`;
};

/** One figure over the days in view: a plot whose points can be walked, or a table. */
export function ChartPanel({ chart, days }: { chart: ChartChoice; days: ChartDays }) {
  const id = useId();
  const step = stepOf(days);
  const hasExams = chart.key === 'pass_rate';
  const [per, setPer] = useState<'vendor' | 'exam'>('vendor');
  const answer = useChart(chartRequest(chart.key, days, per));
  const [asTable, setAsTable] = useState(false);
  const [at, setAt] = useState<{ series: number; point: number } | null>(null);
  const { data } = answer;
  const hasPoints = data?.series.some(({ points }) => points.length > 0) ?? false;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{chart.title}</h2>
        {hasPoints && (
          <Button
            variant={asTable ? 'light' : 'default'}
            size="xs"
            aria-pressed={asTable}
            aria-label={`Show as table: ${chart.title}`}
            onClick={() => setAsTable(!asTable)}
          >
            Show as table
          </Button>
        )}
      </div>
      {hasExams && (
        <SegmentedControl
          aria-label={`${chart.title} by`}
          className={classes.per ?? ''}
          size="xs"
          data={[
            { value: 'vendor', label: 'By vendor' },
            { value: 'exam', label: 'By exam' },
          ]}
          value={per}
          onChange={(value) => {
            setAt(null); // a point of other lines
            setPer(value === 'exam' ? 'exam' : 'vendor');
          }}
        />
      )}
      <CallError error={answer.error} onRetry={() => void answer.refetch()} />
      {!data && !answer.error && <BlockSkeleton height={HEIGHT} />}
      {data && !hasPoints && <p className={classes.empty}>Nothing in this time.</p>}
      {data && hasPoints && data.total > data.series.length && (
        <p className={classes.asOf}>{mostText(chart.key, data)}</p>
      )}
      {data && hasPoints && asTable && <ChartTable chart={chart} data={data} step={step} />}
      {data && hasPoints && !asTable && (
        <>
          <Suspense fallback={<Skeleton h={HEIGHT} radius="md" />}>
            <ChartPlot
              {...{ axis: chart.axis, data, days, step, height: HEIGHT, at }}
              onPoint={setAt}
            />
          </Suspense>
          <PointReader data={data} at={at} onMove={setAt} />
        </>
      )}
      {data && <p className={classes.asOf}>As of {clockText(data.asOf)}</p>}
    </section>
  );
}
