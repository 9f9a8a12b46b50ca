import {
  Button,
  FileInput,
  Progress,
  SegmentedControl,
  Select,
  Stack,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { materialKinds } from '../../shared/exams/material-kinds.ts';
import { SearchSelect } from '../../shared/forms/search-select.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { type OfficeMaterial, useItems } from '../api.ts';
import { examName } from '../exams/exam-words.ts';
import { useSaveMaterial } from './use-save-material.ts';

type Kind = OfficeMaterial['fileType'];
const kinds = Object.entries(materialKinds).map(([value, label]) => ({ value, label }));
const FIELDS = ['examId', 'fileType', 'displayTitle', 'url', 'file'];

interface MaterialModalProps {
  /** Null: a new one. */
  item: OfficeMaterial | null;
  onClose: () => void;
}

/** A study material of the office, new or changed: a link, or a PDF. R-122. */
export function MaterialModal({ item, onClose }: MaterialModalProps) {
  const [examId, setExamId] = useState(item?.examId ?? null);
  const [kind, setKind] = useState<Kind>(item?.fileType ?? 'StudyGuide');
  const [title, setTitle] = useState(item?.displayTitle ?? '');
  const [is, setIs] = useState<'link' | 'file'>(item && item.fileName !== null ? 'file' : 'link');
  const [url, setUrl] = useState(item?.fileName === null ? item.url : '');
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const exams = useItems('exams', { retired: item !== null });
  const save = useSaveMaterial(({ item: saved }) => {
    notifications.show({ message: `${saved.displayTitle} was ${item ? 'changed' : 'added'}.` });
    onClose();
  });
  const errors = save.error?.problem.errors ?? [];
  const errorAt = (path: string) => errors.find((one) => one.path === path)?.message;
  const isSaid = errors.length > 0 && errors.every(({ path }) => FIELDS.includes(path));
  const keepsFile = item !== null && item.fileName !== null;
  const isComplete =
    examId !== null &&
    title.trim() !== '' &&
    (is === 'link' ? url.trim() !== '' : file !== null || keepsFile);
  const submit = () => {
    if (examId === null) return;
    setSent(0);
    save.mutate({
      input: {
        ...(item ? { id: item.id } : {}),
        examId,
        fileType: kind,
        displayTitle: title.trim(),
        ...(is === 'link' ? { url: url.trim() } : {}),
      },
      file: is === 'file' ? file : null,
      onProgress: setSent,
    });
  };
  return (
    <ModalFrame
      title={item ? `Edit ${item.displayTitle}` : 'Add material'}
      opened
      onClose={onClose}
      busy={save.isPending}
      width={640}
      foot={
        <>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!isComplete} loading={save.isPending} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <SearchSelect
          label="Exam"
          withAsterisk
          {...(item ? {} : { 'data-autofocus': true })}
          comboboxProps={{ withinPortal: false }} // scrolls with the dialog on a phone
          nothingFoundMessage="No exam found"
          limit={50}
          maxDropdownHeight={220}
          data={(exams.items ?? []).map((exam) => ({
            value: String(exam.id),
            label: examName(exam),
          }))}
          value={examId === null ? null : String(examId)}
          error={errorAt('examId')}
          onChange={(id) => setExamId(id === null ? null : Number(id))}
        />
        <Select
          label="Kind"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={kinds}
          value={kind}
          error={errorAt('fileType')}
          onChange={(chosen) => setKind(chosen as Kind)}
        />
        <TextInput
          label="Title"
          description="As students read it"
          withAsterisk
          {...(item ? { 'data-autofocus': true } : {})}
          maxLength={120}
          value={title}
          error={errorAt('displayTitle')}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="What it is"
          fullWidth
          data={[
            { value: 'link', label: 'Link' },
            { value: 'file', label: 'PDF file' },
          ]}
          value={is}
          onChange={(next) => setIs(next as 'link' | 'file')}
        />
        {is === 'link' ? (
          <TextInput
            type="url"
            label="Link"
            description="https, of the page or file"
            withAsterisk
            maxLength={500}
            value={url}
            error={errorAt('url')}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        ) : (
          <FileInput
            placeholder="Choose a file"
            label={keepsFile ? 'New file (optional)' : 'File'}
            description={
              keepsFile ? `PDF, at most 25 MB. Now: ${item.fileName}` : 'PDF, at most 25 MB'
            }
            withAsterisk={!keepsFile}
            accept=".pdf"
            clearable
            clearButtonProps={{ 'aria-label': 'Remove file' }}
            value={file}
            error={errorAt('file') ?? errorAt('url')}
            onChange={setFile}
          />
        )}
        {save.isPending && file && is === 'file' && (
          <Progress value={sent * 100} aria-label="Sent of the file" />
        )}
        <CallError error={isSaid ? null : save.error} />
      </Stack>
    </ModalFrame>
  );
}
