import { Checkbox, TextInput } from '@mantine/core';
import type { SeriesEntry } from '@portal/contract/sessions/office-series';
import { longSessionText } from '../../shared/format/dates.ts';
import classes from '../calendar.module.css';
import type { Exceptions } from './series-form.ts';

interface PlannedDaysProps {
  entries: readonly SeriesEntry[];
  /** The days of a series, which can be left out or have a time of their own. */
  exceptions?: Exceptions;
  onExceptions?: (exceptions: Exceptions) => void;
}

/** The days of a series or a copy, with those that are left out and why. */
export const PlannedDays = ({ entries, exceptions = {}, onExceptions }: PlannedDaysProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys
  <section className={classes.planned} aria-label="Days" tabIndex={0}>
    <ul>
      {entries.map((entry, at) => {
        const { date, testSessionTime, made, leftOut, marks, placeName } = entry;
        const exception = exceptions[date];
        const when = longSessionText(date, exception?.time ?? testSessionTime);
        const change = (time: string | null | undefined) => {
          const { [date]: _, ...others } = exceptions;
          onExceptions?.(time === undefined ? others : { ...others, [date]: { time } });
        };
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two sessions may be alike, none moves
            key={at}
            data-left-out={!made || exception?.time === null || undefined}
          >
            <span className={classes.plannedWhen}>
              {when}
              {placeName !== null && <bdi>{`, ${placeName}`}</bdi>}
            </span>
            {leftOut !== null && <span className={classes.why}>{`Left out: ${leftOut}`}</span>}
            {made && marks.length > 0 && (
              <span className={classes.why}>{marks.map(({ name }) => name).join(', ')}</span>
            )}
            {made && onExceptions && (
              <span className={classes.plannedChange}>
                <TextInput
                  type="time"
                  size="xs"
                  aria-label={`Start, ${when}`}
                  disabled={exception?.time === null}
                  value={exception?.time ?? testSessionTime}
                  onChange={({ currentTarget: { value } }) => {
                    if (value !== '') change(value === testSessionTime ? undefined : value);
                  }}
                />
                <Checkbox
                  label="Leave out"
                  aria-label={`Leave out, ${when}`}
                  checked={exception?.time === null}
                  onChange={({ currentTarget: { checked } }) => change(checked ? null : undefined)}
                />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  </section>
);
