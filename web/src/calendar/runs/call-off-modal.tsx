import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CallInput } from '@portal/contract/call';
import type { CallOffPreview, callOffOfficeSession } from '@portal/contract/runs/session-runs';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { longSessionText } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import { placeOf } from '../../shared/format/office-place.ts';
import type { RunResult } from '../../shared/runs/run-view.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import {
  callOffCall,
  examsText,
  type OfficeSession,
  sessionCall,
  sessionsCall,
  studentsText,
} from '../api.ts';
import classes from '../calendar.module.css';
import { MailText } from './mail-text.tsx';
import { type BegunRun, MessageField, RunGoesOn, SessionChanged } from './run-frames.tsx';

type CallOff = CallInput<typeof callOffOfficeSession>;
type Fees = CallOff['proctorFees'];

/** OM-06: calls a session off; first shows the affected students and the cost. */
export function CallOffModal({
  session,
  onClose,
}: {
  session: OfficeSession;
  onClose: () => void;
}) {
  const [seen, setSeen] = useState(session);
  const [fees, setFees] = useState<Fees>('keep');
  const [message, setMessage] = useState('');
  const [typed, setTyped] = useState('');
  const [preview, setPreview] = useState<CallOffPreview | null>(null);
  const [run, setRun] = useState<BegunRun | null>(null);
  const plan = useCommand(callOffCall, {
    onDone: (answer) => {
      if (answer.state === 'preview') setPreview(answer);
    },
  });
  const finish = (result: Extract<RunResult, { kind: 'callOff' }>) => {
    notifications.show({ message: calledOffText(result) });
    onClose();
  };
  const callOff = useCommand(callOffCall, {
    refreshes: [sessionsCall, sessionCall],
    onDone: (answer) => {
      if (answer.state === 'processing') setRun({ id: answer.runId, total: answer.total });
    },
  });
  const request: CallOff = {
    testSessionId: seen.testSessionId,
    version: seen.version,
    proctorFees: fees,
    ...(message.trim() === '' ? {} : { message: message.trim() }),
  };
  const about = (
    <Text>
      <bdi>{`${longSessionText(seen.date, seen.testSessionTime)}, ${placeOf(seen)}`}</bdi>
    </Text>
  );
  const changed = [plan, callOff].find(({ error }) => error?.problem.code === 'session_changed');
  if (changed?.error)
    return (
      <SessionChanged
        title="Call off session"
        onClose={onClose}
        error={changed.error}
        onLookAgain={(current) => {
          setSeen(current);
          setPreview(null);
          plan.reset();
          callOff.reset();
        }}
      />
    );
  if (run)
    return (
      <RunGoesOn
        title="Call off session"
        onClose={onClose}
        run={run}
        onDone={(result) => result.kind === 'callOff' && finish(result)}
      />
    );
  if (preview) {
    const renewed =
      callOff.error?.problem.code === 'preview_outdated'
        ? (callOff.error.problem.current as CallOffPreview)
        : null;
    const shown = renewed ?? preview;
    return (
      <ModalFrame
        title="Call off session"
        opened
        onClose={onClose}
        busy={callOff.isPending}
        width={640}
        foot={
          <>
            <Button
              variant="default"
              disabled={callOff.isPending}
              onClick={() => {
                callOff.reset();
                setTyped('');
                setPreview(null);
              }}
            >
              Back
            </Button>
            <Button
              color="garnet"
              disabled={typed.trim() !== String(shown.students)}
              loading={callOff.isPending}
              onClick={() => {
                setPreview(shown);
                callOff.mutate({ ...request, previewHash: shown.previewHash });
              }}
            >
              Call off session
            </Button>
          </>
        }
      >
        <Stack gap="sm">
          {about}
          <Text size="md" fw={600} role="status">
            {`${studentsText(shown.students)}, ${examsText(shown.exams)}. ` +
              `${money(shown.paid.amount)} of proctor fees.`}
          </Text>
          <Costs preview={shown} fees={fees} />
          {shown.students > 0 && <MailText text={shown.mailText} />}
          <TextInput
            label={`Type the number of students, ${shown.students}, to go on`}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <CallError error={callOff.error} />
        </Stack>
      </ModalFrame>
    );
  }
  return (
    <ModalFrame
      title="Call off session"
      opened
      onClose={onClose}
      busy={plan.isPending}
      width={640}
      foot={
        <Button loading={plan.isPending} onClick={() => plan.mutate({ ...request, dryRun: true })}>
          Show who is affected
        </Button>
      }
    >
      <Stack gap="sm">
        {about}
        <Text>
          Nobody can book it any more. Its students are told by email, their exams stay registered.
        </Text>
        <Radio.Group label="Proctor fees" value={fees} onChange={(value) => setFees(value as Fees)}>
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label="Keep the fees for the next booking" />
            <Radio value="refund" label="Refund the fees" />
          </Stack>
        </Radio.Group>
        <MessageField value={message} onChange={setMessage} />
        <CallError error={plan.error} />
      </Stack>
    </ModalFrame>
  );
}

/** The consequences for fees, and for exams that have begun. */
function Costs({ preview, fees }: { preview: CallOffPreview; fees: Fees }) {
  const { paid, waived, refundNow, refundLater, begun, schoolName } = preview;
  const inLine = preview.waiting + preview.offers;
  const facts: [string, string | null][] = [
    ['School', schoolName],
    ['Fees paid', paid.count > 0 ? `${paid.count}, kept for the next booking` : null],
    ['Fees waived', waived > 0 ? `${waived}, kept for the next booking` : null],
    ['Exams begun', begun > 0 ? `${begun}, they stay` : null],
    ['Waiting list', inLine > 0 ? `${inLine}, their waiting ends` : null],
  ];
  if (fees === 'refund')
    facts.splice(
      1,
      1,
      ['Refunded now', money(refundNow)],
      ['Refunded after settlement', refundLater > 0 ? money(refundLater) : null],
    );
  return (
    <dl className={classes.facts}>
      {facts.map(([name, fact]) =>
        fact === null ? null : (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi>{fact}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** 'The session is called off: 3 exams left it, $45.00 went back.' */
function calledOffText(result: Extract<RunResult, { kind: 'callOff' }>): string {
  const { freed, refunded, refundsOpen } = result;
  const open =
    refundsOpen === 0
      ? ''
      : ` ${refundsOpen === 1 ? '1 refund is' : `${refundsOpen} refunds are`} still to be made.`;
  const back = refunded > 0 ? `, ${money(refunded)} went back` : '';
  return `The session is called off: ${examsText(freed)} left it${back}.${open}`;
}
