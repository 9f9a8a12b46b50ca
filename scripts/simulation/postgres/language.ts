import type { Language } from './catalog.ts';
import { compileExpr } from './expression.ts';
import { compileModify } from './modify.ts';
import { compileSelect } from './select.ts';

/** The supported SQL. */
export const LANGUAGE: Language = {
  expr: compileExpr,
  select: compileSelect,
  statement: (node, scope) =>
    'SelectStmt' in node ? compileSelect(node.SelectStmt, scope) : compileModify(node, scope),
};
