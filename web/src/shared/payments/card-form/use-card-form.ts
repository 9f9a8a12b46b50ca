import { useRef, useState } from 'react';
import { useForgetAtSessionEnd } from '../../session/session-over.ts';
import { type CardErrors, type CardFields, cardErrors, noCard } from './card-rules.ts';

export interface CardForm {
  fields: CardFields;
  /** Only of fields that were left, or all after a try. */
  errors: CardErrors;
  change: (field: keyof CardFields, value: string) => void;
  leave: (field: keyof CardFields) => void;
  /** The card when every field is right; else null, with the focus in the first wrong field. */
  check: () => CardFields | null;
  clear: () => void;
  register: (field: keyof CardFields) => (input: HTMLInputElement | null) => void;
}

const order: readonly (keyof CardFields)[] = ['name', 'number', 'expiry', 'cvv', 'zip'];

/** The state of the form of a new card. It is stored nowhere else. */
export function useCardForm(): CardForm {
  const [fields, setFields] = useState(noCard);
  const [shown, setShown] = useState<ReadonlySet<keyof CardFields>>(new Set());
  const inputs = useRef<Partial<Record<keyof CardFields, HTMLInputElement | null>>>({});
  const clear = () => {
    setFields(noCard);
    setShown(new Set());
  };
  useForgetAtSessionEnd(clear);
  const all = cardErrors(fields);
  const errors = Object.fromEntries(
    Object.entries(all).filter(([field]) => shown.has(field as keyof CardFields)),
  );
  return {
    fields,
    errors,
    change: (field, value) => setFields((before) => ({ ...before, [field]: value })),
    leave: (field) =>
      setShown((before) => (fields[field] === '' ? before : new Set([...before, field]))),
    check: () => {
      const wrong = order.find((field) => all[field]);
      if (!wrong) return fields;
      setShown(new Set(order));
      inputs.current[wrong]?.focus();
      return null;
    },
    clear,
    register: (field) => (input) => {
      inputs.current[field] = input;
    },
  };
}
