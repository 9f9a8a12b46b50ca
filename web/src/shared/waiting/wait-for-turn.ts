import { plural, t } from '@lingui/core/macro';
import type { CallAnswer } from '@portal/contract/call';
import { endpoints } from '@portal/contract/gen/endpoints';
import type { waitInLine } from '@portal/contract/students/waiting';
import classes from './wait-for-turn.module.css';

type QueuePosition = CallAnswer<typeof waitInLine>;

const UNKNOWN_SECONDS = 10;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Returns the place in the queue; null when the portal did not answer. */
async function lookUp(): Promise<QueuePosition | null> {
  try {
    const { method, path } = endpoints.waitInLine;
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await fetch(path, { method, headers, body: '{}' });
    return answer.ok ? ((await answer.json()) as QueuePosition) : null;
  } catch {
    return null;
  }
}

function waitText(seconds: number | null): string {
  if (seconds === null) return t`We cannot say yet how long it will take.`;
  if (seconds < 60) return t`It will take less than a minute.`;
  const minutes = Math.ceil(seconds / 60);
  return plural(minutes, {
    one: 'It will take about # minute.',
    other: 'It will take about # minutes.',
  });
}

function aheadText({ state, ahead }: QueuePosition): string {
  if (state === 'full') return t`The queue is full. This page tries again by itself.`;
  const people = ahead ?? 0;
  return people === 0
    ? t`You are next.`
    : plural(people, {
        one: 'At most # person is before you.',
        other: 'At most # people are before you.',
      });
}

function paragraph(dialog: HTMLElement, text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  dialog.append(element);
  return element;
}

/** Opens a dialog over the page, which keeps all typed text. */
function openDialog(): { show: (standing: QueuePosition | null) => void; close: () => void } {
  const dialog = document.createElement('dialog');
  dialog.className = classes['dialog'] ?? '';
  const title = document.createElement('h2');
  title.id = 'waiting-title';
  title.textContent = t`Many people are logging in right now`;
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.append(title);
  const ahead = paragraph(dialog, t`You have a place in the queue.`);
  // the wait alone is read out: a number that falls every few seconds is noise
  const wait = paragraph(dialog, '');
  wait.setAttribute('role', 'status');
  paragraph(dialog, t`You need not do anything: it goes on by itself when it is your turn.`);
  // Escape, or the way back of a phone, would leave a page that waits and does not say so; browsers
  // that do not know `closedby` let the first one be held back, and close at the second
  dialog.setAttribute('closedby', 'none');
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('close', () => {
    if (dialog.isConnected) dialog.showModal();
  });
  document.body.append(dialog);
  dialog.showModal();
  return {
    show(standing) {
      const said =
        standing === null
          ? t`The portal did not answer just now. This page tries again.`
          : waitText(standing.waitSeconds);
      if (standing !== null) ahead.textContent = aheadText(standing);
      if (wait.textContent !== said) wait.textContent = said;
    },
    close() {
      dialog.close();
      dialog.remove();
    },
  };
}

async function waitOpenly(): Promise<void> {
  const dialog = openDialog();
  try {
    for (;;) {
      const standing = await lookUp();
      if (standing?.state === 'open') return;
      dialog.show(standing);
      await pause((standing?.pollSeconds ?? UNKNOWN_SECONDS) * 1000);
    }
  } finally {
    dialog.close();
  }
}

let waiting: Promise<void> | null = null;

/** Waits until the portal admits this browser, and shows the place in the queue until then. */
export function waitForTurn(): Promise<void> {
  waiting ??= waitOpenly().finally(() => {
    waiting = null;
  });
  return waiting;
}
