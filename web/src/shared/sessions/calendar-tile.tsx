import { tileText } from '../format/dates.ts';
import classes from './calendar-tile.module.css';

/**
 * A calendar leaf: month, day, weekday. The full date is beside it in words, so screen readers skip
 * the tile.
 */
export function CalendarTile({ day, quiet = false }: { day: string; quiet?: boolean }) {
  const { month, day: number, weekday } = tileText(day);
  return (
    <span className={classes.tile} data-quiet={quiet || undefined} aria-hidden="true">
      <span className={classes.month}>{month.toUpperCase()}</span>
      <span className={classes.day}>{number}</span>
      <span className={classes.weekday}>{weekday}</span>
    </span>
  );
}
