import { Anchor, Button, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTitle } from '../shared/page/use-title.ts';
import { BlockSkeleton, CallError, Note } from '../shared/ui/feedback.tsx';
import { nameOf, type SeminaryStudent, useMatch, yearText } from './api.ts';
import { CourseTable } from './course-table.tsx';
import { RedeemCard } from './redeem-card.tsx';
import classes from './seminary.module.css';

const WRONG =
  'Wrong student. The student in the JSE database does not match the student in seminary ' +
  'testing. Please contact your administrator.';
const DECIDED = 'The exams of this student were already redeemed or discarded.';

/** confirms the student first, then redeems or discards the exams. R-295. */
export function RedemptionPage() {
  useTitle('Seminary redemption');
  const match = useMatch();
  const [confirmed, setConfirmed] = useState<number | null>(null);
  const [isWrong, setWrong] = useState(false);
  const found = match.data?.seminaryStudent ?? null;
  return (
    <div className={classes.details}>
      <Title order={1} tabIndex={-1}>
        Seminary redemption
      </Title>
      <CallError
        error={match.error}
        prefix="Error: "
        onRetry={() => void match.refetch()}
        busy={match.isFetching}
      />
      {match.isPending && <BlockSkeleton height={200} />}
      {match.data && !found && (
        <Note tone="brass" icon={IconAlertTriangle}>
          {match.data.msg ?? WRONG}
        </Note>
      )}
      {found && found.redeemed_exams !== null && confirmed !== found.id && (
        <Decided student={found} />
      )}
      {found && found.redeemed_exams === null && confirmed !== found.id && (
        <ConfirmCard
          student={found}
          message={match.data?.msg ?? null}
          isWrong={isWrong}
          onWrong={() => setWrong(true)}
          onContinue={() => setConfirmed(found.id)}
        />
      )}
      {found && confirmed === found.id && <RedeemCard student={found} />}
    </div>
  );
}

const Facts = ({ student }: { student: SeminaryStudent }) => (
  <dl className={classes.facts}>
    {(
      [
        ['First name', student.firstName],
        ['Last name', student.lastName],
        ['Seminary', student.seminaryName],
        ['Year', yearText(student.seminaryYear)],
        ['Exams', String(student.examsCount)],
      ] as const
    ).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);

/** Nothing can be decided any more. R-293. */
function Decided({ student }: { student: SeminaryStudent }) {
  return (
    <section className={classes.card} aria-label={nameOf(student)}>
      <Facts student={student} />
      <Note tone="slate" icon={IconInfoCircle}>
        {DECIDED}
      </Note>
      {student.redeemed_exams === 1 && (
        <CourseTable title="Redeemed exams" courses={student.redeemedExams} />
      )}
    </section>
  );
}

interface ConfirmCardProps {
  student: SeminaryStudent;
  /** The facts to compare. */
  message: string | null;
  isWrong: boolean;
  onWrong: () => void;
  onContinue: () => void;
}

function ConfirmCard({ student, message, isWrong, onWrong, onContinue }: ConfirmCardProps) {
  return (
    <section className={classes.card} aria-labelledby="seminary-student">
      <Title order={2} id="seminary-student" size="h4">
        Student in seminary testing
      </Title>
      <Facts student={student} />
      {message && !isWrong && (
        <Note tone="brass" icon={IconAlertTriangle}>
          {message}
        </Note>
      )}
      {isWrong ? (
        <div role="alert">
          <Note tone="garnet" icon={IconAlertTriangle}>
            {WRONG}
          </Note>
        </div>
      ) : (
        <div className={classes.buttons}>
          <Button onClick={onContinue}>Continue</Button>
          <Text c="dimmed">
            Not this student?{' '}
            <Anchor component="button" type="button" onClick={onWrong} underline="always">
              wrong student
            </Anchor>
          </Text>
        </div>
      )}
    </section>
  );
}
