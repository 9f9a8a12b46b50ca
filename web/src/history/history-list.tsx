import { Anchor, Button } from '@mantine/core';
import {
  IconBriefcase,
  IconHistory,
  IconSettings,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { clockText, shortDayText } from '../shared/format/dates.ts';
import { MissingNote } from '../shared/page/missing-note.tsx';
import { CallError, Empty, RefreshBar, RowSkeletons } from '../shared/ui/feedback.tsx';
import type { Entry, History } from './api.ts';
import { byDay, missingText, recordText } from './entry-words.ts';
import classes from './history.module.css';

interface HistoryListProps {
  history: History;
  /** Whether rows about a student link to the student's page. */
  leadsOn?: boolean;
}

/** Actions and their actors by day, newest first; older rows load on request. */
export function HistoryList({ history, leadsOn = false }: HistoryListProps) {
  const pages = history.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const missing = [...new Set(pages.flatMap((page) => page.missing))];
  const isEmpty = history.data !== undefined && entries.length === 0;
  const isRest = history.isFetchNextPageError;
  return (
    <>
      <RefreshBar active={history.isFetching && !history.isPending} />
      {history.isPending && <RowSkeletons />}
      {!isRest && (
        <CallError
          prefix="Error: "
          error={history.error}
          onRetry={() => void history.refetch()}
          busy={history.isFetching}
        />
      )}
      {missing.length > 0 && (
        <MissingNote
          text={missingText(missing)}
          busy={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      )}
      {isEmpty && <Empty icon={IconHistory} text="No activity." />}
      {byDay(entries).map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className={classes.day}>
            {shortDayText(day)}
          </h2>
          <ol className={classes.rows}>
            {ofDay.map((entry) => (
              <Row key={entry.id} entry={entry} leadsOn={leadsOn} />
            ))}
          </ol>
        </section>
      ))}
      {isRest && (
        <CallError
          prefix="Error: "
          error={history.error}
          onRetry={() => void history.fetchNextPage()}
          busy={history.isFetchingNextPage}
        />
      )}
      {history.hasNextPage && !isRest && (
        <Button
          variant="default"
          className={classes.more ?? ''}
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </>
  );
}

const icons: Readonly<Record<Entry['who'], TablerIcon>> = {
  staff: IconBriefcase,
  student: IconUser,
  system: IconSettings,
};

function Row({ entry, leadsOn }: { entry: Entry; leadsOn: boolean }) {
  const Icon = icons[entry.who];
  return (
    <li className={classes.row} data-who={entry.who}>
      <time className={classes.time} dateTime={entry.stamp}>
        {clockText(entry.stamp)}
      </time>
      <span className={classes.mark} aria-hidden="true">
        <Icon size={14} stroke={1.8} />
      </span>
      <span className={classes.who}>
        <bdi>{entry.loginname}</bdi>
      </span>
      <span className={classes.record}>
        {recordText(entry)}
        {leadsOn && entry.studentId != null && (
          <Anchor component={Link} to={`/admin/history/${entry.studentId}`} className={classes.of}>
            student {entry.studentId}
          </Anchor>
        )}
      </span>
      <span className={classes.text}>
        <bdi>{entry.text}</bdi>
        {entry.origin !== null && <span className={classes.origin}>from {entry.origin}</span>}
      </span>
    </li>
  );
}
