import { call } from '@portal/contract/call';
import * as z from 'zod';
import { route } from '../http/route.ts';
import { aPortal, memorySessions } from './portal.ts';

// Three calls for tests of behaviour that all calls share: one that changes something of a student,
// one that reads, and one that is open to everyone.

const done = z.object({ done: z.boolean() });
const book = call({
  method: 'POST',
  path: '/api/book',
  summary: '',
  permission: 'fee.pay',
  onStudent: true,
  keyed: true,
  body: z.object({ seat: z.int({ error: 'Seat invalid' }), note: z.string().optional() }),
  answer: done,
});
const look = call({
  method: 'GET',
  path: '/api/look',
  summary: '',
  permission: 'catalog.list',
  query: z.object({ page: z.coerce.number().int().min(1).optional() }),
  answer: done,
});
const open = call({
  method: 'POST',
  path: '/api/open',
  summary: '',
  permission: 'account.sign_in',
  answer: done,
});

type Handler = Parameters<typeof route<typeof book>>[1];
/** A portal with these calls alone; `handle` is what the one that changes something does. */
export const portalThat = (
  handle: Handler = async () => ({ done: true }),
  sessions = memorySessions(),
) =>
  aPortal({
    sessions,
    routes: [
      route(book, handle),
      route(look, async () => ({ done: true })),
      route(open, async () => ({ done: true })),
    ],
  });
