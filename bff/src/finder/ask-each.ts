import { DomainError } from '@portal/kit/errors';

/** What those told who answered, and who did not. */
interface Answers<Name, Told> {
  told: Told[];
  away: Name[];
}

/**
 * What those say who answer: one that is away, or too slow, is named and left out, unless all of
 * them are. What is not about being away fails the whole.
 */
export async function askEach<Name extends string, Told>(
  request: Readonly<Record<Name, Promise<Told>>>,
): Promise<Answers<Name, Told>> {
  const names = Object.keys(request) as Name[];
  const answers = await Promise.allSettled(names.map((name) => request[name]));
  const failed = answers.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  const bug = failed.find((error) => !(error instanceof DomainError && error.isTransient));
  if (bug !== undefined) throw bug;
  const told = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (told.length === 0 && failed.length > 0) throw failed[0];
  return { told, away: names.filter((_, at) => answers[at]?.status === 'rejected') };
}
