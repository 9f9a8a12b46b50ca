import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Text } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import {
  IconCalendarCheck,
  IconDeviceDesktop,
  IconExternalLink,
  IconUserCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import { useExamRows } from '../shared/exams/exam-rows.ts';
import { feesToStart, isDue } from '../shared/payments/fees/fees-due.ts';
import { FeesStep } from '../shared/payments/fees/fees-step.tsx';
import type { PaidFor } from '../shared/payments/result/paid-card.tsx';
import { PaidNote } from '../shared/payments/result/paid-note.tsx';
import { LastCheck } from '../shared/system-check/last-check.tsx';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import { bookProctorCall, openExamCall, reserveCall } from './api.ts';
import { canSitHere } from './can-sit-here.ts';
import { GoOnThere } from './go-on-there.tsx';
import { NeedsComputer, needsComputer } from './needs-computer.tsx';
import classes from './online.module.css';

interface StartExamModalProps {
  exam: Exam;
  onClose: () => void;
}

/**
 * M-07, after M-08 when a fee is due: at home with the proctoring service, or in a school or
 * shipped session with the proctor in the room.
 */
export function StartExamModal({ exam, onClose }: StartExamModalProps) {
  const [isPaid, setPaid] = useState(() => !isDue(feesToStart(exam)));
  const [paid, setPaidFor] = useState<PaidFor | null>(null);
  const [isWarned, setWarned] = useState(false);
  const isInRoom = exam.sessionType === '22' || exam.sessionType === '23';
  if (!isPaid && !isInRoom && !isWarned && !canSitHere())
    return <NeedsComputer exam={exam} onGoOn={() => setWarned(true)} onClose={onClose} />;
  if (!isPaid)
    return (
      <FeesStep
        exam={exam}
        feesOf={feesToStart}
        note={t`online`}
        onPaid={(_row, _heldUntil, payment) => {
          setPaidFor(payment);
          setPaid(true);
        }}
        onClose={onClose}
      />
    );
  return isInRoom ? (
    <StartInRoom exam={exam} paid={paid} onClose={onClose} />
  ) : (
    <StartProctored exam={exam} paid={paid} onClose={onClose} />
  );
}

interface StartProps extends StartExamModalProps {
  /** Its fees were paid a moment ago. */
  paid: PaidFor | null;
}

const begun = (exam: Exam): boolean => exam.online_exam_started !== null;

const rulesAtHome = [
  t`Use a computer with a camera and a microphone. Close all other programs.`,
  t`Be alone in a quiet room, with a clear desk and your photo ID at hand.`,
  t`The proctor checks your ID and your room, and lets you in. Then the exam opens.`,
  t`Stay in view of the camera. The session is recorded.`,
  t`If the connection is lost, come back here: you have 24 hours from the start of the exam.`,
];
const rulesInRoom = [
  t`Start only when the proctor in the room tells you to.`,
  t`Have a clear desk and your photo ID at hand.`,
  t`If the connection is lost, come back here: you have 24 hours from the start of the exam.`,
];

function Rules({ rules }: { rules: readonly string[] }) {
  return (
    <>
      <ol className={classes.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
      <Anchor
        component={Link}
        to="/exam-protocol"
        target="_blank"
        className={classes.protocol ?? ''}
      >
        <Trans>Read the exam protocol</Trans>
        <IconExternalLink size={16} stroke={1.8} aria-hidden="true" />
      </Anchor>
    </>
  );
}

/**
 * The portal's own start page takes over in this tab: its link is good for one exam and leads on to
 * the platform.
 */
function StartInRoom({ exam, paid, onClose }: StartProps) {
  const open = useCommand(openExamCall, { onDone: ({ url }) => window.location.assign(url) });
  const running = open.isPending || open.isSuccess;
  return (
    <ModalFrame
      title={begun(exam) ? t`Continue exam` : t`Start exam online`}
      opened
      onClose={onClose}
      busy={running}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={running}>
            <Trans>Not now</Trans>
          </Button>
          <Button
            loading={running}
            onClick={() =>
              open.mutate({ examId: exam.id, registrationId: exam.registration_id ?? 0 })
            }
          >
            {begun(exam) ? t`Continue` : t`Start`}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        {paid && <PaidNote paid={paid} />}
        <ExamHeading exam={exam} note={t`online`} />
        <Rules rules={rulesInRoom} />
        <CallError error={open.error} />
      </div>
    </ModalFrame>
  );
}

function StartProctored({ exam, paid, onClose }: StartProps) {
  const rows = useExamRows();
  const book = useCommand(bookProctorCall, {
    onDone: ({ url, exam: row }) => {
      rows.put(row);
      // a browser may keep this from opening; the link below does the same
      window.open(url, '_blank', 'noopener');
    },
  });
  if (book.data)
    return (
      <Waiting
        exam={exam}
        url={book.data.url}
        isReserved={exam.proctor_reserved}
        onClose={onClose}
      />
    );
  const isBooked = exam.proctorUuid !== null && exam.status === 'scheduled';
  const title = begun(exam)
    ? t`Continue exam`
    : isBooked
      ? t`Open proctoring`
      : t`Start exam online`;
  return (
    <ModalFrame
      title={title}
      opened
      onClose={onClose}
      busy={book.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={book.isPending}>
            <Trans>Not now</Trans>
          </Button>
          <Button
            loading={book.isPending}
            onClick={() =>
              book.mutate({ examId: exam.id, registrationId: exam.registration_id ?? 0 })
            }
          >
            {begun(exam) ? t`Continue` : t`Start`}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        {paid && <PaidNote paid={paid} />}
        {!canSitHere() && (
          <Note tone="brass" icon={IconDeviceDesktop}>
            <Trans>{needsComputer} Open this page there to start.</Trans>
          </Note>
        )}
        <ExamHeading exam={exam} note={t`online, with a proctor`} />
        <Rules rules={rulesAtHome} />
        {!begun(exam) && <LastCheck />}
        <CallError error={book.error} />
      </div>
    </ModalFrame>
  );
}

/**
 * The proctoring service is open in another tab; a student who booked a later time there says so
 * here.
 */
function Waiting({
  exam,
  url,
  isReserved,
  onClose,
}: {
  exam: Exam;
  url: string;
  isReserved: boolean;
  onClose: () => void;
}) {
  const rows = useExamRows();
  const reserve = useCommand(reserveCall, { onDone: ({ exam: row }) => rows.put(row) });
  const reserved = isReserved || reserve.isSuccess;
  return (
    <ModalFrame
      title={t`With the proctor`}
      opened
      onClose={onClose}
      busy={reserve.isPending}
      foot={<GoOnThere url={url} label={t`Open proctoring`} onClose={onClose} />}
    >
      <div className={classes.stack}>
        <ExamHeading exam={exam} note={t`online, with a proctor`} />
        <Note tone="teal" icon={IconUserCheck}>
          <Trans>
            <b>The proctoring page opens in another tab.</b> The proctor lets you in there, and the
            exam opens. You can leave this page open.
          </Trans>
        </Note>
        {reserved ? (
          <Note tone="moss" icon={IconCalendarCheck}>
            <Trans>
              Your time with the proctor is noted. Open proctoring from this exam when it has come.
            </Trans>
          </Note>
        ) : (
          <Text>
            <Trans>
              Booked a time there for later?{' '}
              <Anchor
                component="button"
                type="button"
                onClick={() => reserve.mutate({ registrationId: exam.registration_id ?? 0 })}
                disabled={reserve.isPending}
              >
                I booked a time
              </Anchor>
            </Trans>
          </Text>
        )}
        <CallError error={reserve.error} />
      </div>
    </ModalFrame>
  );
}
