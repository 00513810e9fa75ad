import pg from 'pg';
import type { TestProduct } from '#test/test-product.ts';
import type { Statement } from './serve.ts';

/** The product's statements for one response: requested twice, the second time without one-time look-ups. */
export async function statementsOf(
  testProduct: TestProduct,
  path: string,
  input: Record<string, unknown>,
): Promise<Statement[]> {
  await testProduct.must('GET', path, input, { as: 'groupAdmin' });
  const statements: Statement[] = [];
  const plain = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    if (typeof first === 'string') statements.push({ text: first });
    else statements.push({ text: first.text, values: (Array.isArray(second) ? second : first.values) ?? [] });
    return (plain as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof plain;
  await testProduct.must('GET', path, input, { as: 'groupAdmin' }).finally(() => {
    pg.Client.prototype.query = plain;
  });
  return statements;
}
