import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Exam } from '@portal/contract/exams/exam';
import { useEffect, useId } from 'react';
import { sessionText } from '../../shared/format/dates.ts';
import { ChoiceCard, ChoiceGroup } from '../../shared/forms/choice-card.tsx';
import { SessionPicker } from '../../shared/session-picker/session-picker.tsx';
import { type Choice, useSessionChoice } from '../../shared/sessions/use-session-choice.ts';
import classes from './session-with-it.module.css';

const [LATER, NOW] = ['later', 'now'];

interface SessionWithItProps {
  exam: Exam;
  /** Dollars of the proctor fee; 0: prepaid. */
  proctorFee: number;
  /** Whether a session is booked with the registration, and the chosen one. */
  isWanted: boolean;
  onWant: (isWanted: boolean) => void;
  onChoose: (choice: Choice | null) => void;
}

/** When to take the exam: chosen now and paid with it, or later. */
export function SessionWithIt({
  exam,
  proctorFee,
  isWanted,
  onWant,
  onChoose,
}: SessionWithItProps) {
  const name = useId();
  return (
    <ChoiceGroup legend={t`Session`}>
      <ChoiceCard
        name={name}
        value={LATER as string}
        checked={!isWanted}
        onChoose={() => onWant(false)}
        title={t`Choose a session later`}
        note={t`The proctor fee is paid then`}
      />
      <ChoiceCard
        name={name}
        value={NOW as string}
        checked={isWanted}
        onChoose={() => onWant(true)}
        title={t`Book a session now`}
        note={t`One payment for everything; the place is kept while you pay`}
      >
        {isWanted && <Sessions exam={exam} proctorFee={proctorFee} onChoose={onChoose} />}
      </ChoiceCard>
    </ChoiceGroup>
  );
}

function Sessions({
  exam,
  proctorFee,
  onChoose,
}: Pick<SessionWithItProps, 'exam' | 'proctorFee' | 'onChoose'>) {
  const picking = useSessionChoice(exam, { offersNext: true });
  const { choice } = picking;
  const chosenId = choice?.session.testSessionId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is the reason to tell
  useEffect(() => onChoose(choice), [chosenId]);
  return (
    <div className={classes.sessions}>
      {choice && (
        <p className={classes.chosen} aria-live="polite">
          <Trans>
            <b>{sessionText(choice.session.date, choice.session.testSessionTime)}</b> at
          </Trans>{' '}
          {choice.session.branchName ?? choice.session.locationName}
        </p>
      )}
      <SessionPicker exam={exam} choice={picking} fee={{ due: proctorFee, isPaid: false }} />
    </div>
  );
}
