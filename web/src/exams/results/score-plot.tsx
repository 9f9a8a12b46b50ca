import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { shortDayText } from '../../shared/format/dates.ts';
import type { Score } from './results.ts';
import classes from './score-plot.module.css';

/** The scores over time. The same numbers stand in the rows below, for readers of a screen. */
export function ScorePlot({ scores }: { scores: readonly Score[]; onClose: () => void }) {
  const now = new Date();
  const first = scores[0];
  const last = scores.at(-1);
  return (
    <figure className={classes.figure}>
      <div
        role="img"
        aria-label={
          first && last
            ? `Scores of ${scores.length} exams, from ${first.score} to ${last.score}`
            : 'Scores'
        }
      >
        <LineChart
          h={220}
          data={scores.map(({ day, score, subject }, at) => ({
            at: `${at + 1}`,
            day: shortDayText(day, now),
            subject,
            Score: score,
          }))}
          dataKey="day"
          series={[{ name: 'Score', color: 'lapis.6' }]}
          yAxisProps={{ domain: [0, 100], width: 40 }}
          curveType="linear"
          withLegend={false}
          lineChartProps={{ accessibilityLayer: false }}
          tooltipProps={{
            content: ({ active, payload }) => {
              const shown = payload?.[0]?.payload as
                | { subject: string; day: string; Score: number }
                | undefined;
              return active && shown ? (
                <div className={classes.tooltip}>
                  <b>{shown.subject}</b>
                  <span>
                    {shown.day}, <span className="num">{shown.Score}</span>
                  </span>
                </div>
              ) : null;
            },
          }}
        />
      </div>
    </figure>
  );
}
