import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { dayText } from '../shared/format/dates.ts';
import type { Chart, ChartChoice } from './api.ts';
import type { Step } from './chart-days.ts';
import { pointText } from './chart-texts.ts';
import classes from './overview.module.css';

const heads: Readonly<Record<Step, string>> = {
  day: 'Day',
  week: 'Week from',
  month: 'Month from',
};

interface ChartTableProps {
  chart: ChartChoice;
  data: Chart;
  step: Step;
}

/** The same points in rows, each a link to what it counts. */
export function ChartTable({ chart, data: { series, unit }, step }: ChartTableProps) {
  const days = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls has to take the keys
    <section className={classes.tableFrame} tabIndex={0} aria-label={`${chart.title}, as a table`}>
      <table className={classes.table}>
        <caption>{chart.axis}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[step]}</th>
            {series.map(({ name }) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              {series.map(({ name, points }) => {
                const point = points.find(({ x }) => x === day);
                return (
                  <td key={name} className="num">
                    {point && (
                      <Anchor component={Link} to={point.href}>
                        {pointText(unit, point)}
                      </Anchor>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
