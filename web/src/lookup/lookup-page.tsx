import { Button } from '@mantine/core';
import { can, scopeOf } from '@portal/access/can';
import { IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { textsIn } from '../shared/filters/filter-query.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { tableDay } from '../shared/format/dates.ts';
import { StudentLogButton } from '../shared/history/log-button.tsx';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { DataTable } from '../shared/table/data-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { useTableState } from '../shared/table/table-state.ts';
import type { FoundStudent } from './api.ts';
import { type Filters, PAGE_SIZE, useExport, useStudents } from './api.ts';
import { EditButton } from './edit-button.tsx';
import { EditStudent } from './edit-student.tsx';
import { LookupForm } from './lookup-form.tsx';
import { MoreLink } from './more-link.tsx';
import { StudentDetails } from './student-details.tsx';

const StudentModal = lazyDialog(
  async () => (await import('../shared/students/student-modal.tsx')).StudentModal,
);

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

const columns: readonly Column<FoundStudent>[] = [
  {
    id: 'name',
    title: 'Student',
    sortable: true,
    text: (row) => `${row.lastName}, ${row.firstName}`,
  },
  {
    id: 'maidenName',
    title: 'Maiden name',
    text: (row) => row.maidenName ?? '',
    hiddenAtFirst: true,
  },
  {
    id: 'ssn',
    title: 'SSN',
    text: (row) => row.ssn,
    cell: (row) => <span className="num">{row.ssn}</span>,
  },
  {
    id: 'dob',
    title: 'Date of birth',
    sortable: true,
    text: (row) => tableDay(row.dob),
    cell: (row) => <time dateTime={row.dob}>{tableDay(row.dob)}</time>,
  },
  { id: 'email', title: 'Email', sortable: true, text: (row) => row.email ?? '' },
  {
    id: 'phone',
    title: 'Phone',
    text: (row) => row.phone ?? '',
    cell: (row) => <bdi className="num">{row.phone}</bdi>,
  },
  { id: 'school', title: 'School', text: (row) => row.schoolName ?? '' },
  { id: 'college', title: 'College', text: (row) => row.collegeName ?? '', hiddenAtFirst: true },
  { id: 'membership', title: 'Membership', text: (row) => row.membershipName },
  {
    id: 'account',
    title: 'Portal account',
    text: (row) => yesNo(row.password),
    hiddenAtFirst: true,
  },
  {
    id: 'registrations',
    title: 'Active registrations',
    numeric: true,
    text: (row) => String(row.numActiveRegistrations),
    hiddenAtFirst: true,
  },
  {
    id: 'package',
    title: 'Latest package',
    text: (row) => row.latestActivePackage ?? '',
    hiddenAtFirst: true,
  },
  { id: 'jseId', title: 'JSE ID', numeric: true, text: (row) => row.jseId ?? '' },
];

/** Search fields that a saved filter may contain: no SSN and no birth date. */
const savedFields = ['firstName', 'lastName', 'email', 'ttiStudentId', 'jseStudentId'] as const;

/** State of the history entry: the search names persons, so it goes into no address and no log. */
interface LookupEntry {
  filters?: Filters;
}

/**
 * finds students by name, digits, birth date or address. R-351. The app puts its finder, a
 * single field for all of these, above the filters.
 */
export function LookupPage({ finder = null }: { finder?: ReactNode }) {
  const { state: entry } = useLocation() as { state: LookupEntry | null };
  const filters = entry?.filters ?? null;
  const navigate = useNavigate();
  const [state, setState] = useTableState();
  const found = useStudents(filters, state);
  const file = useExport(filters, state);
  const [adding, setAdding] = useState(false);
  // kept outside the row: the change may remove the row from the list
  const [edited, setEdited] = useState<number | null>(null);
  const search = (next: Filters | null) => {
    if (next && JSON.stringify(next) === JSON.stringify(filters)) void found.refetch();
    else void navigate({ search: '' }, { state: next ? { filters: next } : null });
  };
  return (
    <StaffPage
      title="Student lookup"
      actions={
        <>
          <FiltersMenu
            table="student-lookup"
            query={filters ?? {}}
            onApply={(saved) => search(textsIn(saved, savedFields))}
          />
          {scopeOf(readSession(), 'student.add') === 'any' && (
            <Button
              leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              Add new student
            </Button>
          )}
        </>
      }
    >
      {adding && <StudentModal student={null} onClose={() => setAdding(false)} />}
      {edited !== null && (
        <EditStudent key={edited} studentId={edited} onClose={() => setEdited(null)} />
      )}
      {finder}
      <LookupForm
        withFocus={finder === null}
        filters={filters}
        busy={found.isFetching}
        failure={found.error}
        onSearch={search}
      />
      {filters && (
        <DataTable
          key={JSON.stringify(filters)}
          name="students"
          columns={columns}
          rows={found.data?.rows}
          total={found.data?.total ?? 0}
          pageSize={PAGE_SIZE}
          keyOf={({ id }) => id}
          nameOf={(row) => `${row.firstName} ${row.lastName}`}
          state={state}
          onState={setState}
          refreshing={found.isFetching}
          error={found.error}
          onRetry={() => void found.refetch()}
          empty="No students found"
          details={(student) => <StudentDetails student={student} />}
          actions={
            can(readSession(), 'student_info.read')
              ? ({ id, firstName, lastName }) => (
                  <>
                    <EditButton name={`${firstName} ${lastName}`} onClick={() => setEdited(id)} />
                    <StudentLogButton studentId={id} name={`${firstName} ${lastName}`} />
                    <MoreLink studentId={id} name={`${firstName} ${lastName}`} />
                  </>
                )
              : undefined
          }
          file={can(readSession(), 'student.export') ? file : undefined}
        />
      )}
    </StaffPage>
  );
}
