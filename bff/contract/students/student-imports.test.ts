import { expect, test } from '@jest/globals';
import * as identity from '../../../services/identity/src/students/imports/columns/import-fields.ts';
import type {
  Choice,
  RowState,
} from '../../../services/identity/src/students/imports/preview/row-states.ts';
import {
  type ImportChoice,
  type ImportState,
  importFields,
  previewStudents,
} from './student-imports.ts';

// The contract and identity may not import each other: this test compares their lists about student
// imports. The page has its fields from the type of the contract.

test('the contract and identity know the same fields of a table of students (R-565)', () => {
  expect(importFields).toEqual(identity.importFields);
});

test('the contract knows the orders of a date that identity reads', () => {
  expect(previewStudents.body.shape.dateOrder.options).toEqual(identity.dateOrders);
});

test('the contract and identity call the states of a row and the choices the same (R-566)', () => {
  // the compiler compares them: a missing field of either does not fit
  const states: Record<RowState, ImportState> & Record<ImportState, RowState> = {
    add: 'add',
    same: 'same',
    duplicate: 'duplicate',
    twice: 'twice',
    error: 'error',
  };
  const choices: Record<Choice, ImportChoice> & Record<ImportChoice, Choice> = {
    add: 'add',
    cohort: 'cohort',
    skip: 'skip',
  };
  const { what, choice } = previewStudents.answer.shape.rows.element.shape;
  expect(Object.keys(states).sort()).toEqual([...what.options].sort());
  expect(Object.keys(choices).sort()).toEqual([...choice.options].sort());
});
