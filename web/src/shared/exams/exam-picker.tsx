import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import { examSearch } from '@portal/contract/exams/exam-search';
import type { getAllActiveExams } from '@portal/contract/exams/exams';
import { useMemo } from 'react';
import { SearchSelect } from '../forms/search-select.tsx';
import classes from './exam-picker.module.css';
import { VendorTile } from './vendor-tile.tsx';

/** An exam of the plain catalogue. */
export type CatalogExam = CallAnswer<typeof getAllActiveExams>[number];

/** The number of exams offered at once; typing finds the others. */
const MOST = 100;

const labelOf = ({ subject, secularNumber }: CatalogExam): string => `${subject}, ${secularNumber}`;

interface ExamPickerProps {
  exams: readonly CatalogExam[] | undefined;
  /** The id that is chosen. */
  value: number | null;
  onChange: (exam: CatalogExam | null) => void;
  disabled?: boolean;
}

/** One of the active exams, found by the starts of words of its subject, code or vendor. R-105. */
export function ExamPicker({ exams, value, onChange, disabled = false }: ExamPickerProps) {
  const byId = useMemo(() => new Map(exams?.map((exam) => [String(exam.id), exam])), [exams]);
  const filter: OptionsFilter = ({ options, search }) => {
    const matches = examSearch(search);
    return (options as ComboboxItem[]).filter((option) => {
      const exam = byId.get(option.value);
      return exam && matches({ ...exam, vendor_fullname: '', alt1: null, alt2: null, alt3: null });
    });
  };
  return (
    <SearchSelect
      label="Exam"
      placeholder="Subject, code or vendor"
      comboboxProps={{ withinPortal: false }} // within the page's landmark
      clearable
      limit={MOST}
      filter={filter}
      disabled={disabled || !exams}
      data={[...byId].map(([id, exam]) => ({ value: id, label: labelOf(exam) }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange((id && byId.get(id)) || null)}
      renderOption={({ option }) => {
        const exam = byId.get(option.value);
        return (
          <span className={classes.option}>
            {exam && <VendorTile vendorId={exam.vendor_id} vendorName={exam.vendor_name} small />}
            {option.label}
          </span>
        );
      }}
    />
  );
}
