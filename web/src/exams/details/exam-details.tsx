import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Text } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import {
  IconCheck,
  IconChevronDown,
  IconFileTypePdf,
  IconLock,
  IconMail,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { materialKinds } from '../../shared/exams/material-kinds.ts';
import { dayText } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import { listed } from '../../shared/language/locale.ts';
import { CallError, Note } from '../../shared/ui/feedback.tsx';
import { emailMaterialsCall } from '../api.ts';
import type { DialogRequest } from '../dialog-request.ts';
import { registerRefusal } from '../state/exam-actions.ts';
import { earlierTries, groupOf } from '../state/exam-state.ts';
import classes from './exam-details.module.css';
import { RegistrationPanel } from './registration-panel.tsx';
import { RequirementsNote } from './requirements-note.tsx';

/** Many titles name their kind already. */
const says = (title: string, kind: string): boolean =>
  title.toLowerCase().includes(kind.toLowerCase());

export interface ExamDetailsProps {
  exam: Exam;
  session: Session | undefined;
  /** Materials and facts are folded below the actions. */
  folded: boolean;
  onRequest: (exam: Exam, what: DialogRequest['what']) => void;
}

/** The open panel of a row: the student's registration of the exam, its materials and its facts. */
export function ExamDetails({ exam, session, folded, onRequest }: ExamDetailsProps) {
  const refusal = registerRefusal(exam);
  const about = (
    <div className={classes.columns}>
      <Materials exam={exam} />
      <Facts exam={exam} />
    </div>
  );
  return (
    <div className={classes.details}>
      {exam.registration_id !== null && (
        <RegistrationPanel exam={exam} session={session} onRequest={onRequest} />
      )}
      {exam.registration_id === null && refusal !== undefined && (
        <Refusal exam={exam} refusal={refusal} />
      )}
      {folded && groupOf(exam) !== 'taken' ? <Folded>{about}</Folded> : about}
    </div>
  );
}

function Refusal({ exam, refusal }: { exam: Exam; refusal: string }) {
  if (!exam.fitRequirements) return <RequirementsNote exam={exam} refusal={refusal} />;
  return (
    <Note tone="slate" icon={IconLock}>
      {refusal}
    </Note>
  );
}

/** Opens below a row of My exams, where the session and its buttons come first. */
function Folded({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const content = useId();
  return (
    <div>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
      >
        <IconChevronDown
          size={18}
          stroke={1.8}
          aria-hidden="true"
          className={classes.chevron}
          data-open={open || undefined}
        />
        <Trans>Study materials and details</Trans>
      </button>
      <div id={content} className={classes.folded} hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}

function Materials({ exam }: { exam: Exam }) {
  const isRegistered = exam.registration_id !== null;
  return (
    <section>
      <h3 className={classes.title}>
        <Trans>Study materials</Trans>
      </h3>
      {exam.study_materials.length === 0 && (
        <Text c="dimmed">
          <Trans>None</Trans>
        </Text>
      )}
      <ul className={classes.materials}>
        {exam.study_materials.map((material) => (
          <li key={material.id}>
            <IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />
            <span className={classes.material}>
              {isRegistered ? (
                <Anchor href={material.url} target="_blank" rel="noopener">
                  {material.display_title}
                </Anchor>
              ) : (
                <span>{material.display_title}</span>
              )}
              {!says(material.display_title, materialKinds[material.file_type]) && (
                <span className={classes.kind}>{materialKinds[material.file_type]}</span>
              )}
            </span>
            {material.last_updated_date && (
              <span className={classes.updated}>
                <Trans>Updated {dayText(material.last_updated_date)}</Trans>
              </span>
            )}
          </li>
        ))}
      </ul>
      {!isRegistered && exam.study_materials.length > 0 && (
        <Text c="dimmed" size="sm">
          <Trans>Register for this exam to open its study materials.</Trans>
        </Text>
      )}
      {isRegistered && exam.study_materials.length > 0 && <EmailMaterials examId={exam.id} />}
    </section>
  );
}

function EmailMaterials({ examId }: { examId: number }) {
  const send = useCommand(emailMaterialsCall);
  return (
    <div className={classes.email}>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconMail size={18} stroke={1.8} aria-hidden="true" />}
        loading={send.isPending}
        onClick={() => send.mutate({ examId })}
      >
        <Trans>Email study materials</Trans>
      </Button>
      <CallError error={send.error} />
      {send.data && (
        <div role="status">
          <Note tone="moss" icon={IconCheck}>
            {send.data.successMessage}
          </Note>
        </div>
      )}
    </div>
  );
}

function proctorFeeText(exam: Exam): string {
  if (exam.proctor_fee_price === 0) return t`Prepaid`;
  return t`${money(exam.proctor_fee_price)}, paid when you book`;
}

function additionalFeeText(exam: Exam): string {
  if (exam.additionalCharge === 0) return t`None`;
  const isSettled =
    exam.registration_id !== null ? !exam.chargeAdditionalCharge : exam.isFreeAdditionnalFees;
  return isSettled ? t`Prepaid` : money(exam.additionalCharge);
}

function Facts({ exam }: { exam: Exam }) {
  const tries = earlierTries(exam);
  return (
    <section>
      <h3 className={classes.title}>
        <Trans>About this exam</Trans>
      </h3>
      <dl className={classes.facts}>
        <div>
          <dt>
            <Trans>Vendor</Trans>
          </dt>
          <dd>{exam.vendor_fullname}</dd>
        </div>
        <div>
          <dt>
            <Trans>Allowed resources</Trans>
          </dt>
          <dd>{exam.allowed_resources ?? t`None`}</dd>
        </div>
        <div>
          <dt>
            <Trans>Additional fee</Trans>
          </dt>
          <dd className="num">{additionalFeeText(exam)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Proctor fee</Trans>
          </dt>
          <dd className="num">{proctorFeeText(exam)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Earlier attempts</Trans>
          </dt>
          <dd>
            {tries.length === 0
              ? t`None`
              : tries.map(({ day, grade, comment }) => (
                  <span className={classes.try} key={day + grade + comment}>
                    {listed([day && dayText(day), comment, grade])}
                  </span>
                ))}
          </dd>
        </div>
      </dl>
    </section>
  );
}
