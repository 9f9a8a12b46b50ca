import type { Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { cardNotFound, checkNotExpired, expiresSoon, isExpired } from './card-fields.ts';
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
  expiresSoon: boolean;
  /** The student chose it to be offered first. */
  isDefault: boolean;
}

export const cardView = ({ customerProfileId: _, ...card }: StoredCard, now: Date): Card => ({
  ...card,
  expired: isExpired(card, now),
  expiresSoon: expiresSoon(card, now),
});

/** Saved cards, newest first, without asking the processor (C-S33). */
export async function listCards(sql: Sql, studentId: number, now: Date): Promise<Card[]> {
  return (await cardsOf(sql, studentId)).map((card) => cardView(card, now));
}

/** Saved cards of many students, by student, newest first. */
export async function listCardsOf(
  sql: Sql,
  studentIds: readonly number[],
  now: Date,
): Promise<Map<number, Card[]>> {
  const cards = await cardsOfStudents(sql, studentIds);
  return new Map(
    [...cards].map(([studentId, own]) => [studentId, own.map((card) => cardView(card, now))]),
  );
}

/** A saved card to be charged, or undefined when it is not this student's or has expired. */
export async function savedCardOrNone(
  tx: Tx,
  studentId: number,
  ccId: string,
): Promise<StoredCard | undefined> {
  const card = await cardOfStudent(tx, studentId, ccId);
  return card && !isExpired(card, tx.now) ? card : undefined;
}

/**
 * A saved card to be charged. Refuses with payment_method_not_found when it is not this student's
 * or with card_declined when it has expired.
 */
export async function savedCard(tx: Tx, studentId: number, ccId: string): Promise<StoredCard> {
  const card = await cardOfStudent(tx, studentId, ccId);
  if (!card) throw cardNotFound();
  checkNotExpired(card, tx.now);
  return card;
}
