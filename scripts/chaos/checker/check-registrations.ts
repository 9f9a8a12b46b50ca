import { countsOf, differences, type Finding, finding } from './finding.ts';
import { doneOf, type Recorded } from './recorded.ts';

/** A registration as the answers of its student leave it. */
interface Standing {
  readonly examId: number;
  sessionId: number | null;
}

/**
 * What was answered as registered, booked, moved, left or cancelled is so afterwards, in the
 * student's own list and in that of staff, and nothing else is there.
 */
export function checkRegistrations(recorded: Recorded): Finding[] {
  const done = Map.groupBy(doneOf(recorded), ({ studentId }) => studentId);
  return [...recorded.outside.students].flatMap(([id, { exams, openRegistrations }]) => {
    const own = done.get(id) ?? [];
    if (own.some(({ effect }) => effect.partner?.startsWith('redeemed'))) return [];
    const standing = new Map<number, Standing>();
    for (const { effect } of own) {
      const { registered, cancelled, seat } = effect;
      if (registered)
        standing.set(registered.registrationId, { examId: registered.examId, sessionId: null });
      if (cancelled !== undefined) standing.delete(cancelled);
      const sits = seat && standing.get(seat.registrationId);
      if (sits) sits.sessionId = seat.sessionId;
    }
    const isAtHome = (registrationId: number) =>
      own.some(({ effect }) => effect.partner?.startsWith(`proctor ${registrationId} `));
    return [
      ...[...standing].flatMap(([registrationId, { examId, sessionId }]) => {
        const row = exams.find((exam) => exam.registrationId === registrationId);
        const what = `registration ${registrationId} of exam ${examId}, student ${id}`;
        if (!row) return [finding('what is registered is there', `${what} is in no list`)];
        return row.sessionId === sessionId || isAtHome(registrationId)
          ? []
          : [
              finding(
                'who booked a session sits in it',
                `${what}: session ${sessionId} by the answers, ${row.sessionId} in the list`,
              ),
            ];
      }),
      ...differences([...standing.keys()], openRegistrations).map(({ value, wanted, found }) =>
        finding(
          'nothing is registered that nobody was told of',
          `registration ${value} of student ${id}: ${wanted} by the answers, ${found} in the list of staff`,
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

/** Cards that were saved are there, once, and those that were removed are not. */
export function checkCards(recorded: Recorded): Finding[] {
  const done = Map.groupBy(doneOf(recorded), ({ studentId }) => studentId);
  const asked = Map.groupBy(recorded.operations, ({ studentId }) => studentId);
  return [...recorded.outside.students].flatMap(([id, { cards }]) => {
    const kept = new Set(recorded.before.cards.get(id) ?? []);
    for (const { effect } of done.get(id) ?? []) {
      if (effect.cardSaved) kept.add(effect.cardSaved);
      if (effect.cardRemoved) kept.delete(effect.cardRemoved);
    }
    const possible = new Set((asked.get(id) ?? []).flatMap(({ intent }) => intent.cardSaved ?? []));
    return [
      ...[...kept]
        .filter((card) => !cards.includes(card))
        .map((card) => finding('a saved card is there', `card ${card} of student ${id} is gone`)),
      ...cards
        .filter((card) => !kept.has(card) && !possible.has(card))
        .map((card) =>
          finding('no card is there that was removed', `card ${card} of student ${id}`),
        ),
      ...[...countsOf(cards)]
        .filter(([, count]) => count > 1)
        .map(([card]) => finding('a card is saved once', `card ${card} of student ${id}`)),
    ];
  });
}

/** What clients were told that a partner has done is there, once. */
export function checkPartners({ outside, ...recorded }: Recorded): Finding[] {
  const told = new Set(doneOf(recorded).flatMap(({ effect }) => effect.partner ?? []));
  return differences([...told], [...outside.partners]).map(({ value, found }) =>
    finding('a partner has what was done there, once', `${value}: ${found} times`),
  );
}
