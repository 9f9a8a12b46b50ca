import { countsOf, differences, type Finding, finding } from './finding.ts';
import { doneOf, type Recorded } from './recorded.ts';

/** A registration according to the student's answers. */
interface AnsweredRegistration {
  readonly examId: number;
  sessionId: number | null;
}

/**
 * Checks that the lists of the student and of staff show all confirmed registrations, bookings,
 * moves and cancellations, and nothing else.
 */
export function checkRegistrations(recorded: Recorded): Finding[] {
  const done = Map.groupBy(doneOf(recorded), ({ studentId }) => studentId);
  return [...recorded.outside.students].flatMap(([id, { exams, openRegistrations }]) => {
    const own = done.get(id) ?? [];
    if (own.some(({ effect }) => effect.partner?.startsWith('redeemed'))) return [];
    const answered = new Map<number, AnsweredRegistration>();
    for (const { effect } of own) {
      const { registered, cancelled, seat } = effect;
      if (registered)
        answered.set(registered.registrationId, { examId: registered.examId, sessionId: null });
      if (cancelled !== undefined) answered.delete(cancelled);
      const sits = seat && answered.get(seat.registrationId);
      if (sits) sits.sessionId = seat.sessionId;
    }
    const isAtHome = (registrationId: number) =>
      own.some(({ effect }) => effect.partner?.startsWith(`proctor ${registrationId} `));
    return [
      ...[...answered].flatMap(([registrationId, { examId, sessionId }]) => {
        const row = exams.find((exam) => exam.registrationId === registrationId);
        const what = `registration ${registrationId} of exam ${examId}, student ${id}`;
        if (!row) return [finding('a registration is listed', `${what} is in no list`)];
        return row.sessionId === sessionId || isAtHome(registrationId)
          ? []
          : [
              finding(
                'a booked session is listed',
                `${what}: session ${sessionId} by the answers, ${row.sessionId} in the list`,
              ),
            ];
      }),
      ...differences([...answered.keys()], openRegistrations).map(({ value, wanted, found }) =>
        finding(
          'each listed registration was answered',
          `registration ${value} of student ${id}: ${wanted} by the answers, ` +
            `${found} in the list of staff`,
        ),
      ),
      ...[...countsOf(exams.map(({ examId }) => examId))]
        .filter(([, count]) => count > 1)
        .map(([examId]) =>
          finding('an exam is registered once', `exam ${examId} of student ${id} is there twice`),
        ),
    ];
  });
}

/** Checks that saved cards are listed once and removed ones are not. */
export function checkCards(recorded: Recorded): Finding[] {
  const done = Map.groupBy(doneOf(recorded), ({ studentId }) => studentId);
  const operations = Map.groupBy(recorded.operations, ({ studentId }) => studentId);
  return [...recorded.outside.students].flatMap(([id, { cards }]) => {
    const kept = new Set(recorded.before.cards.get(id) ?? []);
    for (const { effect } of done.get(id) ?? []) {
      if (effect.cardSaved) kept.add(effect.cardSaved);
      if (effect.cardRemoved) kept.delete(effect.cardRemoved);
    }
    const possible = new Set(
      (operations.get(id) ?? []).flatMap(({ intent }) => intent.cardSaved ?? []),
    );
    return [
      ...[...kept]
        .filter((card) => !cards.includes(card))
        .map((card) => finding('a saved card is listed', `card ${card} of student ${id} is gone`)),
      ...cards
        .filter((card) => !kept.has(card) && !possible.has(card))
        .map((card) => finding('no removed card is listed', `card ${card} of student ${id}`)),
      ...[...countsOf(cards)]
        .filter(([, count]) => count > 1)
        .map(([card]) => finding('a card is saved once', `card ${card} of student ${id}`)),
    ];
  });
}

/** Checks that partners have each confirmed change once. */
export function checkPartners({ outside, ...recorded }: Recorded): Finding[] {
  const confirmed = new Set(doneOf(recorded).flatMap(({ effect }) => effect.partner ?? []));
  return differences([...confirmed], [...outside.partners]).map(({ value, found }) =>
    finding('a partner has each change once', `${value}: ${found} times`),
  );
}
