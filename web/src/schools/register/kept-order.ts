import * as z from 'zod';
import { type Choice, isEmptyChoice, type Pending, SLOTS } from './order.ts';

/** A bulk registration that was left before it was paid. */
export interface KeptOrder {
  sessionId: number;
  step: 2 | 3 | 4;
  choice: Choice;
  pending: Pending;
}

const id = z.int().positive();
const Stored = z.object({
  sessionId: id,
  step: z.literal([2, 3, 4]),
  exams: z.array(id.nullable()).length(SLOTS),
  students: z.array(id).max(10_000),
  sendMaterials: z.boolean().nullable(),
  pending: z.array(z.tuple([id, z.array(id).max(SLOTS)])).max(10_000),
});

/** One for each school and tab; signing out clears it (session.ts). Holds ids only. */
const keyOf = (schoolId: number): string => `bulk-registration-1-${schoolId}`;

/** Returns the order of a school that this tab keeps; null: none, or one that cannot be read. */
export function readOrder(schoolId: number): KeptOrder | null {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(keyOf(schoolId)) ?? 'null');
    const { success, data } = Stored.safeParse(stored);
    if (!success) return null;
    const { sessionId, step, exams, students, sendMaterials, pending } = data;
    const choice = { exams, students: new Set(students), sendMaterials };
    return { sessionId, step, choice, pending: new Map(pending) };
  } catch {
    return null;
  }
}

/** Saves the order of a school while this tab is open; removes an empty order. */
export function keepOrder(schoolId: number, { sessionId, step, choice, pending }: KeptOrder): void {
  const stored: z.infer<typeof Stored> = {
    sessionId,
    step,
    exams: [...choice.exams],
    students: [...choice.students],
    sendMaterials: choice.sendMaterials,
    pending: [...pending].map(([student, exams]) => [student, [...exams]]),
  };
  try {
    if (isEmptyChoice(choice)) window.sessionStorage.removeItem(keyOf(schoolId));
    else window.sessionStorage.setItem(keyOf(schoolId), JSON.stringify(stored));
  } catch {
    // the browser stores nothing; the selection lasts as long as the page
  }
}
