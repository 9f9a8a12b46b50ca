import { can } from '@portal/access/can';
import { STAFF_ROLES } from '@portal/access/roles';
import type { FieldError } from '@portal/kit/errors';

/** Most filters that an account keeps of a table. C-O51. */
export const MAX_OF_TABLE = 50;
const MAX_QUERY_BYTES = 4096;
const MAX_NAME = 60;
const MAX_DEPTH = 5;
const TABLE = /^[a-z][a-z0-9-]{0,39}$/;

export interface FilterForm {
  table: string;
  name: string;
  /** JSON of an object. */
  query: string;
  sharedWith: readonly string[];
}

/** Parses a JSON text as an object; undefined: it is not one, is too large, or too deep. */
export function readFilter(json: string): Readonly<Record<string, unknown>> | undefined {
  if (Buffer.byteLength(json) > MAX_QUERY_BYTES) return undefined;
  try {
    const query: unknown = JSON.parse(json);
    return isObject(query) && depthOf(query) <= MAX_DEPTH ? query : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

/** Returns the errors of a filter, field by field. */
export function filterErrors({ table, name, query, sharedWith }: FilterForm): FieldError[] {
  const errors: FieldError[] = [];
  if (!TABLE.test(table)) errors.push({ path: 'table', message: 'Table invalid' });
  const { length } = [...name];
  if (length < 1 || length > MAX_NAME)
    errors.push({
      path: 'name',
      message: length < 1 ? 'Required' : `At most ${MAX_NAME} characters`,
    });
  if (readFilter(query) === undefined) errors.push({ path: 'query', message: 'Filter invalid' });
  if (!sharedWith.every((role) => STAFF_ROLES.some((one) => one === role)))
    errors.push({ path: 'sharedWith', message: 'Role invalid' });
  return errors;
}

const PRIVATE_NAME = /ssn|social|dob|birth|last4|lastfour/;
const WHOLE_SSN = /(?<!\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)|^\s*\d{9}\s*$/;

/**
 * Whether a filter holds an SSN or a birth date, or asks by one: by the name of a field, at any
 * depth, or as a whole SSN in a value. R-574.
 */
export function holdsPrivateField(value: unknown): boolean {
  if (typeof value === 'string') return WHOLE_SSN.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) =>
      PRIVATE_NAME.test(name.toLowerCase().replace(/[^a-z0-9]/g, '')) || holdsPrivateField(inner),
  );
}

/** Whether an account may share with these roles: with its own ones, an admin with any. C-O51. */
export const mayShareWith = (
  account: { kind: 'staff' | 'student' | 'service' | 'public'; roles: readonly string[] },
  sharedWith: readonly string[],
): boolean =>
  can(account, 'saved_filter.share_with_any') ||
  sharedWith.every((role) => account.roles.includes(role));

/** Roles in their order, each once. */
export const inOrder = (sharedWith: readonly string[]): string[] =>
  STAFF_ROLES.filter((role) => sharedWith.includes(role));
