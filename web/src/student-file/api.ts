import { api } from '../shared/api/client.ts';

export type { Note } from '@portal/contract/students/student-file';

export const saveNoteCall = api.saveNote;
