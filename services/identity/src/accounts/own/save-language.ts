import { command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { keepLanguage } from '../records/keep-language.ts';

interface Choice {
  studentId: number;
  language: string;
}

async function work(tx: Tx, { studentId, language }: Choice): Promise<Record<string, never>> {
  if (language !== 'en' && language !== 'he')
    throw invalid({ path: 'language', message: 'Language invalid' });
  if (await keepLanguage(tx, studentId, language))
    tx.audit({ op: 'update', table: 'student', id: studentId, studentId, change: { language } });
  return {};
}

/** Keeps in which language a student reads pages and mails. Refuses with invalid. */
export const saveLanguage = command('saveLanguage', work);
