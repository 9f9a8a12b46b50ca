import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { textsIn } from '../shared/filters/filter-query.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { tableDay } from '../shared/format/dates.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { DataTable } from '../shared/table/data-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { useTableState } from '../shared/table/table-state.ts';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import {
  nameOf,
  type SeminaryStudent,
  type Status,
  statusOf,
  useSeminaryStudents,
  yearText,
} from './api.ts';
import { FilterForm } from './filter-form.tsx';
import { type Filters, noFilters, studentsShown } from './filters.ts';
import { StudentActions } from './student-actions.tsx';
import { SeminaryStudentDetails } from './student-details.tsx';

const SeminaryStudentModal = lazyDialog(
  async () => (await import('./seminary-student-modal.tsx')).SeminaryStudentModal,
);
const StudentModal = lazyDialog(
  async () => (await import('../shared/students/student-modal.tsx')).StudentModal,
);

const badges = {
  'not redeemed': { tone: 'slate', icon: IconCircleDashed },
  redeemed: { tone: 'moss', icon: IconCircleCheck },
  discarded: { tone: 'brass', icon: IconCircleX },
} as const satisfies Record<Status, object>;

const columns: readonly Column<SeminaryStudent>[] = [
  {
    id: 'name',
    title: 'Student',
    sortable: true,
    text: (row) => `${row.lastName}, ${row.firstName}`,
  },
  {
    id: 'status',
    title: 'Status',
    text: statusOf,
    cell: (row) => {
      const status = statusOf(row);
      return <ToneBadge {...badges[status]}>{status}</ToneBadge>;
    },
  },
  {
    id: 'exams',
    title: 'Exams',
    numeric: true,
    sortable: true,
    text: ({ examsCount }) => String(examsCount),
  },
  {
    id: 'ssn',
    title: 'SSN',
    text: ({ ssn }) => ssn,
    cell: ({ ssn }) => <span className="num">{ssn}</span>,
  },
  {
    id: 'dob',
    title: 'Date of birth',
    text: ({ dob }) => tableDay(dob),
    cell: ({ dob }) => <time dateTime={dob}>{tableDay(dob)}</time>,
  },
  {
    id: 'seminary',
    title: 'Seminary',
    sortable: true,
    text: ({ seminaryName }) => seminaryName,
  },
  {
    id: 'year',
    title: 'Year',
    sortable: true,
    text: ({ seminaryYear }) => yearText(seminaryYear),
    cell: ({ seminaryYear }) => <span className="num">{yearText(seminaryYear)}</span>,
  },
  { id: 'email', title: 'Email', text: ({ email }) => email },
  {
    id: 'phone',
    title: 'Phone',
    text: ({ phone }) => phone,
    hiddenAtFirst: true,
    cell: ({ phone }) => <bdi className="num">{phone}</bdi>,
  },
  {
    id: 'jseId',
    title: 'JSE ID',
    numeric: true,
    text: ({ jseId }) => jseId ?? '',
    hiddenAtFirst: true,
  },
];

const PAGE_SIZE = 1000;
/** Fields that a saved filter may contain: no SSN and no birth date. */
const savedFields = ['email', 'lastName', 'seminaryId', 'year'] as const;

/** students who sat exams at a seminary, and their state.. */
export function SeminaryStudentsPage() {
  const all = useSeminaryStudents();
  const [filters, setFilters] = useState(noFilters);
  const [state, setState] = useTableState();
  // null: a new student
  const [edited, setEdited] = useState<{ student: SeminaryStudent | null } | null>(null);
  const [added, setAdded] = useState<SeminaryStudent | null>(null);
  const shown = all.data && studentsShown(all.data, filters, state);
  const filter = (next: Filters) => {
    setFilters(next);
    if (state.page > 1) setState({ page: 1 });
  };
  const years = [...new Set(all.data?.map(({ seminaryYear }) => seminaryYear))];
  return (
    <StaffPage
      title="Free seminary exams"
      actions={
        <>
          <FiltersMenu
            table="seminary-students"
            query={filters}
            onApply={(saved) => filter({ ...noFilters, ...textsIn(saved, savedFields) })}
          />
          <Button
            leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setEdited({ student: null })}
          >
            Add seminary student
          </Button>
        </>
      }
    >
      <FilterForm filters={filters} years={years.sort((a, b) => b - a)} onChange={filter} />
      <DataTable
        name="seminary students"
        columns={columns}
        rows={shown?.slice((state.page - 1) * PAGE_SIZE, state.page * PAGE_SIZE)}
        total={shown?.length ?? 0}
        pageSize={PAGE_SIZE}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        state={state}
        onState={setState}
        refreshing={all.isFetching}
        error={all.error}
        onRetry={() => void all.refetch()}
        empty="No results found."
        details={(student) => (
          <SeminaryStudentDetails student={student} onEdit={() => setEdited({ student })} />
        )}
        actions={(student) => <StudentActions student={student} onAdd={() => setAdded(student)} />}
        readAll={async () => shown ?? []}
      />
      {edited && <SeminaryStudentModal student={edited.student} onClose={() => setEdited(null)} />}
      {added && (
        <StudentModal
          student={null}
          seminaryStudent={added}
          onClose={() => {
            setAdded(null);
            void all.refetch(); // the link between the two is written a moment later
          }}
        />
      )}
    </StaffPage>
  );
}
