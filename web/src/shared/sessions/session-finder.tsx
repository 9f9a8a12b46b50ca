import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '@mantine/dates/styles.css';
import { Button, NativeSelect } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { IconCalendarMonth, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { longDayText, monthText, sessionText, shortDayText, weekdayText } from '../format/dates.ts';
import {
  everything,
  nextFree,
  openByDay,
  type PartOfDay,
  partsOf,
  type SessionFilter,
} from './session-filter.ts';
import classes from './session-finder.module.css';

interface SessionFinderProps {
  exam: Exam;
  /** All sessions of the branch, by time. */
  sessions: readonly Session[];
  filter: SessionFilter;
  onFilter: (filter: SessionFilter) => void;
  chosen: number | null;
  onChoose: (sessionId: number) => void;
}

const partNames: Readonly<Record<PartOfDay, string>> = {
  any: t`Any time`,
  morning: t`Morning`,
  afternoon: t`Afternoon`,
  evening: t`Evening`,
};

const placesText = (open: number): string =>
  open === 0
    ? t`no room`
    : plural(open, { one: '# session with room', other: '# sessions with room' });

/**
 * A month with the days of sessions, the next free session, and the time of day: choices here
 * filter the cards below.
 */
export function SessionFinder({
  exam,
  sessions,
  filter,
  onFilter,
  chosen,
  onChoose,
}: SessionFinderProps) {
  const [isOpened, setOpened] = useState(false);
  const calendar = useId();
  const days = openByDay(sessions, exam);
  const parts = partsOf(sessions);
  const next = nextFree(sessions, exam);
  return (
    <div className={classes.finder}>
      {next && (
        <div className={classes.next}>
          <span>
            <Trans>
              Next free: <b>{sessionText(next.date, next.testSessionTime)}</b>
            </Trans>
          </span>
          <Button
            variant="light"
            size="compact-md"
            disabled={chosen === next.testSessionId}
            onClick={() => {
              onFilter(everything);
              onChoose(next.testSessionId);
            }}
          >
            {chosen === next.testSessionId ? t`Chosen` : t`Choose`}
          </Button>
        </div>
      )}
      {parts.length > 1 && (
        <NativeSelect
          label={t`Time of day`}
          value={filter.part}
          onChange={({ currentTarget }) =>
            onFilter({ ...filter, part: currentTarget.value as PartOfDay })
          }
          data={(['any', ...parts] as const).map((part) => ({
            value: part,
            label: partNames[part],
          }))}
        />
      )}
      <Button
        className={classes.opener ?? ''}
        variant="default"
        leftSection={<IconCalendarMonth size={18} stroke={1.8} aria-hidden="true" />}
        aria-expanded={isOpened}
        aria-controls={calendar}
        onClick={() => setOpened(!isOpened)}
      >
        {isOpened ? t`Hide the calendar` : t`Find a day in the calendar`}
      </Button>
      <div id={calendar} className={classes.calendar} data-opened={isOpened || undefined}>
        <DatePicker
          value={filter.day}
          onChange={(day) => onFilter({ ...filter, day })}
          allowDeselect
          defaultDate={filter.day ?? next?.date ?? (sessions[0]?.date as string)}
          minDate={sessions[0]?.date as string}
          maxDate={sessions.at(-1)?.date as string}
          excludeDate={(day) => !days.has(day)}
          firstDayOfWeek={0}
          monthLabelFormat={monthText}
          weekdayFormat={weekdayText}
          weekendDays={[]}
          hideOutsideDates
          maxLevel="month"
          fullWidth
          ariaLabels={{ previousMonth: t`Previous month`, nextMonth: t`Next month` }}
          getDayProps={(day) => ({
            'data-open': (days.get(day) ?? 0) > 0 || undefined,
            className: classes.day ?? '',
            'aria-label': days.has(day)
              ? `${longDayText(day)}, ${placesText(days.get(day) ?? 0)}`
              : longDayText(day),
          })}
        />
      </div>
      {filter.day !== null && (
        <Button
          variant="default"
          leftSection={<IconX size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => onFilter({ ...filter, day: null })}
        >
          <Trans>{shortDayText(filter.day)} only</Trans>
        </Button>
      )}
    </div>
  );
}
