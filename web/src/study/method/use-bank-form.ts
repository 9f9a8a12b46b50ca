import { useRef, useState } from 'react';
import { useForgetAtSessionEnd } from '../../shared/session/session-over.ts';
import { type BankErrors, type BankFields, bankErrors, bankOrder, noBank } from './bank-rules.ts';

export interface BankForm {
  fields: BankFields;
  /** Only of fields that were left, or all after a try. */
  errors: BankErrors;
  isValid: boolean;
  change: (field: keyof BankFields, value: string) => void;
  leave: (field: keyof BankFields) => void;
  /** The account when every field is right; else null, with the focus in the first wrong field. */
  check: () => BankFields | null;
  register: (field: keyof BankFields) => (input: HTMLElement | null) => void;
}

/** The state of the form of a bank account. It is stored nowhere else. */
export function useBankForm(): BankForm {
  const [fields, setFields] = useState(noBank);
  const [shown, setShown] = useState<ReadonlySet<keyof BankFields>>(new Set());
  const inputs = useRef<Partial<Record<keyof BankFields, HTMLElement | null>>>({});
  useForgetAtSessionEnd(() => {
    setFields(noBank);
    setShown(new Set());
  });
  const all = bankErrors(fields);
  return {
    fields,
    errors: Object.fromEntries(
      Object.entries(all).filter(([field]) => shown.has(field as keyof BankFields)),
    ),
    isValid: Object.keys(all).length === 0,
    change: (field, value) => setFields((before) => ({ ...before, [field]: value })),
    leave: (field) =>
      setShown((before) => (fields[field] === '' ? before : new Set([...before, field]))),
    check: () => {
      const wrong = bankOrder.find((field) => all[field]);
      if (!wrong) return fields;
      setShown(new Set(bankOrder));
      inputs.current[wrong]?.focus();
      return null;
    },
    register: (field) => (input) => {
      inputs.current[field] = input;
    },
  };
}
