import { command } from '@portal/kit/commands/command';
import { SchoolChanged } from '@portal/proto/schools/v1/events';
import type { School } from './school.ts';
import { saveSchool as save } from './store.ts';

/** Adds or changes a school and tells those who keep a copy of its prices and settings. */
export const saveSchool = command('saveSchool', async (tx, input: Omit<School, 'version'>) => {
  const { id, version, ...school } = await save(tx, input);
  tx.audit({ op: version === 1 ? 'insert' : 'update', table: 'school', id, change: school });
  tx.emit(SchoolChanged, { schoolId: id, version });
  return { id, version };
});
