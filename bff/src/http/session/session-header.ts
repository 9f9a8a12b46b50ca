import { sessionHeader } from '@portal/contract/pages/session-header';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Response } from 'express';
import { type Account, type Session, sessionLeft } from './sessions.ts';

/** The account as the page names it to itself: kind and id, nothing about the person. */
export const accountTag = ({ kind, id }: Account): string => `${kind}:${id}`;

/** Sends the page the end and the account of the session, with an answer that it gets anyway. */
export function sendSessionHeader(
  response: Response,
  session: Pick<Session, 'kind' | 'id' | 'startedAt'>,
): void {
  const { endsMs, latestMs } = sessionLeft(session, steadyNow());
  const seconds = (ms: number) => Math.floor(ms / 1000);
  response.setHeader(
    sessionHeader,
    `ends=${seconds(endsMs)}, latest=${seconds(latestMs)}, account=${accountTag(session)}`,
  );
}
