/**
 * The subject of an open page: a student by the id, the day of a session, the calendar of all
 * sessions, or the catalogue as the office keeps it.
 */
export type Subject = number | `session:${number}` | 'calendar' | 'catalogue';

export const daySubject = (sessionId: number): Subject => `session:${sessionId}`;
