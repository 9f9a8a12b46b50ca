import type { CallSpec } from '../call.ts';
import { calls } from '../calls.ts';
import type { Problem } from '../problem.ts';
import { exampleOf } from './examples.ts';
import { hostileValues } from './hostile-values.ts';
import { isStudentChoice, readingOf, refusedFields } from './refused-fields.ts';

type Input = Readonly<Record<string, unknown>>;
export interface HostileInput {
  /** Describes the value of the fields. */
  readonly what: string;
  readonly fields: readonly string[];
  readonly input: Input;
}

/** Fields that only some of those who may call must send, here an admin, or that go with others. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  quoteRegisterAndSchedule: ['schoolId'],
  payRegisterAndSchedule: ['schoolId'],
  createSchoolSession: ['schoolId'],
  submitSchoolPayment: ['schoolId'],
  editStudent: ['zip', 'accommodations'],
  saveAccommodation: ['minutes'],
};
/** Whether this value leaves out a needed field. A blank text counts as left out. */
const lacksNeeded = (name: string, field: string, value: unknown): boolean =>
  (value == null || (typeof value === 'string' && value.trim() === '')) &&
  (NEEDED[name]?.includes(field) ?? false);

/** So many of the longest texts are still no longer than a body may be. */
const MAX_FIELDS_AT_ONCE = 8;

const values = [{ what: 'nothing', value: undefined }, ...hostileValues];

/** The fields of the example of a call, without the choice of a student. */
const fieldsOf = (name: string, call: CallSpec): string[] =>
  Object.keys(exampleOf(name)).filter((field) => !isStudentChoice(call, field));

/** The example without the choice of a student, with these fields instead. */
const exampleWith = (name: string, call: CallSpec, fields: Input): Input => ({
  ...Object.fromEntries(fieldsOf(name, call).map((field) => [field, exampleOf(name)[field]])),
  ...fields,
});

/**
 * Returns inputs that the contract refuses: each value at once in all the fields that may not hold
 * it. Fields that the contract checks only once the others are valid come in an input of their own.
 */
export function refusedInputs(name: string, call: CallSpec): HostileInput[] {
  const allowed = exampleWith(name, call, {});
  const withAll = (fields: readonly string[], value: unknown): Input => ({
    ...allowed,
    ...Object.fromEntries(fields.map((field) => [field, value])),
  });
  return values.flatMap(({ what, value }) => {
    const inputs: HostileInput[] = [];
    let left = fieldsOf(name, call).filter((field) =>
      refusedFields(call, withAll([field], value)).includes(field),
    );
    while (left.length > 0) {
      const tried = left.slice(0, MAX_FIELDS_AT_ONCE);
      const named = refusedFields(call, withAll(tried, value));
      const together = tried.filter((field) => named.includes(field));
      const fields = together.length > 0 ? together : tried.slice(0, 1);
      inputs.push({ what, fields, input: withAll(fields, value) });
      left = left.filter((field) => !fields.includes(field));
    }
    return inputs;
  });
}

/**
 * Returns inputs that the contract accepts although they are hostile: each value at once in all the
 * fields that may hold it. Values that are valid only beside the rest of the example come alone,
 * and so does each omitted field.
 */
export function takenInputs(name: string, call: CallSpec): HostileInput[] {
  const allowed = exampleWith(name, call, {});
  const isTaken = (input: Input): boolean => refusedFields(call, input).length === 0;
  return values.flatMap(({ what, value }) => {
    const fields = fieldsOf(name, call).filter(
      (field) => isTaken({ ...allowed, [field]: value }) && !lacksNeeded(name, field, value),
    );
    const together = Object.fromEntries(fields.map((field) => [field, value]));
    if (fields.length > 0 && value != null && isTaken({ ...allowed, ...together }))
      return [{ what, fields, input: { ...allowed, ...together } }];
    return fields.map((field) => ({
      what,
      fields: [field],
      input: { ...allowed, [field]: value },
    }));
  });
}

/**
 * The same one by one and field by field, for services that keep what they are sent; of inputs that
 * the contract reads alike only one, and none that it reads like the example. `isNeeded`: the
 * service refuses the input after all, and names the field.
 */
export function takenOneByOne(
  name: string,
  call: CallSpec,
): (HostileInput & { isNeeded: boolean })[] {
  const readings = new Set([readingOf(call, exampleOf(name))]);
  return fieldsOf(name, call).flatMap((field) =>
    values
      .map(({ what, value }) => ({
        what,
        fields: [field],
        input: { ...exampleOf(name), [field]: value },
        isNeeded: lacksNeeded(name, field, value),
      }))
      .filter(({ input, isNeeded }) => isNeeded || refusedFields(call, input).length === 0)
      .filter(({ input }) => {
        const { size } = readings;
        return readings.add(readingOf(call, input)).size > size;
      }),
  );
}

/**
 * Calls that change something and have fields; no partner's signed body, which is not read before
 * its signature is checked.
 */
export const changesWithFields = calls.filter(
  ({ name, call }) =>
    call.method === 'POST' && !call.signed && Object.keys(exampleOf(name)).length > 0,
);

/** How many calls share the inputs of one. */
const SHARES = 3;

/**
 * Returns the share of a call of `changesWithFields`: the first input and a third of the others,
 * another third for the next call. The long suite (LONG_TESTS=1) sends all.
 */
export function shareOf<One>(name: string, inputs: readonly One[]): readonly One[] {
  if (process.env['LONG_TESTS'] === '1') return inputs;
  const at = changesWithFields.findIndex((one) => one.name === name);
  return inputs.filter((_, index) => index === 0 || index % SHARES === at % SHARES);
}

/** What a taken input must not be answered with: it fails, or is refused for its form after all. */
export function troubleWithTaken(
  { what, fields }: HostileInput,
  { status, body }: { status: number; body: Problem },
): string[] {
  const isExpectedRefusal = ['start_key_missing', 'pending_over'].includes(body.code);
  const isFine = isExpectedRefusal || (TAKEN.includes(status) && body.code !== 'invalid');
  return isFine ? [] : [`${fields} with ${what} answered ${status} ${JSON.stringify(body)}`];
}
const TAKEN = [200, 202, 400, 402, 403, 404, 409, 413, 422, 429];
