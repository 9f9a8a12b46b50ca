import type { Problem } from '@portal/contract/problem';
import type { Answer } from '../../../portal-user/person.ts';

/** Returns status, code and detail of a refused call. */
export const refusal = ({
  status,
  body,
}: Answer<object>): { status: number; code: string; detail: string } => {
  const { code, detail } = body as Problem;
  return { status, code, detail };
};
