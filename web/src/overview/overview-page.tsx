import type { ReactNode } from 'react';
import { clockText } from '../shared/format/dates.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { chartsOf, useOverview } from './api.ts';
import { useChartDays, wrongDays } from './chart-days.ts';
import { ChartPanel } from './charts/chart-panel.tsx';
import { DaysChoice } from './charts/days-choice.tsx';
import classes from './overview.module.css';
import { Waiting } from './queues/waiting.tsx';
import { Today } from './today.tsx';

/**
 * O-01: today's sessions, the pending work, and figures of some days. R-569. The app puts its
 * finder above.
 */
export function OverviewPage({ finder = null }: { finder?: ReactNode }) {
  const overview = useOverview();
  const [days, setDays] = useChartDays();
  const { data } = overview;
  return (
    <StaffPage
      title="Overview"
      actions={data && <p className={classes.asOf}>As of {clockText(data.asOf)}</p>}
    >
      {finder}
      <CallError error={overview.error} onRetry={() => void overview.refetch()} />
      {data ? (
        <div className={classes.now}>
          <Today sessions={data.sessionsToday} />
          <Waiting queues={data.queues} missing={data.missing} now={new Date(data.asOf)} />
        </div>
      ) : (
        !overview.error && <BlockSkeleton height={180} />
      )}
      <section aria-label="Charts" className={classes.charts}>
        <DaysChoice days={days} onChange={setDays} />
        {/* an invalid range in the address is reported once, beside the range */}
        {wrongDays(days) === null && (
          <div className={classes.grid}>
            {chartsOf(readSession()).map((chart) => (
              <ChartPanel key={chart.key} chart={chart} days={days} />
            ))}
          </div>
        )}
      </section>
    </StaffPage>
  );
}
