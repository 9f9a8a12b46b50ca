/** The ids in a start link. */
export interface StartKey {
  studentId: number;
  examId: number;
  registrationId: number;
  token: string;
}

const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0;

/**
 * The key of a start link: base64url text with three ids and a token; null when it is none. R-143.
 */
export function readStartKey(key: string): StartKey | null {
  try {
    const bytes = Uint8Array.from(
      atob(key.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.charCodeAt(0),
    );
    const said = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> | null;
    const {
      student_id: studentId,
      exam_id: examId,
      registration_id: registrationId,
      token,
    } = said ?? {};
    if (!isId(studentId) || !isId(examId) || !isId(registrationId)) return null;
    return typeof token === 'string' && /^[\w-]{1,200}$/.test(token)
      ? { studentId, examId, registrationId, token }
      : null;
  } catch {
    return null;
  }
}
