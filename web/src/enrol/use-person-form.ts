import { t } from '@lingui/core/macro';
import type { Problem } from '@portal/contract/problem';
import { useEffect, useRef, useState } from 'react';
import {
  type FieldName,
  type FieldTrouble,
  fieldNames,
  noPerson,
  type PersonFields,
  stillNeeded,
  troubleIn,
} from './person-fields.ts';

type Input = HTMLInputElement | HTMLSelectElement;

export interface PersonForm {
  fields: PersonFields;
  agreed: boolean;
  agree: (agreed: boolean) => void;
  change: (name: FieldName, value: string) => void;
  leave: (name: FieldName) => void;
  /** Only of a field that was left, or of all after a try. */
  trouble: (name: FieldName) => FieldTrouble | null;
  /** Labels of the fields that block the review. R-035. */
  missing: readonly string[];
  /**
   * Whether every field is right; if not the errors show and the first wrong field gets the focus.
   */
  check: () => boolean;
  /** Takes over the server's errors of fields; shows each until the field is changed. */
  refuse: (errors: NonNullable<Problem['errors']>) => void;
  register: (name: FieldName) => (input: Input | null) => void;
}

/** The state of the sign-up form. It is stored nowhere else. */
export function usePersonForm(): PersonForm {
  const [fields, setFields] = useState(noPerson);
  const [agreed, agree] = useState(false);
  const [shown, setShown] = useState<ReadonlySet<FieldName>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<FieldName, string>>>({});
  const inputs = useRef<Partial<Record<FieldName, Input | null>>>({});
  const focusRefused = useRef(false);

  const trouble = (name: FieldName): FieldTrouble | null => {
    const said = refused[name];
    if (said !== undefined) return { message: said, repair: '' };
    return shown.has(name) ? troubleIn(name, fields) : null;
  };
  const focusFirst = (names: readonly FieldName[]) =>
    inputs.current[names[0] as FieldName]?.focus();
  useEffect(() => {
    if (!focusRefused.current) return;
    focusRefused.current = false;
    focusFirst(fieldNames.filter((name) => refused[name] !== undefined));
  });

  return {
    fields,
    agreed,
    agree,
    change: (name, value) => {
      setFields((before) => ({ ...before, [name]: value }));
      setRefused(({ [name]: _, ...others }) => others);
    },
    leave: (name) =>
      setShown((before) => (fields[name] === '' ? before : new Set([...before, name]))),
    trouble,
    missing: [...stillNeeded(fields), ...(agreed ? [] : [t`Terms`])],
    check: () => {
      const wrong = fieldNames.filter((name) => troubleIn(name, fields) !== null);
      if (wrong.length === 0) return true;
      setShown(new Set(fieldNames));
      focusFirst(wrong);
      return false;
    },
    refuse: (errors) => {
      const known = errors.filter(({ path }) => (fieldNames as readonly string[]).includes(path));
      setRefused(Object.fromEntries(known.map(({ path, message }) => [path, message])));
      focusRefused.current = true;
    },
    register: (name) => (input) => {
      inputs.current[name] = input;
    },
  };
}
