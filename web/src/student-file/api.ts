import { api } from '../shared/api/client.ts';

export type { Accommodation, Bar, BarLevel, Note } from '@portal/contract/students/student-file';

export const saveNoteCall = api.saveNote;
export const setBarCall = api.setBar;
export const saveAccommodationCall = api.saveAccommodation;
export const decideAccommodationCall = api.decideAccommodation;
export const documentCall = api.accommodationDocument;
export const dataCall = api.getMyData;
export const requestDataCall = api.requestMyData;
export const blankCall = api.blankStudent;
