import { Anchor } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router-dom';
import { PHONE } from '../../shared/dialogs/modal-frame.tsx';
import { dayText } from '../../shared/format/dates.ts';
import type { Chart, ChartChoice, ChartPoint } from '../api.ts';
import type { Step } from '../chart-days.ts';
import classes from '../overview.module.css';
import { pointText } from './chart-texts.ts';

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

/**
 * The same points as rows, each a link to the counted records. On a phone several series are
 * stacked within a row, since they do not fit beside each other.
 */
export function ChartTable({ chart, data: { series, unit }, step }: ChartTableProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const isStacked = isPhone && series.length > 1;
  const days = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls has to take the keys
    <section className={classes.tableFrame} tabIndex={0} aria-label={`${chart.title}, as a table`}>
      <table className={classes.table}>
        <caption>{chart.axis}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[step]}</th>
            {isStacked ? (
              <th scope="col">{chart.title}</th>
            ) : (
              series.map(({ name }) => (
                <th scope="col" key={name}>
                  <bdi>{name}</bdi>
                </th>
              ))
            )}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              {isStacked ? (
                <td className="num">
                  {series.map(({ name, points }) => {
                    const point = at(points, day);
                    return (
                      point && (
                        <div key={name}>
                          <bdi>{name}</bdi>: <PointLink unit={unit} point={point} />
                        </div>
                      )
                    );
                  })}
                </td>
              ) : (
                series.map(({ name, points }) => {
                  const point = at(points, day);
                  return (
                    <td key={name} className="num">
                      {point && <PointLink unit={unit} point={point} />}
                    </td>
                  );
                })
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const at = (points: readonly ChartPoint[], day: string): ChartPoint | undefined =>
  points.find(({ x }) => x === day);

const PointLink = ({ unit, point }: { unit: Chart['unit']; point: ChartPoint }) => (
  <Anchor component={Link} to={point.href}>
    {pointText(unit, point)}
  </Anchor>
);
