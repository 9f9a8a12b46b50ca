import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { MaskedInput } from '../forms/masked-input.tsx';
import { dateMask, lastFourMask } from '../forms/masks.ts';
import type { CallForm } from '../forms/use-call-form.ts';
import { labels, type StudentField, type StudentFields, type StudentForm } from './student-form.ts';
import classes from './students.module.css';

const TEN_MINUTES = 600_000;
const plain = { autoComplete: 'off', maxLength: 254 } as const;

/** The lists of the form. */
export function useStudentLists() {
  const colleges = useAnswer(api.getColleges, {}, { fresh: TEN_MINUTES });
  const info = useAnswer(api.getInfoForAddStudent, {}, { fresh: TEN_MINUTES });
  const named = (rows: readonly { id: number; name: string }[] = []) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  return {
    isPending: colleges.isPending || info.isPending,
    error: colleges.error ?? info.error,
    refetch: () => void Promise.all([colleges.refetch(), info.refetch()]),
    colleges: named(colleges.data),
    membershipTypes: named(info.data?.membershipTypes),
    schools: named(info.data?.schools),
    /** */
    cohortsOf: (schoolId: string, own: string) => {
      const school = info.data?.schools.find(({ id }) => String(id) === schoolId);
      const choices = school?.school_cohorts.split(',').filter(Boolean) ?? [];
      return [...new Set([...choices, ...(own ? [own] : [])])].map((value) => ({
        value,
        label: value,
      }));
    },
  };
}
export type StudentLists = ReturnType<typeof useStudentLists>;

interface Props {
  form: CallForm<StudentFields>;
  shown: StudentForm;
  lists: StudentLists;
  /** The cohort on record stays a choice. */
  ownCohort: string;
  /** Replaces the address while it is locked. */
  lockedEmail: ReactNode | null;
}

/** The fields of a person for staff.. */
export function StudentFieldset({ form, shown, lists, ownCohort, lockedEmail }: Props) {
  const has = (name: StudentField) => shown.names.includes(name);
  const isFixed = (name: StudentField) => shown.fixed.includes(name);
  const text = (name: StudentField) => (
    <TextInput
      key={name}
      {...plain}
      {...form.getInputProps(name)}
      label={labels[name]}
      readOnly={isFixed(name)}
    />
  );
  const choice = (
    name: StudentField,
    data: readonly { value: string; label: string }[],
    none = 'Choose',
  ) => (
    <NativeSelect
      key={name}
      size="xs"
      {...form.getInputProps(name)}
      label={labels[name]}
      data={[{ value: '', label: none }, ...data]}
    />
  );
  return (
    <div className={classes.fields}>
      {text('firstName')}
      {text('lastName')}
      {text('maidenName')}
      {choice('gender', [
        { value: '1', label: 'Male' },
        { value: '2', label: 'Female' },
      ])}
      {isFixed('dob') ? (
        text('dob')
      ) : (
        <MaskedInput
          {...plain}
          {...form.getInputProps('dob')}
          value={form.values.dob}
          mask={dateMask}
          label={labels.dob}
          placeholder="MM/DD/YYYY"
        />
      )}
      {isFixed('last4ssn') ? (
        text('last4ssn')
      ) : (
        <MaskedInput
          {...plain}
          {...form.getInputProps('last4ssn')}
          value={form.values.last4ssn}
          mask={lastFourMask}
          label={labels.last4ssn}
        />
      )}
      {lockedEmail ?? text('email')}
      {text('cellphone')}
      {text('phone')}
      {text('address')}
      {text('city')}
      {text('state')}
      {text('zip')}
      {text('country')}
      {has('collegeId') && choice('collegeId', lists.colleges)}
      {has('membershipTypeId') && choice('membershipTypeId', lists.membershipTypes)}
      {has('schoolId') && choice('schoolId', lists.schools, 'None')}
      {form.values.schoolId !== '' &&
        choice('cohort', lists.cohortsOf(form.values.schoolId, ownCohort), 'None')}
      {has('accommodations') && text('accommodations')}
      {has('accommodationsApprovedBy') && text('accommodationsApprovedBy')}
    </div>
  );
}
