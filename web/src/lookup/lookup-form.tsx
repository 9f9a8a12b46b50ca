import { Button, TextInput } from '@mantine/core';
import { can } from '@portal/access/can';
import { findStudent } from '@portal/contract/students/lookup';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { MaskedInput } from '../shared/forms/masked-input.tsx';
import { dateMask, lastFourMask } from '../shared/forms/masks.ts';
import { useCallForm } from '../shared/forms/use-call-form.ts';
import { readSession } from '../shared/session/session.ts';
import type { Filters } from './api.ts';
import classes from './lookup.module.css';

const empty: Required<Filters> = {
  firstName: '',
  lastName: '',
  ssn: '',
  dob: '',
  email: '',
  ttiStudentId: '',
  jseStudentId: '',
};
/** Browsers must not suggest a person's data to another user of the same desk. */
const plain = { autoComplete: 'off', maxLength: 254 } as const;

/** A filled field, or one of a dialog; no field of the page begins with a slash. */
const isTypedInto = (target: Element): boolean =>
  target.closest('textarea, select, [role="dialog"]') !== null ||
  (target instanceof HTMLInputElement && target.value !== '');

interface LookupFormProps {
  filters: Filters | null;
  /** It is the first thing on its page to be typed into. */
  withFocus: boolean;
  busy: boolean;
  failure: Error | null;
  onSearch: (filters: Filters | null) => void;
}

/** One line of fields; Enter searches, `/` focuses the first of them. */
export function LookupForm({ filters, withFocus, busy, failure, onSearch }: LookupFormProps) {
  const form = useCallForm({ schema: findStudent.body, initial: { ...empty, ...filters } });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && isTypedInto(event.target)) return;
      event.preventDefault();
      first.current?.focus();
    };
    document.addEventListener('keydown', onSlash);
    return () => document.removeEventListener('keydown', onSlash);
  }, []);
  useEffect(() => {
    if (withFocus && window.matchMedia('(pointer: fine)').matches) first.current?.focus();
  }, [withFocus]);
  const { setValues, showFailure } = form;
  const searched = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Back leads to another search
  useEffect(() => setValues({ ...empty, ...filters }), [searched]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (failure) showFailure(failure);
  }, [failure]);
  const masked = (name: 'ssn' | 'dob') => ({
    ...form.getInputProps(name),
    value: form.values[name],
  });
  const isEmpty = Object.keys(form.filled()).length === 0;
  return (
    <form
      aria-label="Students"
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(() => {
        if (!isEmpty) onSearch(form.filled());
      })}
    >
      <TextInput
        {...plain}
        {...form.getInputProps('firstName')}
        ref={first}
        label="First name"
        className={classes.name}
      />
      <TextInput
        {...plain}
        {...form.getInputProps('lastName')}
        label="Last name"
        className={classes.name}
      />
      <MaskedInput
        {...plain}
        {...masked('ssn')}
        mask={lastFourMask}
        label="SSN (last 4)"
        className={classes.digits}
      />
      <MaskedInput
        {...plain}
        {...masked('dob')}
        mask={dateMask}
        label="Date of birth"
        placeholder="MM/DD/YYYY"
        className={classes.day}
      />
      <TextInput
        {...plain}
        {...form.getInputProps('email')}
        label="Email"
        className={classes.wide}
      />
      <TextInput
        {...plain}
        {...form.getInputProps('ttiStudentId')}
        label="Provider student ID"
        className={classes.id}
      />
      {can(readSession(), 'student.find_by_jse_id') && (
        <TextInput
          {...plain}
          {...form.getInputProps('jseStudentId')}
          label="JSE student ID"
          className={classes.id}
        />
      )}
      <div className={classes.buttons}>
        <Button
          type="submit"
          disabled={isEmpty}
          loading={busy}
          leftSection={<IconSearch size={16} stroke={1.8} />}
        >
          Search
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            form.reset();
            setValues(empty);
            onSearch(null);
          }}
        >
          Clear
        </Button>
      </div>
    </form>
  );
}
