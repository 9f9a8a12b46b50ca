import type { CallAnswer } from '@portal/contract/call';
import type { getInfoForAddStudent } from '@portal/contract/students/enrol';
import type {
  getImports,
  ImportChoice,
  ImportField,
  ImportMapping,
  ImportResult,
  ImportState,
  previewStudents,
  StudentImportRow,
  uploadStudents,
} from '@portal/contract/students/student-imports';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

export type {
  ImportChoice,
  ImportField,
  ImportMapping,
  ImportResult,
  ImportState,
  StudentImportRow,
};
export type Uploaded = CallAnswer<typeof uploadStudents>;
export type Preview = CallAnswer<typeof previewStudents>;
export type EarlierImport = CallAnswer<typeof getImports>['imports'][number];
export type School = CallAnswer<typeof getInfoForAddStudent>['schools'][number];

export const importsCall = api.getImports;
export const previewCall = api.previewStudents;

const TEN_MINUTES = 600_000;

/** The schools to which the caller may import students. */
export const useSchools = () => useAnswer(api.getInfoForAddStudent, {}, { fresh: TEN_MINUTES });

/** Imports that were run, the newest first. */
export const useImports = () => useAnswer(importsCall, {});

/** How the columns of a table are read. */
export interface Reading {
  mapping: ImportMapping;
  defaults: { gender?: '1' | '2'; cohort?: string; country?: string };
  dateOrder: 'MDY' | 'DMY' | 'YMD';
}
