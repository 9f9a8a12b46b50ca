/**
 * Whom or what an open page is about: a student by the id, the day of a session, or the catalogue as
 * the office keeps it.
 */
export type Subject = number | `session:${number}` | 'catalogue';

export const daySubject = (sessionId: number): Subject => `session:${sessionId}`;
