import { VisuallyHidden } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import { type DragEvent, useRef, useState } from 'react';
import { tileText, timeText } from '../../shared/format/dates.ts';
import type { DayMark, OfficeSession } from '../api.ts';
import classes from '../calendar.module.css';
import { useDayKeys } from './day-keys.ts';
import { dayLabel } from './days-view.tsx';
import { droppedAt, hourOf, hoursOf } from './hours.ts';
import { SessionEntry } from './session-entry.tsx';

interface HoursViewProps {
  /** Of one week. */
  days: readonly string[];
  /** The day that the keys are on. */
  day: string;
  /** The sessions of some of the days are still on their way. */
  isComing?: boolean;
  sessions: readonly OfficeSession[];
  marks: readonly DayMark[];
  onDay: (day: string) => void;
  onOpen: (session: OfficeSession) => void;
  /** A session was dragged to another day or hour (HH:mm, New York). */
  onMove: (session: OfficeSession, day: string, time: string) => void;
}

/** A week by hours: arrows walk its days, a session is dragged to a day and hour. */
export function HoursView(props: HoursViewProps) {
  const { days, day, isComing = false, sessions, marks, onDay, onOpen, onMove } = props;
  const table = useRef<HTMLTableElement>(null);
  const [dragged, setDragged] = useState<OfficeSession | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const ofDay = Map.groupBy(sessions, ({ date }) => date);
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
  const dropping = (date: string, hour: number) => ({
    'data-over': (dragged !== null && over === `${date} ${hour}`) || undefined,
    onDragOver: (event: DragEvent) => {
      if (dragged === null || (dragged.date === date && hourOf(dragged) === hour)) return;
      event.preventDefault();
      setOver(`${date} ${hour}`);
    },
    onDragLeave: () => setOver((one) => (one === `${date} ${hour}` ? null : one)),
    onDrop: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(null);
      setDragged(null);
      onMove(dragged, date, droppedAt(dragged, hour));
    },
  });
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: days are walked by arrows
      role="grid"
      className={classes.hours}
      aria-label="Hours"
      aria-busy={isComing}
    >
      <thead>
        <tr>
          <td className={classes.hourName} />
          {days.map((one) => {
            const dayMarks = marksOf.get(one) ?? [];
            return (
              <td
                key={one}
                className={classes.hourHead}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
                role="gridcell"
                tabIndex={one === day ? 0 : -1}
                data-day={one}
                data-today={one === today || undefined}
                data-left-out={dayMarks.some(({ leavesOut }) => leavesOut) || undefined}
                aria-selected={one === day}
                onKeyDown={(event) => onKey(event, one)}
                // on a day as such: at its own hour
                {...dropping(one, dragged === null ? 0 : hourOf(dragged))}
              >
                <VisuallyHidden>
                  {dayLabel(one, dayMarks, ofDay.get(one)?.length ?? (isComing ? null : 0))}
                </VisuallyHidden>
                <span aria-hidden="true">{`${tileText(one).weekday} `}</span>
                <span className={classes.hourDay} aria-hidden="true">
                  {Number(one.slice(8))}
                </span>
                <span className={classes.hourMarks} aria-hidden="true">
                  {dayMarks
                    .filter(({ kind }) => kind !== 'shabbat')
                    .map(({ name }) => name)
                    .join(', ')}
                </span>
              </td>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {hoursOf(sessions).map((hour) => (
          <tr key={hour}>
            <th scope="row" className={classes.hourName}>
              {timeText(`${String(hour).padStart(2, '0')}:00`).replace(/ ET$/, '')}
            </th>
            {days.map((one) => (
              <td
                key={one}
                className={classes.hour}
                data-left-out={
                  (marksOf.get(one) ?? []).some(({ leavesOut }) => leavesOut) || undefined
                }
                {...dropping(one, hour)}
              >
                {(ofDay.get(one) ?? [])
                  .filter((session) => hourOf(session) === hour)
                  .map((session) => (
                    <SessionEntry
                      key={session.testSessionId}
                      session={session}
                      onDrag={(isDragged) => setDragged(isDragged ? session : null)}
                      onOpen={onOpen}
                    />
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
