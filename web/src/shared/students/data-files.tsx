import { Button } from '@mantine/core';
import { api } from '../api/client.ts';

const formats = ['json', 'pdf'] as const;

/** The files of a finished export, for staff; `of` names the export to screen readers. */
export function DataFiles({
  studentId,
  requestId,
  of,
}: {
  studentId: number;
  requestId: string;
  of: string;
}) {
  const hrefOf = (format: string): string => {
    const query = new URLSearchParams({ student_id: String(studentId), requestId, format });
    return `${api.getMyData.path}?${query}`;
  };
  return formats.map((format) => (
    <Button
      key={format}
      component="a"
      variant="subtle"
      href={hrefOf(format)}
      download
      aria-label={`${format.toUpperCase()} of ${of}`}
    >
      {format.toUpperCase()}
    </Button>
  ));
}
