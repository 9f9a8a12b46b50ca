import { durable } from '@portal/kit/commands/process';
import { CardRefused } from '../cards/keep-card.ts';
import { domainError } from '../errors.ts';
import type { Account } from '../partners/merchant-account.ts';
import { methodView } from './get-method.ts';
import { keepMethod } from './keep-method.ts';
import type { NewStudyMethod, StudyMethod } from './study-method.ts';

export interface SaveMethod {
  ttiStudentId: string;
  account: Account;
  method: NewStudyMethod;
}

/**
 * Saves a payment method of seminary study and makes it current, without a charge (C-A72). Refuses
 * with card_refused, too_many_cards or ach_not_available.
 */
export const savingMethod = durable<SaveMethod, { method?: StudyMethod }, StudyMethod>({
  name: 'saveStudyMethod',
  begin: async () => ({}),
  steps: [
    {
      name: 'method',
      run: async (process) => {
        try {
          return {
            method: methodView(await keepMethod(process, process.input, process.input.method)),
          };
        } catch (error) {
          if (!(error instanceof CardRefused)) throw error;
          throw domainError('card_refused', { reason: error.reason });
        }
      },
      commit: async () => undefined,
    },
  ],
  answer: ({ method }) => method as StudyMethod,
});
