import { withoutBlanks, withoutBlankTexts } from '@portal/contract/blank-fields';
import type { CallSpec } from '@portal/contract/call';
import { readNewCard, readSavedCard } from '@portal/contract/payments/cards';
import { readFields } from '@portal/contract/read-fields';
import { readNewStudyMethod, readStudyMethod } from '@portal/contract/seminary/study-method';
import type { FieldError } from '@portal/kit/errors';
import { DomainError } from '@portal/kit/errors';
import type * as z from 'zod';
import { refuse } from '../refuse.ts';

const mostErrors = 50;

/** Each field with each of its sentences once. */
function fieldErrors(issues: readonly z.core.$ZodIssue[], root: string): FieldError[] {
  const errors = issues.map(({ path, message }) => ({
    path: path.length > 0 ? path.map(String).join('.') : root,
    message,
  }));
  return [
    ...new Map(errors.map((error) => [`${error.path} ${error.message}`, error])).values(),
  ].slice(0, mostErrors);
}

function invalid(errors: FieldError[]): DomainError {
  const { status, code, detail } = refuse('invalid');
  return new DomainError(status, code, errors[0]?.message ?? detail, { errors });
}

const readers = {
  new: readNewCard,
  saved: readSavedCard,
  newStudy: readNewStudyMethod,
  study: readStudyMethod,
} as const;

/** Where nothing is paid there is no amount that could make a card needless. */
const paysFor = ({ body }: CallSpec): boolean =>
  Object.hasOwn((body as z.ZodObject | undefined)?.shape ?? {}, 'amount');

function readCard(kind: keyof typeof readers, fields: Record<string, unknown>): object {
  const read = readers[kind](fields);
  if (read !== null && 'code' in read)
    throw new DomainError(read.code === 'card_data_refused' ? 400 : 422, read.code, read.detail, {
      errors: read.errors,
    });
  if (kind === 'study' || kind === 'newStudy') return { method: read };
  return kind === 'new'
    ? { card: read }
    : { ccId: read === null ? null : (read as { ccId: string }).ccId };
}

/**
 * Returns the body of a POST as its call requires it. Refuses with `invalid` and the fields, or
 * with the contract's error for card numbers.
 */
export function checkBody(call: CallSpec, sent: unknown): object {
  const body = sent === undefined ? {} : sent;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid([{ path: 'body', message: 'Must be an object' }]);
  const read = call.body && readFields(call.body, withoutBlanks(call.body, body));
  if (read?.error) throw invalid(fieldErrors(read.error.issues, 'body'));
  const fields = (read?.data ?? {}) as object;
  if (!call.card) return fields;
  const { amount, ...others } = body as Record<string, unknown>;
  return { ...fields, ...readCard(call.card, paysFor(call) ? { ...others, amount } : others) };
}

/** The query of a GET as its call wants it. Refuses with `malformed` and the fields. */
export function checkQuery(call: Pick<CallSpec, 'query'>, sent: unknown): object {
  const read = call.query && readFields(call.query, withoutBlankTexts(call.query, sent));
  if (read?.error) throw refuse('malformed', { errors: fieldErrors(read.error.issues, 'query') });
  return (read?.data ?? {}) as object;
}
