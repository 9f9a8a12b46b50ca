import { Checkbox, Select, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { cohortOf, nameOf, type SchoolStudent } from '../api.ts';
import classes from '../schools.module.css';
import { addable, reasonAgainst } from './order.ts';

interface StudentChoiceProps {
  students: readonly SchoolStudent[];
  /** Of the session: '1' men, '2' women, '3' both. */
  gender: string;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** The students of a school to be ticked; Shift takes a range.. */
export function StudentChoice({ students, gender, chosen, onChange }: StudentChoiceProps) {
  const [cohort, setCohort] = useState<string | null>(null);
  const last = useRef<number | null>(null);
  const cohorts = [...new Set(students.map(cohortOf))].toSorted().reverse();
  const shown = students.filter((one) => cohort === null || cohortOf(one) === cohort);
  const all = addable(students, { cohort, gender }).map(({ student }) => student.id);
  const isAll = all.length > 0 && all.every((id) => chosen.has(id));
  const toggle = (id: number, isRange: boolean) => {
    const next = new Set(chosen);
    const [from, to] = [last.current, id].map((one) => all.indexOf(one ?? -1)) as [number, number];
    const range =
      isRange && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    for (const one of range)
      if (chosen.has(id)) next.delete(one);
      else next.add(one);
    last.current = id;
    onChange(next);
  };
  if (students.length === 0) return <Text c="dimmed">There are no students in this school</Text>;
  return (
    <>
      <div className={classes.cardHead}>
        <Checkbox
          label="Add all"
          checked={isAll}
          indeterminate={!isAll && chosen.size > 0}
          disabled={all.length === 0}
          onChange={() => onChange(isAll ? new Set() : new Set(all))}
        />
        <Text c="dimmed" size="sm" className="num" role="status">
          {`${chosen.size} of ${shown.length} selected`}
        </Text>
        <Select
          aria-label="Cohort"
          placeholder="All cohorts"
          clearable
          data={cohorts}
          value={cohort}
          onChange={(next) => {
            setCohort(next);
            onChange(new Set());
          }}
          w={150}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling panel needs focus */}
      <section className={classes.panel} tabIndex={0} aria-label="Students to choose">
        <table className={classes.students} aria-label="Students">
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">SSN</th>
              <th scope="col">Email</th>
              <th scope="col">Cohort</th>
              <th scope="col" data-numeric>
                Credits
              </th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => {
              const { student, availableCredits } = one;
              const reason = reasonAgainst(one, gender);
              return (
                <tr
                  key={student.id}
                  data-chosen={chosen.has(student.id) || undefined}
                  data-off={reason !== null || undefined}
                >
                  <th scope="row">
                    <Checkbox
                      label={nameOf(student)}
                      checked={chosen.has(student.id)}
                      disabled={reason !== null}
                      onChange={(event) =>
                        toggle(student.id, (event.nativeEvent as MouseEvent).shiftKey)
                      }
                    />
                  </th>
                  <td className="num">{student.ssn}</td>
                  <td>{student.email}</td>
                  <td>{student.school_cohort}</td>
                  <td data-numeric>{availableCredits}</td>
                  <td className={classes.reason}>
                    {reason && (
                      <>
                        <IconAlertTriangle size={15} stroke={1.8} aria-hidden="true" /> {reason}
                      </>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}
