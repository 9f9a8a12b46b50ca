import { materialKinds } from '../../shared/exams/material-kinds.ts';
import { tableDay } from '../../shared/format/dates.ts';
import type { OfficeMaterial } from '../api.ts';

/**
 * Returns the source of a material: the vendor that lists it ('TAL'), or the office's 'Link' or
 * 'File'.
 */
export const sourceText = ({ fetched, vendor_name, fileName }: OfficeMaterial): string =>
  fetched ? vendor_name : fileName === null ? 'Link' : 'File';

/** A material as text, in the order of its form. */
export const inWords = (material: OfficeMaterial): [string, string][] => [
  ['Exam', `${material.subject} (${material.secularNumber})`],
  ['Kind', materialKinds[material.fileType]],
  ['Title', material.displayTitle],
  ...(material.fileName === null
    ? ([['Link', material.url]] as [string, string][])
    : ([['File', material.fileName]] as [string, string][])),
  ['Comes from', material.fetched ? `${material.vendor_name}, as it lists it` : 'The office'],
  ['Last update', material.lastUpdatedDate === null ? '' : tableDay(material.lastUpdatedDate)],
];
