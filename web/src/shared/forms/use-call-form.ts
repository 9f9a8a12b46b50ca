import { t } from '@lingui/core/macro';
import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { normalizeLine } from '@portal/access/text/normalize-text';
import { useEffect, useRef } from 'react';
import * as z from 'zod';
import { CallFailure } from '../api/client.ts';
import { useBackAsks } from '../dialogs/dialog-history.tsx';

// it would try whether it may make code of texts, which the content security policy reports
z.config({ jitless: true });

interface CallFormOptions<Values> {
  /** The fields of the call, from the contract, so that page and server make the same checks. */
  schema: z.ZodType;
  initial: Values;
  /** Asks before the page is left with changes that are not saved. A search need not. */
  keep?: boolean;
}

/** A typed or chosen value; several values of a list. */
type Fields = Record<string, string | string[]>;

export interface CallForm<Values extends Fields> extends UseFormReturnType<Values> {
  /** Shows the refusals of the server at their fields; gives whether all of them have one. */
  showFailure: (failure: Error) => boolean;
  /** The input of the call: trimmed, without empty fields. */
  filled: () => Partial<Values>;
}

/**
 * The form of a call: validated by the schema of the contract when a field is left and on submit,
 * with the first wrong field focused; typing clears the error, and a typed value is never cleared.
 */
export function useCallForm<Values extends Fields>({
  schema,
  initial,
  keep = false,
}: CallFormOptions<Values>): CallForm<Values> {
  const check = schemaResolver(schema as never, { sync: true }) as unknown as (
    values: Partial<Values>,
  ) => FormErrors;
  const form = useForm<Values>({
    initialValues: initial,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: (values) => check(withoutEmpty(values)),
    onSubmitPreventDefault: 'always',
  });
  useWarnBeforeLeaving(keep && form.isDirty());
  return {
    ...form,
    filled: () => withoutEmpty(form.getValues()),
    showFailure: (failure) => {
      const issues = failure instanceof CallFailure ? (failure.problem.errors ?? []) : [];
      const own = issues.filter(({ path }) => path in initial);
      for (const { path, message } of own) form.setFieldError(path, message);
      const first = own[0];
      if (first) form.getInputNode(first.path)?.focus();
      return issues.length > 0 && own.length === issues.length;
    },
  };
}

const withoutEmpty = <Values extends Fields>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const isEmpty = typeof value === 'string' ? normalizeLine(value) === '' : value.length === 0;
      return isEmpty ? [] : [[name, typeof value === 'string' ? value.trim() : value]];
    }),
  ) as Partial<Values>;

const QUESTION = t`Leave this page? What you have typed is not saved.`;

/** Asks before a page with changes is closed, reloaded, or left by Back or one of its links. */
export function useWarnBeforeLeaving(hasChanges: boolean): void {
  const isLeaving = useRef(false);
  const mayLeave = () => {
    isLeaving.current = window.confirm(QUESTION);
    return isLeaving.current;
  };
  useBackAsks(hasChanges, mayLeave);
  useEffect(() => {
    if (!hasChanges) return;
    isLeaving.current = false;
    const onUnload = (event: Event) => {
      if (!isLeaving.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const leaves = link instanceof HTMLAnchorElement && link.target !== '_blank';
      if (!leaves || link.origin !== window.location.origin || window.confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [hasChanges]);
}
