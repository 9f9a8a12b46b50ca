import { languageOf } from '@portal/kit/email/language';
import type { Request, Response } from 'express';
import { chosenLanguage, readCookie } from '../session/cookies.ts';
import type { Sessions } from '../session/sessions.ts';
import { sendWaitingPage } from './waiting-page.ts';
import type { WaitingRoom } from './waiting-room.ts';

/** Sends the waiting page where a visitor has to wait; gives whether it did. */
export type PageGate = (request: Request, response: Response) => Promise<boolean>;

/**
 * Pages that are never held back: those of staff, who are few and whose sign-ins have turns of
 * their own, and the link that begins an exam, whose hour was booked.
 */
const ALWAYS_OPEN = /^\/(?:admin|startExam)/i;

export const pageGate =
  (room: WaitingRoom, sessions: Pick<Sessions, 'peek'>): PageGate =>
  async (request, response) => {
    if (!room.isQueued || ALWAYS_OPEN.test(request.path)) return false;
    if (await isSignedIn(request, sessions)) return false;
    const standing = await room.standing({ request, response });
    if (standing.state === 'open') return false;
    sendWaitingPage(response, standing, languageOf(chosenLanguage(request)));
    return true;
  };

/** Whether a visitor is signed in; while Redis is unavailable, the browser's cookie decides. */
async function isSignedIn(request: Request, sessions: Pick<Sessions, 'peek'>): Promise<boolean> {
  const sid = readCookie(request, 'sid');
  if (sid === undefined) return false;
  return sessions.peek(sid).then(
    (session) => session !== null,
    () => true,
  );
}
