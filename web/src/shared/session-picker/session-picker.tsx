import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, NativeSelect, Text } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconCalendarOff, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { leftToRight, listed } from '../language/locale.ts';
import { phoneLink } from '../office/office.ts';
import { BranchPlace } from '../sessions/branch-place.tsx';
import { Elsewhere } from '../sessions/elsewhere.tsx';
import type { FeeAtStake } from '../sessions/late-booking.tsx';
import { everything, matching, nextFree } from '../sessions/session-filter.ts';
import classes from '../sessions/session-finder.module.css';
import { SessionFinder } from '../sessions/session-finder.tsx';
import type { SessionChoice } from '../sessions/use-session-choice.ts';
import { BlockSkeleton, CallError, Empty, RefreshBar } from '../ui/feedback.tsx';
import { WaitForSession } from '../waiting-list/wait-for-session.tsx';
import { SessionCards } from './session-cards.tsx';

/** The branch, then a session of it as a card.. */
export function SessionPicker({
  exam,
  choice,
  fee,
}: {
  exam: Exam;
  choice: SessionChoice;
  /** The proctor fee at stake in a session that begins within 24 hours. */
  fee: FeeAtStake;
}) {
  const { locations, sessions, byAppointment, bookable, branch } = choice;
  const [filter, setFilter] = useState(everything);
  const place = bookable.find(({ id }) => id === branch);
  const all = sessions.data ?? [];
  const isFull = sessions.data !== undefined && !nextFree(all, exam);
  const hasDays = new Set(all.map(({ date }) => date)).size > 1;
  const pick = (id: number) => {
    setFilter(everything);
    choice.pickBranch(id);
  };
  return (
    <>
      <NativeSelect
        label={t`Branch`}
        size="md"
        leftSection={<IconMapPin size={18} stroke={1.8} aria-hidden="true" />}
        value={branch ?? ''}
        onChange={({ currentTarget }) => pick(Number(currentTarget.value))}
        data={bookable.map(({ id, name, address }) => ({
          value: String(id),
          label: listed([name, address]),
        }))}
      />
      {place && <BranchPlace branch={place} />}
      {byAppointment.length > 0 && (
        <Text c="dimmed" size="sm" mt={-12}>
          <Trans>By appointment, through the office:</Trans>{' '}
          {byAppointment.map(({ id, name, phone }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              {name}
              {phone && (
                <>
                  {' '}
                  <Anchor href={phoneLink(phone)} style={{ whiteSpace: 'nowrap' }}>
                    {leftToRight(phone)}
                  </Anchor>
                </>
              )}
            </span>
          ))}
        </Text>
      )}
      <RefreshBar active={sessions.isFetching && !sessions.isPending} />
      <CallError
        error={locations.error}
        onRetry={() => void locations.refetch()}
        busy={locations.isFetching}
      />
      <CallError
        error={sessions.error}
        onRetry={() => void sessions.refetch()}
        busy={sessions.isFetching}
      />
      {sessions.isPending && <BlockSkeleton height={220} />}
      {sessions.data?.length === 0 && (
        <Empty
          icon={IconCalendarOff}
          text={t`Sorry there are no sessions open for this location. Please check again soon.`}
        />
      )}
      {isFull && place && choice.open && (
        <Elsewhere
          key={place.id}
          branch={place}
          bookable={bookable}
          open={choice.open}
          onPick={pick}
        />
      )}
      <div className={classes.plan}>
        <div className={hasDays ? classes.columns : undefined}>
          {hasDays && (
            <SessionFinder
              key={branch}
              exam={exam}
              sessions={all}
              filter={filter}
              onFilter={setFilter}
              chosen={choice.inHand}
              onChoose={choice.choose}
            />
          )}
          <div className={classes.list}>
            <SessionCards
              exam={exam}
              sessions={matching(all, filter)}
              chosen={choice.inHand}
              onChoose={choice.choose}
              fee={fee}
            />
            <WaitForSession exam={exam} sessions={matching(all, filter)} />
          </div>
        </div>
      </div>
    </>
  );
}
