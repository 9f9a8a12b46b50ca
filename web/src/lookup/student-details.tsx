import type { LogEntry } from '@portal/contract/log-entry';
import { tableDay, tableDayOf } from '../shared/format/dates.ts';
import { money } from '../shared/format/money.ts';
import { LogButton, mayReadHistory } from '../shared/history/log-button.tsx';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import type { FoundPackage, FoundStudent } from './api.ts';
import classes from './lookup.module.css';
import { registrationColumns } from './registration-columns.tsx';

const packageColumns: readonly Column<FoundPackage>[] = [
  {
    id: 'name',
    title: 'Name',
    text: (one) => one.display_name,
    cell: (one) => (
      <>
        <strong>{one.display_name}</strong>
        {one.active ? '' : ' [non-active]'}
      </>
    ),
  },
  { id: 'date', title: 'Date', text: (one) => tableDayOf(one.transaction_date) },
  { id: 'price', title: 'Price', numeric: true, text: (one) => money(one.purchase_price) },
  { id: 'credits', title: 'Credits', numeric: true, text: (one) => String(one.number_of_credits) },
  { id: 'balance', title: 'Balance', numeric: true, text: (one) => String(one.credit_balance) },
];

/** Adds the log icon to each row for staff who may read its history. */
const withLogs = <Row extends { logs: readonly LogEntry[] }>(
  columns: readonly Column<Row>[],
  nameOf: (row: Row) => string,
): readonly Column<Row>[] =>
  mayReadHistory()
    ? [
        ...columns,
        {
          id: 'log',
          title: 'Log',
          text: () => '',
          cell: (row) => <LogButton name={nameOf(row)} logs={row.logs} />,
        },
      ]
    : columns;

/** An opened row: further facts of the record, registrations, then packages. */
export function StudentDetails({
  student,
  alone = false,
}: {
  student: FoundStudent;
  /** No row above says the rest. */
  alone?: boolean;
}) {
  return (
    <div className={classes.details}>
      <Facts student={student} alone={alone} />
      <PlainTable
        title="Registrations"
        columns={withLogs(registrationColumns, ({ examName }) => examName)}
        rows={student.registrations}
        keyOf={({ id }) => id}
        isOver={({ active }) => !active}
        empty="No registrations."
      />
      <PlainTable
        title="Packages"
        columns={withLogs(packageColumns, ({ display_name }) => display_name)}
        rows={student.studentPackages}
        keyOf={({ id }) => id}
        isOver={({ active }) => !active}
        empty="No packages."
      />
    </div>
  );
}

type Fact = readonly [string, string | null];

/** Facts already in a found student's row. */
const rowFacts = (student: FoundStudent): Fact[] => [
  ['Name', `${student.firstName} ${student.lastName}`],
  ['SSN (last 4)', student.ssn],
  ['Date of birth', tableDay(student.dob)],
  ['Email', student.email],
];

function Facts({ student, alone }: { student: FoundStudent; alone: boolean }) {
  const place = [student.address, student.city, student.state, student.zip, student.country];
  const facts: readonly Fact[] = [
    ...(alone ? rowFacts(student) : []),
    ['Student ID', String(student.id)],
    ['JSE ID', student.jseId],
    ['Maiden name', student.maidenName],
    ['Phone', student.phone],
    ['Second phone', student.phone2],
    ['Address', place.filter(Boolean).join(', ')],
    ['College', student.collegeName],
    ['School', student.schoolName],
    ['Cohort', student.schoolCohort],
    ['Membership', student.membershipName],
    ['Active registrations', String(student.numActiveRegistrations)],
    ['Latest package', student.latestActivePackage],
    ['Portal account', student.password ? 'Yes' : 'No'],
    ['TTI student ID', student.ttiStudentId],
    ['MASPED student ID', student.masped_student_id?.toString() ?? null],
    ['Accommodations', student.accommodations],
  ];
  return (
    <dl className={classes.facts}>
      {facts.flatMap(([name, value]) =>
        value
          ? [
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>,
            ]
          : [],
      )}
    </dl>
  );
}
