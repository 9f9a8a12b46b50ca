import { createHash, createHmac } from 'node:crypto';
import { publicUrl } from '../../../public-url.ts';

/** The student and exam of a start link. */
export interface StartOf {
  studentId: number;
  examId: number;
  registrationId: number;
}

/**
 * Derives the secret of a start link (256 bit) from its name, so that the same link can be returned
 * again although only its hash is stored. `name` must be used for one link only.
 */
export function startToken(name: string): string {
  return createHmac('sha256', process.env.START_LINK_SECRET ?? '')
    .update(`start token ${name}`)
    .digest('base64url');
}

/** Returns the stored hash of a token. */
export const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** The link that starts an exam: a key of base64url text with three ids and the token. R-143. */
export function startLink({ studentId, examId, registrationId }: StartOf, token: string): string {
  const key = JSON.stringify({
    student_id: studentId,
    exam_id: examId,
    registration_id: registrationId,
    token,
  });
  return `${publicUrl()}/startExam/${Buffer.from(key).toString('base64url')}`;
}
