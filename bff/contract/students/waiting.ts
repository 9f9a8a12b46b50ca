import * as z from 'zod';
import { call } from '../call.ts';

export const waitInLine = call({
  method: 'POST',
  path: '/api/waitInLine',
  summary: 'Where a visitor stands in the queue while more people come than the portal can bear',
  description:
    'Leaves a place in the browser (HttpOnly cookie `place`, 3 hours) where there is a queue ' +
    'and the browser has none. First come, first served. `open`: there is no queue, or it is ' +
    "this browser's turn, for 10 minutes. `full`: so many wait, or so many of this network " +
    'address, that no more places are given. Who is signed in never waits.',
  permission: 'account.sign_in',
  answer: z.object({
    state: z.enum(['open', 'waiting', 'full']),
    ahead: z.int().nullable().describe('So many come first, at most; null unless `waiting`'),
    waitSeconds: z
      .int()
      .nullable()
      .describe('By how fast the queue moved lately; null while that is not known'),
    pollSeconds: z.int().nullable().describe('When to ask again; null when it is `open`'),
  }),
});
