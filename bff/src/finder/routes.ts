import type { Account } from '@portal/access/can';
import { isOfSchool } from '@portal/access/roles';
import * as contract from '@portal/contract/finder';
import { actionsOf, findablePagesOf } from '@portal/contract/staff-pages';
import { fitsWords, wordsOf } from '@portal/kit/finder/finder-query';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { FoundThing } from '@portal/proto/portal/finder/v1/finder';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { askEach } from './ask-each.ts';
import {
  isOpenedKind,
  mergeFound,
  mergeRecent,
  type Opened,
  pageItem,
  type RankedItem,
} from './merge-found.ts';
import { placeOf } from './places.ts';
import { wantedOf } from './wanted.ts';

/** Who types does not wait longer for a service that does not answer: its kinds are left out. */
const WAIT_MS = 1_500;

/** What the caller opened lately, the latest first; nothing where nobody can say it. */
async function openedBy(by: CallOptions, { identity }: Parts): Promise<Opened[]> {
  const [told] = await Promise.allSettled([identity.finder.listOpened({}, by)]);
  if (told.status === 'rejected') return [];
  return told.value.things.flatMap(({ kind, id }) => (isOpenedKind(kind) ? { kind, id } : []));
}

/** Whether the one school of an account pays for its students; not known: no. */
async function isCharged(account: Account, by: CallOptions, { schools }: Parts): Promise<boolean> {
  if (!isOfSchool(account.roles) || !account.schoolId) return false;
  const [told] = await Promise.allSettled([
    schools.schools.listSchools({ ids: [account.schoolId] }, by),
  ]);
  return told.status === 'fulfilled' && told.value.schools[0]?.chargeSchool === true;
}

/** A thing with the page that it leads to, and the name of a student's school. */
async function itemOf(
  thing: FoundThing,
  { account, where, by, parts }: { account: Account; where: string; by: CallOptions; parts: Parts },
): Promise<RankedItem[]> {
  const { kind, id, title, sub, rank, schoolId } = thing;
  if (!isOpenedKind(kind)) return [];
  const { label, path } = placeOf(account, thing, where);
  const school = await parts.catalogue.schoolNames.of(schoolId, by);
  return [
    { kind, id, title, sub: [sub, school, label].filter(Boolean).join(' · '), href: path, rank },
  ];
}

/** Pages and actions of the account whose name begins with what was typed; nothing typed: pages. */
function pagesFor(account: Account, charged: boolean, typed: string): RankedItem[] {
  const pages = findablePagesOf(account, charged).map((page) => pageItem('page', page));
  if (typed === '') return pages;
  const words = wordsOf(typed);
  return [...pages, ...actionsOf(account).map((action) => pageItem('action', action))].filter(
    ({ title }) => fitsWords(words, [title]),
  );
}

export const finderRoutes = [
  route(contract.find, async ({ input: { q = '' }, session, by: asking }, parts) => {
    const by = { ...asking, deadlineMs: WAIT_MS };
    const { who, where } = wantedOf(q);
    const account: Account = session;
    const [opened, charged] = await Promise.all([
      openedBy(by, parts),
      isCharged(account, by, parts),
    ]);
    const question = { query: who, recent: opened };
    const { identity, registration, schools, catalog } = parts;
    const told =
      who === '' && opened.length === 0
        ? []
        : await askEach([
            identity.finder.findThings(question, by),
            registration.finder.findThings(question, by),
            schools.finder.findThings(question, by),
            catalog.finder.findThings(question, by),
          ]);
    const things = told.flatMap((one) => one.things);
    const items = await Promise.all(
      things.map((thing) => itemOf(thing, { account, where, by, parts })),
    );
    const pages = pagesFor(account, charged, where === '' ? who : q);
    return {
      items:
        who === ''
          ? mergeRecent(items.flat(), opened, pages)
          : mergeFound([...items.flat(), ...pages], opened),
    };
  }),

  route(contract.noteOpened, async ({ input, by }, { identity }) => {
    await identity.finder.noteOpened(input, by);
    return { noted: true as const };
  }),
];
