import { expect, test } from '@jest/globals';
import type { TransactionState } from '../../partners/transaction-status.ts';
import { abandonedRefundMove, bookAsUnmatched } from './given-up-move.ts';

const HOUR = 3600;
const DAY = 86_400;

test.each<[string, [TransactionState | null, number], ReturnType<typeof abandonedRefundMove>]>([
  ['one that was made is booked', ['captured', 40], 'book'],
  ['one that was made is booked however late that is found', ['captured', 30 * DAY], 'book'],
  ['one that is not there may still arrive within the hour', [null, HOUR - 1], 'look again'],
  ['one that is not there after the hour never will be', [null, HOUR], 'forget'],
  ['one that is looked at by the processor is looked up again', ['review', DAY], 'look again'],
  ['one of which nobody knows is looked up again', ['unclear', DAY], 'look again'],
  ['one that failed may be made until its batch is closed', ['failed', DAY - 1], 'look again'],
  ['one that failed is over with its batch', ['failed', DAY], 'forget'],
  ['one that was refused may have a twin within the hour', ['declined', HOUR - 1], 'look again'],
  ['one that was refused is over after the hour', ['declined', HOUR], 'forget'],
  ['one that was voided is over after the hour', ['voided', HOUR], 'forget'],
])('of a refund that was given up: %s', (_name, [found, ageSeconds], move) => {
  expect(abandonedRefundMove(found, ageSeconds)).toBe(move);
});

test.each([
  ['is looked up again within the hour', HOUR - 1, false, 'look again'],
  ['is looked up again while another one is under way', DAY, true, 'look again'],
  ['is left to a person after it', HOUR, false, 'forget'],
])('one that was made and does not fit %s', (_name, ageSeconds, isOtherUnderWay, move) => {
  expect(bookAsUnmatched(ageSeconds, isOtherUnderWay)).toBe(move);
});
