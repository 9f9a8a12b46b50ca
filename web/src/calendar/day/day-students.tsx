import { Button, Text } from '@mantine/core';
import type { Attendance } from '@portal/contract/sessions/attendance';
import type { DayRow, SessionDay } from '@portal/contract/sessions/session-day';
import {
  IconAccessible,
  IconBan,
  IconCash,
  IconCheck,
  IconDoor,
  IconDoorExit,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerKey, editAnswer, useCommand } from '../../shared/api/calls.ts';
import { ResultBadge } from '../../shared/exams/result-badge.tsx';
import { clockText } from '../../shared/format/dates.ts';
import { cents, fromCents, money } from '../../shared/format/money.ts';
import { CallError, Empty } from '../../shared/ui/feedback.tsx';
import { ToneBadge } from '../../shared/ui/tone-badge.tsx';
import { attendanceCall, dayCall, sessionCall } from '../api.ts';
import classes from './day.module.css';
import { type DayFilter, shownStudents } from './day-filter.ts';
import { DayFilters } from './day-filters.tsx';
import { isAttendanceOpen } from './door-times.ts';

const choices = [
  { value: 'arrived', label: 'Arrived', icon: IconCheck },
  { value: 'absent', label: 'Absent', icon: IconX },
  { value: 'left_early', label: 'Left early', icon: IconDoorExit },
] as const;

/** The students of the session, each with three buttons for their attendance. R-520 */
export function DayStudents({ day, now }: { day: SessionDay; now: Date }) {
  const client = useQueryClient();
  // not in the address: it may be a name
  const [filter, setFilter] = useState<DayFilter>({ search: '', attendance: undefined });
  const { testSessionId } = day.session;
  const mark = useCommand(attendanceCall, {
    refreshes: [sessionCall],
    onDone: ({ rows, counts }) =>
      editAnswer<SessionDay>(client, answerKey(dayCall, { testSessionId }), (known) => ({
        ...known,
        counts,
        rows: known.rows.map(
          (row) => rows.find(({ studentId }) => studentId === row.studentId) ?? row,
        ),
      })),
  });
  if (day.rows.length === 0)
    return (
      <div role="status">
        <Empty icon={IconUsers} text="Nobody is booked." />
      </div>
    );
  // pressing the same button again clears the attendance
  const say = (row: DayRow, attendance: Attendance) =>
    mark.mutate({
      testSessionId,
      students: [
        {
          studentId: row.studentId,
          attendance: row.attendance === attendance ? 'expected' : attendance,
        },
      ],
    });
  const marked = mark.variables?.students[0]?.studentId;
  const isOpen = isAttendanceOpen(day.session, now);
  const shown = shownStudents(day.rows, filter);
  return (
    <>
      {!isOpen && (
        <Text c="dimmed" size="sm" mb="xs">
          Attendance opens 60 minutes before the start.
        </Text>
      )}
      <DayFilters filter={filter} onFilter={setFilter} />
      {shown.length === 0 && (
        <Text c="dimmed" role="status">
          No results found.
        </Text>
      )}
      <ul className={classes.students}>
        {shown.map((row) => (
          <li key={row.studentId} className={classes.student}>
            <Who row={row} />
            <ul className={classes.exams}>
              {row.registrations.map(({ registrationId, subject, minutes, result }) => (
                <li key={registrationId}>
                  <bdi>{subject}</bdi>
                  <span className={classes.minutes}>{`${minutes} min`}</span>
                  <ResultBadge result={result ?? ''} />
                </li>
              ))}
            </ul>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no reliable flex box */}
            <div className={classes.marks} role="group" aria-label={`Attendance of ${row.name}`}>
              {choices.map(({ value, label, icon: Icon }) => {
                const isChosen = row.attendance === value;
                return (
                  <Button
                    key={value}
                    size="compact-md"
                    variant={isChosen ? 'filled' : 'default'}
                    aria-pressed={isChosen}
                    leftSection={<Icon size={15} stroke={2} aria-hidden="true" />}
                    disabled={!isOpen || (mark.isPending && marked === row.studentId)}
                    onClick={() => say(row, value)}
                  >
                    {label}
                  </Button>
                );
              })}
              {row.attendanceAt !== null && (
                <Text size="xs" c="dimmed" w="100%">
                  <bdi>{`${clockText(row.attendanceAt)}, ${row.attendanceBy ?? ''}`}</bdi>
                </Text>
              )}
              {marked === row.studentId && <CallError error={mark.error} />}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Who({ row }: { row: DayRow }) {
  const due = row.registrations.reduce((sum, { feesDue }) => sum + cents(feesDue), 0);
  return (
    <div>
      <div className={classes.name}>
        <bdi>{row.name}</bdi>
        {row.last4 !== '' && <span className={classes.last4}>{row.last4}</span>}
      </div>
      <Text size="sm" c="dimmed">{`Until ${clockText(row.endsAt)}`}</Text>
      <div className={classes.tags}>
        {row.place !== null && (
          <ToneBadge tone="lapis" icon={IconDoor}>
            {row.place}
          </ToneBadge>
        )}
        {row.accommodations.map((text) => (
          <ToneBadge key={text} tone="teal" icon={IconAccessible}>
            {text}
          </ToneBadge>
        ))}
        {due > 0 && (
          <>
            <ToneBadge tone="brass" icon={IconCash}>
              Fee due
            </ToneBadge>
            <span className="num">{money(fromCents(due))}</span>
          </>
        )}
        {row.barred && (
          <ToneBadge tone="garnet" icon={IconBan}>
            Barred
          </ToneBadge>
        )}
      </div>
    </div>
  );
}
