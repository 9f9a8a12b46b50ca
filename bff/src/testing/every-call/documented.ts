import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/** Issues about which value of the right type a field has. */
const ABOUT_VALUES = ['invalid_format', 'too_big', 'too_small', 'not_multiple_of', 'custom'];

/** Whether a value that only a real service chooses is wrong, and nothing else. */
function isAboutValue(issue: Issue): boolean {
  if (issue.code === 'invalid_union')
    return issue.errors.some((option) => option.length > 0 && option.every(isAboutValue));
  if (issue.code === 'invalid_value') return issue.input !== undefined && issue.input !== null;
  return ABOUT_VALUES.includes(issue.code);
}

/**
 * Returns where the shape of a response differs from its schema: missing and unknown fields and
 * wrong types. Formats, ranges and enums are not compared, since the test's services make them up.
 */
export function differencesOfShape(schema: z.ZodType, body: unknown): string[] {
  const issues = schema.safeParse(body, { reportInput: true }).error?.issues ?? [];
  return issues
    .filter((issue) => !isAboutValue(issue))
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
}
