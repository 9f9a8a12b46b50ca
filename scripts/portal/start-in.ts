import { steadyNow } from '@portal/kit/steady-clock';

const HOUR_MS = 3_600_000;

/** Returns the full minute so many hours from now. */
export const startIn = (hours: number): Date =>
  new Date(Math.ceil((steadyNow().getTime() + hours * HOUR_MS) / 60_000) * 60_000);
