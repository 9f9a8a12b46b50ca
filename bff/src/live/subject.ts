/** Whom an open page is about: a student by the id, or the day of a session. */
export type Subject = number | `session:${number}`;

export const daySubject = (sessionId: number): Subject => `session:${sessionId}`;
