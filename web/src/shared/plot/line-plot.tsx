import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import classes from './line-plot.module.css';

export interface PlotPoint {
  /** Along the line, as people read it. */
  when: string;
  value: number;
  /** The name of the point. */
  note: string;
}

interface LinePlotProps {
  /** The noun of the values: 'Score'. */
  name: string;
  /** The plot in words; the same numbers stand in rows beside it. */
  label: string;
  points: readonly PlotPoint[];
  /** The highest value that there can be, when there is one. */
  most?: number;
  /** Values hold until the next one, and do not go there in a line. */
  steps?: boolean;
  onClose: () => void;
}

/** Values over time. Loaded on demand. */
export function LinePlot({ name, label, points, most, steps = false }: LinePlotProps) {
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label={label}>
        <LineChart
          h={220}
          data={points.map(({ when, value, note }) => ({ when, note, [name]: value }))}
          dataKey="when"
          series={[{ name, color: 'lapis.6' }]}
          yAxisProps={{
            domain: [0, most ?? 'auto'],
            width: 40,
            allowDecimals: false,
          }}
          curveType={steps ? 'stepAfter' : 'linear'}
          withLegend={false}
          lineChartProps={{ accessibilityLayer: false }}
          tooltipProps={{
            content: ({ active, payload }) => {
              const shown = payload?.[0]?.payload as
                | { note: string; when: string; [value: string]: string | number }
                | undefined;
              return active && shown ? (
                <div className={classes.tooltip}>
                  <b>{shown.note}</b>
                  <span>
                    {shown.when}, <span className="num">{shown[name]}</span>
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
