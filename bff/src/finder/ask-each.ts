import { DomainError } from '@portal/kit/errors';

/**
 * What those say who answer: one that is away, or too slow, is left out, unless all of them are.
 * What is not about being away fails the whole.
 */
export async function askEach<Told>(asked: readonly Promise<Told>[]): Promise<Told[]> {
  const answers = await Promise.allSettled(asked);
  const failed = answers.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  const bug = failed.find((error) => !(error instanceof DomainError && error.isTransient));
  if (bug !== undefined) throw bug;
  const told = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (told.length === 0 && failed.length > 0) throw failed[0];
  return told;
}
