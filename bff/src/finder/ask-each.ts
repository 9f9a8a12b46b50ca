import { DomainError } from '@portal/kit/errors';

/** The answers of the services, and the services that were unavailable. */
interface QueryResults<Name, Result> {
  results: Result[];
  unavailable: Name[];
}

/**
 * Returns the answers of the available services. A service that is unavailable or too slow is named
 * and left out, unless all of them are. Any other error fails the whole.
 */
export async function askEach<Name extends string, Result>(
  request: Readonly<Record<Name, Promise<Result>>>,
): Promise<QueryResults<Name, Result>> {
  const names = Object.keys(request) as Name[];
  const answers = await Promise.allSettled(names.map((name) => request[name]));
  const failed = answers.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  const bug = failed.find((error) => !(error instanceof DomainError && error.isTransient));
  if (bug !== undefined) throw bug;
  const results = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (results.length === 0 && failed.length > 0) throw failed[0];
  return { results, unavailable: names.filter((_, at) => answers[at]?.status === 'rejected') };
}
