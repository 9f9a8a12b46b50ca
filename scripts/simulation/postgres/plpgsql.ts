import type { CreateFunctionStmt, Node, SelectStmt } from 'libpg-query';
import { parsePlPgSQLSync, parseSync } from 'libpg-query';
import { compileExpr, lastName, nameOf } from './expressions/expression.ts';
import {
  type Catalog,
  type Change,
  type Context,
  Env,
  type Expr,
  type Procedure,
  type Query,
  Scope,
} from './storage/catalog.ts';
import { CONDITIONS, databaseError } from './storage/errors.ts';
import { cast, type Row, toRow, type Value } from './storage/values.ts';

/** A PL/pgSQL node as the parser gives it. */
type Piece = Readonly<Record<string, unknown>>;
interface Text {
  PLpgSQL_expr: { query: string };
}

/** The scope of a running function: its variables are a row around each of its statements. */
class Frame {
  readonly env: Env;
  returned: Value | undefined;
  constructor(env: Env) {
    this.env = env;
  }
}
type Work = (frame: Frame) => boolean;

const RETURNED = true;
const ON = false;

/** Creates a function that a migration defines. */
export function defineFunction(statement: CreateFunctionStmt, sql: string, catalog: Catalog): void {
  const name = lastName(statement.funcname);
  const args = (statement.parameters ?? []).map((node) =>
    'FunctionParameter' in node ? (node.FunctionParameter.name ?? '') : '',
  );
  const option = (wanted: string): Node | undefined => {
    const found = statement.options?.find(
      (node) => 'DefElem' in node && node.DefElem.defname === wanted,
    );
    return found && 'DefElem' in found ? found.DefElem.arg : undefined;
  };
  const isSql = nameOf(option('language')) === 'sql';
  const asList = option('as');
  const body = asList && 'List' in asList ? nameOf(asList.List.items?.[0]) : '';
  // compiled at the first call: it may name objects that are created later
  let made: Procedure | undefined;
  const procedure = (): Procedure =>
    (made ??= isSql ? sqlFunction(args, body, catalog) : new Routine(args, sql, catalog));
  catalog.functions.set(name, {
    call: (values, ctx) => procedure().call(values, ctx),
    fire: (change, addedAs, ctx) => procedure().fire(change, addedAs, ctx),
  });
}

function sqlFunction(args: readonly string[], body: string, catalog: Catalog): Procedure {
  const scope = new Scope(catalog, null);
  scope.add('', args);
  const query = catalog.language.select(selectOf(body), new Scope(catalog, scope));
  return {
    call(values, ctx) {
      const env = new Env(ctx, null);
      env.rows[0] = toRow(args, values);
      return query.run(ctx, env)[0]?.[0] ?? null;
    },
    fire() {
      throw new Error('a function of SQL is no trigger');
    },
  };
}

const statementOf = (sql: string): Node => {
  const node = parseSync(sql).stmts?.[0]?.stmt;
  if (!node) throw new Error(`nothing to run in ${sql}`);
  return node;
};
const selectOf = (sql: string): SelectStmt => {
  const node = statementOf(sql);
  if (!('SelectStmt' in node)) throw new Error(`${sql} is no SELECT`);
  return node.SelectStmt;
};

/** A PL/pgSQL function, as far as the migrations need it. */
class Routine implements Procedure {
  private readonly catalog: Catalog;
  private readonly args: readonly string[];
  private readonly body: readonly Piece[];
  private readonly fields: readonly string[];
  private readonly variables: readonly string[];
  private readonly compiled = new Map<string, Work[]>();

  constructor(args: readonly string[], sql: string, catalog: Catalog) {
    this.catalog = catalog;
    this.args = args;
    const parsed = parsePlPgSQLSync(sql) as unknown as {
      plpgsql_funcs: [
        {
          PLpgSQL_function: {
            datums: Piece[];
            action: { PLpgSQL_stmt_block: { body: Piece[] } };
          };
        },
      ];
    };
    const { datums, action } = parsed.plpgsql_funcs[0].PLpgSQL_function;
    this.body = action.PLpgSQL_stmt_block.body;
    this.fields = datums.map(
      (datum) => (datum['PLpgSQL_recfield'] as { fieldname: string } | undefined)?.fieldname ?? '',
    );
    this.variables = datums.flatMap(
      (datum) => (datum['PLpgSQL_var'] as { refname: string } | undefined)?.refname ?? [],
    );
  }

  call(values: readonly Value[], ctx: Context): Value {
    const frame = this.frame(ctx, null, values);
    this.run(this.works([], null), frame);
    return '';
  }

  fire(change: Change, addedAs: string | null, ctx: Context): Row | null {
    const inner = { ...ctx, depth: ctx.depth + 1, memo: new Map<object, unknown>() };
    const frame = this.frame(inner, change, []);
    const columns = change.table.columns.map(({ name }) => name);
    this.run(this.works(columns, addedAs), frame);
    return (frame.returned as Row | null | undefined) ?? null;
  }

  private frame(ctx: Context, change: Change | null, values: readonly Value[]): Frame {
    const env = new Env(ctx, null);
    const names: Row = { tg_table_name: change?.table.name ?? null };
    for (const variable of this.variables) names[variable] ??= null;
    for (const [index, arg] of this.args.entries()) names[arg] = values[index] ?? null;
    env.rows = [
      names,
      change?.new ? { ...change.new } : {},
      change?.old ?? {},
      { rows: change?.added ?? [] },
    ];
    return new Frame(env);
  }

  private run(works: readonly Work[], frame: Frame): boolean {
    for (const work of works) if (work(frame) === RETURNED) return RETURNED;
    return ON;
  }

  private works(columns: readonly string[], addedAs: string | null): Work[] {
    const key = `${columns.join()}|${addedAs}`;
    let works = this.compiled.get(key);
    if (!works) {
      const scope = new Scope(this.catalog, null);
      scope.add('', [...this.variables, ...this.args]);
      scope.add('new', columns);
      scope.add('old', columns);
      works = this.body.map((piece) => this.statement(piece, scope, addedAs));
      this.compiled.set(key, works);
    }
    return works;
  }

  private statement(piece: Piece, scope: Scope, addedAs: string | null): Work {
    const [[kind, given] = ['', {}]] = Object.entries(piece);
    const fields = given as Piece;
    switch (kind) {
      case 'PLpgSQL_stmt_return':
        return this.returning(fields);
      case 'PLpgSQL_stmt_execsql':
        return this.sql(fields, scope, addedAs);
      case 'PLpgSQL_stmt_perform': {
        const query = this.query((fields['expr'] as Text).PLpgSQL_expr.query, scope, addedAs);
        return (frame) => {
          query(frame);
          return ON;
        };
      }
      case 'PLpgSQL_stmt_assign':
        return this.assign(fields, scope);
      case 'PLpgSQL_stmt_if': {
        const condition = this.expression(fields['cond'] as Text, scope);
        const read = (list: unknown) =>
          ((list ?? []) as Piece[]).map((one) => this.statement(one, scope, addedAs));
        const then = read(fields['then_body']);
        const otherwise = read(fields['else_body']);
        return (frame) => this.run(condition(inside(frame)) === true ? then : otherwise, frame);
      }
      case 'PLpgSQL_stmt_raise':
        return this.raise(fields, scope);
      default:
        throw new Error(`${kind} is not known here`);
    }
  }

  private returning(fields: Piece): Work {
    const isNew = fields['retvarno'] !== undefined;
    return (frame) => {
      frame.returned = isNew ? (frame.env.rows[1] as Row) : null;
      return RETURNED;
    };
  }

  private query(
    sql: string,
    scope: Scope,
    addedAs: string | null,
  ): (frame: Frame) => { columns: readonly string[]; rows: Value[][] } {
    const inner = new Scope(this.catalog, scope);
    if (addedAs !== null) {
      const columns = this.addedColumns(scope);
      inner.ctes.set(addedAs, {
        columns,
        writes: false,
        rows: (ctx) => ctx.memo.get(ADDED) as Row[],
      });
    }
    let query: Query | undefined;
    return (frame) => {
      query ??= this.catalog.language.statement(statementOf(sql), inner);
      const { ctx } = frame.env;
      const { tx } = ctx;
      // each statement of a function sees the rows committed and written before it
      const snapshot = { tx, csn: ctx.ledger.csn, cid: ++tx.cid };
      const after: (() => void)[] = [];
      const memo = new Map<object, unknown>([[ADDED, frame.env.rows[3]?.['rows']]]);
      const fresh: Context = { ...ctx, snapshot, after, memo, params: [] };
      const up = new Env(fresh, null);
      up.rows = frame.env.rows;
      const rows = query.run(fresh, up);
      tx.cid++;
      for (const work of after) work();
      return { columns: query.columns, rows };
    };
  }

  private addedColumns(scope: Scope): readonly string[] {
    return scope.items[1]?.columns ?? [];
  }

  private sql(fields: Piece, scope: Scope, addedAs: string | null): Work {
    const query = this.query((fields['sqlstmt'] as Text).PLpgSQL_expr.query, scope, addedAs);
    const target = fields['target'] as { PLpgSQL_row: { fields: { name: string }[] } } | undefined;
    const names = target?.PLpgSQL_row.fields.map(({ name }) => name) ?? [];
    return (frame) => {
      const { rows } = query(frame);
      for (const [index, name] of names.entries())
        (frame.env.rows[0] as Row)[name] = rows[0]?.[index] ?? null;
      return ON;
    };
  }

  private assign(fields: Piece, scope: Scope): Work {
    const { query } = (fields['expr'] as Text).PLpgSQL_expr;
    const value = this.compile(query.slice(query.indexOf(':=') + 2), scope);
    const field = this.fields[fields['varno'] as number] as string;
    return (frame) => {
      (frame.env.rows[1] as Row)[field] = value(inside(frame));
      return ON;
    };
  }

  private raise(fields: Piece, scope: Scope): Work {
    const params = ((fields['params'] ?? []) as Text[]).map((one) => this.expression(one, scope));
    const options = ((fields['options'] ?? []) as Piece[]).map((one) => {
      const { opt_type, expr } = one['PLpgSQL_raise_option'] as { opt_type?: number; expr: Text };
      return { type: opt_type ?? 0, value: this.expression(expr, scope) };
    });
    return (frame) => {
      const env = inside(frame);
      const texts = params.map((one) => String(cast(one(env), 'text')));
      const message = String(fields['message']).replaceAll('%', () => texts.shift() ?? '');
      const given = (type: number) => options.find((one) => one.type === type)?.value(env);
      const condition = String(given(0) ?? 'raise_exception');
      const constraint = given(5);
      throw databaseError(
        CONDITIONS[condition] ?? condition,
        message,
        constraint === undefined ? {} : { constraint: String(constraint) },
      );
    };
  }

  private expression(text: Text, scope: Scope): Expr {
    return this.compile(text.PLpgSQL_expr.query, scope);
  }

  private compile(sql: string, scope: Scope): Expr {
    const [target] = selectOf(`SELECT ${sql}`).targetList ?? [];
    const node = target && 'ResTarget' in target ? target.ResTarget.val : undefined;
    return compileExpr(node as Node, new Scope(this.catalog, scope));
  }
}

/** The rows that a statement added, under the name that its trigger gives them. */
const ADDED = {};

const inside = ({ env }: Frame): Env => new Env(env.ctx, env);
