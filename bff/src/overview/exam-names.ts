interface NamedExam {
  examId: number;
  subject: string;
  vendorName: string;
}

/** 'Talmud I, TAL' of each exam by its id, which is said too where several are called that. */
export function examNames(exams: readonly NamedExam[]): ReadonlyMap<number, string> {
  const plain = new Map(
    exams.map(({ examId, subject, vendorName }) => [examId, `${subject}, ${vendorName}`]),
  );
  const all = [...plain.values()];
  return new Map(
    [...plain].map(([examId, name]) => {
      const isShared = all.indexOf(name) !== all.lastIndexOf(name);
      return [examId, isShared ? `${name} (${examId})` : name];
    }),
  );
}
