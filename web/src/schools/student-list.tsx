import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useRecord } from '../shared/api/student.ts';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { textsIn } from '../shared/filters/filter-query.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { mayReadHistory, StudentLogButton } from '../shared/history/log-button.tsx';
import { DataTable } from '../shared/table/data-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { useTableState } from '../shared/table/table-state.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import {
  cohortOf,
  mayEditStudents,
  nameOf,
  type SchoolStudent,
  useSchoolForm,
  useSchoolStudents,
} from './api.ts';
import classes from './schools.module.css';

const StudentModal = lazyDialog(
  async () => (await import('../shared/students/student-modal.tsx')).StudentModal,
);

const PAGE_SIZE = 200;

const columns: readonly Column<SchoolStudent>[] = [
  { id: 'name', title: 'Student', text: ({ student }) => nameOf(student) },
  {
    id: 'ssn',
    title: 'SSN',
    text: ({ student }) => student.ssn,
    cell: ({ student }) => <span className="num">{student.ssn}</span>,
  },
  { id: 'email', title: 'Email', text: ({ student }) => student.email ?? '' },
  { id: 'cohort', title: 'Cohort', text: ({ student }) => student.school_cohort ?? '' },
  {
    id: 'credits',
    title: 'Credits',
    numeric: true,
    text: ({ availableCredits }) => String(availableCredits),
  },
];

/**
 * Returns the students whose last name, first name, SSN digits or address contains every word.
 *
 */
export function studentsFound(
  students: readonly SchoolStudent[],
  { term, cohort }: { term: string; cohort: string | null },
): SchoolStudent[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  return students.filter((one) => {
    const { lastName, firstName, ssn, email } = one.student;
    const text = [lastName, firstName, ssn, email].join(' ').toLowerCase();
    return (
      (cohort === null || cohortOf(one) === cohort) && words.every((word) => text.includes(word))
    );
  });
}

/** The students of a school: A-23, and below the list of schools. */
export function StudentList({ schoolId, title }: { schoolId: number; title?: string }) {
  const students = useSchoolStudents(schoolId);
  const [typed, setTyped] = useState('');
  const [term, setTerm] = useState('');
  const [cohort, setCohort] = useState<string | null>(null);
  const [state, setState] = useTableState();
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const school = useSchoolForm(schoolId);
  const mayEdit = mayEditStudents();
  const all = students.data ?? [];
  const cohorts = [...new Set(all.map(cohortOf))].toSorted().reverse();
  const shown = students.data && studentsFound(all, { term, cohort });
  const first = (state.page - 1) * PAGE_SIZE;
  return (
    <section aria-label={title ? `Students of ${title}` : 'Students'} className={classes.block}>
      {title && <h2 className={classes.heading}>{`Students of ${title}`}</h2>}
      <form
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault();
          setTerm(typed);
          setState({ page: 1 });
        }}
      >
        <TextInput
          type="search"
          aria-label="Search students"
          placeholder="Search students"
          leftSection={<IconSearch size={16} stroke={1.8} />}
          className={classes.searchField}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          aria-label="Cohort"
          placeholder="All cohorts"
          clearable
          data={cohorts}
          value={cohort}
          onChange={setCohort}
          w={160}
        />
        <FiltersMenu
          table="school-students"
          query={{ search: term, cohort }}
          onApply={(saved) => {
            const { search = '', cohort: chosen = null } = textsIn(saved, ['search', 'cohort']);
            setTyped(search);
            setTerm(search);
            setCohort(chosen);
            setState({ page: 1 });
          }}
        />
        {mayEdit && school && !school.studentsAreMembers && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setOpened('new')}
          >
            Add student
          </Button>
        )}
      </form>
      <DataTable
        name="students"
        columns={columns}
        rows={shown?.slice(first, first + PAGE_SIZE)}
        total={shown?.length ?? 0}
        pageSize={PAGE_SIZE}
        keyOf={({ student }) => student.id}
        nameOf={({ student }) => `${student.firstName} ${student.lastName}`}
        state={state}
        onState={setState}
        refreshing={students.isFetching}
        error={students.error}
        onRetry={() => void students.refetch()}
        empty={all.length === 0 ? 'There are no students in this school' : 'No results found.'}
        readAll={async () => shown ?? []}
        actions={
          mayEdit || mayReadHistory()
            ? ({ student }) => (
                <>
                  {mayEdit && (
                    <ActionIcon
                      variant="subtle"
                      aria-label={`Edit student details, ${student.firstName} ${student.lastName}`}
                      onClick={() => setOpened(student.id)}
                    >
                      <IconPencil size={16} stroke={1.8} />
                    </ActionIcon>
                  )}
                  {mayReadHistory() && (
                    <StudentLogButton
                      studentId={student.id}
                      name={`${student.firstName} ${student.lastName}`}
                    />
                  )}
                </>
              )
            : undefined
        }
      />
      {school && opened === 'new' && (
        <StudentModal student={null} school={school} onClose={() => setOpened(null)} />
      )}
      {school && typeof opened === 'number' && (
        <EditStudent
          key={opened}
          studentId={opened}
          school={school}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

interface EditStudentProps {
  studentId: number;
  school: NonNullable<ReturnType<typeof useSchoolForm>>;
  onClose: () => void;
}

/** M-30 of a school: reads the record when the form opens. */
function EditStudent({ studentId, school, onClose }: EditStudentProps) {
  const record = useRecord(studentId);
  if (!record.data) return <CallError error={record.error} onRetry={() => void record.refetch()} />;
  return <StudentModal student={record.data.student} school={school} onClose={onClose} />;
}
