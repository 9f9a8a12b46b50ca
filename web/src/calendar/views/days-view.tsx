import { Skeleton, VisuallyHidden } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import { useRef, useState } from 'react';
import { longDayText, tileText } from '../../shared/format/dates.ts';
import type { Calendar, DayMark, OfficeSession } from '../api.ts';
import classes from '../calendar.module.css';
import { MAX_IN_CELL } from './calendar-days.ts';
import { useDayKeys } from './day-keys.ts';
import { SessionEntry } from './session-entry.tsx';

export interface DaysViewProps {
  /** Rows of seven days. */
  weeks: readonly (readonly string[])[];
  /** The day that the keys are on. */
  day: string;
  sessions: readonly OfficeSession[];
  /** How many there are of each day, where `sessions` are only the first of them. */
  counts?: Calendar['counts'];
  marks: readonly DayMark[];
  /** The sessions of some of the days are still on their way. */
  isComing?: boolean;
  /** Days of another month stand back. */
  month?: string;
  onDay: (day: string) => void;
  onOpen: (session: OfficeSession) => void;
  /** A session was dragged to another day. */
  onMove: (session: OfficeSession, day: string) => void;
  /** Opens all sessions of a day, where there are more than its cell shows; else all are shown. */
  onMore?: (day: string) => void;
}

/** A month or a week: a row a week, arrows walk its days, Enter opens a day's first session. */
export function DaysView(props: DaysViewProps) {
  const { weeks, day, sessions, counts = [], marks, month, isComing = false } = props;
  const { onDay, onOpen, onMove, onMore } = props;
  const table = useRef<HTMLTableElement>(null);
  const [dragged, setDragged] = useState<OfficeSession | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const ofDay = Map.groupBy(sessions, ({ date }) => date);
  const countOf = new Map(counts.map((of) => [of.date, of.sessions]));
  const marksOf = Map.groupBy(marks, ({ date }) => date);
  const today = newYorkDay(new Date());

  const onKey = useDayKeys({
    table,
    onDay,
    onEnter: (of) => {
      const first = ofDay.get(of)?.[0];
      if (first) onOpen(first);
    },
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: days are walked by arrows
    <table ref={table} role="grid" className={classes.days} aria-label="Days" aria-busy={isComing}>
      <thead>
        <tr>
          {weeks[0]?.map((one) => (
            <th key={one} scope="col">
              {tileText(one).weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => {
              const dayMarks = marksOf.get(one) ?? [];
              const list = ofDay.get(one) ?? [];
              const count = countOf.get(one) ?? list.length;
              // the button for the others takes the place of one
              const shown = onMore && count > MAX_IN_CELL ? list.slice(0, MAX_IN_CELL - 1) : list;
              return (
                <td
                  key={one}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
                  role="gridcell"
                  tabIndex={one === day ? 0 : -1}
                  data-day={one}
                  data-today={one === today || undefined}
                  data-aside={(month !== undefined && !one.startsWith(month)) || undefined}
                  data-left-out={dayMarks.some(({ leavesOut }) => leavesOut) || undefined}
                  data-empty={(count === 0 && !isComing) || undefined}
                  aria-selected={one === day}
                  data-over={(dragged !== null && over === one) || undefined}
                  onKeyDown={(event) => onKey(event, one)}
                  onDragOver={(event) => {
                    if (dragged === null || dragged.date === one) return;
                    event.preventDefault();
                    setOver(one);
                  }}
                  onDragLeave={() => setOver((day) => (day === one ? null : day))}
                  onDrop={(event) => {
                    if (dragged === null) return;
                    event.preventDefault();
                    setOver(null);
                    setDragged(null);
                    onMove(dragged, one);
                  }}
                >
                  <VisuallyHidden>
                    {dayLabel(one, dayMarks, isComing && count === 0 ? null : count)}
                  </VisuallyHidden>
                  <div className={classes.dayHead} aria-hidden="true">
                    <span className={classes.number}>{Number(one.slice(8))}</span>
                    <span className={classes.phoneDay}>{longDayText(one)}</span>
                    <span className={classes.marks}>
                      {dayMarks
                        .filter(({ kind }) => kind !== 'shabbat')
                        .map(({ name }) => name)
                        .join(', ')}
                    </span>
                  </div>
                  {count === 0 &&
                    (isComing ? (
                      <Skeleton h={34} mt={3} />
                    ) : (
                      <span className={classes.none} aria-hidden="true">
                        No sessions
                      </span>
                    ))}
                  {shown.map((session) => (
                    <SessionEntry
                      key={session.testSessionId}
                      session={session}
                      onDrag={(isDragged) => setDragged(isDragged ? session : null)}
                      onOpen={onOpen}
                    />
                  ))}
                  {onMore && shown.length < count && (
                    <button
                      type="button"
                      className={classes.more}
                      onClick={() => onMore(one)}
                      aria-label={`${count - shown.length} more sessions on ${longDayText(one)}`}
                    >
                      {`${count - shown.length} more`}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns a day for screen readers; leaves out sessions that are not loaded yet (null). */
export function dayLabel(day: string, marks: readonly DayMark[], count: number | null): string {
  const counted = count === 0 ? 'no sessions' : `${count} session${count === 1 ? '' : 's'}`;
  const sessions = count === null ? 'loading' : counted;
  return [longDayText(day), ...marks.map(({ name }) => name), sessions].join(', ');
}
