import type { Refusal } from '@portal/proto/kit/v1/refusal';
import { DomainError, type RefusalExtra, type RefusalStatus } from '../errors.ts';

/** A refusal as a message has it. */
export const refusalMessage = ({ code, detail, status, extra }: DomainError): Refusal => ({
  code,
  detail,
  status,
  extraJson: JSON.stringify(extra),
});

/** The refusal that a message tells of. */
export const refusalError = ({ code, detail, status, extraJson }: Refusal): DomainError =>
  new DomainError(
    status as RefusalStatus,
    code,
    detail,
    JSON.parse(extraJson || '{}') as RefusalExtra,
  );

/** An answer or a refusal, as one of many in a message has it. */
export const outcomeMessage = <A>(outcome: A | DomainError): { answer?: A; refusal?: Refusal } =>
  outcome instanceof DomainError ? { refusal: refusalMessage(outcome) } : { answer: outcome };

/** The answer or the refusal that one of many in a message is. */
export function outcomeOf<A>({
  answer,
  refusal,
}: {
  answer?: A | undefined;
  refusal?: Refusal | undefined;
}): A | DomainError {
  if (refusal) return refusalError(refusal);
  if (answer === undefined) throw new Error('neither an answer nor a refusal');
  return answer;
}
