import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Skeleton } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import {
  IconAlertTriangle,
  IconCalendarPlus,
  IconDeviceLaptop,
  IconHourglass,
  IconInfoCircle,
  IconSchool,
  IconTicket,
  IconUpload,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useAssignments } from '../../shared/exams/assignments.ts';
import { AssignmentsProgress } from '../../shared/exams/assignments-progress.tsx';
import { dayText, instantText, shortDayText, timeLeftText } from '../../shared/format/dates.ts';
import { CallOffice } from '../../shared/office/call-office.tsx';
import { LastCheck } from '../../shared/system-check/last-check.tsx';
import { Note } from '../../shared/ui/feedback.tsx';
import { OwnLines } from '../../shared/waiting-list/own-lines.tsx';
import type { DialogRequest } from '../dialog-request.ts';
import {
  isForStudentAlone,
  missingReasons,
  type RowAction,
  rowActions,
  wasBegun,
} from '../state/exam-actions.ts';
import { cancelNotice, courseUntil, groupOf, pathOf, resumeUntil } from '../state/exam-state.ts';
import { actionDialogs } from '../wishes.ts';
import { PathSteps } from './path-steps.tsx';
import classes from './registration-panel.module.css';
import { SessionTicket } from './session-ticket.tsx';

interface RegistrationPanelProps {
  exam: Exam;
  session: Session | undefined;
  onRequest: (exam: Exam, what: DialogRequest['what']) => void;
}

/** The state of a registration, the time and place of the exam, and the available actions. */
export function RegistrationPanel({ exam, session, onRequest }: RegistrationPanelProps) {
  const now = new Date();
  const notice = cancelNotice(exam, newYorkDay(now));
  const path = pathOf(exam);
  const actions = rowActions(exam);
  return (
    <div className={classes.panel}>
      {groupOf(exam) !== 'taken' && <PathSteps steps={path.steps} done={path.done} />}
      {notice && (
        <Note tone="brass" icon={IconAlertTriangle}>
          <b>
            <Trans>
              Your session on {shortDayText(notice.day, now)} was cancelled. Please re-schedule.
            </Trans>
          </b>{' '}
          {notice.reason}
        </Note>
      )}
      <StateNote exam={exam} />
      {missingReasons(exam).map((reason) => (
        <Note key={reason} tone="slate" icon={IconInfoCircle}>
          {reason}
        </Note>
      ))}
      {session && (
        <SessionTicket session={session}>
          {exam.status === 'scheduled' && exam.sessionType !== '99' && (
            <Button
              component={Link}
              to={`/admission/${exam.registration_id}`}
              variant="default"
              leftSection={<IconTicket size={18} stroke={1.8} aria-hidden="true" />}
            >
              <Trans>Admission slip</Trans>
            </Button>
          )}
          {actions.includes('cancelSession') && (
            <Button variant="default" onClick={() => onRequest(exam, 'leaveSession')}>
              {actionDialogs.cancelSession.label}
            </Button>
          )}
        </SessionTicket>
      )}
      {canWait(exam) && <OwnLines registrationId={exam.registration_id} />}
      {actions.includes('upload') && <HandedIn exam={exam} />}
      <Actions
        exam={exam}
        // cancelling the session is shown beside the session, apart from cancelling the exam
        actions={session ? actions.filter((action) => action !== 'cancelSession') : actions}
        onRequest={onRequest}
      />
      {isSatAtHome(exam, actions) && <LastCheck />}
    </div>
  );
}

/** Nothing of it has begun yet: it may join the waiting list of a full session. */
const canWait = (exam: Exam): exam is Exam & { registration_id: number } =>
  exam.registration_id !== null && ['ready', 'coming'].includes(groupOf(exam));

/** The exam is taken on the student's own computer. */
const isSatAtHome = (exam: Exam, actions: readonly RowAction[]): boolean =>
  exam.sessionType !== '22' &&
  exam.sessionType !== '23' &&
  (actions.includes('startOnline') || actions.includes('openProctoring'));

/** The progress of the assignments, when their vendor can be queried. */
function HandedIn({ exam }: { exam: Exam }) {
  const { data, isPending } = useAssignments(exam);
  if (isPending) return <Skeleton h={31} maw="37rem" />; // the buttons below stay where they are
  return data ? <AssignmentsProgress list={data.assignments} /> : null;
}

/** The sentence that some states have. */
function StateNote({ exam }: { exam: Exam }) {
  if (exam.isOldSystemReg && !exam.examTaken) {
    return (
      <Note tone="slate" icon={IconInfoCircle}>
        <Trans>
          You registered in the old system. Please <CallOffice /> to change this registration.
        </Trans>
      </Note>
    );
  }
  if (exam.status === 'online_access' && wasBegun(exam)) {
    return (
      <Note tone="teal" icon={IconDeviceLaptop}>
        <Trans>
          <b>Your exam is open again.</b> Please use the button here: earlier links do not work any
          more. From the new start you have 24 hours.
        </Trans>
      </Note>
    );
  }
  if (exam.status === 'online_access') {
    return (
      <Note tone="teal" icon={IconDeviceLaptop}>
        <Trans>
          <b>You can start your exam.</b> Be alone in a quiet place, with a clear desk and your ID
          at hand.
        </Trans>
      </Note>
    );
  }
  if (exam.status === 'scheduled' && exam.sessionType === '99') {
    return (
      <Note tone="teal" icon={IconDeviceLaptop}>
        {exam.proctor_reserved ? (
          <Trans>
            <b>Your time with the proctor is booked.</b> Open proctoring when it has come.
          </Trans>
        ) : (
          <Trans>
            <b>Your exam is booked with the proctor.</b> Open proctoring; when the proctor has let
            you in, the exam opens.
          </Trans>
        )}
      </Note>
    );
  }
  const until = resumeUntil(exam);
  if ((exam.status === 'online_started' || exam.status === 'disconnected') && until !== null) {
    const isLost = exam.status === 'disconnected';
    return (
      <Note tone={isLost ? 'brass' : 'violet'} icon={isLost ? IconAlertTriangle : IconHourglass}>
        <b>{isLost ? t`Your connection was lost.` : t`Your exam is running.`}</b>{' '}
        <Trans>
          You can go on until {instantText(until.toISOString())}, {timeLeftText(until, new Date())}.
          After that it is graded as it is.
        </Trans>
      </Note>
    );
  }
  if (exam.status === 'course_started') {
    const last = courseUntil(exam);
    return (
      <Note tone="violet" icon={IconSchool}>
        <b>
          <Trans>Your course is running.</Trans>
        </b>{' '}
        {last && <Trans>Exam and assignments must be completed by {dayText(last)}.</Trans>}
      </Note>
    );
  }
  if (exam.status === 'course_completed') {
    return (
      <Note tone="teal" icon={IconInfoCircle}>
        <Trans>You can take the exam now.</Trans>
      </Note>
    );
  }
  if (exam.status === 'taken' && exam.coopersmithExamTakenAssignmentsIncomplete) {
    return (
      <Note tone="brass" icon={IconHourglass}>
        <Trans>Your grade waits for your assignments.</Trans>
      </Note>
    );
  }
  return null;
}

const onlineActions: readonly RowAction[] = [
  'startOnline',
  'openProctoring',
  'continueExam',
  'startCourse',
  'continueCourse',
];

/**
 * The next step filled, other actions outlined, and the cancelling actions in garnet at the far
 * end.
 */
function Actions({
  exam,
  actions,
  onRequest,
}: {
  exam: Exam;
  actions: RowAction[];
  onRequest: RegistrationPanelProps['onRequest'];
}) {
  if (actions.length === 0) return null;
  const isGivingUp = (action: RowAction) => action === 'cancel' || action === 'office';
  const next = actions.find(
    (action) => action !== 'assignments' && !isForStudentAlone(exam, action),
  );
  const button = (action: RowAction) => {
    const { what, label } = actionDialogs[action];
    return (
      <Button
        key={action}
        variant={
          isGivingUp(action)
            ? 'subtle'
            : action === next && action !== 'retake'
              ? 'filled'
              : 'default'
        }
        {...(isGivingUp(action) ? { color: 'garnet', className: classes.last } : {})}
        {...(onlineActions.includes(action)
          ? { leftSection: <IconDeviceLaptop size={18} stroke={1.8} aria-hidden="true" /> }
          : {})}
        {...(action === 'upload'
          ? { leftSection: <IconUpload size={18} stroke={1.8} aria-hidden="true" /> }
          : {})}
        {...(action === 'schedule'
          ? { leftSection: <IconCalendarPlus size={18} stroke={1.8} aria-hidden="true" /> }
          : {})}
        disabled={isForStudentAlone(exam, action)}
        onClick={() => onRequest(exam, what)}
      >
        {label}
      </Button>
    );
  };
  return <div className={classes.actions}>{actions.map(button)}</div>;
}
