import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sessionText, tableDay } from '../shared/format/dates.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { StepsLine } from '../shared/page/steps-line.tsx';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import {
  type BulkResult,
  type Details,
  isOffice,
  type SchoolSession,
  useSchoolDetails,
  useSchools,
} from './api.ts';
import { ChooseStep } from './register/choose-step.tsx';
import { keepOrder, readOrder } from './register/kept-order.ts';
import {
  type Choice,
  failedChoice,
  fittingChoice,
  fittingPending,
  isSuccess,
  noChoice,
  outcomesOf,
  type Pending,
  pendingOf,
} from './register/order.ts';
import { PayStep } from './register/pay-step.tsx';
import { SummaryStep } from './register/summary-step.tsx';
import { useOrder } from './register/use-order.ts';
import { SchoolList } from './school-list.tsx';
import classes from './schools.module.css';
import { SessionsStep } from './sessions/sessions-step.tsx';

const numberIn = (search: URLSearchParams, name: string): number | null => {
  const value = Number(search.get(name));
  return Number.isInteger(value) && value > 0 ? value : null;
};

/**
 * a school, a session of it, exams and students, payment, summary. School, session and run
 * are in the address, so that staff can leave a long run and return to it.
 */
export function SchoolsPage() {
  const [search, setSearch] = useSearchParams();
  const own = useSchools();
  const isOwn = !isOffice();
  const schoolId = isOwn ? (own.data?.[0]?.id ?? null) : numberIn(search, 'school');
  const details = useSchoolDetails(schoolId);
  const title = isOwn ? 'Sessions' : 'Schools';
  const goTo = (place: Readonly<Record<string, number | null>>) =>
    setSearch(
      Object.fromEntries(
        Object.entries(place).flatMap(([name, id]) => (id === null ? [] : [[name, String(id)]])),
      ),
    );
  const toList = () => goTo({});
  if (schoolId === null && !isOwn)
    return (
      <StaffPage title={title}>
        <StepsLine steps={STEPS} step={1} first={1} />
        <SchoolList onChosen={(school) => goTo({ school })} />
      </StaffPage>
    );
  if (!details.data)
    return (
      <StaffPage title={title}>
        <CallError
          error={details.error ?? own.error}
          onRetry={() => void (details.error ? details : own).refetch()}
        />
        {!details.error && !own.error && <BlockSkeleton height={320} />}
      </StaffPage>
    );
  return (
    <OfSchool
      key={schoolId}
      title={title}
      isOwn={isOwn}
      details={details.data}
      sessionId={numberIn(search, 'session')}
      runId={numberIn(search, 'run')}
      onPlace={(place) => goTo({ school: isOwn ? null : schoolId, ...place })}
      onList={toList}
    />
  );
}

interface OfSchoolProps {
  title: string;
  isOwn: boolean;
  details: Details;
  sessionId: number | null;
  runId: number | null;
  onPlace: (place: { session?: number | null; run?: number | null }) => void;
  onList: () => void;
}
/** From a school to the registrations of its students. */
const STEPS = ['School', 'Session', 'Exams and students', 'Confirm and pay', 'Summary'] as const;
type Step = 2 | 3 | 4 | 5;

function OfSchool({ title, isOwn, details, sessionId, runId, onPlace, onList }: OfSchoolProps) {
  const session = details.schoolSessions.find(({ id }) => id === sessionId);
  const { currentSchoolDetails: school, schoolStudents: students, exams } = details;
  const [kept] = useState(() => readOrder(school.id));
  const keptHere = session && kept?.sessionId === session.id ? kept : null;
  const [step, setStep] = useState<Step>(runId !== null && session ? 4 : (keptHere?.step ?? 2));
  const [choice, setChoice] = useState<Choice>(kept?.choice ?? noChoice);
  const [pending, setPending] = useState<Pending>(() =>
    runId === null && keptHere && session
      ? fittingPending(keptHere.pending, { exams, students, gender: session.gender })
      : new Map(),
  );
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const shown = session ? step : 2;
  const gender = session?.gender;
  const fitting = useMemo(
    () => (gender ? fittingChoice(choice, { exams, students, gender }) : choice),
    [choice, exams, students, gender],
  );
  const isThere = details.schoolSessions.some(({ id }) => id === kept?.sessionId);
  const keptSessionId = sessionId ?? (kept && isThere ? kept.sessionId : null);
  useEffect(() => {
    if (keptSessionId !== null)
      keepOrder(school.id, {
        sessionId: keptSessionId,
        step: step === 5 ? 3 : step,
        choice,
        pending,
      });
  }, [school.id, keptSessionId, step, choice, pending]);
  const clear = () => {
    setStep(2);
    setChoice(noChoice);
    setPending(new Map());
    setResults([]);
  };
  const toStart = () => {
    clear();
    if (isOwn) onPlace({});
    else onList();
  };
  const hasSuccess = outcomesOf(results).some(({ exams }) =>
    exams.some(({ text }) => isSuccess(text)),
  );
  return (
    <StaffPage title={title} actions={<About name={school.name} session={session} />}>
      <StepsLine steps={STEPS} step={shown} first={isOwn ? 2 : 1} />
      {shown === 2 && (
        <SessionsStep
          details={details}
          sessionId={keptSessionId}
          choice={fitting}
          onClear={() => setChoice(noChoice)}
          onChoose={(id) => onPlace({ session: id })}
          onContinue={(id) => {
            if (id !== sessionId) onPlace({ session: id });
            setStep(3);
          }}
          onBack={isOwn ? undefined : onList}
        />
      )}
      {session && shown === 3 && (
        <ChooseStep
          details={details}
          session={session}
          choice={fitting}
          onChange={setChoice}
          onBack={() => setStep(2)}
          onNext={() => {
            setPending(pendingOf(fitting));
            setStep(4);
          }}
        />
      )}
      {session && shown === 4 && (
        <Pay
          details={details}
          session={session}
          sendMaterials={choice.sendMaterials === true}
          pending={pending}
          onPending={setPending}
          runId={runId}
          onRun={(run) => onPlace({ session: session.id, run })}
          results={results}
          onResult={(result) => {
            setResults((before) => [...before, result]);
            setChoice((before) => failedChoice(before, result));
          }}
          onBack={() => setStep(3)}
          onClose={() => (hasSuccess ? setStep(5) : toStart())}
        />
      )}
      {session && shown === 5 && (
        <SummaryStep
          details={details}
          results={results}
          onMore={() => {
            clear();
            onPlace({ session: session.id });
            setStep(3);
          }}
          onDone={toStart}
        />
      )}
    </StaffPage>
  );
}

type PayProps = Omit<Parameters<typeof PayStep>[0], 'order'> & {
  session: SchoolSession;
  sendMaterials: boolean;
  runId: number | null;
  onRun: (runId: number) => void;
  onResult: (result: BulkResult) => void;
};

function Pay({ session, sendMaterials, runId, onRun, onResult, ...step }: PayProps) {
  const order = useOrder({
    schoolId: step.details.currentSchoolDetails.id,
    sessionId: session.id,
    pending: step.pending,
    onPending: step.onPending,
    sendMaterials,
    runId,
    onRun,
    onResult,
  });
  return <PayStep {...step} order={order} />;
}

/** The school and the session at the right of the title. */
const About = ({ name, session }: { name: string; session: SchoolSession | undefined }) => (
  <div className={classes.about}>
    <strong>{name}</strong>
    {session && (
      <>
        <span>
          <IconCalendar size={15} stroke={1.8} aria-hidden="true" />{' '}
          {sessionText(session.date, session.testSessionTime)}
        </span>
        {session.closingDate && <span>{`Closes ${tableDay(session.closingDate)}`}</span>}
      </>
    )}
  </div>
);
