import type { CommonCode } from '@portal/contract/problem';
import { commonRefusals } from '@portal/contract/problem';
import type { RefusalExtra } from '@portal/kit/errors';
import { DomainError } from '@portal/kit/errors';

type RefusalCode = Exclude<CommonCode, 'internal'>;

/** One of the refusals that every call can give, with its own sentence of the contract. */
export function refuse(code: RefusalCode, extra: RefusalExtra = {}): DomainError {
  const { status, detail } = commonRefusals[code];
  return new DomainError(status, code, detail, extra);
}
