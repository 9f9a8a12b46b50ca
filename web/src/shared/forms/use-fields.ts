import { useState } from 'react';

/** Returns the error of a value, with its repair; null when it is valid. */
export type Check = (value: string) => string | null;

interface FieldProps {
  value: string;
  error: string | null;
  onBlur: () => void;
}

export interface Fields<Name extends string> {
  values: Record<Name, string>;
  valid: boolean;
  set: (name: Name, value: string) => void;
  /** For an input: its value, and its error once the field was left. */
  field: (name: Name) => FieldProps;
  /** The same with `onChange` of a plain input. */
  input: (
    name: Name,
  ) => FieldProps & { onChange: (event: { currentTarget: { value: string } }) => void };
}

/** A small form: errors appear on blur and disappear while typing once the value is valid. */
export function useFields<Name extends string>(
  checks: Record<Name, Check>,
  initial: Partial<Record<Name, string>> = {},
): Fields<Name> {
  const names = Object.keys(checks) as Name[];
  const [values, setValues] = useState(
    () =>
      Object.fromEntries(names.map((name) => [name, initial[name] ?? ''])) as Record<Name, string>,
  );
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set());
  const set = (name: Name, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const field = (name: Name): FieldProps => ({
    value: values[name],
    error: left.has(name) && values[name] !== '' ? checks[name](values[name]) : null,
    onBlur: () => setLeft((before) => new Set([...before, name])),
  });
  return {
    values,
    valid: names.every((name) => checks[name](values[name]) === null),
    set,
    field,
    input: (name) => ({
      ...field(name),
      onChange: ({ currentTarget }) => set(name, currentTarget.value),
    }),
  };
}
