import type { Problem } from '@portal/contract/problem';
import type { Answer } from '../../people/person.ts';

/** What a refused call said: status, code and the sentence that a person reads. */
export const refusal = ({
  status,
  body,
}: Answer<object>): { status: number; code: string; detail: string } => {
  const { code, detail } = body as Problem;
  return { status, code, detail };
};
