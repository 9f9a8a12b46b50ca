import { checkAnswers } from './check-answers.ts';
import { checkCredits, checkSchools } from './check-credits.ts';
import { checkMails } from './check-mails.ts';
import { checkMoney } from './check-money.ts';
import { checkCards, checkPartners, checkRegistrations } from './check-registrations.ts';
import { checkSeats } from './check-seats.ts';
import { type Finding, finding } from './finding.ts';
import type { Recorded } from './recorded.ts';

/**
 * Finds everything lost, doubled, stuck or contradicted, by the answers that clients got and the
 * final state of the portal, the processor, the partners and the inbox; the ledgers come last.
 */
export function check(recorded: Recorded): Finding[] {
  return [
    ...checkAnswers(recorded),
    ...checkMoney(recorded),
    ...checkCredits(recorded),
    ...checkSchools(recorded),
    ...checkRegistrations(recorded),
    ...checkCards(recorded),
    ...checkSeats(recorded),
    ...checkPartners(recorded),
    ...checkMails(recorded),
    ...recorded.outside.broken.map((detail) => finding('the ledgers agree', detail)),
    ...recorded.outside.notReady.map((name) => finding('every process is ready', name)),
  ];
}
