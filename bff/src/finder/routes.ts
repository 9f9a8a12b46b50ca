import type { Account } from '@portal/access/can';
import { isOfSchool } from '@portal/access/roles';
import * as contract from '@portal/contract/finder/finder';
import { actionsOf, findablePagesOf } from '@portal/contract/pages/staff-pages';
import { fitsWords, wordsOf } from '@portal/kit/finder/finder-query';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { FoundThing } from '@portal/proto/portal/finder/v1/finder';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';
import { askEach } from './ask-each.ts';
import { type Finder, finders, missingOf } from './kinds-of.ts';
import {
  isOpenedKind,
  mergeFound,
  mergeRecent,
  type Opened,
  pageItem,
  type RankedItem,
} from './merge-found.ts';
import { placeOf } from './places.ts';
import { typedQueryOf } from './wanted.ts';

/**
 * The total time that a search waits for slow services; later their kinds are left out, and named.
 */
const WAIT_MS = 1_500;
/** The time within it for optional data that is read before the services are queried. */
const WAIT_FIRST_MS = 500;

const within = (by: CallOptions, ms: number): CallOptions => ({
  ...by,
  until: Math.min(by.until ?? Number.POSITIVE_INFINITY, performance.now() + ms),
});

/** Returns what the caller opened lately, the latest first; null while identity is unavailable. */
async function openedBy(by: CallOptions, { identity }: AppContext): Promise<Opened[] | null> {
  const [results] = await Promise.allSettled([identity.openedThings.listOpened({}, by)]);
  if (results.status === 'rejected') return null;
  return results.value.things.flatMap(({ kind, id }) => (isOpenedKind(kind) ? { kind, id } : []));
}

/** Whether the one school of an account pays for its students; not known: no. */
async function isCharged(
  account: Account,
  by: CallOptions,
  { schools }: AppContext,
): Promise<boolean> {
  if (!isOfSchool(account.roles) || !account.schoolId) return false;
  const [results] = await Promise.allSettled([
    schools.schools.listSchools({ ids: [account.schoolId] }, by),
  ]);
  return results.status === 'fulfilled' && results.value.schools[0]?.chargeSchool === true;
}

/** A thing with the page that it leads to, and the name of a student's school. */
async function itemOf(
  thing: FoundThing,
  {
    account,
    where,
    by,
    context,
  }: { account: Account; where: string; by: CallOptions; context: AppContext },
): Promise<RankedItem[]> {
  const { kind, id, title, sub, rank, schoolId } = thing;
  if (!isOpenedKind(kind)) return [];
  const { label, path } = placeOf(account, thing, where);
  const school = await context.catalogue.schoolNames.of(schoolId, by);
  return [
    { kind, id, title, sub: [sub, school, label].filter(Boolean).join(' · '), href: path, rank },
  ];
}

/**
 * Returns pages and actions of the account whose name begins with `typed`; all pages if it is
 * empty.
 */
function pagesFor(account: Account, charged: boolean, typed: string): RankedItem[] {
  const pages = findablePagesOf(account, charged).map((page) => pageItem('page', page));
  if (typed === '') return pages;
  const words = wordsOf(typed);
  return [...pages, ...actionsOf(account).map((action) => pageItem('action', action))].filter(
    ({ title }) => fitsWords(words, [title]),
  );
}

export const finderRoutes = [
  route(contract.find, async ({ input: { q = '' }, session, by: asking }, context) => {
    const by = within(asking, WAIT_MS);
    const { who, where } = typedQueryOf(q);
    const account: Account = session;
    const first = within(by, WAIT_FIRST_MS);
    const [known, charged] = await Promise.all([
      openedBy(first, context),
      isCharged(account, first, context),
    ]);
    const opened = known ?? [];
    const pages = pagesFor(account, charged, where === '' ? who : q);
    if (who === '' && opened.length === 0)
      return {
        items: mergeRecent([], opened, pages),
        // recently opened things may be of any kind
        missing: known === null ? missingOf(account, finders) : [],
      };
    const request = { query: who, recent: opened };
    const ask = async (finder: Finder): Promise<RankedItem[]> => {
      const { things } = await context[finder].finder.findThings(request, by);
      const items = things.map((thing) => itemOf(thing, { account, where, by, context }));
      return (await Promise.all(items)).flat();
    };
    const { results, unavailable } = await askEach({
      identity: ask('identity'),
      registration: ask('registration'),
      schools: ask('schools'),
      catalog: ask('catalog'),
    });
    const missing = missingOf(account, unavailable);
    return who === ''
      ? {
          items: mergeRecent(results.flat(), opened, pages),
          missing: missing.filter((kind) => opened.some((one) => one.kind === kind)),
        }
      : { items: mergeFound([...results.flat(), ...pages], opened), missing };
  }),

  route(contract.noteOpened, async ({ input, by }, { identity }) => {
    await identity.openedThings.noteOpened(input, by);
    return { noted: true as const };
  }),
];
