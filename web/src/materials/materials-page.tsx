import { Anchor, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { can } from '@portal/access/can';
import type { ExamMaterials } from '@portal/contract/exams/exam';
import { examSearch } from '@portal/contract/exams/exam-search';
import { IconExternalLink, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PHONE } from '../shared/dialogs/modal-frame.tsx';
import { materialKinds } from '../shared/exams/material-kinds.ts';
import { VendorTile } from '../shared/exams/vendor-tile.tsx';
import { AddressFilters } from '../shared/filters/address-filters.tsx';
import { VendorChoice, vendorsOf } from '../shared/filters/vendor-choice.tsx';
import { tableDay } from '../shared/format/dates.ts';
import { useTyped } from '../shared/forms/use-typed.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { DataTable } from '../shared/table/data-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { type TableState, useTableState } from '../shared/table/table-state.ts';
import { useMaterials } from './api.ts';
import classes from './materials.module.css';
import { RefreshMaterials } from './refresh-materials.tsx';

const columns: readonly Column<ExamMaterials>[] = [
  { id: 'subject', title: 'Exam', sortable: true, text: ({ subject }) => subject },
  { id: 'code', title: 'Code', sortable: true, text: ({ secularNumber }) => secularNumber },
  {
    id: 'vendor',
    title: 'Vendor',
    sortable: true,
    text: ({ vendor_name }) => vendor_name,
    cell: (exam) => <VendorTile vendorId={exam.vendor_id} vendorName={exam.vendor_name} small />,
  },
  {
    id: 'materials',
    title: 'Materials',
    text: ({ study_materials }) =>
      study_materials
        .map(({ display_title, url }) => `${display_title} (${new URL(url, location.origin)})`)
        .join('; '),
    cell: (exam) => <Materials exam={exam} />,
  },
];

/** On a phone an exam is one block; the other columns can still be chosen, and are in the file. */
const phoneColumns: readonly Column<ExamMaterials>[] = columns.map((column, at) =>
  at > 0
    ? { ...column, hiddenAtFirst: true }
    : {
        ...column,
        cell: (exam) => (
          <div className={classes.block}>
            <span>{exam.subject}</span>
            <span className={classes.kind}>
              {exam.vendor_name} {exam.secularNumber}
            </span>
            <Materials exam={exam} />
          </div>
        ),
      },
);

/** The names that the search looks at; this list has neither other names nor those of vendors. */
const searched = (exam: ExamMaterials) => ({
  ...exam,
  vendor_fullname: '',
  alt1: null,
  alt2: null,
  alt3: null,
});

/** The exams in view, in their order. */
function shownOf(
  exams: readonly ExamMaterials[],
  { term, vendor, sort, descending }: { term: string; vendor: string } & TableState,
): ExamMaterials[] {
  const matches = examSearch(term);
  const text = columns.find(({ id, sortable }) => sortable && id === sort)?.text;
  const shown = exams.filter(
    (exam) => (vendor === '' || String(exam.vendor_id) === vendor) && matches(searched(exam)),
  );
  if (!text) return shown;
  const turn = descending ? -1 : 1;
  return shown.sort((a, b) => turn * text(a).localeCompare(text(b), 'en', { numeric: true }));
}

/** the study materials of each exam. R-122. */
export function MaterialsPage() {
  const [search, setSearch] = useSearchParams();
  const [{ sort, descending }, setState] = useTableState();
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const list = useMaterials();
  const term = search.get('q') ?? '';
  const vendor = search.get('vendor') ?? '';
  const state = { page: 1, sort, descending };
  const rows = useMemo(
    () => list.data && shownOf(list.data, { term, vendor, page: 1, sort, descending }),
    [list.data, term, vendor, sort, descending],
  );
  const vendors = useMemo(() => vendorsOf(list.data ?? []), [list.data]);
  const filter = (name: 'q' | 'vendor', value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const [typed, type] = useTyped(term, (next) => filter('q', next));
  return (
    <StaffPage
      title="Study materials"
      actions={<AddressFilters table="study-materials" names={['q', 'vendor']} />}
    >
      {can(readSession(), 'material.update') && <RefreshMaterials />}
      <search className={classes.filters}>
        <TextInput
          label="Search"
          placeholder="Subject or code"
          type="search"
          autoComplete="off"
          maxLength={100}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          className={classes.search}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <VendorChoice
          vendors={vendors}
          value={vendor}
          onChange={(value) => filter('vendor', value)}
        />
      </search>
      <DataTable
        name="exams"
        columns={phone ? phoneColumns : columns}
        rows={rows}
        total={rows?.length ?? 0}
        pageSize={rows?.length || 1}
        keyOf={({ id }) => id}
        nameOf={({ subject }) => subject}
        state={state}
        onState={setState}
        refreshing={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty="No results found."
        readAll={async () => rows ?? []}
      />
    </StaffPage>
  );
}

function Materials({ exam }: { exam: ExamMaterials }) {
  return (
    <ul className={classes.materials} aria-label={`Materials of ${exam.subject}`}>
      {exam.study_materials.map((material) => (
        <li key={material.id}>
          <Anchor href={material.url} target="_blank" rel="noopener" className={classes.link}>
            {material.display_title}
            <IconExternalLink size={14} stroke={1.8} aria-label="opens in a new tab" />
          </Anchor>
          <span className={classes.kind}>{materialKinds[material.file_type]}</span>
          {material.last_updated_date && (
            <time dateTime={material.last_updated_date} className={classes.day}>
              {tableDay(material.last_updated_date)}
            </time>
          )}
        </li>
      ))}
    </ul>
  );
}
