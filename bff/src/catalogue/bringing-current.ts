import { DomainError } from '@portal/kit/errors';

/** Applies a change; after a concurrent change, the refusal carries the current state. */
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
