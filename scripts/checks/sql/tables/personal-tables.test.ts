import { expect, test } from '@jest/globals';
import { modelsOf } from './data-model.ts';
import { owners, schemaOf } from './generated.ts';
import { personalTables, undecidedColumns } from './personal-tables.ts';

const schema = (more = '', ofPlace = '') => `
/// Someone who learns.
model Person {
  id       BigInt @id /// @kept
  /// Since the first exam.
  nickName String @map("nick_name") /// of the last release @blanked
  ${more}

  @@map("person")
}

/// @impersonal
model Place {
  id    BigInt @id
  phone String /// @impersonal
  ${ofPlace}

  @@map("place")
}`;

test.each(owners)('every column of %s says how exports and blanking treat it', (owner) => {
  expect(undecidedColumns(modelsOf(schemaOf(owner)))).toEqual([]);
});

test('the markers make the table, and leave the comment', () => {
  expect(undecidedColumns(modelsOf(schema()))).toEqual([]);
  expect(personalTables(schema())).toContain(`{
  person: {
    id: 'kept',
    nick_name: 'blanked',
  },
} as const;`);
  expect(modelsOf(schema()).map(({ documentation }) => documentation)).toEqual([
    'Someone who learns.',
    undefined,
  ]);
  expect(modelsOf(schema())[0]?.fields.map(({ documentation }) => documentation)).toEqual([
    undefined,
    'Since the first exam.\nof the last release',
  ]);
});

test.each([
  {
    what: 'a column without a marker',
    text: schema('age Int'),
    error: 'person.age needs one of @kept, @blanked, @office, @secret, @hidden',
  },
  {
    what: 'an unknown marker',
    text: schema('age Int /// @keeped'),
    error: 'person.age needs one of @kept, @blanked, @office, @secret, @hidden',
  },
  {
    what: 'a column with two markers',
    text: schema('age Int /// @kept @hidden'),
    error: 'person.age has more than one marker',
  },
  {
    what: 'a table without markers',
    text: `${schema()}\nmodel Visit {\n  id BigInt @id\n  @@map("visit")\n}`,
    error: 'visit.id needs one of @kept, @blanked, @office, @secret, @hidden',
  },
  {
    what: 'a column of an impersonal table that looks personal',
    text: schema('', 'studentId BigInt @map("student_id")'),
    error: 'place.student_id looks personal and is not @impersonal',
  },
  {
    what: 'a marker in an impersonal table',
    text: schema('', 'age Int /// @kept'),
    error: 'place.age is marked in a table that is @impersonal',
  },
])('reports $what', ({ text, error }) => {
  expect(undecidedColumns(modelsOf(text))).toEqual([error]);
});

test('a schema without rows about students has no personal tables', () => {
  expect(personalTables('/// @impersonal\nmodel Place {\n  id BigInt @id\n}')).toBeUndefined();
});

test('rows that name their student are read, and deleted where no column is kept', () => {
  const visit = (
    table: string,
    student: string,
    marker: string,
    index = '@@index([studentId])',
  ) => `
model ${table} {
  id        BigInt @id /// @${marker}
  studentId ${student} @map("student_id") /// @${marker}
  text      String /// @office

  ${index}
  @@map("${table.toLowerCase()}")
}`;
  const generated = personalTables(
    [
      visit('Stay', 'BigInt', 'kept'),
      visit('Note', 'BigInt', 'office'),
      visit('Guest', 'BigInt?', 'office'),
      visit('Unindexed', 'BigInt', 'office', ''),
    ].join('\n'),
  );
  expect(generated).toContain(`
    SELECT 'stay' AS name, to_jsonb(t) AS row FROM stay t
    WHERE t.student_id = \${studentId}
    UNION ALL
    SELECT 'note', to_jsonb(t) FROM note t
    WHERE t.student_id = \${studentId}
    -- never null: name, row\`;
`);
  expect(generated?.match(/DELETE FROM \w+/g)).toEqual(['DELETE FROM note']);
});
