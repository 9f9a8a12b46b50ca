import { withoutBlanks } from '../blank-fields.ts';
import type { CallSpec } from '../call.ts';
import { readNewCard, readSavedCard } from '../payments/cards.ts';
import { readFields } from '../read-fields.ts';
import { readNewStudyMethod, readStudyMethod } from '../seminary/study-method.ts';

type Input = Readonly<Record<string, unknown>>;

const readers = {
  new: readNewCard,
  saved: readSavedCard,
  newStudy: readNewStudyMethod,
  study: readStudyMethod,
} as const;

/** The fields of a form as they arrive: nothing is left out, everything but a file is text. */
const asForm = (input: Input): Input =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => {
        if (value instanceof File) return [name, value];
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
        // a form is UTF-8, which has no half characters
        return [name, text.toWellFormed()];
      }),
  );

/** How the contract reads an input: the fields of the body, and those of a card. */
function readInput(call: CallSpec, sent: Input) {
  const input = call.upload ? asForm(sent) : sent;
  return {
    input,
    body: call.body && readFields(call.body, withoutBlanks(call.body, input)),
    card: call.card ? readers[call.card](input) : null,
  };
}

/** The fields of an input that the contract refuses; none when it takes it. */
export function refusedFields(call: CallSpec, sent: Input): string[] {
  const { input, body, card } = readInput(call, sent);
  if (body?.error) return body.error.issues.map(({ path }) => String(path[0] ?? 'body'));
  if (call.upload && !call.upload.optional && !(input[call.upload.field] instanceof File))
    return [call.upload.field];
  return card && 'errors' in card ? card.errors.map(({ path }) => path) : [];
}

/**
 * Returns what the contract reads from an input, as text: inputs with the same text reach the
 * services alike, as a blank field does and one that is left out.
 */
export function readingOf(call: CallSpec, sent: Input): string {
  const { body, card } = readInput(call, sent);
  return JSON.stringify([body?.data ?? body?.error?.issues, card]);
}

/** Whom a call is about is refused in ways of its own. */
export const isStudentChoice = (call: CallSpec, field: string): boolean =>
  call.onStudent === true && /^student_?id$/i.test(field);
