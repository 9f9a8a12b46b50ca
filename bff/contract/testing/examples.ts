import { type CallName, type Examples, nothing, type Things } from './example-things.ts';
import { officeExamples } from './office-examples.ts';
import { sessionExamples } from './session-examples.ts';
import { studentExamples } from './student-examples.ts';

/** A well-formed input of every call, with every field that it takes. */
export const examples: Examples = { ...studentExamples, ...sessionExamples, ...officeExamples };

/** The example of a call by its name in the contract. */
export function exampleOf(
  name: string,
  things: Things = nothing,
): Readonly<Record<string, unknown>> {
  const make = examples[name as CallName];
  if (!make) throw new Error(`no example of ${name}`);
  return make(things);
}
