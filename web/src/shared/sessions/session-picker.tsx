import { Anchor, NativeSelect, Text } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconCalendarOff, IconMapPin } from '@tabler/icons-react';
import { phoneLink } from '../office/office.ts';
import { BlockSkeleton, CallError, Empty, RefreshBar } from '../ui/feedback.tsx';
import { SessionCards } from './session-cards.tsx';
import type { SessionChoice } from './use-session-choice.ts';

/** The branch, then a session of it as a card.. */
export function SessionPicker({ exam, choice }: { exam: Exam; choice: SessionChoice }) {
  const { locations, sessions, byAppointment, bookable, branch } = choice;
  return (
    <>
      <NativeSelect
        label="Branch"
        size="md"
        leftSection={<IconMapPin size={18} stroke={1.8} aria-hidden="true" />}
        value={branch ?? ''}
        onChange={({ currentTarget }) => choice.pickBranch(Number(currentTarget.value))}
        data={bookable.map(({ id, name, address }) => ({
          value: String(id),
          label: [name, address].filter(Boolean).join(', '),
        }))}
      />
      {byAppointment.length > 0 && (
        <Text c="dimmed" size="sm" mt={-12}>
          By appointment, through the office:{' '}
          {byAppointment.map(({ id, name, phone }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              {name}
              {phone && (
                <>
                  {' '}
                  <Anchor href={phoneLink(phone)} style={{ whiteSpace: 'nowrap' }}>
                    {phone}
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
          text="Sorry there are no sessions open for this location. Please check again soon."
        />
      )}
      {sessions.data && (
        <SessionCards
          exam={exam}
          sessions={sessions.data}
          chosen={choice.inHand}
          onChoose={choice.choose}
        />
      )}
    </>
  );
}
