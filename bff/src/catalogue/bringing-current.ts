import { DomainError } from '@portal/kit/errors';

/** Does a change; where somebody else made one meanwhile, the refusal brings what is there now. */
export async function bringingCurrent<T>(
  work: () => Promise<T>,
  current: () => Promise<unknown>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'changed') throw error;
    const extra = { ...error.extra, current: await current() };
    throw new DomainError(error.status, error.code, error.detail, extra);
  }
}
