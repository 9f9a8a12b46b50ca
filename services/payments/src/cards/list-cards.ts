import { isStaff } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import type { Sql } from '@portal/kit/database';
import { buyerOf, studentNotFound, withCopies } from '../copies/buyer.ts';
import { cardNotFound, isExpired } from './card-fields.ts';
import { cardOfStudent, cardsOf, cardsOfStudents, type StoredCard } from './store.ts';

/** A saved card as a person sees it. */
export interface Card {
  ccId: string;
  cardType: string;
  last4: string;
  name: string;
  expMonth: number;
  expYear: number;
  expired: boolean;
}

export const cardView = ({ customerProfileId: _, ...card }: StoredCard, now: Date): Card => ({ ...card, expired: isExpired(card, now) });

/** Saved cards, newest first, without asking the processor (C-S33). */
export async function listCards(sql: Sql, studentId: number, now: Date): Promise<Card[]> {
  return (await cardsOf(sql, studentId)).map((card) => cardView(card, now));
}

/** Saved cards of many students, by student, newest first. */
export async function listCardsOf(sql: Sql, studentIds: readonly number[], now: Date): Promise<Map<number, Card[]>> {
  const cards = await cardsOfStudents(sql, studentIds);
  return new Map([...cards].map(([studentId, own]) => [studentId, own.map((card) => cardView(card, now))]));
}

/** A saved card to be charged, or undefined when it is not this student's. */
export const savedCardOrNone = (sql: Sql, studentId: number, ccId: string): Promise<StoredCard | undefined> =>
  cardOfStudent(sql, studentId, ccId);

/** A saved card to be charged. Refuses with payment_method_not_found when it is not this student's. */
export async function savedCard(sql: Sql, studentId: number, ccId: string): Promise<StoredCard> {
  const card = await cardOfStudent(sql, studentId, ccId);
  if (!card) throw cardNotFound();
  return card;
}

/**
 * Staff name a student who must be on record; for a school admin everybody outside the own school is as if not there. Refuses with
 * student_not_found.
 */
export async function checkStudent(call: Call, studentId: number): Promise<void> {
  const { actor, db } = call;
  if (!isStaff(actor)) return;
  const { schoolId } = await withCopies(call, () => buyerOf(db, studentId));
  const isSchoolOnly = actor.roles.includes('ROLE_SCHOOL_ADMIN') && !actor.roles.some((role) => otherKeys.includes(role));
  if (isSchoolOnly && (schoolId === null || schoolId !== actor.schoolId)) throw studentNotFound();
}
const otherKeys = ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_ADVISOR', 'ROLE_ADVISOR_ADMIN', 'ROLE_TECH_SUPPORT', 'ROLE_SUPPORT'];
