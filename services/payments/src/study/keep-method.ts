import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { Running } from '@portal/kit/commands/process-definition';
import { CardRefused } from '../cards/keep-card.ts';
import { domainError } from '../errors.ts';
import { NoAnswer, onceFound, ProcessorError } from '../partners/authorize-net.ts';
import {
  addBankAccount,
  addCard,
  findBankAccount,
  findCard,
  studyCustomerProfile,
} from '../partners/card-profiles.ts';
import type { Account } from '../partners/merchant-account.ts';
import {
  keepStudyCustomer,
  methodOfProcess,
  type StoredMethod,
  studyCustomer,
  upsertMethod,
} from './store.ts';
import { achNotAvailable, type NewStudyMethod } from './study-method.ts';

type Keeping = Pick<Running<unknown, unknown>, 'id' | 'call' | 'attempt'>;
const NO_ACH = 'ACH transactions are not accepted by this merchant.';

/**
 * Makes a new card or bank account the current method of a student of TTI at an account, at the
 * processor and here. Safe to repeat: the opaque value is valid once, so an interrupted process
 * looks up the profile that it created. Throws CardRefused, too_many_cards or ach_not_available.
 */
export async function keepMethod(
  { id, call, attempt }: Keeping,
  payer: { ttiStudentId: string; account: Account },
  method: NewStudyMethod,
): Promise<StoredMethod> {
  const known = attempt > 0 ? await methodOfProcess(call.db, id) : undefined;
  if (known) return known;
  const { ttiStudentId, account } = payer;
  try {
    const customer = await studyCustomer(call.db, ttiStudentId, account);
    const customerProfileId = customer ?? (await makeCustomer(call, ttiStudentId, account));
    const isNew = customer === undefined;
    const ccId = await profileFor(customerProfileId, method, account, { isNew, attempt });
    const stored: StoredMethod = { account, ccId, customerProfileId, ...seenAs(method) };
    await inTransaction(call, 'keepMethod', async (tx) => {
      const methodId = await upsertMethod(tx, ttiStudentId, stored, id, tx.now);
      const { type, kind, last4 } = stored;
      tx.audit({
        op: 'insert',
        table: 'study_method',
        id: methodId,
        change: { ttiStudentId, account, type, kind, last4 },
      });
    });
    return stored;
  } catch (error) {
    if (error instanceof NoAnswer) throw new CardRefused('The card processor did not answer.');
    if (!(error instanceof ProcessorError)) throw error;
    if (error.code === 'E00042') throw domainError('too_many_cards');
    if (error.text === NO_ACH) throw achNotAvailable();
    throw new CardRefused(error.text);
  }
}

function seenAs(method: NewStudyMethod): Pick<StoredMethod, 'type' | 'last4' | 'kind' | 'name'> {
  if ('card' in method)
    return {
      type: 'CC',
      last4: method.card.last4,
      kind: method.card.cardType,
      name: method.card.cardholderName,
    };
  const { last4, accountType, name } = method.bankAccount;
  return { type: 'ACH', last4, kind: accountType, name };
}

async function makeCustomer({ db }: Call, ttiStudentId: string, account: Account): Promise<string> {
  const made = await studyCustomerProfile(ttiStudentId, account);
  await keepStudyCustomer(db, ttiStudentId, account, made);
  return made;
}

async function profileFor(
  customerProfileId: string,
  method: NewStudyMethod,
  account: Account,
  { isNew, attempt }: { isNew: boolean; attempt: number },
): Promise<string> {
  const add = () =>
    'card' in method
      ? addCard(customerProfileId, method.card, account)
      : addBankAccount(customerProfileId, method.bankAccount, account);
  const find = () =>
    'card' in method
      ? findCard(customerProfileId, method.card, account)
      : findBankAccount(customerProfileId, method.bankAccount.last4, account);
  try {
    return await (isNew ? onceFound(add) : add());
  } catch (error) {
    // the first try may have added it and used the opaque value up
    const mayBeThere =
      (error instanceof NoAnswer && error.isReached) ||
      (attempt > 0 && error instanceof ProcessorError);
    const found = mayBeThere ? await find() : null;
    if (found) return found;
    throw error;
  }
}
