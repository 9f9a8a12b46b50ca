import { serviceActor } from '@portal/kit/auth/actor';
import { type Database, isUnavailable } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import type { Job } from '@portal/kit/jobs/jobs';
import type { Settings } from '@portal/proto/identity/v1/settings';
import { settings } from '../clients.ts';
import { keepBalanceSettings } from './keep-settings.ts';

/** Fetches the office's settings from identity, and keeps them when they are newer. */
export async function readBalanceSettings(db: Database): Promise<void> {
  const answer = await settings.getSettings({}, { actor: serviceActor('schools') });
  await keepBalanceSettings(db, answer.settings as Settings);
}

/**
 * Keeps the copy beside the events: fills it when the service starts without one, and closes what a
 * lost event left.
 */
export function followSettingsJob(db: Database): Job {
  return {
    name: 'follow settings',
    everySeconds: 20,
    run: () =>
      readBalanceSettings(db).catch((error: unknown) => {
        if (!isUnavailable(error) && !(error instanceof DomainError)) throw error;
      }),
  };
}
