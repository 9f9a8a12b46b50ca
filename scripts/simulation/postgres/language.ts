import { compileExpr } from './expressions/expression.ts';
import { compileModify } from './statements/modify.ts';
import { compileSelect } from './statements/select.ts';
import type { Language } from './storage/catalog.ts';

/** The supported SQL. */
export const LANGUAGE: Language = {
  expr: compileExpr,
  select: compileSelect,
  statement: (node, scope) =>
    'SelectStmt' in node ? compileSelect(node.SelectStmt, scope) : compileModify(node, scope),
};
