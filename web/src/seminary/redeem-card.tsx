import { Button, Text, Title } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import type { getRedeemableCourses } from '@portal/contract/seminary/redemption';
import type { SeminaryCourse } from '@portal/contract/seminary/students';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useMayFor, useStudentInView } from '../shared/api/student-in-view.tsx';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { creditsText } from '../shared/format/money.ts';
import { BlockSkeleton, CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { type SeminaryStudent, useCourses } from './api.ts';
import { CourseTable } from './course-table.tsx';
import classes from './seminary.module.css';

const ReleaseModal = lazyDialog(async () => (await import('./release-modal.tsx')).ReleaseModal);

type Courses = CallAnswer<typeof getRedeemableCourses>;
interface Released {
  message: string;
  courses: readonly SeminaryCourse[];
  isRedeemed: boolean;
}

/** The exams of a confirmed seminary student, and the decisions about them.. */
export function RedeemCard({ student }: { student: SeminaryStudent }) {
  const courses = useCourses(student.id);
  const [asking, setAsking] = useState<{ release: boolean } | null>(null);
  const [done, setDone] = useState<Released | null>(null);
  if (done)
    return (
      <section className={classes.card} aria-label="Redeem exams">
        <Outcome>
          <Note tone="moss" icon={IconCircleCheck}>
            {done.message}
          </Note>
        </Outcome>
        <CourseTable
          title={done.isRedeemed ? 'Redeemed exams' : 'Discarded exams'}
          courses={done.courses}
        />
      </section>
    );
  if (!courses.data)
    return courses.error ? (
      <CallError
        error={courses.error}
        prefix="Error: "
        onRetry={() => void courses.refetch()}
        busy={courses.isFetching}
      />
    ) : (
      <BlockSkeleton height={280} />
    );
  const { data } = courses;
  return (
    <section className={classes.card} aria-labelledby="redeem-exams">
      <Title order={2} id="redeem-exams" size="h4">
        Redeem exams
      </Title>
      <CourseTable title="Exams" courses={data.courses} />
      <Needed data={data} />
      {data.redeemBlock && data.courses.length > 0 && (
        <Note tone="brass" icon={IconAlertTriangle}>
          {data.redeemBlock}
        </Note>
      )}
      <div className={classes.buttons}>
        <Button disabled={!data.canRedeem} onClick={() => setAsking({ release: true })}>
          Redeem Exams
        </Button>
        <Button
          variant="default"
          disabled={student.examsCount === 0}
          onClick={() => setAsking({ release: false })}
        >
          Discard Exams
        </Button>
      </div>
      {asking && (
        <ReleaseModal
          seminaryStudentId={student.id}
          release={asking.release}
          courses={data.courses}
          onClose={() => setAsking(null)}
          onDone={(message, list) => {
            setDone({ message, courses: list, isRedeemed: asking.release });
            setAsking(null);
          }}
        />
      )}
    </section>
  );
}

/** The credits still to buy, with the way to buy just those.. */
function Needed({ data }: { data: Courses }) {
  const id = useStudentInView();
  const mayBuy = useMayFor('credit.buy');
  const { sumNeededCredits: needed, hasPendingGrade } = data;
  if (data.courses.length === 0) return null;
  return (
    <div className={classes.buttons}>
      <Text>
        Credits needed: <b className="num">{needed}</b>
      </Text>
      {needed > 0 &&
        mayBuy &&
        (hasPendingGrade ? (
          <Button variant="default" disabled>
            Buy
          </Button>
        ) : (
          <Button
            variant="default"
            component={Link}
            to={`/admin/packages/${id}?dialog=buy-credits&of=${needed}`}
            aria-label={`Buy ${creditsText(needed)}`}
          >
            Buy
          </Button>
        ))}
    </div>
  );
}
