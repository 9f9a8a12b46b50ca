import { Button, Text, Title } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { examSearch } from '@portal/contract/exams/exam-search';
import { type ExamView, examsOfView, examViewTitle } from '@portal/contract/exams/exam-view';
import { IconInfoCircle, IconListSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { isAwaited } from '../../shared/api/calls.ts';
import { useCredits } from '../../shared/api/student.ts';
import { useMayFor, useStudentInView, useStudentPaths } from '../../shared/api/student-in-view.tsx';
import { later } from '../../shared/dialogs/later.tsx';
import { useExams, useStudentSessions } from '../../shared/exams/exam-rows.ts';
import { ExamsNews } from '../../shared/exams/exams-news.tsx';
import { keepForNextVisit, lastVisit } from '../../shared/exams/last-visit.ts';
import { useTitle } from '../../shared/page/use-title.ts';
import { accountOfPage } from '../../shared/session/session-clock.ts';
import { Coin } from '../../shared/ui/coin.tsx';
import { CallError, Empty, Note, RefreshBar, RowSkeletons } from '../../shared/ui/feedback.tsx';
import { useCatalog } from '../api.ts';
import { NextExam } from '../next-exam/next-exam.tsx';
import { ChangingActions } from '../state/changing-actions.tsx';
import { officeReason } from '../state/exam-actions.ts';
import { type ExamGroup, examGroups, groupOf } from '../state/exam-state.ts';
import { StateNews } from '../state/state-news.tsx';
import { ExamBar } from './exam-bar.tsx';
import { ExamList } from './exam-list.tsx';
import { catalogRows, paramsOf, viewOf } from './exam-views.ts';
import classes from './exams-page.module.css';
import { LastVisitList } from './last-visit-list.tsx';
import { useWish } from './use-wish.ts';

/**
 * What stands in areas of its own is put in by the app: the dialogs of sessions and of online
 * exams, and what watches those that run.
 */
export interface Dialogs {
  Book: ComponentType<{
    exam: Exam;
    /** It was registered a moment ago, on the way here: '3 credits spent, 5 left'. */
    registered?: string | undefined;
    onSettled: () => void;
    onClose: () => void;
  }>;
  Leave: ComponentType<{ exam: Exam; onClose: () => void }>;
  StartExam: ComponentType<{ exam: Exam; onClose: () => void }>;
  StartCourse: ComponentType<{ exam: Exam; onClose: () => void }>;
  Assignments: ComponentType<{ exam: Exam; begin: 'list' | 'upload'; onClose: () => void }>;
  OnlineWatch: ComponentType<{ exams: readonly Exam[] }>;
}

// fetched when first asked for: the list comes without the weight of what its buttons open
const RegisterFlow = later(async () => (await import('../dialogs/register-flow.tsx')).RegisterFlow);
const CancelExamModal = later(
  async () => (await import('../dialogs/cancel-exam-modal.tsx')).CancelExamModal,
);
const ToOnlineModal = later(
  async () => (await import('../dialogs/to-online-modal.tsx')).ToOnlineModal,
);
const OfficeNeeded = later(async () => (await import('../dialogs/office-needed.tsx')).OfficeNeeded);

/** S-08: every exam, and what the student has of it. */
export function ExamsPage({
  dialogs: { Book, Leave, StartExam, StartCourse, Assignments, OnlineWatch },
}: {
  dialogs: Dialogs;
}) {
  const [params, setParams] = useSearchParams();
  const exams = useExams();
  const credits = useCredits();
  const sessions = useStudentSessions();
  const { hash } = useLocation();
  const linked = linkedExam(params.get('myexams'), hash);
  const isForStaff = useStudentInView() !== null;
  const mayBuy = useMayFor('credit.buy');
  const paths = useStudentPaths();
  const view = viewOf(params, isForStaff);
  const catalog = useCatalog(view === 'catalog');
  const term = params.get('q') ?? '';
  const title = examViewTitle(view, term);
  useTitle(title);

  const known = useMemo(
    () => (view === 'catalog' ? catalogRows(catalog.data, exams.data?.exams) : exams.data?.exams),
    [view, catalog.data, exams.data],
  );
  const shown = useMemo(() => {
    const all = examsOfView(view, known ?? []);
    return term.trim() === '' ? all : (known ?? []).filter(examSearch(term));
  }, [known, view, term]);
  const inSight = useMemo(() => new Set(shown), [shown]);
  const heading = useRef<HTMLHeadingElement>(null);
  const viewAll = () => {
    setParams({});
    heading.current?.focus({ preventScroll: true }); // the button goes
  };
  // rows come with their sessions, and do not grow when these come
  const isLoading =
    exams.isPending || isAwaited(sessions) || (view === 'catalog' && isAwaited(catalog));
  const list = isLoading ? undefined : known;
  // read once: what came meanwhile is not of the last visit
  const [visit] = useState(() => (isForStaff ? null : lastVisit(accountOfPage())));
  const before = exams.isError || (view === 'my_exams' && term === '') ? null : visit;
  const matches = term.trim() === '' ? undefined : examSearch(term);
  const answered = exams.data?.exams;
  useEffect(() => {
    const account = accountOfPage();
    if (answered && account && !isForStaff) keepForNextVisit(account, answered, new Date());
  }, [answered, isForStaff]);
  const { wish, isPressed, isRefused, ask, goOnTo, done, settle } = useWish(list);
  const [justMade, setJustMade] = useState<{ id: number; spent: string | undefined } | null>(null);

  return (
    <div className={classes.page}>
      <RefreshBar active={exams.isFetching && !exams.isPending} />
      {view === 'all' && term === '' && mayBuy && (
        <div className={classes.promo}>
          <Coin size={24} />
          <Text fw={600} c="inherit">
            Get credit packages and save more
          </Text>
          <Button variant="default" component={Link} to={paths.packages}>
            Buy now
          </Button>
        </div>
      )}
      <ExamBar
        view={term === '' ? view : null}
        term={term}
        withCatalog={isForStaff}
        onView={(next) => setParams(paramsOf[next])}
        onSearch={(next) => setParams(next.trim() === '' ? {} : { q: next })}
      />
      <div className={classes.heading}>
        <Title order={1} ref={heading} tabIndex={-1} className={classes.title ?? ''}>
          {title}
        </Title>
        {list && (view !== 'my_exams' || term !== '') && (
          <Text c="dimmed" component="span" aria-live="polite">
            {shown.length} {shown.length === 1 ? 'exam' : 'exams'}
          </Text>
        )}
        <ExamsNews />
      </div>
      {isRefused && (
        <Note tone="slate" icon={IconInfoCircle}>
          What this link leads to is not possible any more. This is how your exams stand now.
        </Note>
      )}
      {isLoading &&
        (before ? <LastVisitList visit={before} matches={matches} /> : <RowSkeletons count={8} />)}
      <CallError
        error={exams.error}
        prefix="Error: "
        onRetry={() => void exams.refetch()}
        busy={exams.isFetching}
      />
      {view === 'catalog' && (
        <CallError
          error={catalog.error}
          prefix="Error: "
          onRetry={() => void catalog.refetch()}
          busy={catalog.isFetching}
        />
      )}
      {list && (
        <>
          <CallError
            error={credits.error}
            prefix="Your credits could not be loaded. "
            onRetry={() => void credits.refetch()}
            busy={credits.isFetching}
          />
          <CallError
            error={sessions.error}
            prefix="Your sessions could not be loaded. "
            onRetry={() => void sessions.refetch()}
            busy={sessions.isFetching}
          />
        </>
      )}
      {list && shown.length === 0 && <NothingHere view={view} term={term} onViewAll={viewAll} />}
      {list && view === 'my_exams' && term === '' && (
        <NextExam exams={list} sessions={sessions.data ?? []} />
      )}
      {list &&
        inGroups(view, term, list).map(({ group, rows }) => (
          <section
            key={group ?? 'all'}
            aria-label={group ?? title}
            hidden={group === null && shown.length === 0}
          >
            {group ? (
              <h2 className={classes.group}>
                {group} <span className="num">{rows.length}</span>
              </h2>
            ) : (
              <h2 className={classes.hidden}>Exams</h2>
            )}
            <ExamList
              exams={rows}
              inSight={group === null ? inSight : undefined}
              credits={credits.data}
              sessions={sessions.data ?? []}
              openAtFirst={group !== null && group !== 'Taken'}
              own={group !== null}
              linked={linked}
              onWish={ask}
            />
          </section>
        ))}
      {list && <OnlineWatch exams={list} />}
      {list && <StateNews exams={list} />}
      {list && <ChangingActions exams={list} />}
      <ScrollTo
        id={linked === null ? hash.slice(1) : `exam-${linked}`}
        ready={list !== undefined}
      />
      {wish?.what === 'register' && (
        <RegisterFlow
          exam={wish.exam}
          isPressed={isPressed}
          onSettled={settle}
          onSchedule={(exam, spent) => {
            setJustMade({ id: exam.id, spent });
            goOnTo(exam, 'book');
          }}
          onClose={done}
        />
      )}
      {wish?.what === 'book' && (
        <Book
          exam={wish.exam}
          registered={justMade?.id === wish.exam.id ? justMade.spent : undefined}
          onSettled={settle}
          onClose={() => {
            setJustMade(null);
            done();
          }}
        />
      )}
      {wish?.what === 'leaveSession' && <Leave exam={wish.exam} onClose={done} />}
      {wish?.what === 'startExam' && <StartExam exam={wish.exam} onClose={done} />}
      {wish?.what === 'startCourse' && <StartCourse exam={wish.exam} onClose={done} />}
      {wish?.what === 'assignments' && <Assignments exam={wish.exam} begin="list" onClose={done} />}
      {wish?.what === 'upload' && <Assignments exam={wish.exam} begin="upload" onClose={done} />}
      {wish?.what === 'toOnline' && (
        <ToOnlineModal exam={wish.exam} onSettled={settle} onClose={done} />
      )}
      {wish?.what === 'cancel' && <CancelExamModal exam={wish.exam} onClose={done} />}
      {wish?.what === 'office' && <OfficeNeeded reason={officeReason(wish.exam)} onClose={done} />}
    </div>
  );
}

/** My exams stand in groups by what to do next; the order inside a group is the server's. */
function inGroups(
  view: ExamView,
  term: string,
  exams: readonly Exam[],
): { group: ExamGroup | null; rows: readonly Exam[] }[] {
  if (view !== 'my_exams' || term !== '') return [{ group: null, rows: exams }];
  const own = examsOfView(view, exams);
  return examGroups
    .map((group) => ({ group, rows: own.filter((exam) => groupOf(exam) === group) }))
    .filter(({ rows }) => rows.length > 0);
}

function NothingHere({
  view,
  term,
  onViewAll,
}: {
  view: ExamView;
  term: string;
  onViewAll: () => void;
}) {
  const text =
    view === 'my_exams' && term === ''
      ? 'Here is where your purchased or completed exams will show'
      : 'Sorry, there are no exams that match your criteria. Please try again.';
  return (
    <Empty
      icon={IconListSearch}
      text={text}
      action={
        <Button variant="default" onClick={onViewAll}>
          View all
        </Button>
      }
    />
  );
}

/**
 * The exam that a link names, `?myexams=123` or `#exam-123`: it is opened and brought into view.
 */
function linkedExam(asked: string | null, hash: string): number | null {
  const [, id] = /^(?:#exam-)?(\d+)$/.exec(asked || hash) ?? [];
  return id === undefined ? null : Number(id);
}

function ScrollTo({ id, ready }: { id: string; ready: boolean }) {
  useEffect(() => {
    if (ready && id) document.getElementById(id)?.scrollIntoView({ block: 'center' });
  }, [id, ready]);
  return null;
}
