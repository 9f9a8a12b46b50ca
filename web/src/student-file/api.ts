import { api } from '../shared/api/client.ts';

export type { Bar, BarLevel, Note } from '@portal/contract/students/student-file';

export const saveNoteCall = api.saveNote;
export const setBarCall = api.setBar;
