import { Anchor, Button, NativeSelect, Text } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { sessionCard } from '@portal/contract/sessions/session-card';
import type { Session } from '@portal/contract/sessions/sessions';
import { IconAlertTriangle, IconCalendarOff, IconMapPin } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { isRefusal } from '../shared/api/client.ts';
import { useLocations } from '../shared/api/student.ts';
import { useStudentInView } from '../shared/api/student-in-view.tsx';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import { useExamRows } from '../shared/exams/exam-rows.ts';
import { durationText, sessionText } from '../shared/format/dates.ts';
import { phoneLink } from '../shared/office/office.ts';
import { feesToBook } from '../shared/payments/fees/fees-due.ts';
import { BlockSkeleton, CallError, Empty, Note, RefreshBar } from '../shared/ui/feedback.tsx';
import { openSessionsCall, scheduleCall, useLastLocation, useOpenSessions } from './api.ts';
import classes from './choose-session.module.css';
import { SessionCards } from './session-cards.tsx';

const DEFAULT_BRANCH = 13;

/**
 * Where the picker opens: the last branch, else 13, else the first one; always one that is on the
 * list. R-156.
 */
function firstBranch(last: number | undefined, bookable: readonly { id: number }[]): number {
  const wished = [last, DEFAULT_BRANCH].find((wish) => bookable.some(({ id }) => id === wish));
  return wished ?? bookable[0]?.id ?? DEFAULT_BRANCH;
}

/** A session, and the branch under which it was found. */
export interface Choice {
  branch: number;
  session: Session;
}

interface ChooseSessionProps {
  exam: Exam;
  /** What was chosen before the person came back here. */
  before: Choice | null;
  /** Fees are due first: where the person goes with the session in hand. */
  onPay: (choice: Choice) => void;
  onClose: () => void;
}

/**
 * The branch, then a session of it as a card. The foot repeats the choice in
 * words.
 */
export function ChooseSession({ exam, before, onPay, onClose }: ChooseSessionProps) {
  const rows = useExamRows();
  const { reload } = rows;
  const isForStaff = useStudentInView() !== null;
  const locations = useLocations();
  const last = useLastLocation();
  const [picked, setPicked] = useState(before?.branch ?? null);
  const [chosen, setChosen] = useState(before?.session.testSessionId ?? null);
  const bookable = useMemo(
    () => (locations.data ?? []).filter(({ by_appointment }) => !by_appointment),
    [locations.data],
  );
  const byAppointment = (locations.data ?? []).filter(({ by_appointment }) => by_appointment);
  const isLoading = last.isPending || locations.isPending;
  const branch = picked ?? (isLoading ? null : firstBranch(last.data?.id, bookable));
  const sessions = useOpenSessions(branch);
  const schedule = useCommand(scheduleCall, {
    refreshes: [openSessionsCall],
    onDone: ({ exam: row }) => {
      rows.put(row);
      onClose();
    },
  });
  // the office is offered the next one that can be booked
  const next = isForStaff
    ? sessions.data?.find((one) => sessionCard(one, exam).open)?.testSessionId
    : undefined;
  const inHand = chosen ?? next ?? null;
  const session = sessions.data?.find(({ testSessionId }) => testSessionId === inHand);
  const isOpen = session !== undefined && sessionCard(session, exam).open;
  const { proctorFee, additionalFee } = feesToBook(exam);
  const goOn = () => {
    if (!session || branch === null || exam.registration_id === null) return;
    if (proctorFee + additionalFee > 0) onPay({ branch, session });
    else
      schedule.mutate({ registrationId: exam.registration_id, sessionId: session.testSessionId });
  };
  const { error } = schedule;
  useEffect(() => {
    // the fee became due while the picker was open: with the row as it is now 'Continue' leads to
    // the payment
    if (isRefusal(error, 'fees_due')) reload();
  }, [error, reload]);

  return (
    <ModalFrame
      title={exam.testSessionId === null ? 'Schedule session' : 'Reschedule session'}
      opened
      onClose={onClose}
      width={640}
      busy={schedule.isPending}
      foot={
        <>
          <span className={classes.choice} aria-live="polite">
            {session && isOpen ? (
              <>
                <b>{sessionText(session.date, session.testSessionTime)}</b> at{' '}
                {session.branchName ?? session.locationName}
              </>
            ) : (
              sessions.data && sessions.data.length > 0 && 'Choose a session.'
            )}
          </span>
          <Button
            variant="default"
            onClick={onClose}
            disabled={schedule.isPending}
            className={classes.close ?? ''}
          >
            Close
          </Button>
          <Button onClick={goOn} disabled={!isOpen} loading={schedule.isPending}>
            Continue
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <ExamHeading exam={exam} note={durationText(exam.examDuration)} />
        {exam.testSessionId !== null && exam.proctor_fee_if_moved > 0 && (
          <Note tone="brass" icon={IconAlertTriangle}>
            You can no longer transfer the proctor payment from this session.
          </Note>
        )}
        <NativeSelect
          label="Branch"
          size="md"
          leftSection={<IconMapPin size={18} stroke={1.8} aria-hidden="true" />}
          value={branch ?? ''}
          onChange={({ currentTarget }) => {
            setPicked(Number(currentTarget.value));
            setChosen(null);
          }}
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
          <SessionCards exam={exam} sessions={sessions.data} chosen={inHand} onChoose={setChosen} />
        )}
        <CallError error={error} />
      </div>
    </ModalFrame>
  );
}
