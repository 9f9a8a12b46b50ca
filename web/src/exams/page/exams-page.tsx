import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, Title } from '@mantine/core';
import { examSearch } from '@portal/contract/exams/exam-search';
import { type ExamView, examsOfView } from '@portal/contract/exams/exam-view';
import { IconInfoCircle, IconListSearch } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { isAwaited } from '../../shared/api/calls.ts';
import { useCredits } from '../../shared/api/student.ts';
import { useMayFor, useStudentInView, useStudentPaths } from '../../shared/api/student-in-view.tsx';
import { useExams, useStudentSessions } from '../../shared/exams/exam-rows.ts';
import { ExamsNews } from '../../shared/exams/exams-news.tsx';
import { useTitle } from '../../shared/page/use-title.ts';
import { keepForNextVisit, lastVisit } from '../../shared/session/last-visit.ts';
import { accountOfPage } from '../../shared/session/session-clock.ts';
import { Coin } from '../../shared/ui/coin.tsx';
import { CallError, Empty, Note, RefreshBar, RowSkeletons } from '../../shared/ui/feedback.tsx';
import { useCatalog } from '../api.ts';
import { useAwaitedDetails } from '../details/later-details.tsx';
import { ChangingActions } from '../state/changing-actions.tsx';
import { StateNews } from '../state/state-news.tsx';
import { ExamBar } from './exam-bar.tsx';
import { type Dialogs, ExamDialogs } from './exam-dialogs.tsx';
import { ExamList } from './exam-list.tsx';
import { catalogRows, paramsOf, titleOf, viewOf } from './exam-views.ts';
import classes from './exams-page.module.css';
import { filterParams, filtersOf, passesFilters, sorted } from './finding/exam-filters.ts';
import { FilterBar } from './finding/filter-bar.tsx';
import { useFoundExams } from './finding/use-found-exams.ts';
import { FirstSteps } from './first-steps.tsx';
import { LastVisitList } from './last-visit-list.tsx';
import { OwnExams } from './own-exams.tsx';
import { useDialogRequest } from './use-dialog-request.ts';

/**
 * Matches are highlighted in the first rows only; for more results the person types a longer term.
 */
const MARKED_ROWS = 40;

/** S-08: every exam, with the student's registrations. */
export function ExamsPage({ dialogs }: { dialogs: Dialogs }) {
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
  const title = titleOf(view, term);
  useTitle(title);

  const filters = useMemo(() => filtersOf(params), [params]);
  // a search does not move the content above it
  const [cameFromMyExams, setCameFromMine] = useState(false);
  const isFromMine = term !== '' && cameFromMyExams;
  const isSearchable = view !== 'my_exams' || term !== '';

  const known = useMemo(
    () => (view === 'catalog' ? catalogRows(catalog.data, exams.data?.exams) : exams.data?.exams),
    [view, catalog.data, exams.data],
  );
  const found = useFoundExams(known, term);
  const shown = useMemo(
    () =>
      isSearchable
        ? found.exams.filter(passesFilters(filters, credits.data))
        : examsOfView(view, found.exams),
    [found.exams, isSearchable, filters, credits.data, view],
  );
  const visible = useMemo(() => new Set(shown), [shown]);
  const heading = useRef<HTMLHeadingElement>(null);
  const viewAll = () => {
    setParams({});
    heading.current?.focus({ preventScroll: true }); // the button goes
  };
  const awaitsDetails = useAwaitedDetails(!isSearchable || linked !== null);
  // rows come with their sessions and prices, and do not grow when these come
  const isLoading =
    awaitsDetails ||
    exams.isPending ||
    isAwaited(sessions) ||
    isAwaited(credits) ||
    (view === 'catalog' && isAwaited(catalog));
  const list = isLoading ? undefined : known;
  const ordered = useMemo(
    () => (isSearchable ? sorted(list ?? [], filters.sorting) : (list ?? [])),
    [list, isSearchable, filters.sorting],
  );
  // rows are highlighted after filtering, so that highlighting does not delay typing
  const marks = useDeferredValue(
    useMemo(
      () => ({
        term: found.isNear ? '' : term,
        rows: new Set(ordered.filter((exam) => visible.has(exam)).slice(0, MARKED_ROWS)),
      }),
      [found.isNear, term, ordered, visible],
    ),
  );
  // read once: later changes are not part of the last visit
  const [visit] = useState(() => (isForStaff ? null : lastVisit(accountOfPage())));
  const before = exams.isError || (view === 'my_exams' && term === '') ? null : visit;
  const matches = term.trim() === '' ? undefined : examSearch(term);
  const answered = exams.data?.exams;
  useEffect(() => {
    const account = accountOfPage();
    if (answered && account && !isForStaff) keepForNextVisit(account, answered, new Date());
  }, [answered, isForStaff]);
  const dialogRequests = useDialogRequest(list);

  return (
    <div className={classes.page}>
      <RefreshBar active={exams.isFetching && !exams.isPending} />
      {view === 'all' && !isFromMine && mayBuy && (
        <div className={classes.promo}>
          <Coin size={24} />
          <Text fw={600} c="inherit">
            <Trans>Get credit packages and save more</Trans>
          </Text>
          <Button variant="default" component={Link} to={paths.packages}>
            <Trans>Buy now</Trans>
          </Button>
        </div>
      )}
      <ExamBar
        view={term === '' ? view : null}
        term={term}
        withCatalog={isForStaff}
        onView={(next) => setParams(paramsOf[next])}
        onSearch={(next) => {
          const q = next.trim() === '' ? {} : { q: next };
          if (term === '') setCameFromMine(view === 'my_exams');
          // one step back leaves the search, however much was typed
          setParams({ ...q, ...filterParams(filters) }, { replace: term !== '' && 'q' in q });
        }}
      />
      {isSearchable && (
        <FilterBar
          exams={known ?? []}
          filters={filters}
          onChange={(next) => {
            const q = term === '' ? {} : { q: term };
            setParams({ ...paramsOf[view], ...q, ...filterParams(next) }, { replace: true });
          }}
        />
      )}
      <div className={classes.heading}>
        <Title order={1} ref={heading} tabIndex={-1} className={classes.title ?? ''}>
          {title}
        </Title>
        {list && isSearchable && !found.isLooking && (
          <Text c="dimmed" component="span" aria-live="polite">
            {plural(shown.length, { one: '# exam', other: '# exams' })}
          </Text>
        )}
        <ExamsNews />
      </div>
      {list && found.isNear && (
        <Text>
          <Trans>Nothing has that name. These come close.</Trans>
        </Text>
      )}
      {dialogRequests.isRefused && (
        <Note tone="slate" icon={IconInfoCircle}>
          <Trans>
            What this link leads to is not possible any more. This is how your exams stand now.
          </Trans>
        </Note>
      )}
      {isLoading &&
        (before ? <LastVisitList visit={before} matches={matches} /> : <RowSkeletons count={8} />)}
      <CallError
        error={exams.error}
        prefix={t`Error: `}
        onRetry={() => void exams.refetch()}
        busy={exams.isFetching}
      />
      {view === 'catalog' && (
        <CallError
          error={catalog.error}
          prefix={t`Error: `}
          onRetry={() => void catalog.refetch()}
          busy={catalog.isFetching}
        />
      )}
      {list && (
        <>
          <CallError
            error={credits.error}
            prefix={t`Your credits could not be loaded. `}
            onRetry={() => void credits.refetch()}
            busy={credits.isFetching}
          />
          <CallError
            error={sessions.error}
            prefix={t`Your sessions could not be loaded. `}
            onRetry={() => void sessions.refetch()}
            busy={sessions.isFetching}
          />
        </>
      )}
      {list && shown.length === 0 && !found.isLooking && (
        <NothingHere view={view} term={term} onViewAll={viewAll} />
      )}
      {list && isSearchable && !isForStaff && (
        <FirstSteps exams={list} credits={credits.data?.totalCredits ?? 0} />
      )}
      {list && isSearchable && (
        <section aria-label={title} hidden={shown.length === 0}>
          <h2 className={classes.hidden}>
            <Trans>Exams</Trans>
          </h2>
          <ExamList
            exams={ordered}
            visible={visible}
            credits={credits.data}
            sessions={sessions.data ?? []}
            linked={linked}
            marks={marks}
            onRequest={dialogRequests.ask}
          />
        </section>
      )}
      {list && !isSearchable && (
        <OwnExams
          exams={shown}
          credits={credits.data}
          sessions={sessions.data ?? []}
          linked={linked}
          onRequest={dialogRequests.ask}
        />
      )}
      {list && <dialogs.OnlineWatch exams={list} />}
      {list && <StateNews exams={list} />}
      {list && <ChangingActions exams={list} />}
      <ScrollTo
        id={linked === null ? hash.slice(1) : `exam-${linked}`}
        ready={list !== undefined}
      />
      <ExamDialogs dialogs={dialogs} dialogRequests={dialogRequests} />
    </div>
  );
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
      ? t`Here is where your purchased or completed exams will show`
      : t`Sorry, there are no exams that match your criteria. Please try again.`;
  return (
    <Empty
      icon={IconListSearch}
      text={text}
      action={
        <Button variant="default" onClick={onViewAll}>
          <Trans>View all</Trans>
        </Button>
      }
    />
  );
}

/**
 * The exam that a link names, `?myexams=123` or `#exam-123`: it is opened and brought into view.
 */
function linkedExam(request: string | null, hash: string): number | null {
  const [, id] = /^(?:#exam-)?(\d+)$/.exec(request || hash) ?? [];
  return id === undefined ? null : Number(id);
}

function ScrollTo({ id, ready }: { id: string; ready: boolean }) {
  useEffect(() => {
    if (ready && id) document.getElementById(id)?.scrollIntoView({ block: 'center' });
  }, [id, ready]);
  return null;
}
