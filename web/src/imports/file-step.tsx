import { Text } from '@mantine/core';
import { uploadStudents } from '@portal/contract/students/student-imports';
import { useRef, useState } from 'react';
import { api } from '../shared/api/client.ts';
import { sendFile } from '../shared/api/send-file.ts';
import { SearchSelect } from '../shared/forms/search-select.tsx';
import { UploadForm } from '../shared/forms/upload-form.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import type { School, Uploaded } from './api.ts';
import classes from './imports.module.css';

const { upload: takes } = uploadStudents;

/** Sends a table; only the page stores the file. */
export const sendStudents = (
  schoolId: number,
  file: File,
  onProgress: (share: number) => void = () => {},
): Promise<Uploaded> =>
  sendFile(
    api.uploadStudents,
    { schoolId: String(schoolId) },
    {
      field: takes.field,
      file,
      key: crypto.randomUUID(),
      onProgress,
      signal: new AbortController().signal,
    },
  );

interface FileStepProps {
  schools: readonly School[];
  schoolId: number | null;
  onSchool: (schoolId: number | null) => void;
  onUploaded: (file: File, uploaded: Uploaded) => void;
}

/** Which school, and its table. */
export function FileStep({ schools, schoolId, onSchool, onUploaded }: FileStepProps) {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const [only] = schools;
  const send = async (chosen: File) => {
    if (schoolId === null) return;
    setFailure(null);
    setShare(0);
    try {
      onUploaded(chosen, await sendStudents(schoolId, chosen, setShare));
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setShare(null);
    }
  };
  return (
    <div className={classes.narrow} ref={top}>
      {schools.length === 1 && only ? (
        <Text>
          School: <strong>{only.name}</strong>
        </Text>
      ) : (
        <SearchSelect
          label="School"
          placeholder="Choose a school"
          required
          data={schools.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={schoolId === null ? null : String(schoolId)}
          onChange={(value) => onSchool(value === null ? null : Number(value))}
        />
      )}
      <UploadForm
        label="Students"
        action="Read the file"
        takes={takes}
        share={share}
        closed={schoolId === null}
        file={file}
        onFile={(next) => {
          setFile(next);
          setFailure(null);
        }}
        onSend={(chosen) => void send(chosen)}
      />
      <CallError error={failure} />
      <Text c="dimmed" fz="sm">
        One row for each student, at most 5,000; a row near the top names the columns. Keep only the
        last four digits of Social Security numbers: a file with full ones is refused. The file
        itself is not kept.
      </Text>
    </div>
  );
}
